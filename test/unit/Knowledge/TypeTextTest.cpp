//===- TypeTextTest.cpp - Shapes, arrays and affine maps as text ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passdelta/Knowledge/TypeText.h"
#include "gtest/gtest.h"

using namespace passdelta;

TEST(TypeText, ShapesOfTensorsMemrefsAndVectors) {
  auto tensor = parseShaped("tensor<4x?x1x!quant.uniform<i8:f32, 0.5>, #enc>");
  ASSERT_TRUE(tensor);
  EXPECT_EQ(tensor->dims, (llvm::SmallVector<int64_t, 4>{4, -1, 1}));
  EXPECT_EQ(tensor->element, "!quant.uniform<i8:f32, 0.5>");
  EXPECT_EQ(tensor->rest, "#enc");
  EXPECT_FALSE(tensor->isStatic());
  auto memref = parseShaped("memref<8x16xf32, strided<[16, 1], offset: ?>, 3>");
  ASSERT_TRUE(memref);
  EXPECT_EQ(memref->numElements(), 128);
  EXPECT_EQ(memref->rest, "strided<[16, 1], offset: ?>, 3");
  auto vector = parseShaped("vector<8x[4]xf32>");
  ASSERT_TRUE(vector);
  EXPECT_TRUE(vector->isVector());
  EXPECT_FALSE(vector->scalable[0]);
  EXPECT_TRUE(vector->scalable[1]);
  EXPECT_EQ(vector->numElements(), std::nullopt);
  EXPECT_EQ(parseShaped("tensor<f32>")->dims.size(), 0u);
  EXPECT_FALSE(parseShaped("tensor<*xf32>"));
  EXPECT_FALSE(parseShaped("f32"));
  EXPECT_FALSE(parseShaped("tensor<4x"));
}

TEST(TypeText, IntegersAndArrays) {
  using Ints = llvm::SmallVector<int64_t, 4>;
  EXPECT_EQ(parseIntArray("array<i64: 1, -2>"), (Ints{1, -2}));
  EXPECT_EQ(parseIntArray("array<i64>"), Ints());
  EXPECT_EQ(parseIntArray("[8 : i64, 4]"), (Ints{8, 4}));
  EXPECT_EQ(parseIntArray("dense<[1, 0]> : tensor<2xi64>"), (Ints{1, 0}));
  EXPECT_EQ(parseIntArray("array<i64: -9223372036854775808>"),
            (Ints{INT64_MIN}));
  EXPECT_FALSE(parseIntArray("[a]"));
  EXPECT_EQ(parseLeadingInt("8 : index"), 8);
  EXPECT_FALSE(parseLeadingInt("1.5 : f32"));
  EXPECT_EQ(bitWidth("bf16"), 16u);
  EXPECT_EQ(bitWidth("f8E4M3FN"), 8u);
  EXPECT_EQ(bitWidth("!t.x"), std::nullopt);
}

TEST(TypeText, AffineMaps) {
  auto map = parseAffineMap(
      "affine_map<(d0, d1)[s0] -> (d0 * 2 + s0 - 1, d1, -d0 + 64, d1 mod 2)>");
  ASSERT_TRUE(map);
  ASSERT_EQ(map->results.size(), 4u);
  EXPECT_EQ(map->results[0].dims[0], 2);
  EXPECT_EQ(map->results[0].symbols[0], 1);
  EXPECT_EQ(map->results[0].constant, -1);
  EXPECT_EQ(map->results[1].asDim(), 1u);
  EXPECT_EQ(map->results[2].dims[0], -1);
  EXPECT_EQ(map->results[2].constant, 64);
  EXPECT_FALSE(map->results[3].linear);
  EXPECT_FALSE(map->isIdentity());
  EXPECT_TRUE(parseAffineMap("(d0, d1) -> (d0, d1)")->isIdentity());
  EXPECT_TRUE(
      parseAffineMap("affine_map<(d0, d1) -> (d1)>")->isProjectedPermutation());
  EXPECT_EQ(parseAffineMap("affine_map<() -> ()>")->results.size(), 0u);
  EXPECT_TRUE(parseAffineMap("affine_map<() -> (7)>")->results[0].isConstant());
  EXPECT_FALSE(parseAffineMap("affine_map<(d0) -> (d1)>"));
  EXPECT_FALSE(parseAffineMap("affine_map<(d0) -> (d0"));
}
