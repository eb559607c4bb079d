//===- FailOnTest.cpp - The conditions of --fail-on -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Samples.h"
#include "passdelta/Report/Format.h"
#include "gtest/gtest.h"

using namespace passdelta;

static Report sample(StringRef name) {
  for (const Sample &each : getSamples())
    if (each.name == name)
      return each.make();
  return {};
}

static unsigned countOf(StringRef reportName, StringRef item) {
  auto items = parseFailOn(item);
  EXPECT_TRUE(bool(items));
  if (!items || items->size() != 1)
    return ~0u;
  return countOf(sample(reportName), items->front());
}

TEST(FailOn, CountsFindingsAndPassRuns) {
  EXPECT_EQ(countOf("small", "missed"), 1u);
  EXPECT_EQ(countOf("small", "missed:fused"), 1u);
  EXPECT_EQ(countOf("small", "fused"), 1u) << "a kind alone means missed";
  EXPECT_EQ(countOf("small", "missed:vectorized"), 0u);
  EXPECT_EQ(countOf("small", "passed:fused"), 1u);
  EXPECT_EQ(countOf("odd", "passed"), 4000000000u) << "with their count";
  EXPECT_EQ(countOf("troubled", "unread"), 1u);
  EXPECT_EQ(countOf("troubled", "failed"), 1u);
  EXPECT_EQ(countOf("troubled", "incomplete"), 2u);
  EXPECT_EQ(countOf("troubled", "analysis:copied"), 1u);
  EXPECT_EQ(countOf("troubled", "unexplained"), 2u);
}

TEST(FailOn, ListsAndErrors) {
  auto items = parseFailOn("missed:tiled, unread,");
  ASSERT_TRUE(bool(items));
  ASSERT_EQ(items->size(), 2u);
  EXPECT_EQ((*items)[0].kind, Kind::Tiled);
  EXPECT_EQ((*items)[1].status, PassStatus::Unread);
  for (StringRef bad : {"mised", "missed:", "missed:tilde", "tiled:missed"}) {
    auto wrong = parseFailOn(bad);
    ASSERT_FALSE(bool(wrong)) << bad.str();
    EXPECT_NE(toString(wrong.takeError()).find("'" + bad.str() + "'"),
              std::string::npos);
  }
}
