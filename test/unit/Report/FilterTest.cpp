//===- FilterTest.cpp - What --filter-* leave -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Samples.h"
#include "passdelta/Report/Format.h"
#include "gtest/gtest.h"

using namespace passdelta;

static Report filtered(StringRef name, Filter filter) {
  for (const Sample &each : getSamples())
    if (each.name == name) {
      Report report = each.make();
      filterReport(report, filter);
      return report;
    }
  return {};
}

TEST(Filter, NothingAskedLeavesAll) {
  EXPECT_EQ(filtered("small", {}).passRuns.size(), 2u);
}

TEST(Filter, PassDropsRunsAndFindings) {
  Filter filter;
  filter.pass = llvm::Regex("^canon");
  Report report = filtered("small", std::move(filter));
  EXPECT_EQ(report.passRuns.size(), 1u);
  EXPECT_TRUE(report.findings.empty());
  EXPECT_EQ(report.summary.passRuns, 1u);
  EXPECT_EQ(report.summary.missed, 0u);
  EXPECT_EQ(report.summary.snapshots, 4u) << "what was read stays";
}

TEST(Filter, OpMatchesNameOrResultOfAnySide) {
  Filter filter;
  filter.op = llvm::Regex("^%4$");
  Report report = filtered("small", std::move(filter));
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].outcome, Outcome::Passed);
  EXPECT_EQ(report.passRuns.size(), 1u) << "a run without findings goes";
}

TEST(Filter, KindKeepsTheUnreadable) {
  Filter filter;
  filter.kinds = {Kind::Vectorized};
  Report report = filtered("troubled", std::move(filter));
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].kind, Kind::Unread);
  EXPECT_EQ(report.summary.unread, 1u);
}

TEST(Filter, FunctionKeepsModuleRunsWithFindingsInIt) {
  Filter filter;
  filter.function = llvm::Regex("^@f$");
  Report report = filtered("troubled", std::move(filter));
  std::vector<uint32_t> ids;
  for (const PassRunReport &run : report.passRuns)
    ids.push_back(uint32_t(run.id));
  EXPECT_EQ(ids, (std::vector<uint32_t>{0, 2, 4, 5}));
}
