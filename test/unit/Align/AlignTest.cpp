//===- AlignTest.cpp - One test a lesson of the aligner -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passdelta/Align/Align.h"
#include "../TestGraph.h"
#include "gtest/gtest.h"

using namespace passdelta;

namespace {

class AlignTest : public testing::Test {
protected:
  /// Begins a module with one function @f of two f32 arguments.
  void beginFunction(TestGraph &graph) {
    graph.begin("builtin.module");
    graph.begin("func.func", {}, {}, {{"sym_name", "f"}}, {"f32", "f32"});
  }
  static void endFunction(TestGraph &graph) {
    graph.op("func.return");
    graph.end();
    graph.end();
  }
  static size_t numLinks(const Alignment &alignment) {
    size_t count = 0;
    for (uint32_t i = 0; i < alignment.numBefore(); ++i)
      count += alignment.afterOf(OpId(i)) != OpId::None;
    return count;
  }

  Interner names;
};

} // namespace

TEST_F(AlignTest, EmptyGraphs) {
  OpGraph none(names), alsoNone(names);
  EXPECT_EQ(align(none, alsoNone).numBefore(), 0u);
  TestGraph some(names);
  some.op("a.b");
  OpGraph graph = some.take();
  EXPECT_EQ(align(none, graph).linkOfAfter(OpId(0)).other, OpId::None);
}

TEST_F(AlignTest, EqualGraphsAreKept) {
  auto make = [&] {
    TestGraph graph(names);
    beginFunction(graph);
    ValueId x = graph.arg();
    graph.op("x.a", {x}, {"f32"});
    graph.op("x.a", {graph.result()}, {"f32"});
    endFunction(graph);
    return graph.take();
  };
  OpGraph before = make(), after = make();
  Alignment alignment = align(before, after);
  for (uint32_t i = 0; i < before.numOps(); ++i) {
    EXPECT_EQ(alignment.afterOf(OpId(i)), OpId(i));
    EXPECT_EQ(alignment.link(OpId(i)).relation, Relation::Kept);
  }
  EXPECT_TRUE(alignment.groups.empty());
}

// Lesson: on identical layers an alignment by context slips a whole layer.
TEST_F(AlignTest, RepeatedLayersDoNotSlip) {
  constexpr unsigned layers = 60, width = 25;
  auto make = [&](bool edited) {
    TestGraph graph(names);
    beginFunction(graph);
    ValueId value = graph.arg();
    for (unsigned layer = 0; layer < layers; ++layer)
      for (unsigned k = 0; k < width; ++k) {
        bool drop = edited && layer % 7 == 3 && k == layer % width;
        if (drop)
          continue;
        bool change = edited && layer % 5 == 2 && k == 11;
        std::string name = "x.op" + std::to_string(change ? 99 : k % 10);
        graph.op(name, {value}, {"f32"});
        value = graph.result();
      }
    endFunction(graph);
    return graph.take();
  };
  OpGraph before = make(false), after = make(true);
  Alignment alignment = align(before, after);
  unsigned id = 2, wrong = 0;
  for (unsigned layer = 0, image = 2; layer < layers; ++layer)
    for (unsigned k = 0; k < width; ++k, ++id) {
      if (layer % 7 == 3 && k == layer % width)
        continue;
      wrong += alignment.afterOf(OpId(id)) != OpId(image++);
    }
  EXPECT_LE(wrong, layers * width / 50);
}

// Lesson: a block argument must not be hashed through what its op holds, or
// one edit in a loop changes every op in it.
TEST_F(AlignTest, AnEditInALoopLeavesTheOthersAlone) {
  auto make = [&](StringRef second) {
    TestGraph graph(names);
    beginFunction(graph);
    graph.begin("scf.for", {}, {}, {}, {"index"});
    ValueId i = graph.arg();
    for (unsigned k = 0; k < 8; ++k)
      graph.op(k == 1 ? second : "x.use", {i}, {"f32"});
    graph.op("scf.yield");
    graph.end();
    endFunction(graph);
    return graph.take();
  };
  OpGraph before = make("x.use"), after = make("x.other");
  Alignment alignment = align(before, after);
  EXPECT_EQ(numLinks(alignment), before.numOps());
  for (uint32_t i = 0; i < before.numOps(); ++i) {
    EXPECT_EQ(alignment.afterOf(OpId(i)), OpId(i));
    EXPECT_EQ(alignment.link(OpId(i)).relation,
              i == 4 ? Relation::Replaced : Relation::Kept);
  }
}

// Lesson: a constant of another value is another constant, unless all its
// users agree.
TEST_F(AlignTest, ConstantsMatchOnValue) {
  auto make = [&](StringRef first, StringRef second) {
    TestGraph graph(names);
    beginFunction(graph);
    ValueId a = graph.constant(first);
    graph.op("x.a", {a});
    ValueId b = graph.constant(second);
    graph.op("x.b", {b});
    endFunction(graph);
    return graph.take();
  };
  OpGraph before = make("1", "2"), swapped = make("2", "3");
  Alignment alignment = align(before, swapped);
  EXPECT_NE(alignment.afterOf(OpId(4)), OpId(4)) << "2 is not 3";
  OpGraph changed = make("1", "7");
  alignment = align(before, changed);
  EXPECT_EQ(alignment.afterOf(OpId(2)), OpId(2));
  EXPECT_EQ(alignment.afterOf(OpId(4)), OpId(4)) << "its only user reads it";
  EXPECT_EQ(alignment.link(OpId(4)).relation, Relation::Modified);
}

// Commuted operands are the same op.
TEST_F(AlignTest, CommutedOperandsAreModified) {
  auto make = [&](bool swap) {
    TestGraph graph(names);
    beginFunction(graph);
    ValueId x = graph.arg(0);
    graph.op("x.a", {x}, {"f32"});
    ValueId a = graph.result();
    graph.op("arith.addf", {swap ? x : a, swap ? a : x}, {"f32"});
    endFunction(graph);
    return graph.take();
  };
  OpGraph before = make(false), after = make(true);
  Alignment alignment = align(before, after);
  EXPECT_EQ(alignment.afterOf(OpId(3)), OpId(3));
  EXPECT_EQ(alignment.link(OpId(3)).relation, Relation::Modified);
}

TEST_F(AlignTest, HoistedOpIsMoved) {
  auto make = [&](bool hoisted) {
    TestGraph graph(names);
    beginFunction(graph);
    ValueId x = graph.arg();
    if (hoisted)
      graph.op("x.invariant", {x}, {"f32"});
    ValueId value = graph.result();
    graph.begin("scf.for", {}, {}, {}, {"index"});
    if (!hoisted) {
      graph.op("x.invariant", {x}, {"f32"});
      value = graph.result();
    }
    graph.op("x.use", {value});
    graph.op("scf.yield");
    graph.end();
    endFunction(graph);
    return graph.take();
  };
  OpGraph before = make(false), after = make(true);
  Alignment alignment = align(before, after);
  EXPECT_EQ(alignment.afterOf(OpId(3)), OpId(2));
  EXPECT_EQ(alignment.link(OpId(3)).relation, Relation::Moved);
  EXPECT_EQ(alignment.afterOf(OpId(2)), OpId(3));
  EXPECT_EQ(alignment.link(OpId(2)).relation, Relation::Kept);
}

TEST_F(AlignTest, SwappedOpsBreakTheOrderOnce) {
  auto make = [&](bool swap) {
    TestGraph graph(names);
    beginFunction(graph);
    ValueId x = graph.arg();
    for (StringRef name : {swap ? "x.b" : "x.a", swap ? "x.a" : "x.b", "x.c"})
      graph.op(name, {x});
    endFunction(graph);
    return graph.take();
  };
  OpGraph before = make(false), after = make(true);
  Alignment alignment = align(before, after);
  EXPECT_EQ(alignment.afterOf(OpId(2)), OpId(3));
  EXPECT_EQ(alignment.afterOf(OpId(3)), OpId(2));
  unsigned moved = 0;
  for (uint32_t i = 0; i < before.numOps(); ++i)
    moved += alignment.link(OpId(i)).relation == Relation::Moved;
  EXPECT_EQ(moved, 1u);
}

TEST_F(AlignTest, LoweringOneToOneIsReplaced) {
  auto make = [&](StringRef add, StringRef ret) {
    TestGraph graph(names);
    beginFunction(graph);
    ValueId x = graph.arg(0), y = graph.arg(1);
    graph.op(add, {x, y}, {"f32"});
    graph.op(ret, {graph.result()});
    endFunction(graph);
    return graph.take();
  };
  OpGraph before = make("arith.addf", "x.use");
  OpGraph after = make("llvm.fadd", "x.use");
  Alignment alignment = align(before, after);
  EXPECT_EQ(alignment.afterOf(OpId(2)), OpId(2));
  EXPECT_EQ(alignment.link(OpId(2)).relation, Relation::Replaced);
}

// A tiled loop is the loop that still holds the body, not the new one around.
TEST_F(AlignTest, TheLoopIsWhereItsBodyIs) {
  auto make = [&](bool tiled) {
    TestGraph graph(names);
    beginFunction(graph);
    ValueId x = graph.arg();
    if (tiled)
      graph.begin("scf.for", {}, {}, {{"step", "8"}}, {"index"});
    graph.begin("scf.for", {}, {}, {{"step", tiled ? "2" : "1"}}, {"index"});
    for (StringRef name : {"x.a", "x.b", "x.c"})
      graph.op(name, {x});
    graph.op("scf.yield");
    graph.end();
    if (tiled) {
      graph.op("scf.yield");
      graph.end();
    }
    endFunction(graph);
    return graph.take();
  };
  OpGraph before = make(false), after = make(true);
  Alignment alignment = align(before, after);
  EXPECT_EQ(alignment.afterOf(OpId(2)), OpId(3));
  EXPECT_EQ(alignment.afterOf(OpId(6)), OpId(7)) << "the yield of that loop";
  ASSERT_EQ(alignment.groups.size(), 1u);
  EXPECT_EQ(alignment.groups[0].relation, Relation::Split);
  EXPECT_EQ(alignment.groups[0].before[0], OpId(2));
}

TEST_F(AlignTest, UniqueLocationsAreBelieved) {
  auto make = [&](StringRef name, StringRef loc) {
    TestGraph graph(names);
    graph.op(name);
    OpGraph result = graph.take();
    result.ops[0].loc = names.intern(loc);
    return result;
  };
  OpGraph before = make("x.a", "loc(\"model.py\":1:2)");
  OpGraph after = make("y.b", "loc(\"model.py\":1:2)");
  Alignment alignment = align(before, after);
  EXPECT_EQ(alignment.link(OpId(0)).stage, Stage::Location);
  EXPECT_EQ(alignment.link(OpId(0)).relation, Relation::Replaced);
  OpGraph other = make("y.b", "loc(\"model.py\":9:2)");
  EXPECT_EQ(align(before, other).afterOf(OpId(0)), OpId::None);
}

// A block of very many equal ops, of which some are gone, must not take time
// that is quadratic in its size.
TEST_F(AlignTest, HugeBlockOfEqualOps) {
  auto make = [&](unsigned count) {
    TestGraph graph(names);
    beginFunction(graph);
    for (unsigned i = 0; i < count; ++i)
      graph.op("x.same");
    endFunction(graph);
    return graph.take();
  };
  OpGraph before = make(200000), after = make(150000);
  EXPECT_EQ(numLinks(align(before, after)), after.numOps());
}

TEST_F(AlignTest, SwappingTheSidesGivesTheInverse) {
  auto make = [&](unsigned drop) {
    TestGraph graph(names);
    beginFunction(graph);
    ValueId value = graph.arg();
    for (unsigned k = 0; k < 40; ++k) {
      if (k == drop)
        continue;
      graph.op("x.op" + std::to_string(k % 4), {value}, {"f32"});
      value = graph.result();
    }
    endFunction(graph);
    return graph.take();
  };
  OpGraph before = make(7), after = make(23);
  Alignment there = align(before, after), back = align(after, before);
  for (uint32_t i = 0; i < before.numOps(); ++i)
    if (there.afterOf(OpId(i)) != OpId::None) {
      EXPECT_EQ(back.afterOf(there.afterOf(OpId(i))), OpId(i));
    }
}
