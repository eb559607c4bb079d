//===- OpGraphTest.cpp - The op graph and its builder ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passdelta/Model/OpGraph.h"
#include "gtest/gtest.h"

using namespace passdelta;

// func @f { ^bb0(%a): %0 = t.add %a, %a ; t.loop { t.use %0 } }
static OpGraph makeSample(Interner &names) {
  OpGraphBuilder builder(names);
  OpId function = builder.beginOp(names.intern("func.func"));
  builder.op(function).symbol = names.intern("f");
  builder.beginRegion();
  BlockId body = builder.beginBlock(names.intern("^bb0"));
  ValueId a = builder.addArguments(body, 1);
  OpId add = builder.beginOp(names.intern("t.add"));
  builder.setOperands(add, {a, a});
  ValueId sum = builder.addResults(add, 1);
  builder.endOp();
  builder.beginOp(names.intern("t.loop"));
  builder.beginRegion();
  builder.beginBlock();
  OpId use = builder.beginOp(names.intern("t.use"));
  builder.setOperands(use, {sum});
  builder.setAttrs(use, {{names.intern("k"), names.intern("1 : i32")}});
  builder.endOp();
  builder.endBlock();
  builder.endRegion();
  builder.endOp();
  builder.endBlock();
  builder.endRegion();
  builder.endOp();
  return builder.take();
}

TEST(OpGraph, SubtreesAreRangesInPreOrder) {
  Interner names;
  OpGraph graph = makeSample(names);
  ASSERT_EQ(graph.numOps(), 4u);
  EXPECT_EQ(graph.name(OpId(2)), "t.loop");
  EXPECT_EQ(graph.subtreeSize(OpId(0)), 4u);
  EXPECT_EQ(graph.subtreeSize(OpId(2)), 2u);
  EXPECT_EQ(graph.next(OpId(1)), OpId(2));
  EXPECT_TRUE(graph.contains(OpId(0), OpId(3)));
  EXPECT_FALSE(graph.contains(OpId(2), OpId(1)));
  EXPECT_EQ(graph.parent(OpId(3)), OpId(2));
  EXPECT_EQ(graph.parent(OpId(0)), OpId::None);
  EXPECT_EQ(graph.depth(OpId(3)), 2u);
  std::vector<OpId> inBody;
  graph.forEachBlock(OpId(0), [&](BlockId block) {
    graph.forEachOp(block, [&](OpId op) { inBody.push_back(op); });
  });
  EXPECT_EQ(inBody, (std::vector<OpId>{OpId(1), OpId(2)}));
}

TEST(OpGraph, UsesAreInPreOrderWithTheirOperandNumber) {
  Interner names;
  OpGraph graph = makeSample(names);
  graph.computeUses();
  ValueId a = graph.operands(OpId(1))[0];
  ASSERT_EQ(graph.uses(a).size(), 2u);
  EXPECT_EQ(graph.uses(a)[1].index, 1u);
  EXPECT_EQ(graph.definingOp(a), OpId::None);
  ValueId sum = graph.result(OpId(1));
  ASSERT_EQ(graph.uses(sum).size(), 1u);
  EXPECT_EQ(graph.uses(sum)[0].op, OpId(3));
  EXPECT_EQ(graph.definingOp(sum), OpId(1));
}

TEST(OpGraph, NamesAttributesAndFunction) {
  Interner names;
  OpGraph graph = makeSample(names);
  EXPECT_EQ(graph.attr(OpId(3), "k"), "1 : i32");
  EXPECT_EQ(graph.attr(OpId(3), "none"), "");
  EXPECT_EQ(graph.functionName(OpId(3)), "@f");
  EXPECT_EQ(graph.dialect(OpId(3)), "t");
}

TEST(Interner, EqualTextsHaveOneId) {
  Interner names;
  std::vector<NameId> ids;
  for (int i = 0; i < 5000; ++i)
    ids.push_back(names.intern("name" + std::to_string(i)));
  for (int i = 0; i < 5000; ++i)
    ASSERT_EQ(names.intern("name" + std::to_string(i)), ids[i]);
  EXPECT_EQ(names.str(ids[4999]), "name4999");
  EXPECT_EQ(names.intern(""), NameId::Empty);
  EXPECT_EQ(names.find("absent"), NameId::Empty);
  EXPECT_EQ(names.size(), 5001u);
}
