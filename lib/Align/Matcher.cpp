//===- Matcher.cpp - What the stages of the aligner share -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Matcher.h"
#include "passdelta/Support/Hash.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <algorithm>

using namespace passdelta;

uint64_t Side::context(OpId op, unsigned rounds) {
  if (near.empty()) {
    near.assign(graph.numOps(), 0);
    far.assign(graph.numOps(), 0);
  }
  uint64_t &slot = (rounds == 1 ? near : far)[uint32_t(op)];
  if (slot)
    return slot;
  auto inner = [&](OpId other) {
    return rounds == 1 ? tree(other) : context(other, 1);
  };
  uint64_t hash = inner(op);
  for (ValueId operand : graph.operands(op)) {
    OpId def =
        operand == ValueId::None ? OpId::None : graph.definingOp(operand);
    hash = hashCombine(hash, def == OpId::None
                                 ? hashOperandKind(graph, hashes.label, operand)
                                 : inner(def));
  }
  // The order of users is that of the text, which a pass may change.
  uint64_t users = 0;
  for (uint32_t i = 0; i < graph[op].numResults; ++i)
    for (OpGraph::Use use : graph.uses(graph.result(op, i)))
      users += hashCombine(inner(use.op), use.index + 16 * i);
  return slot = hashCombine(hash, users) | 1;
}

static std::vector<OpId> symbolsOf(const OpGraph &graph) {
  std::vector<OpId> symbols;
  for (uint32_t i = 0; i < graph.numOps(); ++i)
    if (graph[OpId(i)].symbol != NameId::Empty)
      symbols.push_back(OpId(i));
  return symbols;
}

Matcher::Matcher(const OpGraph &before, const OpGraph &after,
                 Alignment &alignment)
    : before(before), after(after), alignment(alignment),
      glue(before.names().intern("builtin.unrealized_conversion_cast")),
      endsBlocks(std::max(before.names().size(), after.names().size()), 0),
      symbolsBefore(symbolsOf(before)), symbolsAfter(symbolsOf(after)) {
  findTerminators(before);
  findTerminators(after);
}

void Matcher::findTerminators(const OpGraph &graph) {
  for (const OpData &op : graph.ops) {
    uint8_t &ends = endsBlocks[uint32_t(op.name)];
    if (ends == 2)
      continue;
    bool isLast = op.block != BlockId::TopLevel && op.numResults == 0 &&
                  op.symbol == NameId::Empty && op.end == graph[op.block].endOp;
    // The last function of a module is not its terminator: what takes and
    // gives no value needs no terminator with regions.
    if (isLast && op.firstRegion != RegionId::None) {
      const OpData &parent = graph[graph.parentOp(op.block)];
      isLast = parent.numOperands != 0 || parent.numResults != 0;
    }
    ends = isLast ? 1 : 2;
  }
}

OpId Matcher::terminatorOf(const OpGraph &graph, BlockId block) const {
  if (graph[block].firstOp == graph[block].endOp)
    return OpId::None;
  // The last op of the text in the block is it or inside it.
  OpId last = OpId(uint32_t(graph[block].endOp) - 1);
  while (graph[last].block != block)
    last = graph.parent(last);
  return isTerminator(graph, last) ? last : OpId::None;
}

bool Matcher::connect(OpId beforeOp, OpId afterOp, Stage stage) {
  if (!alignment.connect(beforeOp, afterOp, stage, /*confidence=*/0))
    return false;
  ++numLinks;
  return true;
}

void Matcher::connectSubtrees(OpId beforeOp, OpId afterOp, Stage stage) {
  size_t size = before.graph.subtreeSize(beforeOp);
  // Unequal only if two hashes collide.
  if (size != after.graph.subtreeSize(afterOp))
    size = 1;
  for (uint32_t i = 0; i < size; ++i)
    connect(OpId(uint32_t(beforeOp) + i), OpId(uint32_t(afterOp) + i), stage);
}

bool Matcher::sameValue(ValueId beforeValue, ValueId afterValue) const {
  if (beforeValue == ValueId::None || afterValue == ValueId::None)
    return beforeValue == afterValue;
  const ValueData &b = before.graph[beforeValue];
  const ValueData &a = after.graph[afterValue];
  if (b.isBlockArg != a.isBlockArg || b.index != a.index)
    return false;
  if (!b.isBlockArg)
    return image(OpId(b.owner)) == OpId(a.owner);
  OpId beforeOwner = before.graph.parentOp(BlockId(b.owner));
  OpId afterOwner = after.graph.parentOp(BlockId(a.owner));
  if (beforeOwner == OpId::None || afterOwner == OpId::None)
    return beforeOwner == afterOwner;
  return image(beforeOwner) == afterOwner;
}

Matcher::Agreement Matcher::operandAgreement(OpId beforeOp,
                                             OpId afterOp) const {
  Agreement agreement;
  ArrayRef<ValueId> b = before.graph.operands(beforeOp);
  ArrayRef<ValueId> a = after.graph.operands(afterOp);
  for (size_t i = 0, e = std::min(b.size(), a.size()); i != e; ++i) {
    OpId def =
        b[i] == ValueId::None ? OpId::None : before.graph.definingOp(b[i]);
    if (def == OpId::None || isFreeBefore(def))
      continue;
    if (sameValue(b[i], a[i]))
      ++agreement.same;
    else
      ++agreement.contrary;
  }
  return agreement;
}

unsigned Matcher::sameArguments(OpId beforeOp, OpId afterOp) const {
  ArrayRef<ValueId> b = before.graph.operands(beforeOp);
  ArrayRef<ValueId> a = after.graph.operands(afterOp);
  unsigned same = 0;
  for (size_t i = 0, e = std::min(b.size(), a.size()); i != e; ++i) {
    if (b[i] == ValueId::None || !before.graph[b[i]].isBlockArg)
      continue;
    OpId owner = before.graph.parentOp(BlockId(before.graph[b[i]].owner));
    same +=
        owner != OpId::None && !isFreeBefore(owner) && sameValue(b[i], a[i]);
  }
  return same;
}

/// Asks the linked users of the arguments of `op` whose argument they read on
/// the other side; `other` is what it should be.
template <typename ImageOf>
static void askUsers(const OpGraph &graph, const OpGraph &otherGraph, OpId op,
                     OpId other, ImageOf imageOf,
                     Matcher::Agreement &agreement) {
  graph.forEachBlock(op, [&](BlockId block) {
    for (uint32_t k = 0; k < graph[block].numArgs; ++k)
      for (OpGraph::Use use :
           graph.uses(graph.argument(block, k)).take_front(4)) {
        OpId user = imageOf(use.op);
        if (user == OpId::None || use.index >= otherGraph[user].numOperands ||
            graph[use.op].name != otherGraph[user].name)
          continue;
        ValueId read = otherGraph.operands(user)[use.index];
        if (read == ValueId::None || !otherGraph[read].isBlockArg)
          continue;
        if (otherGraph.parentOp(BlockId(otherGraph[read].owner)) == other)
          ++agreement.same;
        else
          ++agreement.contrary;
      }
  });
}

void Matcher::addArgumentAgreement(OpId beforeOp, OpId afterOp,
                                   Agreement &agreement) const {
  if (before.graph[beforeOp].firstRegion == RegionId::None)
    return;
  askUsers(
      before.graph, after.graph, beforeOp, afterOp,
      [&](OpId op) { return image(op); }, agreement);
  askUsers(
      after.graph, before.graph, afterOp, beforeOp,
      [&](OpId op) { return preimage(op); }, agreement);
}

std::vector<uint32_t> Matcher::scopesOf(bool isBefore) const {
  const OpGraph &graph = isBefore ? before.graph : after.graph;
  std::vector<uint32_t> scopes(graph.numOps(), 0);
  // Symbols are few, and what is inside one is a range.
  for (OpId op : isBefore ? symbolsBefore : symbolsAfter) {
    OpId afterOp = isBefore ? image(op) : op;
    bool isLinked = isBefore ? afterOp != OpId::None : !isFreeAfter(op);
    if (isLinked)
      std::fill(scopes.begin() + uint32_t(op),
                scopes.begin() + uint32_t(graph[op].end),
                uint32_t(afterOp) + 1);
  }
  return scopes;
}

ArrayRef<OpId> Matcher::freeOps(bool isBefore) {
  if (!haveFreeLists) {
    haveFreeLists = true;
    for (uint32_t i = 0; i < before.graph.numOps(); ++i)
      if (isFreeBefore(OpId(i)))
        freeLists[0].push_back(OpId(i));
    for (uint32_t i = 0; i < after.graph.numOps(); ++i)
      if (isFreeAfter(OpId(i)))
        freeLists[1].push_back(OpId(i));
  }
  std::vector<OpId> &list = freeLists[isBefore ? 0 : 1];
  llvm::erase_if(list, [&](OpId op) {
    return isBefore ? !isFreeBefore(op) : !isFreeAfter(op);
  });
  return list;
}

std::vector<OpId> passdelta::parentsOf(const OpGraph &graph,
                                       ArrayRef<OpId> ops) {
  std::vector<OpId> parents;
  BlockId last = BlockId::None;
  for (OpId op : ops) {
    BlockId block = graph[op].block;
    OpId parent = block == last ? OpId::None : graph.parentOp(block);
    last = block;
    if (parent != OpId::None)
      parents.push_back(parent);
  }
  llvm::sort(parents);
  parents.erase(std::unique(parents.begin(), parents.end()), parents.end());
  return parents;
}

bool Matcher::haveLinkedParents(OpId beforeOp, OpId afterOp) const {
  OpId b = before.graph.parent(beforeOp), a = after.graph.parent(afterOp);
  if (b == OpId::None || a == OpId::None)
    return b == a;
  return image(b) == a;
}

/// The op without its dialect, under the name that arith and scf give it.
static StringRef plainName(StringRef name) {
  StringRef op = name.split('.').second;
  if (op.empty())
    return name;
  return llvm::StringSwitch<StringRef>(op)
      .Cases({"fadd", "FAdd"}, "addf")
      .Cases({"fsub", "FSub"}, "subf")
      .Cases({"fmul", "FMul"}, "mulf")
      .Cases({"fdiv", "FDiv"}, "divf")
      .Cases({"frem", "FRem"}, "remf")
      .Cases({"fneg", "FNegate"}, "negf")
      .Cases({"add", "IAdd"}, "addi")
      .Cases({"sub", "ISub"}, "subi")
      .Cases({"mul", "IMul"}, "muli")
      .Cases({"sdiv", "SDiv"}, "divsi")
      .Cases({"udiv", "UDiv"}, "divui")
      .Cases({"srem", "SRem"}, "remsi")
      .Cases({"urem", "UMod"}, "remui")
      .Cases({"and", "BitwiseAnd", "LogicalAnd"}, "andi")
      .Cases({"or", "BitwiseOr", "LogicalOr"}, "ori")
      .Cases({"xor", "BitwiseXor"}, "xori")
      .Cases({"shl", "ShiftLeftLogical"}, "shli")
      .Cases({"ashr", "ShiftRightArithmetic"}, "shrsi")
      .Cases({"lshr", "ShiftRightLogical"}, "shrui")
      .Cases({"sext", "SConvert"}, "extsi")
      .Cases({"zext", "UConvert"}, "extui")
      .Case("trunc", "trunci")
      .Case("fpext", "extf")
      .Case("fptrunc", "truncf")
      .Case("icmp", "cmpi")
      .Case("fcmp", "cmpf")
      .Cases({"mlir.constant", "Constant"}, "constant")
      .Cases({"mlir.global", "GlobalVariable"}, "global")
      .Case("mlir.addressof", "get_global")
      .Cases({"ReturnValue", "Return"}, "return")
      .Case("FunctionCall", "call")
      .Cases({"Load", "load"}, "load")
      .Cases({"Store", "store"}, "store")
      .Case("Branch", "br")
      .Case("BranchConditional", "cond_br")
      .Case("Select", "select")
      .Default(op);
}

uint64_t Matcher::siblingKey(NameId name) {
  auto [found, isNew] = siblingKeys.try_emplace(uint32_t(name), 0);
  if (isNew)
    found->second = hashBytes(plainName(before.graph.str(name)));
  return found->second;
}
