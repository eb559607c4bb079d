//===- HashingTest.cpp - Hashes of ops and snapshots ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passdelta/Model/Hashing.h"
#include "../TestGraph.h"
#include "gtest/gtest.h"

using namespace passdelta;

namespace {

struct HashingTest : testing::Test {
  static bool isPure(const OpGraph &graph, OpId op) {
    return graph.name(op).starts_with("arith.");
  }
  static uint64_t unordered(const OpGraph &graph) {
    return hashUnordered(graph, [&](OpId op) { return isPure(graph, op); });
  }
  /// Two pure ops and two that are not, in the order given.
  OpGraph make(StringRef order, StringRef firstUse = "ab") {
    TestGraph graph(names);
    graph.begin("func.func", {}, {}, {}, {"f32"});
    ValueId x = graph.arg(), a = x, b = x;
    for (char c : order)
      if (c == 'a' || c == 'b') {
        graph.op(c == 'a' ? "arith.negf" : "arith.absf", {x}, {"f32"});
        (c == 'a' ? a : b) = graph.result();
      } else {
        bool swap = firstUse == "ba";
        graph.op(c == '1' ? "x.store" : "x.print",
                 {(c == '1') != swap ? a : b});
      }
    graph.op("func.return");
    graph.end();
    return graph.take();
  }
  Interner names;
};

} // namespace

TEST_F(HashingTest, NamesAndLocationsDoNotCount) {
  OpGraph one = make("ab12"), two = make("ab12");
  two.values.back().name = names.intern("%other");
  two.ops[1].loc = names.intern("loc(\"f\":1:1)");
  two.ops[1].line = 77;
  EXPECT_EQ(hashGraph(one), hashGraph(two));
  EXPECT_EQ(unordered(one), unordered(two));
}

TEST_F(HashingTest, OrderOfPureOpsCountsOnlyExactly) {
  OpGraph one = make("ab12"), two = make("ba12"), three = make("a1b2");
  EXPECT_NE(hashGraph(one), hashGraph(two));
  EXPECT_EQ(unordered(one), unordered(two));
  EXPECT_EQ(unordered(one), unordered(three));
}

TEST_F(HashingTest, OrderOfOtherOpsCounts) {
  EXPECT_NE(unordered(make("ab12")), unordered(make("ab21")));
}

TEST_F(HashingTest, OperandsCount) {
  OpGraph one = make("ab12"), two = make("ab12", "ba");
  EXPECT_NE(hashGraph(one), hashGraph(two));
  EXPECT_NE(unordered(one), unordered(two));
}

TEST_F(HashingTest, EqualOpsWithOtherUsersCount) {
  // a and b are the same value; what differs is which of them is read twice.
  auto make = [&](bool both) {
    TestGraph graph(names);
    ValueId c = graph.constant("1"), d = graph.constant("1");
    graph.op("x.f", {c});
    graph.op("x.g", {both ? c : d});
    return graph.take();
  };
  EXPECT_NE(unordered(make(true)), unordered(make(false)));
}

TEST_F(HashingTest, SubtreeDoesNotSeeItsPlace) {
  OpGraph alone = make("ab12");
  TestGraph graph(names);
  graph.op("x.before", {}, {"f32"});
  graph.begin("func.func", {}, {}, {}, {"f32"});
  ValueId x = graph.arg();
  graph.op("arith.negf", {x}, {"f32"});
  ValueId a = graph.result();
  graph.op("arith.absf", {x}, {"f32"});
  ValueId b = graph.result();
  graph.op("x.store", {a});
  graph.op("x.print", {b});
  graph.op("func.return");
  graph.end();
  OpGraph whole = graph.take();
  EXPECT_EQ(hashSubtree(alone, OpId(0)), hashSubtree(whole, OpId(1)));
}

TEST_F(HashingTest, SameInEveryProcess) {
  // An interner that has seen other strings first gives other ids.
  OpGraph one = make("ab12");
  uint64_t exact = hashGraph(one), pure = unordered(one);
  Interner other;
  for (unsigned i = 0; i < 100; ++i)
    other.intern("filler" + std::to_string(i));
  TestGraph graph(other);
  graph.begin("func.func", {}, {}, {}, {"f32"});
  ValueId x = graph.arg();
  graph.op("arith.negf", {x}, {"f32"});
  ValueId a = graph.result();
  graph.op("arith.absf", {x}, {"f32"});
  ValueId b = graph.result();
  graph.op("x.store", {a});
  graph.op("x.print", {b});
  graph.op("func.return");
  graph.end();
  OpGraph two = graph.take();
  EXPECT_EQ(hashGraph(two), exact);
  EXPECT_EQ(unordered(two), pure);
}

TEST_F(HashingTest, TreeSeesEditsUpwardsOnly) {
  auto make = [&](StringRef inner) {
    TestGraph graph(names);
    graph.begin("scf.for", {}, {}, {}, {"index"});
    ValueId i = graph.arg();
    graph.op("x.a", {i});
    graph.op(inner, {i});
    graph.end();
    return graph.take();
  };
  OpHashes one = hashOps(make("x.b")), two = hashOps(make("x.c"));
  EXPECT_NE(one.tree[0], two.tree[0]);
  EXPECT_EQ(one.label[0], two.label[0]);
  EXPECT_EQ(one.tree[1], two.tree[1]);
  EXPECT_NE(one.tree[2], two.tree[2]);
}
