//===- RecognizeTest.cpp - Recognizers on graphs and links by hand --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../TestGraph.h"
#include "passdelta/Recognize/Recognizer.h"
#include "gtest/gtest.h"

using namespace passdelta;

namespace {

/// Two graphs, links by hand, and what is recognized.
struct Pair {
  Interner names;
  TestGraph makeBefore{names}, makeAfter{names};
  std::optional<OpGraph> before, after;
  std::optional<Alignment> alignment;
  Recognized found;

  /// Links (before, after); `relations` in the same order, Kept if shorter.
  void run(std::initializer_list<std::pair<OpId, OpId>> links,
           std::initializer_list<Relation> relations = {}) {
    before.emplace(makeBefore.take());
    after.emplace(makeAfter.take());
    alignment.emplace(before->numOps(), after->numOps());
    const Relation *relation = relations.begin();
    for (auto [b, a] : links) {
      ASSERT_TRUE(alignment->connect(b, a, Stage::Merkle, 0.9f));
      alignment->setRelation(b, relation != relations.end() ? *relation++
                                                            : Relation::Kept);
    }
    Knowledge knowledge = Knowledge::builtin();
    found = recognizeAll({*before, *after, *alignment, knowledge, "p"});
  }
  std::vector<const Change *> of(Kind kind) const {
    std::vector<const Change *> changes;
    for (const Change &change : found.changes)
      if (change.kind == kind)
        changes.push_back(&change);
    return changes;
  }
};

/// func { a = mulf x, x; b = NAME x, x; use a, b }; without b: use a, a.
OpId makeTwins(TestGraph &make, StringRef second, bool hasSecond) {
  make.begin("func.func", {}, {}, {}, {"f32"});
  ValueId x = make.arg();
  make.op("arith.mulf", {x, x}, {"f32"});
  ValueId a = make.result(), b = a;
  if (hasSecond) {
    make.op(second, {x, x}, {"f32"});
    b = make.result();
  }
  OpId user = make.op("test.use", {a, b}, {"f32"});
  make.end();
  return user;
}

} // namespace

TEST(Recognize, ErasedTwinIsDeduplicated) {
  Pair pair;
  makeTwins(pair.makeBefore, "arith.mulf", true);
  makeTwins(pair.makeAfter, "", false);
  pair.run({{OpId(0), OpId(0)}, {OpId(1), OpId(1)}, {OpId(3), OpId(2)}},
           {Relation::Kept, Relation::Kept, Relation::Modified});
  ASSERT_EQ(pair.found.changes.size(), 1u);
  const Change &change = pair.found.changes[0];
  EXPECT_EQ(change.kind, Kind::Deduplicated);
  EXPECT_EQ(change.before[0], OpId(2));
  EXPECT_EQ(change.before[1], OpId(1));
  EXPECT_GT(change.confidence, 0.8f);
  // The user's operand follows from it and is no change of its own.
  EXPECT_TRUE(pair.found.explainedBefore[3]);
}

TEST(Recognize, OpOfAnotherNameIsNoTwin) {
  Pair pair;
  makeTwins(pair.makeBefore, "arith.addf", true);
  makeTwins(pair.makeAfter, "", false);
  pair.run({{OpId(0), OpId(0)}, {OpId(1), OpId(1)}, {OpId(3), OpId(2)}},
           {Relation::Kept, Relation::Kept, Relation::Modified});
  EXPECT_TRUE(pair.of(Kind::Deduplicated).empty());
}

TEST(Recognize, UserOfSomethingElseSpeaksAgainstTheTwin) {
  // After: the user of the erased op reads the argument instead.
  Pair pair;
  makeTwins(pair.makeBefore, "arith.mulf", true);
  pair.makeAfter.begin("func.func", {}, {}, {}, {"f32"});
  ValueId x = pair.makeAfter.arg();
  pair.makeAfter.op("arith.mulf", {x, x}, {"f32"});
  pair.makeAfter.op("test.use", {pair.makeAfter.result(), x}, {"f32"});
  pair.makeAfter.end();
  pair.run({{OpId(0), OpId(0)}, {OpId(1), OpId(1)}, {OpId(3), OpId(2)}},
           {Relation::Kept, Relation::Kept, Relation::Modified});
  EXPECT_TRUE(pair.of(Kind::Deduplicated).empty());
  ASSERT_EQ(pair.of(Kind::Folded).size(), 1u);
  EXPECT_EQ(pair.of(Kind::Folded)[0]->text, "to its operand");
}

TEST(Recognize, FoldedToConstantSaysWhich) {
  Pair pair;
  for (TestGraph *make : {&pair.makeBefore, &pair.makeAfter}) {
    make->begin("func.func");
    if (make == &pair.makeBefore) {
      ValueId two = make->constant("2 : index");
      make->op("arith.addi", {two, two}, {"index"});
    } else {
      make->constant("4 : index");
    }
    make->op("test.use", {make->result()});
    make->end();
  }
  pair.run({{OpId(0), OpId(0)}, {OpId(3), OpId(2)}},
           {Relation::Kept, Relation::Modified});
  ASSERT_EQ(pair.found.changes.size(), 1u);
  EXPECT_EQ(pair.found.changes[0].kind, Kind::Folded);
  EXPECT_EQ(pair.found.changes[0].text, "to constant 4");
}

TEST(Recognize, HoistedOutOfTwoLoops) {
  Pair pair;
  for (TestGraph *make : {&pair.makeBefore, &pair.makeAfter}) {
    make->begin("func.func", {}, {}, {}, {"f32"});
    ValueId x = make->arg(), one = make->constant("1 : index");
    bool hoisted = make == &pair.makeAfter;
    if (hoisted)
      make->op("arith.mulf", {x, x}, {"f32"});
    make->begin("scf.for", {one, one, one}, {}, {}, {"index"});
    make->begin("scf.for", {one, one, one}, {}, {}, {"index"});
    if (!hoisted)
      make->op("arith.mulf", {x, x}, {"f32"});
    make->op("test.use", {make->result()});
    make->end();
    make->end();
    make->end();
  }
  // func 0, constant 1; before: for 2, for 3, mulf 4, use 5; after: mulf 2 ...
  pair.run({{OpId(0), OpId(0)},
            {OpId(1), OpId(1)},
            {OpId(2), OpId(3)},
            {OpId(3), OpId(4)},
            {OpId(4), OpId(2)},
            {OpId(5), OpId(5)}},
           {Relation::Kept, Relation::Kept, Relation::Kept, Relation::Kept,
            Relation::Moved});
  ASSERT_EQ(pair.found.changes.size(), 1u);
  EXPECT_EQ(pair.found.changes[0].kind, Kind::Hoisted);
  EXPECT_EQ(pair.found.changes[0].details.getInteger("levels"), 2);
}

/// func { m = mulf x, x; n = negf m }, both gone, and `added` is new.
static void runDeadCode(Pair &pair, StringRef added) {
  pair.makeBefore.begin("func.func", {}, {}, {}, {"f32"});
  ValueId x = pair.makeBefore.arg();
  pair.makeBefore.op("arith.mulf", {x, x}, {"f32"});
  pair.makeBefore.op("arith.negf", {pair.makeBefore.result()}, {"f32"});
  pair.makeBefore.end();
  pair.makeAfter.begin("func.func", {}, {}, {}, {"f32"});
  if (!added.empty())
    pair.makeAfter.op(added, {});
  pair.makeAfter.end();
  pair.run({{OpId(0), OpId(0)}});
}

TEST(Recognize, DeadCode) {
  Pair pair;
  runDeadCode(pair, "");
  ASSERT_EQ(pair.of(Kind::Erased).size(), 2u);
  EXPECT_EQ(pair.of(Kind::Erased)[0]->text, "dead: its users are gone");
  EXPECT_EQ(pair.of(Kind::Erased)[1]->text, "dead: not used");
  EXPECT_TRUE(pair.found.explainedBefore[1] && pair.found.explainedBefore[2]);
}

TEST(Recognize, NothingIsDeadBesideWhatItMayHaveBecome) {
  Pair pair;
  runDeadCode(pair, "test.new");
  ASSERT_EQ(pair.of(Kind::Erased).size(), 2u);
  EXPECT_EQ(pair.of(Kind::Erased)[0]->text, "");
  EXPECT_EQ(pair.of(Kind::Erased)[1]->text, "");
  ASSERT_EQ(pair.of(Kind::Created).size(), 1u);
  EXPECT_TRUE(pair.found.plainBefore[1] && pair.found.plainAfter[1]);
}

TEST(Recognize, UserThatIsGoneButNotDeadKillsNothing) {
  // negf is gone as well, but not dead: its user is still there.
  Pair pair;
  for (TestGraph *make : {&pair.makeBefore, &pair.makeAfter}) {
    make->begin("func.func", {}, {}, {}, {"f32"});
    ValueId value = make->arg();
    if (make == &pair.makeBefore) {
      make->op("arith.mulf", {value, value}, {"f32"});
      make->op("arith.negf", {make->result()}, {"f32"});
      value = make->result();
    }
    make->op("test.use", {value});
    make->end();
  }
  pair.run({{OpId(0), OpId(0)}, {OpId(3), OpId(1)}},
           {Relation::Kept, Relation::Modified});
  for (const Change *change : pair.of(Kind::Erased))
    EXPECT_EQ(change->text, "");
}

TEST(Recognize, CallIsNotAnotherOp) {
  // A link by position says that the call became the product of its body.
  Pair pair;
  pair.makeBefore.begin("func.func", {}, {}, {}, {"f32"});
  ValueId x = pair.makeBefore.arg();
  pair.makeBefore.op("func.call", {x}, {"f32"}, {{"callee", "@f"}});
  pair.makeBefore.end();
  pair.makeAfter.begin("func.func", {}, {}, {}, {"f32"});
  x = pair.makeAfter.arg();
  pair.makeAfter.op("arith.mulf", {x, x}, {"f32"});
  pair.makeAfter.end();
  pair.run({{OpId(0), OpId(0)}, {OpId(1), OpId(1)}},
           {Relation::Kept, Relation::Replaced});
  EXPECT_TRUE(pair.of(Kind::Modified).empty());
  EXPECT_EQ(pair.of(Kind::Erased).size(), 1u);
  EXPECT_EQ(pair.of(Kind::Created).size(), 1u);
}

TEST(Recognize, OutOfALoopThatIsNoneNowIsNotHoisted) {
  Pair pair;
  auto make = [](TestGraph &graph, StringRef loop, bool inside) {
    graph.begin("func.func", {}, {}, {}, {"f32"});
    ValueId x = graph.arg();
    if (!inside)
      graph.op("arith.mulf", {x, x}, {"f32"});
    graph.begin(loop);
    if (inside)
      graph.op("arith.mulf", {x, x}, {"f32"});
    graph.end();
    graph.end();
  };
  make(pair.makeBefore, "scf.while", true);
  make(pair.makeAfter, "test.blocks", false);
  pair.run({{OpId(0), OpId(0)}, {OpId(1), OpId(2)}, {OpId(2), OpId(1)}},
           {Relation::Kept, Relation::Replaced, Relation::Moved});
  EXPECT_TRUE(pair.of(Kind::Hoisted).empty());
}

TEST(Recognize, NothingIsSaidOfWhatIsKept) {
  Pair pair;
  makeTwins(pair.makeBefore, "arith.mulf", true);
  makeTwins(pair.makeAfter, "arith.mulf", true);
  pair.run({{OpId(0), OpId(0)},
            {OpId(1), OpId(1)},
            {OpId(2), OpId(2)},
            {OpId(3), OpId(3)}});
  EXPECT_TRUE(pair.found.changes.empty());
}

TEST(Recognize, TwinInThePlaceOfTheFirstIsTheOneThatIsGone) {
  // The link says that the second moved to the place of the first.
  Pair pair;
  makeTwins(pair.makeBefore, "arith.mulf", true);
  makeTwins(pair.makeAfter, "", false);
  pair.run({{OpId(0), OpId(0)}, {OpId(2), OpId(1)}, {OpId(3), OpId(2)}},
           {Relation::Kept, Relation::Moved, Relation::Modified});
  ASSERT_EQ(pair.found.changes.size(), 1u);
  const Change &change = pair.found.changes[0];
  EXPECT_EQ(change.kind, Kind::Deduplicated);
  EXPECT_EQ(change.before[0], OpId(2));
  EXPECT_EQ(change.before[1], OpId(1));
}

TEST(Recognize, OnlyTheConstantMoved) {
  Pair pair;
  pair.makeBefore.begin("func.func");
  pair.makeBefore.op("test.id", {}, {"i32"});
  pair.makeBefore.constant("4");
  pair.makeBefore.end();
  pair.makeAfter.begin("func.func");
  pair.makeAfter.constant("4");
  pair.makeAfter.op("test.id", {}, {"i32"});
  pair.makeAfter.end();
  pair.run({{OpId(0), OpId(0)}, {OpId(1), OpId(2)}, {OpId(2), OpId(1)}},
           {Relation::Kept, Relation::Moved, Relation::Kept});
  EXPECT_TRUE(pair.found.changes.empty());
}
