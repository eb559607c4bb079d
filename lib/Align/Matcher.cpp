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
      symbolsBefore(symbolsOf(before)), symbolsAfter(symbolsOf(after)) {}

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
