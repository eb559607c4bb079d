//===- LenientErrorsTest.cpp - Noise, damage, hostile text ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadText.h"
#include "passdelta/Model/Hashing.h"

using namespace passdelta;

TEST(LenientErrors, NoOpAtAll) {
  EXPECT_EQ(errorOf(""), "t.mlir:1: there is no MLIR op in the text");
  EXPECT_EQ(errorOf("foo.mlir:3:4: error: no such thing\nHello, world.\n"),
            "t.mlir:1: there is no MLIR op in the text");
}

TEST(LenientErrors, TruncatedTextNamesWhatIsOpen) {
  EXPECT_EQ(errorOf("module {\n  a.b\n"),
            "t.mlir:3:1: the text ends inside a region; `{` was opened at "
            "line 1");
  EXPECT_EQ(errorOf("func.func @f(%a: i32,\n"),
            "t.mlir:2:1: the text ends inside an op; `(` was opened at line "
            "1");
  EXPECT_EQ(errorOf("func.func @f() {\n  a.b {x = \"abc\n"),
            "t.mlir:2:12: the string is not closed");
}

TEST(LenientErrors, BracketsThatDoNotMatch) {
  EXPECT_EQ(errorOf("func.func @f() {\n  a.b (%x, %y\n}\n"),
            "t.mlir:3:1: closing bracket does not match; `(` was opened at "
            "line 2");
}

TEST(LenientErrors, DeepNestingIsAnErrorAndNoCrash) {
  std::string text;
  for (int i = 0; i < 100000; ++i)
    text += "a.b {\n";
  EXPECT_NE(errorOf(text).find("nested deeper than"), std::string::npos);
  std::string brackets = "a.b " + std::string(100000, '(');
  EXPECT_NE(errorOf(brackets), "");
  std::string types = "a.b %x : " + std::string(100000, '<');
  errorOf(types);
}

TEST(LenientErrors, AliasesDoNotExplode) {
  std::string text = "#a0 = [1]\n";
  for (int i = 1; i < 40; ++i)
    text += "#a" + std::to_string(i) + " = [#a" + std::to_string(i - 1) +
            ", #a" + std::to_string(i - 1) + "]\n";
  text += "#x = [#y]\n#y = [#x]\na.b {v = #a39, w = #x}\n";
  Interner names;
  OpGraph graph = readText(text, names);
  EXPECT_EQ(graph.numOps(), 1u);
}

TEST(LenientErrors, AnOddOpDoesNotLoseTheRest) {
  Interner names;
  OpGraph graph =
      readText("func.func @f() {\n  a.b\n  ??? 7 !\n  c.d\n}\n", names);
  EXPECT_EQ(graph.name(OpId(graph.numOps() - 1)), "c.d");
}

static std::string irOf(StringRef text, std::string &shape) {
  Interner names;
  auto output = getLenientReader().read({text, "t.mlir", 1}, names);
  if (!output) {
    shape = llvm::toString(output.takeError());
    return "";
  }
  shape = shapeOf(output->graph);
  return text.slice(output->begin, output->end).str();
}

TEST(LenientErrors, NoiseAroundIsNotIR) {
  std::string shape;
  std::string ir = "#m = 1\nfunc.func @f() {\n  return\n}\n#loc = loc(unknown)";
  EXPECT_EQ(irOf("x.mlir:1:2: warning: odd\n\n" + ir +
                     "\n\nresult.value 3.14\n[1, 2]\nDone.\n",
                 shape),
            ir);
  EXPECT_EQ(shape, "func.func(func.return)");
}

TEST(LenientErrors, TheFinalModuleIsNotOfTheLastSnapshot) {
  std::string shape;
  std::string ir = "func.func @f() {\n  return\n}";
  irOf(ir + "\n\n\nmodule {\n  func.func @f() {\n    return\n  }\n}\n", shape);
  EXPECT_EQ(shape, "func.func(func.return)");
  irOf("module {\n  a.b\n}\n\n\n#m = 2\nmodule {\n  a.b\n}\n", shape);
  EXPECT_EQ(shape, "builtin.module(a.b)");
  // A file of people: all of it.
  irOf("module {\n  a.b\n}\n\nmodule {\n  a.b\n}\nfunc.func @f() {\n}\n",
       shape);
  EXPECT_EQ(shape, "builtin.module(a.b) builtin.module(a.b) func.func");
}

TEST(LenientErrors, ShortBodyInFrontOfARegion) {
  std::string shape;
  irOf("linalg.map {a.b} ins(%a : t) {\n  c.d\n  e.f\n}\n", shape);
  EXPECT_EQ(shape, "linalg.map(c.d e.f)(a.b linalg.yield)");
}

TEST(LenientErrors, ResourcesAreSkipped) {
  std::string shape;
  irOf("module {\n  a.b {v = dense_resource<x> : t}\n}\n\n{-#\n  "
       "dialect_resources: {\n    builtin: {\n      x: \"0x0400\"\n    }\n  "
       "}\n#-}\n",
       shape);
  EXPECT_EQ(shape, "builtin.module(a.b)");
}

TEST(LenientErrors, ALabelWithoutABlockIsNoSuccessor) {
  Interner names;
  OpGraph graph = readText("func.func @f() {\n"
                           "  cf.br ^bb7\n"
                           "^bb1:\n  return\n}\n",
                           names);
  ASSERT_EQ(graph.successors(OpId(1)).size(), 1u);
  EXPECT_EQ(graph.successors(OpId(1))[0], BlockId::None);
  // Nobody may take it for the number of a block.
  EXPECT_EQ(hashGraph(graph), hashGraph(graph));
  auto isPure = [](OpId) { return true; };
  EXPECT_EQ(hashUnordered(graph, isPure), hashUnordered(graph, isPure));
}

TEST(LenientErrors, AGenericOpIsWholeOrNotRead) {
  // What stands in the place of properties hid the region behind it.
  EXPECT_EQ(errorOf("\"x.f\"() &lt;{a = 1}&gt; ({\n  \"x.g\"() : () -> ()\n"
                    "}) : () -> ()\n"),
            "t.mlir:1:9: expected the `:` of a generic op");
}
