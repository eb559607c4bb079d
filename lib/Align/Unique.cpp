//===- Unique.cpp - Stage 4: what moved -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem: ops that were hoisted, sunk, inlined or swapped are not found in
// order.
//
// Method: a hash that one free op has on each side is taken as the same op.
// First within linked symbols, from the strictest hash to the loosest: the
// context two edges far, one edge far, the tree. Then across symbols, where
// the tree must be more than one op, since small ones repeat.
//
// Cost: O(n + e) over the free ops.
//
//===----------------------------------------------------------------------===//

#include "Matcher.h"
#include "passdelta/Support/Hash.h"
#include "llvm/ADT/STLExtras.h"

using namespace passdelta;

namespace {

/// Who has a key: None, one op, or `many`.
struct Holders {
  static constexpr OpId many = OpId(~0u - 1);
  OpId before = OpId::None, after = OpId::None;

  static void add(OpId &holder, OpId op) {
    holder = holder == OpId::None ? op : many;
  }
};

} // namespace

/// False if an op in one subtree reads an argument of the subtree where the
/// same op of the other reads one from outside, or one of another op. The tree
/// hash does not tell the variables of nested loops apart. O(subtree).
static bool readSameArguments(const OpGraph &before, OpId b,
                              const OpGraph &after, OpId a) {
  if (before.subtreeSize(b) != after.subtreeSize(a))
    return false;
  auto placeOf = [](const OpGraph &graph, OpId root, ValueId value) {
    if (value == ValueId::None || !graph[value].isBlockArg)
      return ~0u;
    OpId owner = graph.parentOp(BlockId(graph[value].owner));
    return owner != OpId::None && graph.contains(root, owner)
               ? uint32_t(owner) - uint32_t(root)
               : ~0u;
  };
  for (uint32_t i = 1; i < before.subtreeSize(b); ++i)
    for (auto [bv, av] : llvm::zip(before.operands(OpId(uint32_t(b) + i)),
                                   after.operands(OpId(uint32_t(a) + i))))
      if (placeOf(before, b, bv) != placeOf(after, a, av))
        return false;
  return true;
}

/// Links the free ops whose key occurs once a side. A key of 0 is none.
template <typename KeyBefore, typename KeyAfter>
static void matchByKey(Matcher &matcher, ArrayRef<OpId> freeBefore,
                       ArrayRef<OpId> freeAfter, KeyBefore keyBefore,
                       KeyAfter keyAfter) {
  const OpGraph &before = matcher.before.graph, &after = matcher.after.graph;
  llvm::DenseMap<uint64_t, Holders> holders;
  holders.reserve(unsigned(freeBefore.size()));
  for (OpId op : freeBefore)
    if (matcher.isFreeBefore(op) && !matcher.endsOnlyBlock(before, op))
      if (uint64_t key = keyBefore(op))
        Holders::add(holders[key >> 1].before, op);
  for (OpId op : freeAfter)
    if (matcher.isFreeAfter(op) && !matcher.endsOnlyBlock(after, op))
      if (uint64_t key = keyAfter(op)) {
        auto found = holders.find(key >> 1);
        if (found != holders.end())
          Holders::add(found->second.after, op);
      }
  for (OpId op : freeBefore) {
    if (!matcher.isFreeBefore(op) || matcher.endsOnlyBlock(before, op))
      continue;
    uint64_t key = keyBefore(op);
    if (!key)
      continue;
    const Holders &entry = holders.find(key >> 1)->second;
    if (entry.before == Holders::many || entry.after == Holders::many ||
        entry.after == OpId::None || !matcher.isFreeAfter(entry.after))
      continue;
    if (before[op].firstRegion != RegionId::None &&
        !readSameArguments(before, op, after, entry.after))
      continue;
    if (matcher.before.tree(op) == matcher.after.tree(entry.after))
      matcher.connectSubtrees(op, entry.after, Stage::Context);
    else
      matcher.connect(op, entry.after, Stage::Context);
  }
}

void passdelta::matchUnique(Matcher &matcher) {
  Side &before = matcher.before, &after = matcher.after;
  ArrayRef<OpId> freeBefore = matcher.freeOps(true);
  ArrayRef<OpId> freeAfter = matcher.freeOps(false);
  if (freeBefore.empty() || freeAfter.empty())
    return;
  std::vector<uint32_t> scopeBefore = matcher.scopesOf(true);
  std::vector<uint32_t> scopeAfter = matcher.scopesOf(false);

  for (unsigned rounds : {2u, 1u})
    matchByKey(
        matcher, freeBefore, freeAfter,
        [&](OpId op) {
          return hashCombine(before.context(op, rounds),
                             scopeBefore[uint32_t(op)]);
        },
        [&](OpId op) {
          return hashCombine(after.context(op, rounds),
                             scopeAfter[uint32_t(op)]);
        });
  matchByKey(
      matcher, freeBefore, freeAfter,
      [&](OpId op) {
        return hashCombine(before.tree(op), scopeBefore[uint32_t(op)]);
      },
      [&](OpId op) {
        return hashCombine(after.tree(op), scopeAfter[uint32_t(op)]);
      });
  matchByKey(
      matcher, freeBefore, freeAfter,
      [&](OpId op) { return before.context(op, 2); },
      [&](OpId op) { return after.context(op, 2); });
  matchByKey(
      matcher, freeBefore, freeAfter,
      [&](OpId op) {
        return before.graph.subtreeSize(op) > 1 ? before.tree(op) : 0;
      },
      [&](OpId op) {
        return after.graph.subtreeSize(op) > 1 ? after.tree(op) : 0;
      });
}
