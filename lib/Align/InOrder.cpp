//===- InOrder.cpp - Stages 3 and 5: what kept its order ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem: in a linked container, which free ops are the same, if we believe
// that most kept their order?
//
// Method: from the outside in, the free children of two linked ops are two
// sequences, and their longest common subsequence is linked; stage 3 with the
// tree hash as key, stage 5 with the label, where the operands linked so far do
// not contradict. A small sequence is aligned with weights, so that among equal
// ops the one with the same surroundings is taken; a large one by key alone.
//
// The context is evidence between equal candidates only. As the key of the
// alignment it fails on repeated layers: edits leave few equal contexts, many
// alignments are then equally long, and the one found may be off by a layer.
//
// Cost: O(n) for what is equal; see Sequence.h for what is not.
//
//===----------------------------------------------------------------------===//

#include "FreeByBlock.h"
#include "Neighbours.h"
#include "Sequence.h"

using namespace passdelta;

/// Cells of the table of the weighted alignment of one block.
static constexpr size_t maxCells = size_t(1) << 16;

namespace {

enum class Key { Tree, Label };

/// Aligns the children of pairs of containers.
class InOrder {
public:
  InOrder(Matcher &matcher, Key key)
      : matcher(matcher), key(key),
        freeBefore(matcher.before.graph, matcher.freeOps(true)),
        freeAfter(matcher.after.graph, matcher.freeOps(false)) {}

  /// All linked containers, from the outside in.
  void run();
  /// All linked symbols: what is left in each, whatever its container.
  void runAcrossContainers();

private:
  void alignOps(OpId before, OpId after);
  void alignTopLevel();
  void alignLists();
  void alignRest(size_t beforeBegin, size_t beforeEnd, size_t afterBegin,
                 size_t afterEnd);
  void collectFree(BlockId block, const Side &side, std::vector<OpId> &list);
  void collectFree(RegionId region, const Side &side, std::vector<OpId> &list);
  void collectAll(OpId op, const Side &side, std::vector<OpId> &list);
  uint64_t keyBefore(OpId op) const {
    return key == Key::Tree ? matcher.before.tree(op)
                            : matcher.before.label(op);
  }
  uint64_t keyAfter(OpId op) const {
    return key == Key::Tree ? matcher.after.tree(op) : matcher.after.label(op);
  }
  uint32_t weigh(OpId before, OpId after);
  void link(OpId before, OpId after);
  void findNeighbours();
  bool isInOrder(size_t i, size_t j) const;

  Matcher &matcher;
  Key key;
  FreeByBlock freeBefore, freeAfter;
  std::vector<OpId> beforeList, afterList;
  std::vector<uint64_t> keysBefore, keysAfter; ///< Of the two lists.
  /// See neighbourImages; of the ops of the two lists.
  std::vector<std::pair<OpId, OpId>> betweenAfter, betweenBefore;
  PositionPairs pairs;
  bool acrossContainers = false;
};

} // namespace

void InOrder::collectFree(BlockId block, const Side &side,
                          std::vector<OpId> &list) {
  bool isBefore = &side == &matcher.before;
  for (OpId op : (isBefore ? freeBefore : freeAfter).of(block))
    if (isBefore ? matcher.isFreeBefore(op) : matcher.isFreeAfter(op))
      list.push_back(op);
}

void InOrder::collectFree(RegionId region, const Side &side,
                          std::vector<OpId> &list) {
  BlockId first = side.graph[region].firstBlock;
  for (BlockId block = first; block != BlockId::None;
       block = side.graph[block].next)
    collectFree(block, side, list);
  // The terminator of the only block is what the block is. Those of several are
  // landmarks in their order.
  bool isSingle =
      first != BlockId::None && side.graph[first].next == BlockId::None;
  if (isSingle && !list.empty() &&
      matcher.isTerminator(side.graph, list.back()))
    list.pop_back();
}

void InOrder::collectAll(OpId op, const Side &side, std::vector<OpId> &list) {
  side.graph.forEachBlock(
      op, [&](BlockId block) { collectFree(block, side, list); });
}

void InOrder::link(OpId before, OpId after) {
  Stage stage = key == Key::Tree ? Stage::Merkle : Stage::Label;
  if (matcher.before.tree(before) == matcher.after.tree(after))
    matcher.connectSubtrees(before, after, stage);
  else
    matcher.connect(before, after, stage);
}

/// True if an op of equal label is right inside `outer` and another right in
/// front of `other`. Hoisting puts ops in front of the loop that they were in,
/// so of two equal loops the second is the one that was around.
static bool cameOutBefore(const Side &side, OpId outer, const Side &otherSide,
                          OpId other) {
  const OpGraph &graph = otherSide.graph;
  if (side.graph[outer].firstRegion == RegionId::None)
    return false;
  OpId previous = previousInBlock(graph, other);
  if (previous == OpId::None ||
      otherSide.label(previous) != otherSide.label(other))
    return false;
  bool hasTwin = false;
  side.graph.forEachBlock(outer, [&](BlockId inner) {
    side.graph.forEachOp(inner, [&](OpId op) {
      hasTwin |= side.label(op) == side.label(outer);
    });
  });
  return hasTwin;
}

uint32_t InOrder::weigh(OpId before, OpId after) {
  if (keyBefore(before) != keyAfter(after))
    return 0;
  // One more pair counts more than any evidence for others.
  uint32_t weight = 1 << 12;
  Matcher::Agreement agreement = matcher.operandAgreement(before, after);
  if (key == Key::Label) {
    matcher.addArgumentAgreement(before, after, agreement);
    if (agreement.contrary > agreement.same)
      return 0;
    agreement.same += matcher.sameArguments(before, after);
    weight += cameOutBefore(matcher.before, before, matcher.after, after) ||
              cameOutBefore(matcher.after, after, matcher.before, before);
    if (acrossContainers && matcher.haveLinkedParents(before, after))
      weight += 8;
    return weight + 4 * std::min(agreement.same, 16u) -
           4 * std::min(agreement.contrary, 16u);
  }
  if (matcher.before.context(before, 1) == matcher.after.context(after, 1))
    weight +=
        matcher.before.context(before, 2) == matcher.after.context(after, 2)
            ? 3
            : 2;
  return weight;
}

void InOrder::findNeighbours() {
  betweenAfter = neighbourImages(matcher.before.graph, beforeList,
                                 [&](OpId op) { return matcher.image(op); });
  betweenBefore = neighbourImages(matcher.after.graph, afterList, [&](OpId op) {
    return matcher.preimage(op);
  });
}

/// False if the pair would cross the linked ops around it: what left its place
/// needs better evidence than that something equal is left somewhere.
bool InOrder::isInOrder(size_t i, size_t j) const {
  return acrossContainers ||
         (standsBetween(matcher.after.graph, afterList[j], betweenAfter[i]) &&
          standsBetween(matcher.before.graph, beforeList[i], betweenBefore[j]));
}

void InOrder::alignLists() {
  if (beforeList.empty() || afterList.empty())
    return;
  pairs.clear();
  keysBefore.clear();
  keysAfter.clear();
  for (OpId op : beforeList)
    keysBefore.push_back(keyBefore(op));
  for (OpId op : afterList)
    keysAfter.push_back(keyAfter(op));
  findNeighbours();
  size_t numBefore = beforeList.size(), numAfter = afterList.size();
  size_t shorter = std::min(numBefore, numAfter);
  // What is equal at both ends needs no search. In a small sequence it must be
  // equal with its surroundings: of two equal ops the outer one is not always
  // the one that stayed.
  bool isSmall = numBefore * numAfter <= maxCells;
  auto hasNoContrary = [&](OpId b, OpId a) {
    Matcher::Agreement agreement = matcher.operandAgreement(b, a);
    matcher.addArgumentAgreement(b, a, agreement);
    return agreement.contrary == 0;
  };
  auto isEqual = [&](size_t i, size_t j) {
    if (keysBefore[i] != keysAfter[j] || !isInOrder(i, j))
      return false;
    OpId b = beforeList[i], a = afterList[j];
    if (!isSmall)
      return key == Key::Tree || hasNoContrary(b, a);
    // Of loops, what is in them says more than where they are.
    if (key == Key::Label &&
        matcher.before.graph[b].firstRegion != RegionId::None)
      return false;
    if (key == Key::Tree)
      return matcher.before.context(b, 2) == matcher.after.context(a, 2);
    // Across containers the last of many copies is seldom the original.
    return !acrossContainers && hasNoContrary(b, a);
  };
  size_t head = 0, tail = 0;
  while (head < shorter && isEqual(head, head)) {
    pairs.emplace_back(head, head);
    ++head;
  }
  while (tail < shorter - head &&
         isEqual(numBefore - 1 - tail, numAfter - 1 - tail)) {
    ++tail;
    pairs.emplace_back(numBefore - tail, numAfter - tail);
  }
  alignRest(head, numBefore - tail, head, numAfter - tail);
  std::sort(pairs.begin(), pairs.end());
  for (auto [i, j] : pairs)
    if (isInOrder(i, j) &&
        (key == Key::Tree || weigh(beforeList[i], afterList[j]) != 0))
      link(beforeList[i], afterList[j]);
}

/// Aligns what is between the ends, after dropping what one side lacks.
void InOrder::alignRest(size_t beforeBegin, size_t beforeEnd, size_t afterBegin,
                        size_t afterEnd) {
  ArrayRef<uint64_t> b =
      ArrayRef(keysBefore).slice(beforeBegin, beforeEnd - beforeBegin);
  ArrayRef<uint64_t> a =
      ArrayRef(keysAfter).slice(afterBegin, afterEnd - afterBegin);
  if (b.empty() || a.empty())
    return;
  std::vector<uint32_t> commonBefore = positionsOfCommon(b, a);
  std::vector<uint32_t> commonAfter = positionsOfCommon(a, b);
  size_t cells = commonBefore.size() * commonAfter.size();
  PositionPairs rest;
  if (cells <= maxCells || cells <= matcher.cellBudget) {
    if (cells > maxCells)
      matcher.cellBudget -= cells;
    // Of several best alignments the same one is taken if the sides are
    // swapped.
    bool isSwapped =
        std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
    auto weight = [&](uint32_t i, uint32_t j) {
      size_t x = beforeBegin + commonBefore[i];
      size_t y = afterBegin + commonAfter[j];
      return isInOrder(x, y) ? weigh(beforeList[x], afterList[y]) : 0;
    };
    if (isSwapped)
      alignByWeight(
          commonAfter.size(), commonBefore.size(),
          [&](uint32_t j, uint32_t i) { return weight(i, j); }, rest);
    else
      alignByWeight(commonBefore.size(), commonAfter.size(), weight, rest);
    if (isSwapped)
      for (auto &[i, j] : rest)
        std::swap(i, j);
  } else {
    std::vector<uint64_t> someBefore, someAfter;
    for (uint32_t i : commonBefore)
      someBefore.push_back(b[i]);
    for (uint32_t j : commonAfter)
      someAfter.push_back(a[j]);
    alignByKey(someBefore, someAfter, rest);
  }
  for (auto [i, j] : rest)
    pairs.emplace_back(beforeBegin + commonBefore[i],
                       afterBegin + commonAfter[j]);
}

void InOrder::alignOps(OpId before, OpId after) {
  const OpGraph &b = matcher.before.graph, &a = matcher.after.graph;
  RegionId beforeRegion = b[before].firstRegion;
  RegionId afterRegion = a[after].firstRegion;
  if (b.numRegions(before) != a.numRegions(after)) {
    beforeList.clear();
    afterList.clear();
    collectAll(before, matcher.before, beforeList);
    collectAll(after, matcher.after, afterList);
    alignLists();
    return;
  }
  while (beforeRegion != RegionId::None) {
    beforeList.clear();
    afterList.clear();
    collectFree(beforeRegion, matcher.before, beforeList);
    collectFree(afterRegion, matcher.after, afterList);
    alignLists();
    beforeRegion = b[beforeRegion].next;
    afterRegion = a[afterRegion].next;
  }
}

void InOrder::alignTopLevel() {
  beforeList.clear();
  afterList.clear();
  collectFree(BlockId::TopLevel, matcher.before, beforeList);
  collectFree(BlockId::TopLevel, matcher.after, afterList);
  alignLists();
}

void InOrder::run() {
  alignTopLevel();
  // What is linked on the way opens containers, but frees nothing in others.
  for (OpId op : parentsOf(matcher.before.graph, matcher.freeOps(true))) {
    OpId image = matcher.image(op);
    if (image != OpId::None &&
        matcher.after.graph[image].firstRegion != RegionId::None)
      alignOps(op, image);
  }
}

void InOrder::runAcrossContainers() {
  acrossContainers = true;
  // What is left of a scope: leaves, since the likeness of loops is that of
  // their insides, and no terminators, which are all alike.
  auto collect = [&](const Side &side, bool isBefore) {
    const OpGraph &graph = side.graph;
    std::vector<uint32_t> scopes = matcher.scopesOf(isBefore);
    llvm::DenseMap<uint32_t, std::vector<OpId>> lists;
    for (OpId op : matcher.freeOps(isBefore))
      if (graph[op].firstRegion == RegionId::None &&
          !matcher.isTerminator(graph, op))
        lists[scopes[uint32_t(op)]].push_back(op);
    return lists;
  };
  llvm::DenseMap<uint32_t, std::vector<OpId>> beforeLists =
      collect(matcher.before, true);
  if (beforeLists.empty())
    return;
  llvm::DenseMap<uint32_t, std::vector<OpId>> afterLists =
      collect(matcher.after, false);
  // Scopes do not share ops, so the order of the table does not matter.
  for (auto &[scope, list] : beforeLists) {
    auto found = afterLists.find(scope);
    if (found == afterLists.end())
      continue;
    beforeList = std::move(list);
    afterList = std::move(found->second);
    alignLists();
  }
}

void passdelta::matchTreesInOrder(Matcher &matcher) {
  InOrder(matcher, Key::Tree).run();
}

void passdelta::matchLabelsAcross(Matcher &matcher) {
  InOrder(matcher, Key::Label).runAcrossContainers();
}

void passdelta::matchLabelsInOrder(Matcher &matcher) {
  InOrder(matcher, Key::Label).run();
}
