//===- Expansions.cpp - Stage 8b: what was made along with something ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem: one op is lowered to several, of which one is its image: to which
// before op do the helpers belong?
//
// Method: where an op that kept its name reads a new value in a slot, the new
// value stands for what was read there before: the origin is the op that made
// that, or the loop whose argument it was. Else, a helper stands next to the
// image of its origin in the data flow or in the tree.
// Backward over the text (users before definitions), a free op belongs to the
// origin of its first user that was rewritten; then forward, to the origin of
// an operand that was rewritten; a new op around linked ones to the op around
// these, or to the first rewritten one; a new op in a rewritten op to that. A
// user that was only modified is taken last. O(n + e).
//
//===----------------------------------------------------------------------===//

#include "Groups.h"
#include <cstdlib>

using namespace passdelta;

namespace {

class Expansions {
public:
  Expansions(Matcher &matcher, Origins &origins)
      : matcher(matcher), origins(origins), before(matcher.before.graph),
        after(matcher.after.graph) {}

  void run();

private:
  /// The origin of `a` if it was rewritten: it has another name, or it is
  /// itself a helper. None for an op that only changed or was copied.
  OpId rewritten(OpId a) const;
  OpId changed(OpId a) const;
  OpId fromUsers(OpId a, bool strict) const;
  OpId fromOperands(OpId a, bool strict) const;
  OpId fromChildren(OpId a) const;
  OpId fromParent(OpId a) const;
  OpId fromSlot(OpId a) const;
  bool isFunction(OpId b) const {
    return b != OpId::None && before[b].symbol != NameId::Empty;
  }
  OpId nearer(OpId a, OpId x, OpId y) const;
  void sweep(bool backward, bool strict);

  Matcher &matcher;
  Origins &origins;
  const OpGraph &before, &after;
};

} // namespace

OpId Expansions::rewritten(OpId a) const {
  OpId b = origins.of(a);
  if (b == OpId::None || origins.stage[uint32_t(a)] == Stage::Copy)
    return OpId::None;
  if (isFunction(b))
    return OpId::None;
  bool isHelper = origins.stage[uint32_t(a)] == Stage::Frontier;
  return isHelper || before[b].name != after[a].name ? b : OpId::None;
}

OpId Expansions::changed(OpId a) const {
  OpId b = origins.of(a);
  if (b == OpId::None || matcher.image(b) != a)
    return OpId::None;
  Relation relation = matcher.alignment.link(b).relation;
  bool isContainer = after[a].symbol != NameId::Empty;
  return relation != Relation::Kept && !isContainer ? b : OpId::None;
}

OpId Expansions::fromUsers(OpId a, bool strict) const {
  for (uint32_t k = 0; k < after[a].numResults; ++k)
    for (OpGraph::Use use : after.uses(after.result(a, k)).take_front(32)) {
      OpId b = strict ? rewritten(use.op) : changed(use.op);
      if (b != OpId::None)
        return b;
    }
  return OpId::None;
}

OpId Expansions::fromOperands(OpId a, bool strict) const {
  for (ValueId operand : after.operands(a)) {
    OpId def =
        operand == ValueId::None ? OpId::None : after.definingOp(operand);
    if (def == OpId::None)
      continue;
    OpId b = strict ? rewritten(def) : changed(def);
    if (b != OpId::None)
      return b;
  }
  return OpId::None;
}

/// What the users of `a` read in its place before; None if they disagree.
OpId Expansions::fromSlot(OpId a) const {
  OpId found = OpId::None;
  for (uint32_t k = 0; k < after[a].numResults; ++k)
    for (OpGraph::Use use : after.uses(after.result(a, k)).take_front(8)) {
      OpId b = origins.of(use.op);
      if (b == OpId::None || before[b].name != after[use.op].name ||
          before[b].numOperands != after[use.op].numOperands ||
          origins.stage[uint32_t(use.op)] == Stage::Frontier)
        continue;
      ValueId value = before.operands(b)[use.index];
      if (value == ValueId::None)
        continue;
      OpId made = before[value].isBlockArg
                      ? before.parentOp(BlockId(before[value].owner))
                      : before.definingOp(value);
      if (made == OpId::None || isFunction(made))
        continue;
      if (found != OpId::None && found != made)
        return OpId::None;
      found = made;
    }
  return found;
}

/// For a new op around others: the op that was around them and is rewritten or
/// of the same kind, as a loop is of its tiles.
OpId Expansions::fromChildren(OpId a) const {
  OpId found = OpId::None;
  if (after[a].firstRegion == RegionId::None)
    return found;
  after.forEachBlock(a, [&](BlockId block) {
    after.forEachOp(block, [&](OpId child) {
      if (found != OpId::None || after.next(child) == after[block].endOp)
        return;
      OpId b = origins.of(child);
      if (b == OpId::None)
        return;
      uint64_t kind = matcher.siblingKey(after[a].name);
      if (matcher.siblingKey(before[b].name) == kind)
        found = b;
      else if (OpId parent = before.parent(b);
               parent != OpId::None && before[parent].symbol == NameId::Empty)
        found = parent;
    });
  });
  return found;
}

OpId Expansions::fromParent(OpId a) const {
  OpId parent = after.parent(a);
  if (parent == OpId::None)
    return OpId::None;
  bool isTerminator =
      after[a].numResults == 0 && after.next(a) == after[after[a].block].endOp;
  OpId b = origins.of(parent);
  bool isNew = b != OpId::None && matcher.image(b) != parent;
  if (isTerminator && isNew && !isFunction(b))
    return b;
  return isFunction(b) ? OpId::None : rewritten(parent);
}

/// Of two origins the one whose image stands nearer to `a` in the text.
OpId Expansions::nearer(OpId a, OpId x, OpId y) const {
  if (x == OpId::None || y == OpId::None || x == y)
    return x == OpId::None ? y : x;
  auto distance = [&](OpId b) {
    OpId image = matcher.image(b);
    int64_t there = image == OpId::None ? 0 : int64_t(image);
    return std::abs(there - int64_t(a));
  };
  return distance(y) < distance(x) ? y : x;
}

void Expansions::sweep(bool backward, bool strict) {
  uint32_t count = uint32_t(after.numOps());
  for (uint32_t n = 0; n < count; ++n) {
    OpId a = OpId(backward ? count - 1 - n : n);
    if (origins.of(a) != OpId::None)
      continue;
    OpId b = strict ? fromSlot(a) : OpId::None;
    if (b == OpId::None)
      b = nearer(a, fromUsers(a, strict), fromOperands(a, strict));
    if (b == OpId::None && strict)
      b = fromChildren(a);
    if (b == OpId::None && !backward)
      b = fromParent(a);
    if (b != OpId::None)
      origins.set(a, b, Stage::Frontier);
  }
}

void Expansions::run() {
  sweep(/*backward=*/true, /*strict=*/true);
  sweep(/*backward=*/false, /*strict=*/true);
  sweep(/*backward=*/true, /*strict=*/false);
  sweep(/*backward=*/false, /*strict=*/false);
}

void passdelta::findExpansions(Matcher &matcher, Origins &origins) {
  Expansions(matcher, origins).run();
}
