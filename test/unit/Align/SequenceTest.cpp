//===- SequenceTest.cpp - Longest common subsequences ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sequence.h"
#include "gtest/gtest.h"
#include <random>

using namespace passdelta;

static PositionPairs byKey(std::vector<uint64_t> before,
                           std::vector<uint64_t> after) {
  PositionPairs pairs;
  alignByKey(before, after, pairs);
  for (auto [i, j] : pairs)
    EXPECT_EQ(before[i], after[j]);
  for (size_t k = 1; k < pairs.size(); ++k) {
    EXPECT_LT(pairs[k - 1].first, pairs[k].first);
    EXPECT_LT(pairs[k - 1].second, pairs[k].second);
  }
  return pairs;
}

TEST(Sequence, EmptyAndDisjoint) {
  EXPECT_TRUE(byKey({}, {}).empty());
  EXPECT_TRUE(byKey({1, 2}, {}).empty());
  EXPECT_TRUE(byKey({1, 2}, {3, 4, 5}).empty());
}

TEST(Sequence, FindsSubsequenceNotSubstring) {
  // The longest common substring is "5 6 7"; taking it first would cost the
  // five matches before it.
  EXPECT_EQ(byKey({1, 9, 2, 9, 3, 9, 4, 5, 6, 7}, {5, 6, 7, 1, 2, 3, 4, 8}),
            (PositionPairs{{0, 3}, {2, 4}, {4, 5}, {6, 6}}));
}

TEST(Sequence, IsLongestOnRandomInputs) {
  std::mt19937 random(7);
  for (unsigned round = 0; round < 300; ++round) {
    std::vector<uint64_t> before(random() % 40), after(random() % 40);
    for (uint64_t &key : before)
      key = random() % 5;
    for (uint64_t &key : after)
      key = random() % 5;
    PositionPairs best;
    alignByWeight(
        before.size(), after.size(),
        [&](uint32_t i, uint32_t j) { return before[i] == after[j]; }, best);
    EXPECT_EQ(byKey(before, after).size(), best.size());
  }
}

TEST(Sequence, WeightsDecideBetweenEqualLengths) {
  PositionPairs pairs;
  // One before op may be either of two after ops; the second is likelier.
  alignByWeight(
      1, 2, [](uint32_t, uint32_t j) { return j == 1 ? 3u : 2u; }, pairs);
  EXPECT_EQ(pairs, (PositionPairs{{0, 1}}));
}

TEST(Sequence, ManyDifferencesStayFast) {
  // 50 000 against 50 000 with nearly nothing in common: the cut-off must keep
  // this far from the 2.5e9 steps of the exact algorithm.
  std::mt19937 random(3);
  std::vector<uint64_t> before(50000), after(50000);
  for (uint64_t &key : before)
    key = random() % 5000;
  for (uint64_t &key : after)
    key = random() % 5000;
  EXPECT_GT(byKey(before, after).size(), 100u);
}

TEST(Sequence, CommonPositions) {
  EXPECT_EQ(positionsOfCommon({4, 0, 7, 4}, {4, 9}),
            (std::vector<uint32_t>{0, 3}));
  EXPECT_EQ(positionsOfCommon({4, 0}, {0}), (std::vector<uint32_t>{1}));
}
