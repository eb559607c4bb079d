//===- Terminators.cpp - The ends of blocks -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem: terminators are all alike, and say nothing of their own. What looks
// like the terminator of a loop may be that of the loop around it.
//
// Method: a terminator ends a block, so it is the terminator of what the block
// became: of the block that most of its linked ops are in now, if that is in
// the linked op too, or if most of the linked ops there come from it; else, of
// the same region of the linked op. Two that would become the same one (a block
// went into the one around it) are told apart by the op around them, then by
// likeness, then the last one wins: it is the end of what was put together.
//
// Cost: O(n) a call, for the blocks of free terminators.
//
//===----------------------------------------------------------------------===//

#include "Matcher.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace passdelta;

/// Ops of a block that are asked where they went, from its end.
static constexpr unsigned maxWitnesses = 256;

namespace {

struct Candidate {
  unsigned score;
  OpId before, after;
};

class Terminators {
public:
  explicit Terminators(Matcher &matcher)
      : matcher(matcher), before(matcher.before.graph),
        after(matcher.after.graph) {}

  void run(bool isLast);

private:
  BlockId votedBlock(OpId b) const;
  bool comesFrom(OpId a, BlockId block) const;
  OpId inSameRegion(OpId b) const;
  bool isAlike(OpId b, OpId a) const;
  void consider(OpId b, OpId a, bool isVoted, bool hasVotes, bool isLast);

  Matcher &matcher;
  const OpGraph &before, &after;
  std::vector<Candidate> candidates;
};

} // namespace

/// The block that most linked ops of `block` (without its terminator) are in on
/// the other side; None if there are none.
template <typename ImageOf>
static BlockId mostlyIn(const OpGraph &graph, const OpGraph &other,
                        BlockId block, OpId terminator, ImageOf imageOf) {
  llvm::SmallVector<std::pair<BlockId, unsigned>, 8> votes;
  unsigned witnesses = 0;
  auto visit = [&](OpId op) {
    OpId image = imageOf(op);
    if (op == terminator || image == OpId::None)
      return;
    ++witnesses;
    for (auto &[candidate, count] : votes)
      if (candidate == other[image].block) {
        ++count;
        return;
      }
    votes.push_back({other[image].block, 1});
  };
  OpId op = graph[block].firstOp;
  for (; op != graph[block].endOp && witnesses < maxWitnesses;
       op = graph.next(op))
    visit(op);
  auto best = llvm::max_element(
      votes, [](const auto &x, const auto &y) { return x.second < y.second; });
  return best == votes.end() ? BlockId::None : best->first;
}

/// The region of the same number of `other`, or None.
static RegionId sameRegion(const OpGraph &graph, const OpGraph &otherGraph,
                           RegionId region, OpId other) {
  if (other == OpId::None)
    return RegionId::None;
  RegionId there = otherGraph[other].firstRegion;
  for (RegionId each = graph[graph[region].op].firstRegion;
       each != region && there != RegionId::None; each = graph[each].next)
    there = otherGraph[there].next;
  return there;
}

static bool isSingleBlock(const OpGraph &graph, RegionId region) {
  BlockId first = graph[region].firstBlock;
  return first != BlockId::None && graph[first].next == BlockId::None;
}

BlockId Terminators::votedBlock(OpId b) const {
  return mostlyIn(before, after, before[b].block, b,
                  [&](OpId op) { return matcher.image(op); });
}

bool Terminators::comesFrom(OpId a, BlockId block) const {
  BlockId found = mostlyIn(after, before, after[a].block, a,
                           [&](OpId op) { return matcher.preimage(op); });
  return found == block;
}

/// The terminator of the same region of the linked op, where at most one of the
/// two regions has several blocks; the last of its kind if that is the other
/// one.
OpId Terminators::inSameRegion(OpId b) const {
  RegionId region = before[before[b].block].region;
  RegionId there =
      sameRegion(before, after, region, matcher.image(before[region].op));
  if (there == RegionId::None)
    return OpId::None;
  if (isSingleBlock(after, there))
    return matcher.terminatorOf(after, after[there].firstBlock);
  if (!isSingleBlock(before, region))
    return OpId::None;
  OpId found = OpId::None;
  for (BlockId block = after[there].firstBlock; block != BlockId::None;
       block = after[block].next) {
    OpId last = matcher.terminatorOf(after, block);
    if (last != OpId::None && isAlike(b, last))
      found = last;
  }
  return found;
}

bool Terminators::isAlike(OpId b, OpId a) const {
  return matcher.siblingKey(before[b].name) ==
         matcher.siblingKey(after[a].name);
}

void Terminators::consider(OpId b, OpId a, bool isVoted, bool hasVotes,
                           bool isLast) {
  if (a == OpId::None || !matcher.isFreeAfter(a) || !isAlike(b, a))
    return;
  bool isSameParent = matcher.haveLinkedParents(b, a);
  bool isSameName = before[b].name == after[a].name;
  unsigned score = 0;
  if (isVoted && isSameParent)
    score = 12;
  else if (isVoted && isLast && isSameName && comesFrom(a, before[b].block))
    score = 8;
  else if (isSameParent)
    score = hasVotes ? 4 : 10;
  else
    return;
  bool isSameLabel = matcher.before.label(b) == matcher.after.label(a);
  candidates.push_back({score + 2 * isSameName + isSameLabel, b, a});
}

void Terminators::run(bool isLast) {
  for (OpId b : matcher.freeOps(true)) {
    if (!matcher.isTerminator(before, b))
      continue;
    BlockId block = votedBlock(b);
    OpId voted = block == BlockId::None || block == BlockId::TopLevel
                     ? OpId::None
                     : matcher.terminatorOf(after, block);
    consider(b, voted, /*isVoted=*/true, /*hasVotes=*/true, isLast);
    // What is free yet may still say where the block went. Only a function is
    // sure to be where its name is.
    bool isSure = before[before.parent(b)].symbol != NameId::Empty;
    if (!isLast && !isSure)
      continue;
    OpId beside = inSameRegion(b);
    if (beside != voted)
      consider(b, beside, /*isVoted=*/false,
               /*hasVotes=*/block != BlockId::None, isLast);
  }
  llvm::stable_sort(candidates, [](const Candidate &x, const Candidate &y) {
    return std::make_pair(y.score, y.before) <
           std::make_pair(x.score, x.before);
  });
  for (const Candidate &each : candidates)
    matcher.connect(each.before, each.after, Stage::Terminator);
}

void passdelta::matchTerminators(Matcher &matcher, bool isLast) {
  Terminators(matcher).run(isLast);
}
