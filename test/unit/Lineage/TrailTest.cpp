//===- TrailTest.cpp - An op over several pass runs -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passdelta/Lineage/Trail.h"
#include "gtest/gtest.h"

using namespace passdelta;

// Run 1: 0 -> 1, 1 erased, after op 0 created. Run 2: 1 -> 0 modified.
static std::pair<Alignment, Alignment> makeRuns() {
  Alignment first(2, 2), second(2, 1);
  first.connect(OpId(0), OpId(1), Stage::Merkle, 0.9f);
  first.setRelation(OpId(0), Relation::Moved);
  second.connect(OpId(1), OpId(0), Stage::DefUse, 0.5f);
  second.setRelation(OpId(1), Relation::Modified);
  return {std::move(first), std::move(second)};
}

TEST(Trail, FollowsIdentityForward) {
  auto [first, second] = makeRuns();
  auto trail = followForward({&first, &second}, OpId(0));
  ASSERT_EQ(trail.size(), 2u);
  EXPECT_EQ(trail[0].op, OpId(1));
  EXPECT_EQ(trail[0].relation, Relation::Moved);
  EXPECT_EQ(trail[1].op, OpId(0));
  EXPECT_EQ(trail[1].relation, Relation::Modified);
  EXPECT_FLOAT_EQ(trail[1].confidence, 0.45f);
}

TEST(Trail, EndsWhereTheOpIsErased) {
  auto [first, second] = makeRuns();
  auto trail = followForward({&first, &second}, OpId(1));
  ASSERT_EQ(trail.size(), 1u);
  EXPECT_EQ(trail[0].op, OpId::None);
  EXPECT_EQ(trail[0].relation, Relation::Erased);
}

TEST(Trail, BackwardFindsWhereAnOpWasMade) {
  auto [first, second] = makeRuns();
  auto trail = followBackward({&first, &second}, OpId(0));
  ASSERT_EQ(trail.size(), 2u);
  EXPECT_EQ(trail[0].op, OpId(1));
  EXPECT_EQ(trail[1].op, OpId(0));
  auto made = followBackward({&first}, OpId(0));
  ASSERT_EQ(made.size(), 1u);
  EXPECT_EQ(made[0].relation, Relation::Created);
}
