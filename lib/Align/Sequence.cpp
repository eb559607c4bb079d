//===- Sequence.cpp - Longest common subsequences -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem: which ops of a block stayed, given that most did, in order.
//
// Small inputs: the table of Needleman and Wunsch, where pairs have weights, so
// that of several longest subsequences the one with the most evidence wins.
//
// Large inputs: Myers' linear-space algorithm. Searches from both ends of the
// edit graph until the two frontiers meet in the middle of a shortest path, and
// then both halves. After `maxCost` steps without a meeting the furthest point
// that either frontier has reached is taken instead, which gives up minimality
// but bounds the work: a failed search costs maxCost^2 and gains maxCost.
// Elements that occur on one side only should be dropped before.
//
//===----------------------------------------------------------------------===//

#include "Sequence.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>

using namespace passdelta;

void passdelta::alignByWeight(
    uint32_t numBefore, uint32_t numAfter,
    llvm::function_ref<uint32_t(uint32_t, uint32_t)> weight,
    PositionPairs &pairs) {
  if (!numBefore || !numAfter)
    return;
  size_t width = size_t(numAfter) + 1;
  std::vector<uint32_t> weights(size_t(numBefore) * numAfter);
  // best[i * width + j]: of the suffixes that start at i and j.
  std::vector<uint32_t> best((size_t(numBefore) + 1) * width, 0);
  for (uint32_t i = numBefore; i-- > 0;) {
    uint32_t *row = &best[i * width];
    const uint32_t *below = row + width;
    for (uint32_t j = numAfter; j-- > 0;) {
      uint32_t pair = weight(i, j);
      weights[size_t(i) * numAfter + j] = pair;
      uint32_t score = std::max(below[j], row[j + 1]);
      row[j] = pair ? std::max(score, below[j + 1] + pair) : score;
    }
  }
  for (uint32_t i = 0, j = 0; i < numBefore && j < numAfter;) {
    uint32_t pair = weights[size_t(i) * numAfter + j];
    const uint32_t *row = &best[i * width + j];
    if (pair && row[0] == row[width + 1] + pair)
      pairs.emplace_back(i++, j++);
    else if (row[width] >= row[1])
      ++i;
    else
      ++j;
  }
}

namespace {

struct Box {
  int64_t beforeBegin, beforeEnd, afterBegin, afterEnd;
};

class Myers {
public:
  Myers(llvm::ArrayRef<uint64_t> before, llvm::ArrayRef<uint64_t> after)
      : before(before), after(after), offset(int64_t(after.size()) + 1) {
    size_t diagonals = before.size() + after.size() + 3;
    forward.resize(diagonals);
    backward.resize(diagonals);
    maxCost = 256;
    while (maxCost < 1024 && maxCost * maxCost < int64_t(diagonals))
      maxCost *= 2;
  }

  template <typename Found>
  void run(Found found) {
    llvm::SmallVector<Box, 64> todo = {
        {0, int64_t(before.size()), 0, int64_t(after.size())}};
    while (!todo.empty()) {
      Box box = todo.pop_back_val();
      while (box.beforeBegin < box.beforeEnd && box.afterBegin < box.afterEnd &&
             before[box.beforeBegin] == after[box.afterBegin])
        found(box.beforeBegin++, box.afterBegin++);
      while (box.beforeBegin < box.beforeEnd && box.afterBegin < box.afterEnd &&
             before[box.beforeEnd - 1] == after[box.afterEnd - 1])
        found(--box.beforeEnd, --box.afterEnd);
      if (box.beforeBegin == box.beforeEnd || box.afterBegin == box.afterEnd)
        continue;
      auto [x, y] = middle(box);
      todo.push_back({x, box.beforeEnd, y, box.afterEnd});
      todo.push_back({box.beforeBegin, x, box.afterBegin, y});
    }
  }

private:
  /// A point on a shortest path through `box`, or on a good one; never one of
  /// its two ends. The first elements differ and so do the last ones.
  std::pair<int64_t, int64_t> middle(const Box &box);

  llvm::ArrayRef<uint64_t> before, after;
  /// Furthest x on each diagonal x - y; diagonal d is at d + offset.
  std::vector<int64_t> forward, backward;
  int64_t offset;
  int64_t maxCost;
};

} // namespace

std::pair<int64_t, int64_t> Myers::middle(const Box &box) {
  const int64_t none = -1, far = int64_t(1) << 60;
  int64_t dMin = box.beforeBegin - box.afterEnd;
  int64_t dMax = box.beforeEnd - box.afterBegin;
  int64_t fMid = box.beforeBegin - box.afterBegin;
  int64_t bMid = box.beforeEnd - box.afterEnd;
  int64_t fMin = fMid, fMax = fMid, bMin = bMid, bMax = bMid;
  bool isOdd = (fMid - bMid) & 1;
  int64_t *fwd = forward.data() + offset;
  int64_t *bwd = backward.data() + offset;
  fwd[fMid] = box.beforeBegin;
  bwd[bMid] = box.beforeEnd;
  for (int64_t cost = 1;; ++cost) {
    if (fMin > dMin)
      fwd[--fMin - 1] = none;
    else
      ++fMin;
    if (fMax < dMax)
      fwd[++fMax + 1] = none;
    else
      --fMax;
    for (int64_t d = fMax; d >= fMin; d -= 2) {
      int64_t x = fwd[d - 1] >= fwd[d + 1] ? fwd[d - 1] + 1 : fwd[d + 1];
      int64_t y = x - d;
      while (x < box.beforeEnd && y < box.afterEnd && before[x] == after[y])
        ++x, ++y;
      fwd[d] = x;
      if (isOdd && bMin <= d && d <= bMax && bwd[d] <= x)
        return {x, y};
    }
    if (bMin > dMin)
      bwd[--bMin - 1] = far;
    else
      ++bMin;
    if (bMax < dMax)
      bwd[++bMax + 1] = far;
    else
      --bMax;
    for (int64_t d = bMax; d >= bMin; d -= 2) {
      int64_t x = bwd[d - 1] < bwd[d + 1] ? bwd[d - 1] : bwd[d + 1] - 1;
      int64_t y = x - d;
      while (box.beforeBegin < x && box.afterBegin < y &&
             before[x - 1] == after[y - 1])
        --x, --y;
      bwd[d] = x;
      if (!isOdd && fMin <= d && d <= fMax && x <= fwd[d])
        return {x, y};
    }
    if (cost < maxCost)
      continue;
    // Too expensive: go on from the point that got furthest.
    std::pair<int64_t, int64_t> bestForward = {-1, 0}, bestBackward = {far, 0};
    int64_t forwardGain = -1, backwardGain = far;
    for (int64_t d = fMax; d >= fMin; d -= 2) {
      int64_t x = std::min(fwd[d], box.beforeEnd), y = x - d;
      if (y > box.afterEnd)
        x = box.afterEnd + d, y = box.afterEnd;
      if (x + y > forwardGain)
        forwardGain = x + y, bestForward = {x, y};
    }
    for (int64_t d = bMax; d >= bMin; d -= 2) {
      int64_t x = std::max(bwd[d], box.beforeBegin), y = x - d;
      if (y < box.afterBegin)
        x = box.afterBegin + d, y = box.afterBegin;
      if (x + y < backwardGain)
        backwardGain = x + y, bestBackward = {x, y};
    }
    int64_t begin = box.beforeBegin + box.afterBegin;
    int64_t end = box.beforeEnd + box.afterEnd;
    return end - backwardGain < forwardGain - begin ? bestForward
                                                    : bestBackward;
  }
}

std::vector<uint32_t>
passdelta::positionsOfCommon(llvm::ArrayRef<uint64_t> keys,
                             llvm::ArrayRef<uint64_t> other) {
  // Open addressing; an element of `other` is remembered by its key alone.
  size_t size = 16;
  while (size < other.size() * 2)
    size *= 2;
  std::vector<uint64_t> slots(size, 0);
  bool hasZero = false;
  for (uint64_t key : other) {
    hasZero |= key == 0;
    size_t slot = key & (size - 1);
    while (slots[slot] && slots[slot] != key)
      slot = (slot + 1) & (size - 1);
    slots[slot] = key;
  }
  std::vector<uint32_t> kept;
  for (uint32_t i = 0; i < keys.size(); ++i) {
    size_t slot = keys[i] & (size - 1);
    while (slots[slot] && slots[slot] != keys[i])
      slot = (slot + 1) & (size - 1);
    if (slots[slot] || (keys[i] == 0 && hasZero))
      kept.push_back(i);
  }
  return kept;
}

void passdelta::alignByKey(llvm::ArrayRef<uint64_t> before,
                           llvm::ArrayRef<uint64_t> after,
                           PositionPairs &pairs) {
  size_t first = pairs.size();
  Myers(before, after).run([&](int64_t x, int64_t y) {
    pairs.emplace_back(x, y);
  });
  std::sort(pairs.begin() + first, pairs.end());
}
