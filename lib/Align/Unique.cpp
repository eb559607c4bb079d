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

using namespace passdelta;

namespace {

struct Holders {
  uint32_t numBefore = 0, numAfter = 0;
  OpId before = OpId::None, after = OpId::None;
};

} // namespace

/// Links the free ops whose key occurs once a side. A key of 0 is none.
template <typename KeyBefore, typename KeyAfter>
static void matchByKey(Matcher &matcher, ArrayRef<OpId> freeBefore,
                       ArrayRef<OpId> freeAfter, KeyBefore keyBefore,
                       KeyAfter keyAfter) {
  llvm::DenseMap<uint64_t, Holders> holders;
  for (OpId op : freeBefore)
    if (matcher.isFreeBefore(op))
      if (uint64_t key = keyBefore(op)) {
        Holders &entry = holders[key >> 1];
        ++entry.numBefore;
        entry.before = op;
      }
  for (OpId op : freeAfter)
    if (matcher.isFreeAfter(op))
      if (uint64_t key = keyAfter(op)) {
        Holders &entry = holders[key >> 1];
        ++entry.numAfter;
        entry.after = op;
      }
  for (OpId op : freeBefore) {
    if (!matcher.isFreeBefore(op))
      continue;
    uint64_t key = keyBefore(op);
    if (!key)
      continue;
    const Holders &entry = holders[key >> 1];
    if (entry.numBefore != 1 || entry.numAfter != 1 ||
        !matcher.isFreeAfter(entry.after))
      continue;
    if (matcher.before.tree(op) == matcher.after.tree(entry.after))
      matcher.connectSubtrees(op, entry.after, Stage::Context);
    else
      matcher.connect(op, entry.after, Stage::Context);
  }
}

void passdelta::matchUnique(Matcher &matcher) {
  Side &before = matcher.before, &after = matcher.after;
  std::vector<OpId> freeBefore, freeAfter;
  for (uint32_t i = 0; i < before.graph.numOps(); ++i)
    if (matcher.isFreeBefore(OpId(i)))
      freeBefore.push_back(OpId(i));
  for (uint32_t i = 0; i < after.graph.numOps(); ++i)
    if (matcher.isFreeAfter(OpId(i)))
      freeAfter.push_back(OpId(i));
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
