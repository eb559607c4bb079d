//===- KnownLinesTest.cpp - Lines that the reader has seen before ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a line makes is remembered under its text without the names of values.
// Each test has the same such text in two places where it means two things, or
// the same thing of other values.
//
//===----------------------------------------------------------------------===//

#include "ReadText.h"

using namespace passdelta;

TEST(KnownLines, OtherValuesAndPlaces) {
  Interner names;
  OpGraph graph = readText("func.func @f(%a: f32, %b: f32) {\n"
                           "  %0 = x.add %a, %b#0 {} : f32\n"
                           "  %1 = x.load %a[%b, 4] : memref<4xf32>\n"
                           "    %22 = x.load %1[%missing, 4] : memref<4xf32>\n"
                           "  x.store %1, %22 : f32\n"
                           "  x.store %22,   %1 : f32\n"
                           "  x.store %22, %1 : f32\n"
                           "  return\n}\n",
                           names);
  ASSERT_EQ(shapeOf(graph), "func.func(x.add x.load x.load x.store x.store "
                            "x.store func.return)");
  EXPECT_EQ(graph[OpId(3)].line, 4u);
  EXPECT_EQ(graph[OpId(3)].column, 11u);
  EXPECT_EQ(graph[OpId(3)].textEnd - graph[OpId(3)].textBegin, 44u);
  EXPECT_EQ(graph[OpId(6)].line, 7u);
  EXPECT_EQ(graph.str(graph[graph.result(OpId(3))].name), "%22");
  EXPECT_EQ(graph.type(graph.result(OpId(3))), "memref<4xf32>");
  EXPECT_EQ(graph.attr(OpId(2), "asm"), graph.attr(OpId(3), "asm"));
  EXPECT_EQ(graph.attr(OpId(5), "asm"), graph.attr(OpId(6), "asm"));
  ASSERT_EQ(graph.operands(OpId(3)).size(), 2u);
  EXPECT_EQ(graph.operands(OpId(3))[0], graph.result(OpId(2)));
  EXPECT_EQ(graph.operands(OpId(3))[1], ValueId::None);
}

TEST(KnownLines, TheNextLineMayGoOn) {
  Interner names;
  OpGraph graph = readText("x.f {\n"
                           "  %0 = x.c %9 : f32\n"
                           "  %1 = x.c %9 : f32\n"
                           "      attributes {b = 1 : i32}\n"
                           "  %2 = x.c %9 : f32\n"
                           "      loc(\"m.py\":1:2)\n"
                           "}\n",
                           names);
  ASSERT_EQ(shapeOf(graph), "x.f(x.c x.c x.c)");
  EXPECT_EQ(graph.attr(OpId(1), "b"), "");
  EXPECT_EQ(graph.attr(OpId(2), "b"), "1 : i32");
  EXPECT_EQ(graph.str(graph[OpId(3)].loc), "loc(\"m.py\":1:2)");
}

TEST(KnownLines, ResultsAreOfTheLine) {
  Interner names;
  OpGraph graph = readText("x.f {\n"
                           "  x.c %9 : f32\n"
                           "  %1 = x.c %9 : f32\n"
                           "  %2:2 = x.c %9 : f32\n"
                           "  x.c %9 : f32\n"
                           "}\n",
                           names);
  EXPECT_EQ(graph[OpId(1)].numResults, 0u);
  EXPECT_EQ(graph[OpId(2)].numResults, 1u);
  EXPECT_EQ(graph[OpId(3)].numResults, 2u);
  EXPECT_EQ(graph[OpId(4)].numResults, 0u);
}

TEST(KnownLines, AWordIsAnotherOpInAnotherRegion) {
  Interner names;
  OpGraph graph = readText("spirv.module Logical GLSL450 {\n"
                           "  func.func @f(%a: f32) {\n"
                           "    return %a : f32\n  }\n"
                           "  spirv.func @g(%a: f32) -> f32 \"None\" {\n"
                           "    ReturnValue %a : f32\n  }\n"
                           "}\n"
                           "func.func @h(%a: f32) {\n  return %a : f32\n}\n",
                           names);
  EXPECT_EQ(graph.name(OpId(2)), "func.return");
  EXPECT_EQ(graph.name(OpId(graph.numOps() - 1)), "func.return");
}

TEST(KnownLines, NumbersBelongToTheText) {
  Interner names;
  OpGraph graph = readText("x.f {\n"
                           "  %c = x.c 4 : i32\n"
                           "  %d = x.c 5 : i32\n"
                           "  %e = x.c 4 : i32\n"
                           "}\n",
                           names);
  EXPECT_EQ(graph.attr(OpId(1), "asm"), "4");
  EXPECT_EQ(graph.attr(OpId(2), "asm"), "5");
  EXPECT_EQ(graph.attr(OpId(3), "asm"), "4");
}

TEST(KnownLines, AResultThatNobodyNamed) {
  Interner names;
  OpGraph graph = readText("x.f {\n"
                           "  memref.load %m[%i] : memref<4xf32>\n"
                           "  memref.load %m[%i] : memref<4xf32>\n"
                           "  arith.addf %a, %a : f32\n"
                           "}\n",
                           names);
  for (unsigned i = 1; i <= 3; ++i) {
    ASSERT_EQ(graph[OpId(i)].numResults, 1u);
    EXPECT_EQ(graph.type(graph.result(OpId(i))), "f32");
    EXPECT_EQ(graph[graph.result(OpId(i))].name, NameId::Empty);
  }
}
