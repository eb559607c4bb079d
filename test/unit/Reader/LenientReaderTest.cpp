//===- LenientReaderTest.cpp - Ops, values, attributes, places ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadText.h"

using namespace passdelta;

TEST(LenientReader, NestsOpsOfAnyDialect) {
  Interner names;
  OpGraph graph = readText("module {\n"
                           "  func.func @f(%a: i32) -> i32 {\n"
                           "    %0 = foo.bar %a {x = 1 : i32} : i32\n"
                           "    foo.region %0 {\n"
                           "      foo.inner\n"
                           "    }\n"
                           "    return %0 : i32\n"
                           "  }\n"
                           "}\n",
                           names);
  EXPECT_EQ(shapeOf(graph), "builtin.module(func.func(foo.bar "
                            "foo.region(foo.inner) func.return))");
  EXPECT_EQ(graph.symbol(OpId(1)), "f");
  EXPECT_EQ(operandsOf(graph, "foo.bar"), "%a");
  EXPECT_EQ(operandsOf(graph, "func.return"), "%0");
  EXPECT_EQ(graph.attr(OpId(2), "x"), "1 : i32");
  EXPECT_EQ(graph.type(graph.result(OpId(2))), "i32");
}

TEST(LenientReader, KnowsTheLineAndColumnOfTheName) {
  Interner names;
  auto output = getLenientReader().read(
      {"func.func @f() {\n  %0:2 = a.b : i1, i2 loc(\"x.py\":3:4)\n  c.d\n}\n",
       "t.mlir", 100},
      names);
  ASSERT_TRUE(bool(output));
  const OpData &op = output->graph[OpId(1)];
  EXPECT_EQ(op.line, 101u);
  EXPECT_EQ(op.column, 10u);
  EXPECT_EQ(output->graph.str(op.loc), "loc(\"x.py\":3:4)");
  EXPECT_EQ(op.textBegin, 19u);
  EXPECT_EQ(op.textEnd, 54u);
}

TEST(LenientReader, GenericFormHasPropertiesSuccessorsAndRegions) {
  Interner names;
  OpGraph graph =
      readText("\"t.f\"() <{sym = [1,  2]}> ({\n"
               "^bb0(%a: i32):\n"
               "  \"t.br\"(%a)[^bb1] : (i32) -> ()\n"
               "^bb1:\n"
               "  %r = \"t.x\"() ({}, {\n  \"t.y\"() : () -> ()\n  }) {b, \"c "
               "d\" = 2 : i8} : () -> f32\n"
               "}) : () -> ()\n",
               names);
  EXPECT_EQ(shapeOf(graph), "t.f(t.br)(t.x(t.y))");
  EXPECT_EQ(graph.attr(OpId(0), "sym"), "[1, 2]");
  EXPECT_EQ(graph.attr(OpId(2), "b"), "unit");
  EXPECT_EQ(graph.attr(OpId(2), "c d"), "2 : i8");
  EXPECT_EQ(graph.numRegions(OpId(2)), 2u);
  EXPECT_EQ(graph.type(graph.result(OpId(2))), "f32");
  ASSERT_EQ(graph.successors(OpId(1)).size(), 1u);
  EXPECT_EQ(graph.str(graph[graph.successors(OpId(1))[0]].label), "^bb1");
}

TEST(LenientReader, BindsForwardReferencesAndResultNumbers) {
  Interner names;
  OpGraph graph = readText("hw.module @m(in %c : i1, out o : i1) {\n"
                           "  %a = comb.and %b#1, %c : i1\n"
                           "  %b:2 = comb.two %a : i1\n"
                           "  hw.output %a : i1\n"
                           "}\n",
                           names);
  EXPECT_EQ(operandsOf(graph, "comb.and"), "%b#1 %c");
  EXPECT_EQ(operandsOf(graph, "comb.two"), "%a");
}

TEST(LenientReader, NamesEndWithTheirRegion) {
  Interner names;
  OpGraph graph = readText("module {\n"
                           "  func.func @f() {\n    %0 = a.b : i1\n  }\n"
                           "  func.func @g() {\n    c.d %0 : i1\n  }\n"
                           "}\n",
                           names);
  EXPECT_EQ(operandsOf(graph, "c.d"), "?");
}

TEST(LenientReader, ExpandsAliasesAlsoFromBehind) {
  Interner names;
  OpGraph graph = readText("#map = affine_map<(d0)   -> (d0)>\n"
                           "!t = !x.y<#map>\n"
                           "module {\n"
                           "  %0 = a.b {m = #map} : !t loc(#loc1)\n"
                           "} loc(#loc)\n"
                           "#loc = loc(unknown)\n"
                           "#loc1 = loc(callsite(#loc2 at \"g\":1:2))\n"
                           "#loc2 = loc(\"f\":3:4)\n",
                           names);
  EXPECT_EQ(graph.attr(OpId(1), "m"), "affine_map<(d0) -> (d0)>");
  EXPECT_EQ(graph.type(graph.result(OpId(1))),
            "!x.y<affine_map<(d0) -> (d0)>>");
  EXPECT_EQ(graph.str(graph[OpId(1)].loc),
            "loc(callsite(\"f\":3:4 at \"g\":1:2))");
  EXPECT_EQ(graph.str(graph[OpId(0)].loc), "");
}

TEST(LenientReader, InnerAttributesHaveOneForm) {
  Interner names;
  OpGraph aliased = readText("#config = #a.config<sizes = [8], t = !a.b<i1>>\n"
                             "t.op {info = #a.info<config = #config>}\n",
                             names);
  OpGraph printed = readText(
      "t.op {info = #a.info<config = <sizes = [8], t = <i1>>>}\n", names);
  EXPECT_EQ(aliased.attr(OpId(0), "info"), printed.attr(OpId(0), "info"));
  OpGraph top =
      readText("t.op {x = #a.config<i1>, y = [#a.config<i1>]}\n", names);
  EXPECT_EQ(top.attr(OpId(0), "x"), "#a.config<i1>");
  EXPECT_EQ(top.attr(OpId(0), "y"), "[#a.config<i1>]");
}

static std::string asmOf(StringRef text) {
  Interner names;
  OpGraph graph = readText(text, names);
  return graph.attr(OpId(0), "asm").str();
}

TEST(LenientReader, TheRestIsTheAsmAttribute) {
  EXPECT_EQ(asmOf("%0 = arith.addi %a, %b : i32\n"), "");
  EXPECT_EQ(asmOf("%0 = arith.cmpi slt, %a, %b : i32\n"), "slt, %, %");
  // Neither names, locations nor blanks matter.
  EXPECT_EQ(asmOf("%9 = t.slice %7[0,  %i, 4] [8, 8, 1]\n [1, 1, 1] : "
                  "tensor<4xf32> to tensor<1xf32> loc(\"x\":1:1)\n"),
            asmOf("%1 = t.slice %2[0, %3, 4][8, 8, 1][1, 1, 1] : tensor<9xf32> "
                  "to tensor<1xf32>\n"));
  EXPECT_EQ(asmOf("%0 = arith.constant dense<[1, 2]> : vector<2xi8>\n"),
            "dense<[1, 2]>");
  EXPECT_EQ(asmOf("func.func private @f(i32, f32) -> i1\n"),
            asmOf("func.func private @g(%a: i32, %b: f32) -> i1 {\n}\n"));
}

TEST(LenientReader, AddsImplicitTerminatorsWithoutALine) {
  Interner names;
  OpGraph graph = readText("func.func @f(%c: i1) {\n"
                           "  scf.if %c {\n    a.b\n  } else {\n  }\n"
                           "  affine.for %i = 0 to 4 {\n  }\n"
                           "  scf.for %i = %c to %c step %c {\n"
                           "    scf.yield\n  }\n"
                           "  return\n}\n",
                           names);
  EXPECT_EQ(shapeOf(graph),
            "func.func(scf.if(a.b scf.yield)(scf.yield) "
            "affine.for(affine.yield) scf.for(scf.yield) func.return)");
  EXPECT_EQ(graph[OpId(3)].line, 0u);
}

TEST(LenientReader, NamesWithoutADialect) {
  Interner names;
  OpGraph graph = readText("func @f(%a: f32) -> f32 {\n"
                           "  %0 = addf %a, %a : f32\n"
                           "  %1 = call @g(%0) : (f32) -> f32\n"
                           "  br ^bb1(%1 : f32)\n"
                           "^bb1(%2: f32):  // pred: ^bb0\n"
                           "  return %2 : f32\n"
                           "}\n",
                           names);
  EXPECT_EQ(shapeOf(graph),
            "func.func(std.addf func.call std.br)(func.return)");
  EXPECT_EQ(graph.symbol(OpId(2)), "");
  EXPECT_EQ(operandsOf(graph, "std.br"), "%1");
}

TEST(LenientReader, ElidedAndEmptyRegions) {
  Interner names;
  OpGraph graph = readText("module {\n  func.func @f(%a: i32) {...}\n"
                           "  module {\n  }\n}\n",
                           names);
  EXPECT_EQ(shapeOf(graph), "builtin.module(func.func builtin.module())");
  EXPECT_EQ(graph.numRegions(OpId(1)), 1u);
}

TEST(LenientReader, ShortBodiesAreWrittenOut) {
  Interner names;
  OpGraph graph = readText("%0 = linalg.reduce {arith.addf} ins(%a : "
                           "tensor<4xf32>) outs(%b : tensor<f32>) dimensions = "
                           "[0]\n",
                           names);
  EXPECT_EQ(shapeOf(graph), "linalg.reduce(arith.addf linalg.yield)");
  EXPECT_EQ(graph[OpId(1)].numOperands, 2u);
}
