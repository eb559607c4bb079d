//===- LenientArgumentsTest.cpp - Definitions in an op's header -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadText.h"

using namespace passdelta;

namespace {
struct Form {
  const char *text;      ///< An op with a region.
  const char *name;      ///< Of the op.
  const char *arguments; ///< Of its first block.
  const char *operands;
};
} // namespace

/// Each form of header that defines region arguments, in a function that
/// defines %a, %b and %c.
static const Form forms[] = {
    {"scf.for %i = %a to %b step %c {\n}", "scf.for", "%i", "%a %b %c"},
    {"%r:2 = scf.for %i = %a to %b step %c iter_args(%x = %a, %y = %b) -> "
     "(i32, i32) {\nscf.yield %x, %y : i32, i32\n}",
     "scf.for", "%i %x %y", "%a %b %c %a %b"},
    {"affine.for %i = 0 to %b {\n}", "affine.for", "%i", "%b"},
    {"affine.for %i loc(\"f\":1:2) = max #m(%a)[%b] to 4 {\n}", "affine.for",
     "%i", "%a %b"},
    {"affine.parallel (%i, %j) = (0, 0) to (%a, 10) {\n}", "affine.parallel",
     "%i %j", "%a"},
    {"scf.parallel (%i, %j) = (%a, %a) to (%b, %b) step (%c, %c) {\n}",
     "scf.parallel", "%i %j", "%a %a %b %b %c %c"},
    {"%r = scf.forall (%i, %j) in (4, %b) shared_outs(%o = %c) -> "
     "(tensor<4xf32>) {\n}",
     "scf.forall", "%i %j %o", "%b %c"},
    {"scf.while (%x = %a, %y = %b) : (i1, i1) -> i1 {\n scf.condition(%x) %y : "
     "i1\n} do {\n^bb0(%z: i1):\n scf.yield %z : i1\n}",
     "scf.while", "%x %y", "%a %b"},
    {"gpu.launch blocks(%bx, %by, %bz) in (%gx = %a, %gy = %a, %gz = %a) "
     "threads(%tx, %ty, %tz) in (%sx = %b, %sy = %b, %sz = %b) {\n"
     "gpu.terminator\n}",
     "gpu.launch", "%bx %by %bz %tx %ty %tz %gx %gy %gz %sx %sy %sz",
     "%a %a %a %b %b %b"},
    {"flow.dispatch.workgroups[%a](%b, %c) : (t, t) -> t =\n"
     "    (%a: !x.y<t>, %n: i32) {\n}",
     "flow.dispatch.workgroups", "%a %n", "%a %b %c"},
    {"omp.loop_nest (%i, %j) : i32 = (%a, %a) to (%b, %b) step (%c, %c) {\n"
     "omp.yield\n}",
     "omp.loop_nest", "%i %j", "%a %a %b %b %c %c"},
    {"omp.parallel private(@p %a -> %x, @p %b -> %y : i32, i32) {\n"
     "omp.terminator\n}",
     "omp.parallel", "%x %y", "%a %b"},
    {"async.execute [%a] (%b as %x: !async.value<f32>) {\n}", "async.execute",
     "%x", "%a %b"},
    {"%r = stablehlo.reduce(%a init: %b) across dimensions = [1] : (t, t) -> t "
     "reducer(%x: f32, %y: f32) {\n}",
     "stablehlo.reduce", "%x %y", "%a %b"},
    {"%r = linalg.map ins(%a : t) outs(%b : t)\n  (%in: f32, %o: f32) {\n"
     "linalg.yield %in : f32\n}",
     "linalg.map", "%in %o", "%a %b"},
    {"linalg.generic {k = [1]} ins(%a : t) outs(%b : t) {\n"
     "^bb0(%in: f32, %out: f32):\n linalg.yield %in : f32\n}",
     "linalg.generic", "%in %out", "%a %b"},
    {"scf.if %a {\n} else {\n}", "scf.if", "", "%a"},
    {"hal.thing<%a : !x.y> tensor<?xf32>{%b, %c} {\nx.y\n}", "hal.thing", "",
     "%a %b %c"},
};

TEST(LenientArguments, EachForm) {
  for (const Form &form : forms) {
    Interner names;
    std::string text = std::string("func.func @f(%a: i1, %b: i1, %c: i1) {\n") +
                       form.text + "\n return\n}\n";
    OpGraph graph = readText(text, names);
    EXPECT_EQ(argumentsOf(graph, form.name), form.arguments) << form.text;
    EXPECT_EQ(operandsOf(graph, form.name), form.operands) << form.text;
  }
}

TEST(LenientArguments, FunctionsOfAnyDialect) {
  for (const char *text :
       {"func.func @f(%x: i32, %y: f32 {a.b = 1}) -> (i32, f32) {\n x.y\n}",
        "tt.func public @f(%x: !tt.ptr<f32> loc(\"p\":1:2), %y: i32) {\n "
        "x.y\n}",
        "llvm.func internal @f(%x: i32, %y: !llvm.ptr) -> i32 attributes {a} "
        "{\n x.y\n}",
        "hw.module @f(in %x : i1, in %y : i2, out o : i1) {\n x.y\n}",
        "gpu.func @f(%x: i1) workgroup(%y : memref<4xf32>) kernel {\n x.y\n}",
        "util.func private @\"f\"(%x: i1, %y: i1) {\n x.y\n}",
        "spirv.func @f(%x : i32, %y : i32) \"None\" {\n x.y\n}"}) {
    Interner names;
    OpGraph graph = readText(text, names);
    ASSERT_EQ(graph.numOps(), 2u) << text;
    EXPECT_EQ(argumentsOf(graph, graph.name(OpId(0))), "%x %y") << text;
    EXPECT_EQ(graph.symbol(OpId(0)), "f") << text;
  }
}

TEST(LenientArguments, BothRegionsOfStablehloWhile) {
  Interner names;
  OpGraph graph = readText("%0 = stablehlo.while(%i = %a) : i32 cond {\n"
                           "  stablehlo.return %i : i32\n} do {\n"
                           "  x.y %i : i32\n  stablehlo.return %i : i32\n}\n",
                           names);
  EXPECT_EQ(argumentsOf(graph, "stablehlo.while", 0), "%i");
  EXPECT_EQ(argumentsOf(graph, "stablehlo.while", 1), "%i");
  EXPECT_EQ(operandsOf(graph, "x.y"), "%i");
}

TEST(LenientArguments, RepeatedAffineSubscriptsAreOneOperand) {
  Interner names;
  OpGraph graph = readText("func.func @f(%m: t, %i: index, %j: index) {\n"
                           "  %0 = affine.load %m[%i + %j, %i] : t\n"
                           "  %1 = memref.load %m[%i, %i] : t\n  return\n}\n",
                           names);
  EXPECT_EQ(operandsOf(graph, "affine.load"), "%m %i %j");
  EXPECT_EQ(operandsOf(graph, "memref.load"), "%m %i %i");
}

TEST(LenientArguments, OrdersThatAreNotThatOfTheText) {
  Interner names;
  OpGraph graph =
      readText("llvm.func @f(%v: i32, %s: !t, %d: !u, %n: index) {\n"
               "  %0 = llvm.insertvalue %v, %s[0] : !t\n"
               "  %1 = linalg.pack %v inner_dims_pos = [0] inner_tiles = [%n] "
               "into %d : !t -> !u\n  llvm.return\n}\n",
               names);
  EXPECT_EQ(operandsOf(graph, "llvm.insertvalue"), "%s %v");
  EXPECT_EQ(operandsOf(graph, "linalg.pack"), "%v %d %n");
}
