//===- GroupsTest.cpp - What is not one to one ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../TestGraph.h"
#include "passdelta/Align/Align.h"
#include "gtest/gtest.h"

using namespace passdelta;

namespace {

struct GroupsTest : testing::Test {
  static void end(TestGraph &graph) {
    graph.op("func.return");
    graph.end();
  }
  Interner names;
};

} // namespace

// Unrolling: the first copy is the op, the others are copies of it.
TEST_F(GroupsTest, UnrolledBodyIsCopied) {
  auto make = [&](unsigned times) {
    TestGraph graph(names);
    graph.begin("func.func", {}, {}, {{"sym_name", "f"}}, {"memref"});
    ValueId m = graph.arg();
    graph.begin("scf.for", {}, {}, {}, {"index"});
    ValueId i = graph.arg();
    for (unsigned k = 0; k < times; ++k) {
      graph.op("memref.load", {m, i}, {"f32"});
      graph.op("x.use", {graph.result()});
    }
    graph.op("scf.yield");
    graph.end();
    end(graph);
    return graph.take();
  };
  OpGraph before = make(1), after = make(3);
  Alignment alignment = align(before, after);
  EXPECT_EQ(alignment.afterOf(OpId(2)), OpId(2));
  ASSERT_EQ(alignment.groups.size(), 2u);
  for (const Group &group : alignment.groups) {
    EXPECT_EQ(group.relation, Relation::Copied);
    EXPECT_EQ(group.after.size(), 2u);
  }
  EXPECT_EQ(alignment.groups[0].before[0], OpId(2));
  EXPECT_EQ(alignment.groups[1].before[0], OpId(3));
}

// CSE: the op that is left stands for both.
TEST_F(GroupsTest, EqualOpsAreMerged) {
  auto make = [&](bool merged) {
    TestGraph graph(names);
    graph.begin("func.func", {}, {}, {{"sym_name", "f"}}, {"f32"});
    ValueId x = graph.arg();
    graph.op("x.a", {x}, {"f32"});
    ValueId first = graph.result(), second = first;
    if (!merged) {
      graph.op("x.a", {x}, {"f32"});
      second = graph.result();
    }
    graph.op("x.use", {first, second});
    end(graph);
    return graph.take();
  };
  OpGraph before = make(false), after = make(true);
  Alignment alignment = align(before, after);
  ASSERT_EQ(alignment.groups.size(), 1u);
  EXPECT_EQ(alignment.groups[0].relation, Relation::Merged);
  EXPECT_EQ(alignment.groups[0].before.size(), 2u);
  EXPECT_EQ(alignment.groups[0].after[0], OpId(1));
}

// Fusion: the producer went into the consumer, which reads its input now.
TEST_F(GroupsTest, ProducerIsFusedIntoConsumer) {
  auto make = [&](bool fused) {
    TestGraph graph(names);
    graph.begin("func.func", {}, {}, {{"sym_name", "f"}}, {"t", "t"});
    ValueId x = graph.arg(0), y = graph.arg(1);
    ValueId in = x;
    if (!fused) {
      graph.op("linalg.generic", {x}, {"t"}, {{"maps", "a"}});
      in = graph.result();
    }
    graph.op("linalg.generic", {in, y}, {"t"},
             {{"maps", "b"}, {"kind", fused ? "f" : "g"}});
    graph.op("x.use", {graph.result()});
    end(graph);
    return graph.take();
  };
  OpGraph before = make(false), after = make(true);
  Alignment alignment = align(before, after);
  EXPECT_EQ(alignment.afterOf(OpId(2)), OpId(1));
  ASSERT_EQ(alignment.groups.size(), 1u);
  EXPECT_EQ(alignment.groups[0].relation, Relation::Fused);
  EXPECT_EQ(alignment.groups[0].before.size(), 2u);
}

// Lowering: one op is the image, the helpers belong to the same origin.
TEST_F(GroupsTest, HelpersBelongToWhatWasLowered) {
  auto make = [&](bool lowered) {
    TestGraph graph(names);
    graph.begin("func.func", {}, {}, {{"sym_name", "f"}}, {"f32", "f32"});
    ValueId x = graph.arg(0), y = graph.arg(1);
    if (lowered) {
      graph.op("y.prepare", {x}, {"f32"});
      graph.op("y.main", {graph.result(), y}, {"f32"});
    } else {
      graph.op("x.big", {x, y}, {"f32"});
    }
    graph.op("x.use", {graph.result()});
    end(graph);
    return graph.take();
  };
  OpGraph before = make(false), after = make(true);
  Alignment alignment = align(before, after);
  EXPECT_EQ(alignment.afterOf(OpId(1)), OpId(2));
  ASSERT_EQ(alignment.groups.size(), 1u);
  EXPECT_EQ(alignment.groups[0].relation, Relation::Lowered);
  EXPECT_EQ(alignment.groups[0].before[0], OpId(1));
  EXPECT_EQ(alignment.groups[0].after[0], OpId(1));
}
