//===- LawsTest.cpp - What holds of every alignment -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random functions with loops, and the same with random edits, from fixed
// seeds.
//
//===----------------------------------------------------------------------===//

#include "../TestGraph.h"
#include "passdelta/Align/Align.h"
#include "gtest/gtest.h"
#include <random>

using namespace passdelta;

namespace {

/// One op of a random program. Operands count back from the newest value.
struct Step {
  enum { Op, Begin, End } what = Op;
  unsigned kind = 0;
  unsigned first = 0, second = 0;
};
using Program = std::vector<Step>;

Program makeProgram(std::mt19937 &random, unsigned size) {
  Program program;
  unsigned depth = 0;
  for (unsigned i = 0; i < size; ++i) {
    auto below = [&](unsigned limit) { return unsigned(random() % limit); };
    Step step = {Step::Op, below(5), below(6), below(6)};
    if (random() % 12 == 0 && depth < 3) {
      step.what = Step::Begin;
      ++depth;
    } else if (random() % 12 == 0 && depth) {
      step.what = Step::End;
      --depth;
    }
    program.push_back(step);
  }
  for (; depth; --depth)
    program.push_back({Step::End});
  return program;
}

/// Erases, repeats and changes some ops; loops stay.
Program edit(Program program, std::mt19937 &random) {
  Program edited;
  for (Step step : program) {
    unsigned dice = step.what == Step::Op ? unsigned(random() % 20) : 19;
    if (dice == 0)
      continue;
    if (dice == 1)
      step.kind = (step.kind + 1) % 5;
    edited.push_back(step);
    if (dice == 2)
      edited.push_back(step);
  }
  return edited;
}

class LawsTest : public testing::TestWithParam<unsigned> {
protected:
  OpGraph build(const Program &program) {
    static const char *const kinds[] = {"x.add", "x.mul", "x.sub", "x.load",
                                        "x.neg"};
    TestGraph graph(names);
    graph.begin("func.func", {}, {}, {{"sym_name", "f"}}, {"f32", "f32"});
    std::vector<ValueId> values = {graph.arg(0), graph.arg(1)};
    std::vector<size_t> marks;
    auto value = [&](unsigned back) {
      return values[values.size() - 1 - back % values.size()];
    };
    for (const Step &step : program) {
      if (step.what == Step::Begin) {
        graph.begin("x.for", {value(step.first)}, {}, {}, {"index"});
        marks.push_back(values.size());
        values.push_back(graph.arg());
      } else if (step.what == Step::End) {
        graph.op("x.yield");
        graph.end();
        values.resize(marks.back());
        marks.pop_back();
      } else {
        graph.op(kinds[step.kind], {value(step.first), value(step.second)},
                 {"f32"});
        values.push_back(graph.result());
      }
    }
    graph.op("func.return");
    graph.end();
    return graph.take();
  }

  static void expectSame(const Alignment &one, const Alignment &other) {
    ASSERT_EQ(one.numBefore(), other.numBefore());
    for (uint32_t id = 0; id < one.numBefore(); ++id) {
      EXPECT_EQ(one.afterOf(OpId(id)), other.afterOf(OpId(id)));
      EXPECT_EQ(one.link(OpId(id)).relation, other.link(OpId(id)).relation);
      EXPECT_EQ(one.link(OpId(id)).confidence, other.link(OpId(id)).confidence);
    }
    ASSERT_EQ(one.groups.size(), other.groups.size());
  }

  Interner names;
};

} // namespace

TEST_P(LawsTest, AGraphIsItself) {
  std::mt19937 random(GetParam());
  Program program = makeProgram(random, 200);
  OpGraph before = build(program), after = build(program);
  Alignment alignment = align(before, after);
  for (uint32_t id = 0; id < before.numOps(); ++id) {
    EXPECT_EQ(alignment.afterOf(OpId(id)), OpId(id));
    EXPECT_EQ(alignment.link(OpId(id)).relation, Relation::Kept);
  }
  EXPECT_TRUE(alignment.groups.empty());
}

TEST_P(LawsTest, EveryOpIsLinkedOnceOrNot) {
  std::mt19937 random(GetParam());
  Program program = makeProgram(random, 200);
  OpGraph before = build(program), after = build(edit(program, random));
  Alignment alignment = align(before, after);
  ASSERT_EQ(alignment.numBefore(), before.numOps());
  ASSERT_EQ(alignment.numAfter(), after.numOps());
  size_t linked = 0;
  for (uint32_t id = 0; id < before.numOps(); ++id)
    if (OpId now = alignment.afterOf(OpId(id)); now != OpId::None) {
      ASSERT_LT(uint32_t(now), after.numOps());
      EXPECT_EQ(alignment.beforeOf(now), OpId(id));
      ++linked;
    }
  for (uint32_t id = 0; id < after.numOps(); ++id)
    linked -= alignment.beforeOf(OpId(id)) != OpId::None;
  EXPECT_EQ(linked, 0u);
  for (const Group &group : alignment.groups) {
    EXPECT_FALSE(group.before.empty() || group.after.empty());
    for (OpId op : group.before)
      EXPECT_LT(uint32_t(op), before.numOps());
    for (OpId op : group.after)
      EXPECT_LT(uint32_t(op), after.numOps());
  }
}

TEST_P(LawsTest, NamesOfValuesDoNotMatter) {
  std::mt19937 random(GetParam());
  Program program = makeProgram(random, 200);
  Program edited = edit(program, random);
  OpGraph before = build(program), after = build(edited);
  OpGraph renamed = build(edited);
  for (ValueData &value : renamed.values)
    value.name = names.intern("%v" + std::to_string(random() % 100000));
  expectSame(align(before, after), align(before, renamed));
}

TEST_P(LawsTest, TheSameEveryTime) {
  std::mt19937 random(GetParam());
  Program program = makeProgram(random, 200);
  OpGraph before = build(program), after = build(edit(program, random));
  expectSame(align(before, after), align(before, after));
}

INSTANTIATE_TEST_SUITE_P(Seeds, LawsTest, testing::Range(0u, 40u));
