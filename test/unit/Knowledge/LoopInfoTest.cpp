//===- LoopInfoTest.cpp - Loops, slices and structured ops, both forms ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passdelta/Knowledge/LoopInfo.h"
#include "../TestGraph.h"
#include "passdelta/Knowledge/StructuredOp.h"
#include "gtest/gtest.h"

using namespace passdelta;

TEST(LoopInfo, ScfForHasItsBoundsInOperands) {
  Interner names;
  TestGraph make(names);
  ValueId zero = make.constant("0 : index"), ten = make.constant("10 : index"),
          three = make.constant("3 : index");
  OpId loop = make.begin("scf.for", {zero, ten, three, zero}, {"index"}, {},
                         {"index", "index"});
  make.end();
  OpGraph graph = make.take();
  auto info = getLoopInfo(graph, loop);
  ASSERT_TRUE(info);
  EXPECT_EQ(info->dims[0].tripCount(), 4);
  EXPECT_EQ(info->inits.size(), 1u);
  EXPECT_EQ(info->dims[0].iv, graph.argument(info->body, 0));
}

TEST(LoopInfo, AffineForInBothForms) {
  Interner names;
  TestGraph make(names);
  ValueId n = make.constant("5 : index");
  StringRef map = "affine_map<(d0)[s0] -> (d0, s0 + 1)>";
  OpId generic = make.begin("affine.for", {n, n}, {},
                            {{"lowerBoundMap", "affine_map<() -> (0)>"},
                             {"upperBoundMap", map},
                             {"step", "8 : index"},
                             {"operandSegmentSizes", "array<i32: 0, 2, 0>"}},
                            {"index"});
  make.end();
  OpId pretty = make.begin("affine.for", {n, n}, {},
                           {{"asm", "%arg1 = 0 to min affine_map<(d0)[s0] -> "
                                    "(d0, s0 + 1)>(%n)[%n] step 8"}},
                           {"index"});
  make.end();
  OpId cut = make.begin("affine.for", {}, {}, {{"asm", "%arg1 ="}}, {"index"});
  make.end();
  OpGraph graph = make.take();
  auto a = getLoopInfo(graph, generic), b = getLoopInfo(graph, pretty);
  ASSERT_TRUE(a && b);
  EXPECT_EQ(a->dims[0].lower.constant, 0);
  EXPECT_TRUE(a->dims[0].upper.isMinMax());
  EXPECT_EQ(a->dims[0].upper, b->dims[0].upper);
  EXPECT_EQ(a->dims[0].step.constant, 8);
  EXPECT_EQ(b->dims[0].step.constant, 8);
  EXPECT_FALSE(getLoopInfo(graph, cut));
  EXPECT_FALSE(getLoopInfo(graph, OpId(0)));
}

TEST(LoopInfo, ForallInBothForms) {
  Interner names;
  TestGraph make(names);
  ValueId n = make.constant("12 : index");
  StringRef dynamic = "array<i64: 8, -9223372036854775808>";
  OpId generic = make.begin("scf.forall", {n, n}, {},
                            {{"staticLowerBound", "array<i64: 0, 0>"},
                             {"staticUpperBound", dynamic},
                             {"staticStep", "array<i64: 1, 1>"},
                             {"operandSegmentSizes", "array<i32: 0, 1, 0, 1>"}},
                            {"index", "index", "tensor<4xf32>"});
  make.end();
  OpId pretty =
      make.begin("scf.forall", {n, n}, {},
                 {{"asm", "(%i, %j) in (8, %n) shared_outs(%o = %a) -> (t)"}},
                 {"index", "index", "tensor<4xf32>"});
  make.end();
  OpId bounded =
      make.begin("scf.forall", {}, {}, {{"asm", "(%i) = (0) to (10) step (4)"}},
                 {"index"});
  make.end();
  OpGraph graph = make.take();
  for (OpId op : {generic, pretty}) {
    auto info = getLoopInfo(graph, op);
    ASSERT_TRUE(info);
    ASSERT_EQ(info->dims.size(), 2u);
    EXPECT_EQ(info->dims[0].tripCount(), 8);
    EXPECT_EQ(info->dims[1].tripCount(), 12);
    EXPECT_EQ(info->inits.size(), 1u);
  }
  EXPECT_EQ(getLoopInfo(graph, bounded)->dims[0].tripCount(), 3);
}

TEST(LoopInfo, SlicesInBothForms) {
  Interner names;
  TestGraph make(names);
  ValueId iv = make.constant("2 : index");
  StringRef offsets = "array<i64: -9223372036854775808, 0>";
  OpId generic = make.op("tensor.extract_slice", {iv, iv}, {"tensor<8x32xf32>"},
                         {{"static_offsets", offsets},
                          {"static_sizes", "array<i64: 8, 32>"},
                          {"static_strides", "array<i64: 1, 1>"},
                          {"operandSegmentSizes", "array<i32: 1, 1, 0, 0>"}});
  OpId pretty =
      make.op("tensor.insert_slice", {iv, iv, iv}, {"tensor<8x32xf32>"},
              {{"asm", "%0 into %arg1[%i, 0] [8, 32] [1, 1] : t into t"}});
  OpId store =
      make.op("memref.store", {iv, iv, iv}, {}, {{"asm", "%0, %1[%2]"}});
  OpGraph graph = make.take();
  auto a = getSliceInfo(graph, generic), b = getSliceInfo(graph, pretty);
  ASSERT_TRUE(a && b);
  EXPECT_EQ(a->offsets, b->offsets);
  EXPECT_EQ(a->sizes, b->sizes);
  EXPECT_EQ(a->offsets[0].operands[0], iv);
  EXPECT_EQ(a->sizes[1].constant, 32);
  EXPECT_EQ(a->inserted, ValueId::None);
  EXPECT_EQ(b->inserted, iv);
  EXPECT_FALSE(getSliceInfo(graph, store));
}

TEST(StructuredOp, NamedOpsInBothForms) {
  Interner names;
  TestGraph make(names);
  make.op("t.a", {},
          {"tensor<4x8xf32>", "tensor<8x16xf32>", "tensor<4x16xf32>"});
  ValueId a = make.result(0), b = make.result(1), c = make.result(2);
  OpId pretty = make.op("linalg.matmul", {a, b, c}, {"tensor<4x16xf32>"},
                        {{"asm", "ins(%a, %b : t, t) outs(%c : t) -> t"}});
  OpId transposed = make.op(
      "linalg.matmul", {b, a, c}, {"tensor<16x4xf32>"},
      {{"operandSegmentSizes", "array<i32: 2, 1>"},
       {"indexing_maps",
        "[affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> "
        "(d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>]"}});
  OpId add = make.op("linalg.add", {a, a, a}, {"tensor<4x8xf32>"},
                     {{"asm", "ins(%a, %a : t, t) outs(%a : t) -> t"}});
  OpId transpose =
      make.op("linalg.transpose", {a, b}, {"tensor<8x4xf32>"},
              {{"asm", "ins(%a : t) outs(%b : t) permutation = [1, 0]"}});
  OpGraph graph = make.take();
  auto matmul = getStructuredOp(graph, pretty);
  ASSERT_TRUE(matmul);
  EXPECT_EQ(matmul->inputs.size(), 2u);
  EXPECT_EQ(matmul->loopNames,
            (llvm::SmallVector<std::string, 4>{"m", "n", "k"}));
  EXPECT_EQ(matmul->loopRanges, (llvm::SmallVector<int64_t, 4>{4, 16, 8}));
  EXPECT_EQ(matmul->iterators[2], "reduction");
  EXPECT_EQ(getStructuredOp(graph, transposed)->maps[0].results[0].asDim(), 2u);
  EXPECT_EQ(getStructuredOp(graph, add)->numLoops(), 2u);
  auto moved = getStructuredOp(graph, transpose);
  EXPECT_EQ(moved->maps[0].results[0].asDim(), 1u);
  EXPECT_EQ(moved->maps[0].results[1].asDim(), 0u);
}

TEST(StructuredOp, WhatIsNotKnownStaysEmpty) {
  Interner names;
  TestGraph make(names);
  make.op("t.a", {}, {"tensor<4x8xf32>"});
  ValueId a = make.result();
  OpId odd = make.op("linalg.conv_9d", {a, a, a}, {"tensor<4x8xf32>"},
                     {{"asm", "ins(%a, %a : t, t) outs(%a : t)"}});
  OpId yield = make.op("linalg.yield", {a});
  OpGraph graph = make.take();
  ASSERT_TRUE(getStructuredOp(graph, odd));
  EXPECT_EQ(getStructuredOp(graph, odd)->numLoops(), 0u);
  EXPECT_FALSE(getStructuredOp(graph, yield));
}
