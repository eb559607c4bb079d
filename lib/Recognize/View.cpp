//===- View.cpp - What recognizers share ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "View.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace passdelta;

void View::claimGoneSubtree(OpId op) const {
  for (uint32_t i = uint32_t(op); i < uint32_t(before[op].end); ++i)
    if (isGone(OpId(i)))
      found.explainedBefore.set(i);
}

void View::claimNewSubtree(OpId op) const {
  for (uint32_t i = uint32_t(op); i < uint32_t(after[op].end); ++i)
    if (isNew(OpId(i)))
      found.explainedAfter.set(i);
}

void View::claimSubtreeBefore(OpId op) const {
  found.explainedBefore.set(uint32_t(op), uint32_t(before[op].end));
}

void View::claimSubtreeAfter(OpId op) const {
  found.explainedAfter.set(uint32_t(op), uint32_t(after[op].end));
}

BlockId View::mapBlock(const OpGraph &from, const OpGraph &to, BlockId block,
                       bool forward) const {
  if (block == BlockId::TopLevel)
    return BlockId::TopLevel;
  OpId op = from.parentOp(block);
  OpId other = forward ? image(op) : source(op);
  if (other == OpId::None)
    return BlockId::None;
  RegionId region = from[op].firstRegion, otherRegion = to[other].firstRegion;
  for (; region != RegionId::None && otherRegion != RegionId::None;
       region = from[region].next, otherRegion = to[otherRegion].next) {
    BlockId here = from[region].firstBlock, there = to[otherRegion].firstBlock;
    for (; here != BlockId::None && there != BlockId::None;
         here = from[here].next, there = to[there].next)
      if (here == block)
        return there;
  }
  return BlockId::None;
}

BlockId View::imageBlock(BlockId block) const {
  return mapBlock(before, after, block, /*forward=*/true);
}

BlockId View::whereAfter(OpId op) const {
  OpId other = image(op);
  return other == OpId::None ? imageBlock(before[op].block)
                             : after[other].block;
}

ValueId View::imageValue(ValueId value) const {
  if (value == ValueId::None)
    return value;
  const ValueData &data = before[value];
  if (data.isBlockArg) {
    BlockId block = imageBlock(BlockId(data.owner));
    return block != BlockId::None && data.index < after[block].numArgs
               ? after.argument(block, data.index)
               : ValueId::None;
  }
  OpId op = image(OpId(data.owner));
  return op != OpId::None && data.index < after[op].numResults
             ? after.result(op, data.index)
             : ValueId::None;
}

ValueId View::sourceValue(ValueId value) const {
  if (value == ValueId::None)
    return value;
  const ValueData &data = after[value];
  if (data.isBlockArg) {
    BlockId block =
        mapBlock(after, before, BlockId(data.owner), /*forward=*/false);
    return block != BlockId::None && data.index < before[block].numArgs
               ? before.argument(block, data.index)
               : ValueId::None;
  }
  OpId op = source(OpId(data.owner));
  return op != OpId::None && data.index < before[op].numResults
             ? before.result(op, data.index)
             : ValueId::None;
}

ValueId View::standsFor(ValueId value) const { return standsForVia(value, {}); }

/// What the images of the users of `value` (of graph `from`) use in its place;
/// None where there is no such user or they disagree.
template <typename Image>
static ValueId agreedValue(const OpGraph &from, const OpGraph &to,
                           ValueId value, Image imageOf) {
  ValueId agreed = ValueId::None;
  for (OpGraph::Use use : from.uses(value)) {
    OpId user = imageOf(use.op);
    if (user == OpId::None || to[user].numOperands != from[use.op].numOperands)
      continue;
    ValueId used = to.operands(user)[use.index];
    if (used == ValueId::None)
      continue;
    if (agreed != ValueId::None && agreed != used)
      return ValueId::None;
    agreed = used;
  }
  return agreed;
}

/// True if `user` (before) and `now` differ in nothing but operands that read
/// `value`: not if the fold changed another operand with it, as x + 1 + 1 does
/// when it becomes x + 2, or a select whose arms were swapped.
static bool isSameButFor(const View &view, OpId user, OpId now, ValueId value) {
  if (view.before[user].name != view.after[now].name ||
      view.before[user].numOperands != view.after[now].numOperands ||
      view.before.attrs(user) != view.after.attrs(now))
    return false;
  for (auto [old, is] :
       llvm::zip(view.before.operands(user), view.after.operands(now))) {
    if (old == value || old == ValueId::None || is == ValueId::None)
      continue;
    OpId oldDef = view.before.definingOp(old), def = view.after.definingOp(is);
    bool wasConstant =
        oldDef != OpId::None && isConstantOp(view, view.before, oldDef);
    bool isNowConstant =
        def != OpId::None && isConstantOp(view, view.after, def);
    if (wasConstant && isNowConstant &&
        view.before.attrs(oldDef) != view.after.attrs(def))
      return false;
    // A block argument or an op that is still there stays the operand.
    ValueId image = view.imageValue(old);
    if (!wasConstant && image != ValueId::None && image != is)
      return false;
  }
  return true;
}

ValueId View::certainlyStandsFor(ValueId value) const {
  ValueId agreed = ValueId::None;
  for (OpGraph::Use use : before.uses(value)) {
    OpId now = image(use.op);
    if (now == OpId::None || !isSameButFor(*this, use.op, now, value))
      return ValueId::None;
    ValueId used = after.operands(now)[use.index];
    if (used == ValueId::None || (agreed != ValueId::None && agreed != used))
      return ValueId::None;
    agreed = used;
  }
  return agreed;
}

ValueId View::standsForVia(ValueId value,
                           const std::map<OpId, OpId> &successors) const {
  return agreedValue(before, after, value, [&](OpId op) {
    OpId user = image(op);
    auto it = successors.find(op);
    return user == OpId::None && it != successors.end() ? it->second : user;
  });
}

ValueId View::stoodFor(ValueId value) const {
  return agreedValue(after, before, value, [&](OpId op) { return source(op); });
}

float View::confidenceBefore(ArrayRef<OpId> ops) const {
  float least = 1;
  for (OpId op : ops)
    if (!isGone(op))
      least = std::min(least, alignment.link(op).confidence);
  return least;
}

void View::add(Kind kind, ArrayRef<OpId> beforeOps, ArrayRef<OpId> afterOps,
               std::string text, float confidence,
               llvm::json::Object details) const {
  Change change;
  change.kind = kind;
  change.before.assign(beforeOps.begin(), beforeOps.end());
  change.after.assign(afterOps.begin(), afterOps.end());
  change.text = std::move(text);
  change.details = std::move(details);
  change.confidence = confidence;
  for (OpId op : beforeOps)
    claimBefore(op);
  for (OpId op : afterOps)
    claimAfter(op);
  found.changes.push_back(std::move(change));
}

bool passdelta::isConstantOp(const View &view, const OpGraph &graph, OpId op) {
  StringRef name = graph.name(op);
  return graph[op].numOperands == 0 &&
         (name.ends_with(".constant") || name.ends_with(".const") ||
          name == "ub.poison" || view.knowledge.has(name, Role::Constant));
}

bool passdelta::isAuxiliary(const OpGraph &graph, OpId op) {
  StringRef name = graph.name(op);
  if (name.ends_with(".yield") || name.ends_with(".constant") ||
      name == "scf.reduce" || name == "scf.forall.in_parallel" ||
      name == "affine.apply" || name == "affine.min" || name == "affine.max" ||
      name == "linalg.index" || name == "ub.poison" || name == "fir.result")
    return true;
  unsigned numResults = graph[op].numResults;
  if (numResults == 0 || graph[op].firstRegion != RegionId::None)
    return false;
  for (unsigned i = 0; i < numResults; ++i)
    if (graph.type(graph.result(op, i)) != "index")
      return false;
  StringRef dialect = graph.dialect(op);
  return dialect == "arith" || dialect == "affine" || dialect == "index";
}

Histogram passdelta::bodyHistogram(const OpGraph &graph, OpId op) {
  Histogram histogram;
  for (uint32_t i = uint32_t(op) + 1; i < uint32_t(graph[op].end); ++i)
    if (!isAuxiliary(graph, OpId(i)) && !isKnownLoop(graph.name(OpId(i))))
      ++histogram[graph[OpId(i)].name];
  return histogram;
}

std::optional<Histogram> passdelta::subtract(const Histogram &a,
                                             const Histogram &b) {
  Histogram difference = a;
  for (auto [name, count] : b) {
    auto it = difference.find(name);
    if (it == difference.end() || it->second < count)
      return std::nullopt;
    if ((it->second -= count) == 0)
      difference.erase(it);
  }
  return difference;
}

unsigned passdelta::countOf(const Histogram &histogram) {
  unsigned sum = 0;
  for (auto [name, count] : histogram)
    sum += count;
  return sum;
}

OpId passdelta::ancestorIn(const OpGraph &graph, OpId op, BlockId block) {
  while (op != OpId::None && graph[op].block != block)
    op = graph.parent(op);
  return op;
}

llvm::SmallVector<OpId, 6> passdelta::loopsAround(const OpGraph &graph,
                                                  OpId op) {
  llvm::SmallVector<OpId, 6> loops;
  for (OpId up = graph.parent(op); up != OpId::None; up = graph.parent(up))
    if (isKnownLoop(graph.name(up)))
      loops.push_back(up);
  std::reverse(loops.begin(), loops.end());
  return loops;
}

std::string passdelta::listText(ArrayRef<std::optional<int64_t>> values) {
  std::string text = "[";
  for (auto [i, value] : llvm::enumerate(values)) {
    text += i ? ", " : "";
    text += value ? std::to_string(*value) : "?";
  }
  return text + "]";
}

llvm::json::Array passdelta::listJson(ArrayRef<std::optional<int64_t>> values) {
  llvm::json::Array array;
  for (std::optional<int64_t> value : values) {
    if (value)
      array.push_back(*value);
    else
      array.push_back(nullptr);
  }
  return array;
}

std::string passdelta::countText(uint64_t count, StringRef singular,
                                 StringRef plural) {
  std::string text = std::to_string(count) + " ";
  if (count == 1)
    return text + singular.str();
  return text + (plural.empty() ? singular.str() + "s" : plural.str());
}

std::string passdelta::bytesText(uint64_t bytes) {
  if (bytes < 1024)
    return std::to_string(bytes) + " B";
  static constexpr StringRef units[] = {"KiB", "MiB", "GiB", "TiB"};
  double value = double(bytes) / 1024;
  size_t unit = 0;
  for (; value >= 1024 && unit + 1 < std::size(units); ++unit)
    value /= 1024;
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.1f ", value) << units[unit];
  return text;
}
