//===- FindingsTest.cpp - Op ids become places in files -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Findings.h"
#include "gtest/gtest.h"

using namespace passdelta;

TEST(ShortLocation, FindsTheFileInEveryKindOfLocation) {
  EXPECT_EQ(shortLocation("loc(\"model.py\":12:3)"), "model.py:12:3");
  EXPECT_EQ(shortLocation("\"model.py\":12:3"), "model.py:12:3");
  EXPECT_EQ(shortLocation("loc(\"x\"(\"a b.py\":1:2))"), "a b.py:1:2");
  EXPECT_EQ(shortLocation("loc(callsite(\"f\" at \"b.mlir\":3:4))"),
            "b.mlir:3:4");
  EXPECT_EQ(shortLocation("loc(fused<\"p\">[\"a\":1:2, \"b\":3:4])"), "a:1:2");
  EXPECT_EQ(shortLocation("loc(unknown)"), "");
  EXPECT_EQ(shortLocation(""), "");
}

namespace {
/// `count` ops "t.op" at lines 1, 2, ..., and the places of two occurrences.
struct Fixture {
  Interner names;
  StateGraph state;
  Timeline timeline;

  explicit Fixture(unsigned count) {
    OpGraphBuilder builder(names);
    for (unsigned i = 0; i < count; ++i) {
      OpId op = builder.beginOp(names.intern("t.op"));
      builder.op(op).line = i + 1;
      builder.endOp();
    }
    state.graph = std::make_shared<OpGraph>(builder.take());
    state.parts.push_back({OpId(0), SnapshotId(0)});
    timeline.snapshots.resize(2);
    timeline.snapshots[0].line = 10;
    timeline.snapshots[1].line = 100;
    timeline.snapshots[1].input = 1;
  }
};

Change erased(unsigned op) {
  Change change;
  change.kind = Kind::Erased;
  change.before.push_back(OpId(op));
  return change;
}
} // namespace

TEST(Findings, EqualOnesAreCountedAndKeepTheirPlaces) {
  Fixture f(3);
  std::vector<Change> changes;
  for (unsigned op : {2, 0, 1})
    changes.push_back(erased(op));
  auto findings = makeFindings(f.state, f.state, std::move(changes), {});
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].count, 3u);
  placeFinding(findings[0], f.state, f.state, f.timeline);
  EXPECT_EQ(findings[0].before[0].line, 10u);
  ASSERT_EQ(findings[0].repeats.size(), 2u);
  EXPECT_EQ(findings[0].repeats[1].line, 12u);
}

TEST(Findings, APairFoundElsewhereMovesItsLines) {
  Fixture f(1);
  auto findings = makeFindings(f.state, f.state, {}, {});
  std::vector<Change> changes;
  changes.push_back(erased(0));
  findings = makeFindings(f.state, f.state, std::move(changes), {});
  StateGraph elsewhere = f.state;
  elsewhere.parts[0].snapshot = SnapshotId(1);
  placeFinding(findings[0], elsewhere, elsewhere, f.timeline);
  EXPECT_EQ(findings[0].before[0].line, 100u);
  EXPECT_EQ(findings[0].before[0].input, 1u);
}

TEST(Findings, MissedComeBeforeWhatWasDone) {
  Fixture f(2);
  MissedCandidate missed;
  missed.kind = Kind::Fused;
  missed.before.push_back(OpId(1));
  missed.reasons.push_back({"multi-use", Basis::Proved, "it", {OpId(0)}});
  std::vector<MissedCandidate> all;
  all.push_back(std::move(missed));
  std::vector<Change> changes;
  changes.push_back(erased(0));
  auto findings =
      makeFindings(f.state, f.state, std::move(changes), std::move(all));
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_EQ(findings[0].outcome, Outcome::Missed);
  EXPECT_EQ(findings[0].reasons[0].evidence[0].line, 1u);
}
