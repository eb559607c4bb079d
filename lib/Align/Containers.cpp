//===- Containers.cpp - Stage 7a: around the same ops ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem: a loop nest was tiled, peeled or given new bounds. Which of the
// loops is the old one? Likeness says the outermost; what is inside says more:
//
//   before:  for i { body }     after:  for ii { for i { body } }
//
// Method: from the inside out, each linked child of a free op votes for the op
// around its image. The winner is linked if it is free, does the same as its
// name says, has the majority, and the majority of its own linked children
// comes from there. Terminators do not vote: all are alike. O(n).
//
//===----------------------------------------------------------------------===//

#include "Matcher.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace passdelta;

/// How many linked children (without terminators) of `op` there are, and how
/// many of these have the image under `other`.
template <typename ImageOf>
static std::pair<unsigned, unsigned>
countVotes(const OpGraph &graph, const OpGraph &otherGraph, OpId op, OpId other,
           ImageOf imageOf) {
  unsigned all = 0, there = 0;
  graph.forEachBlock(op, [&](BlockId block) {
    graph.forEachOp(block, [&](OpId child) {
      OpId image = imageOf(child);
      if (image == OpId::None || graph.next(child) == graph[block].endOp)
        return;
      ++all;
      there += otherGraph.parent(image) == other;
    });
  });
  return {all, there};
}

void passdelta::matchContainers(Matcher &matcher) {
  const OpGraph &before = matcher.before.graph, &after = matcher.after.graph;
  llvm::SmallVector<std::pair<OpId, unsigned>, 8> votes;
  for (OpId op : llvm::reverse(matcher.freeOps(true))) {
    if (before[op].firstRegion == RegionId::None || !matcher.isFreeBefore(op))
      continue;
    votes.clear();
    before.forEachBlock(op, [&](BlockId block) {
      before.forEachOp(block, [&](OpId child) {
        OpId image = matcher.image(child);
        if (image == OpId::None || before.next(child) == before[block].endOp)
          return;
        OpId parent = after.parent(image);
        for (auto &[candidate, count] : votes)
          if (candidate == parent) {
            ++count;
            return;
          }
        if (votes.size() < 64)
          votes.push_back({parent, 1});
      });
    });
    OpId winner = OpId::None;
    unsigned most = 0;
    for (auto [candidate, count] : votes)
      if (count > most)
        winner = candidate, most = count;
    if (winner == OpId::None || !matcher.isFreeAfter(winner) ||
        matcher.siblingKey(before[op].name) !=
            matcher.siblingKey(after[winner].name))
      continue;
    auto [all, there] = countVotes(before, after, op, winner, [&](OpId child) {
      return matcher.image(child);
    });
    auto [allBack, back] =
        countVotes(after, before, winner, op,
                   [&](OpId child) { return matcher.preimage(child); });
    if (2 * there <= all || 2 * back <= allBack)
      continue;
    // The body of an op like linalg.generic says less than its operands do.
    Matcher::Agreement agreement = matcher.operandAgreement(op, winner);
    Matcher::Agreement arguments;
    matcher.addArgumentAgreement(op, winner, arguments);
    if (arguments.contrary > arguments.same)
      continue;
    if (agreement.contrary <= agreement.same &&
        (agreement.same || before[op].numResults == 0))
      matcher.connect(op, winner, Stage::Container);
  }
}
