//===- Relations.cpp - Stage 9: what a link says --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem: say of each linked op whether anything of it changed, and what.
//
// Method: the first that holds of
//
//   replaced   the name is another
//   moved      the op around it is not the image of the op around it before;
//              or it is, but the order broke: among the children that stayed
//              in a container, those outside a longest increasing subsequence
//              of their after positions moved
//   modified   attributes, types, operands or successors changed
//   kept       else
//
// Cost: O(n log n) for the subsequence, O(n + e) for the rest.
//
//===----------------------------------------------------------------------===//

#include "Confidence.h"
#include "Matcher.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace passdelta;

/// Marks in `moved` the ops of `sequence` (in before order, with images in one
/// container) that are not in the longest subsequence with ascending images.
static void markOutOfOrder(const Matcher &matcher, ArrayRef<OpId> sequence,
                           std::vector<bool> &moved) {
  auto isAscending = [&](OpId x, OpId y) {
    return matcher.image(x) < matcher.image(y);
  };
  if (std::is_sorted(sequence.begin(), sequence.end(), isAscending))
    return;
  // Patience sorting: ends[k] is the best last element of length k + 1.
  std::vector<uint32_t> ends, previous(sequence.size(), ~0u);
  for (uint32_t i = 0; i < sequence.size(); ++i) {
    auto slot = std::lower_bound(ends.begin(), ends.end(), i,
                                 [&](uint32_t x, uint32_t y) {
                                   return isAscending(sequence[x], sequence[y]);
                                 });
    if (slot != ends.begin())
      previous[i] = *(slot - 1);
    if (slot == ends.end())
      ends.push_back(i);
    else
      *slot = i;
  }
  for (OpId op : sequence)
    moved[uint32_t(op)] = true;
  for (uint32_t i = ends.back(); i != ~0u; i = previous[i])
    moved[uint32_t(sequence[i])] = false;
}

/// Ops that changed their container or their rank in it.
static std::vector<bool> findMoved(const Matcher &matcher) {
  const OpGraph &before = matcher.before.graph, &after = matcher.after.graph;
  std::vector<bool> moved(before.numOps(), false);
  std::vector<OpId> stayed;
  auto visit = [&](BlockId block) {
    // Where most of the block went; others are not compared with these.
    stayed.clear();
    before.forEachOp(block, [&](OpId op) {
      OpId image = matcher.image(op);
      if (image == OpId::None)
        return;
      OpId parent = before.parent(op), newParent = after.parent(image);
      OpId parentImage =
          parent == OpId::None ? OpId::None : matcher.image(parent);
      if (parentImage != newParent)
        moved[uint32_t(op)] = true;
      else
        stayed.push_back(op);
    });
    if (!stayed.empty())
      markOutOfOrder(matcher, stayed, moved);
  };
  visit(BlockId::TopLevel);
  for (uint32_t i = 0; i < before.numOps(); ++i)
    if (before[OpId(i)].firstRegion != RegionId::None)
      before.forEachBlock(OpId(i), visit);
  return moved;
}

namespace {
/// The number of each block in its region.
class BlockNumbers {
public:
  explicit BlockNumbers(const OpGraph &graph) : numbers(graph.blocks.size()) {
    for (const RegionData &region : graph.regions) {
      uint32_t next = 0;
      for (BlockId block = region.firstBlock; block != BlockId::None;
           block = graph[block].next)
        numbers[uint32_t(block)] = next++;
    }
  }
  /// A label without a block (in a text that was cut) has a number of its own.
  uint32_t operator[](BlockId block) const {
    return block == BlockId::None ? ~0u : numbers[uint32_t(block)];
  }

private:
  std::vector<uint32_t> numbers;
};

/// Of the before and the after graph.
struct BothNumbers {
  BlockNumbers before, after;
};
} // namespace

static bool isModified(const Matcher &matcher, const BothNumbers &numbers,
                       OpId b, OpId a) {
  const OpGraph &before = matcher.before.graph, &after = matcher.after.graph;
  if (matcher.before.label(b) != matcher.after.label(a) ||
      before[b].numOperands != after[a].numOperands)
    return true;
  for (auto [bv, av] : llvm::zip(before.operands(b), after.operands(a))) {
    if (!matcher.sameValue(bv, av))
      return true;
    // The same argument number, but of another block of the same op.
    if (bv != ValueId::None && before[bv].isBlockArg &&
        before[BlockId(before[bv].owner)].firstOp !=
            after[BlockId(after[av].owner)].firstOp &&
        numbers.before[BlockId(before[bv].owner)] !=
            numbers.after[BlockId(after[av].owner)])
      return true;
  }
  if (before[b].numSuccessors != after[a].numSuccessors)
    return true;
  for (auto [bs, as] : llvm::zip(before.successors(b), after.successors(a)))
    if (numbers.before[bs] != numbers.after[as])
      return true;
  return false;
}

void passdelta::setRelations(Matcher &matcher) {
  const OpGraph &before = matcher.before.graph, &after = matcher.after.graph;
  std::vector<bool> moved = findMoved(matcher);
  BothNumbers numbers = {BlockNumbers(before), BlockNumbers(after)};
  for (uint32_t i = 0; i < before.numOps(); ++i) {
    OpId b = OpId(i), a = matcher.image(b);
    if (a == OpId::None)
      continue;
    Relation relation = Relation::Kept;
    if (before[b].name != after[a].name)
      relation = Relation::Replaced;
    else if (moved[i])
      relation = Relation::Moved;
    else if (isModified(matcher, numbers, b, a))
      relation = Relation::Modified;
    matcher.alignment.setRelation(b, relation);
    matcher.alignment.setConfidence(
        b, confidenceOf(matcher.alignment.link(b).stage, relation));
  }
}
