//===- LenientDialectsTest.cpp - Syntax of dialects outside of MLIR -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadText.h"

using namespace passdelta;

/// The types of the results of the first op named `name`, "?" for one that is
/// not known.
static std::string typesOf(const OpGraph &graph, StringRef name) {
  std::string text;
  for (uint32_t i = 0; i < graph.numOps(); ++i) {
    OpId id = OpId(i);
    if (graph.name(id) != name)
      continue;
    for (uint32_t r = 0; r < graph[id].numResults; ++r) {
      StringRef type = graph.type(graph.result(id, r));
      text += (r ? "; " : "") + (type.empty() ? "?" : type.str());
    }
    return text;
  }
  return "no such op";
}

namespace {
struct Form {
  const char *text;
  const char *name;     ///< Of the op in question.
  const char *operands; ///< Of it.
  const char *types;    ///< Of its results.
};
} // namespace

/// In a function that defines %a, %b, %n : index and %t : tensor<4xf32>.
static const Form forms[] = {
    // A result that is tied to an operand is no use of it.
    {"%0 = flow.dispatch @e::@d(%a, %t) : (i32, tensor<4xf32>) -> %t",
     "flow.dispatch", "%a %t", "tensor<4xf32>"},
    {"%0:2 = flow.dispatch @e::@d(%t) : (tensor<4xf32>) -> (%t as "
     "tensor<?xf32>{%n}, i32)",
     "flow.dispatch", "%t %n", "tensor<?xf32>; i32"},
    {"%0 = stream.async.fill %a, %b[%n to %n for %n] : i32 -> %b as "
     "!stream.resource<*>{%n}",
     "stream.async.fill", "%a %b %n %n %n %n", "!stream.resource<*>"},
    {"%0 = flow.dispatch.workgroups(%t) : (tensor<4xf32>) -> %t =\n"
     "    (%x: !flow.dispatch.tensor<readwrite:tensor<4xf32>>) {\n x.y %x\n}",
     "flow.dispatch.workgroups", "%t", "tensor<4xf32>"},
    // Dimensions are operands, not a part of the type.
    {"%0 = flow.dispatch @e::@d(%t) : (tensor<?xf32>{%n}) -> "
     "tensor<?x?xf32>{%a, %b}",
     "flow.dispatch", "%t %n %a %b", "tensor<?x?xf32>"},
    // `=>` before the types of what comes out.
    {"%0, %1 = stream.resource.alloca uninitialized await(%a) => "
     "!stream.resource<transient>{%n} => !stream.timepoint",
     "stream.resource.alloca", "%a %n",
     "!stream.resource<transient>; !stream.timepoint"},
    {"%0 = stream.cmd.execute await(%a) => with(%t as %x: !r.s<e>{%n}, %b as "
     "%y: !r.s<f>) {\n x.y %x, %y\n} => !stream.timepoint",
     "stream.cmd.execute", "%a %t %n %b", "!stream.timepoint"},
    // Names in a list of result types.
    {"%0:2 = hw.instance \"i\" @M(x: %a: i1) -> (y: i8, z: !hw.array<2xi1>)",
     "hw.instance", "%a", "i8; !hw.array<2xi1>"},
    // Types that are not printed, or are those of an operand.
    {"%0 = affine.apply affine_map<(d0) -> (d0)>(%n)", "affine.apply", "%n",
     "index"},
    {"%0 = vm.const.i64 7", "vm.const.i64", "", "i64"},
    {"%0 = vm.cmp.lt.i64.s %a, %b : i64", "vm.cmp.lt.i64.s", "%a %b", "i32"},
    {"%0 = arith.constant true", "arith.constant", "", "i1"},
    {"%0 = firrtl.subfield %b[x] : !firrtl.bundle<x: uint<1>>",
     "firrtl.subfield", "%b", "?"},
    {"%0, %1 = tt.split %t : tensor<4x2xf32> -> tensor<4xf32>", "tt.split",
     "%t", "tensor<4xf32>; tensor<4xf32>"},
    {"%0, %1 = ttng.tmem_load %b[%a] : !m -> tensor<4xf32>", "ttng.tmem_load",
     "%b %a", "tensor<4xf32>; ?"},
    {"%0 = linalg.transpose ins(%t : tensor<4xf32>) outs(%t : tensor<4xf32>) "
     "permutation = [0]",
     "linalg.transpose", "%t %t", "tensor<4xf32>"},
    {"%0 = vector.outerproduct %a, %b : vector<2xf32>, vector<3xf32>",
     "vector.outerproduct", "%a %b", "vector<2x3xf32>"},
    {"%0 = memref.transpose %b (d0, d1) -> (d1, d0) : memref<2x3xf32> to "
     "memref<3x2xf32>",
     "memref.transpose", "%b", "memref<3x2xf32>"},
    // A `%x =` that assigns.
    {"systemc.cpp.assign %a = %b : i32", "systemc.cpp.assign", "%a %b", ""},
};

TEST(LenientDialects, OperandsAndTypes) {
  for (const Form &form : forms) {
    Interner names;
    std::string text = std::string("func.func @f(%a: i32, %b: !b.c, %n: index, "
                                   "%t: tensor<4xf32>) {\n") +
                       form.text + "\n return\n}\n";
    OpGraph graph = readText(text, names);
    EXPECT_EQ(operandsOf(graph, form.name), form.operands) << form.text;
    EXPECT_EQ(typesOf(graph, form.name), form.types) << form.text;
    for (ValueId value : graph.operandPool)
      EXPECT_TRUE(value != ValueId::None) << form.text;
  }
}

/// Every operand of these is defined, and the shape is as given.
static void expectShape(const char *text, const char *shape) {
  Interner names;
  OpGraph graph = readText(text, names);
  EXPECT_EQ(shapeOf(graph), shape) << text;
  for (uint32_t i = 0; i < graph.numOps(); ++i)
    for (ValueId value : graph.operands(OpId(i)))
      EXPECT_TRUE(value != ValueId::None)
          << graph.name(OpId(i)).str() << " in " << text;
}

TEST(LenientDialects, CasesInBracketsAreRegions) {
  expectShape("firrtl.module @M(in %i: !firrtl.enum<a, b>, out %o: !t.u) {\n"
              "  firrtl.match %i : !firrtl.enum<a, b> {\n"
              "    case a(%x) {\n      x.not %x : !t.u\n    }\n"
              "    case b(%x) {\n      x.connect %o, %x : !t.u\n    }\n"
              "  }\n}\n",
              "firrtl.module(firrtl.match(x.not)(x.connect))");
  expectShape("rtg.test @t(s = %s: !rtg.set<index>) {\n"
              "  rtg.with_handlers {\n"
              "    handle @choose(%v: !rtg.set<index>, %k: !rtg.c<index>) {\n"
              "      %sel = rtg.set_select_random %v : !rtg.set<index>\n"
              "      rtg.resume %k, %sel : !rtg.c<index>, index\n    }\n"
              "    do {\n      rtg.perform @choose(%s) : (index) -> index\n"
              "    }\n  }\n}\n",
              "rtg.test(rtg.with_handlers(rtg.set_select_random rtg.resume)("
              "rtg.perform))");
  expectShape("hw.module @C<N : i8>(in %fd : i32) {\n"
              "  sv.generate.case #hw.param.decl.ref<\"N\"> : i8 [\n"
              "    case (0, \"zero\") {\n      sv.fwrite %fd, \"0\"\n    }\n"
              "    case (unit, \"other\") {\n      sv.fwrite %fd, \"-\"\n"
              "    }\n  ]\n}\n",
              "hw.module(sv.generate.case(sv.fwrite)(sv.fwrite))");
}

TEST(LenientDialects, SymbolsWithoutParametersSeeOuterNames) {
  expectShape("calyx.component @m(%go: i1, %clk: i1 {clk}) -> (%done: i1) {\n"
              "  %r.in, %r.out = calyx.register @r : i1, i1\n"
              "  calyx.wires {\n    calyx.group @A {\n"
              "      calyx.assign %r.in = %go ? %clk : i1\n"
              "      calyx.group_done %r.out : i1\n    }\n"
              "    calyx.assign %done = %r.out : i1\n  }\n}\n",
              "calyx.component(calyx.register calyx.wires(calyx.group("
              "calyx.assign calyx.group_done) calyx.assign))");
  expectShape("firrtl.module @M(in %p: !firrtl.uint<1>) {\n"
              "  firrtl.layerblock @L {\n    firrtl.when %p : !t.u {\n"
              "      x.y %p\n    }\n  }\n}\n",
              "firrtl.module(firrtl.layerblock(firrtl.when(x.y)))");
}

TEST(LenientDialects, ListsInFrontOfARegionDefineWhatNothingDefined) {
  Interner names;
  OpGraph graph =
      readText("hw.module @M(in %a : i32, in %go : i1) {\n"
               "  %0:2 = pipeline.scheduled(%x : i32 = %a) go(%go) "
               "entryEn(%en) -> (out: i32) {\n"
               "    x.y %x, %en\n  }\n"
               "  %1 = pcf.generic execute(%ref = %a, %tail)[%i: index]\n"
               "      : (!pcf.sref<4xi32>) -> (tensor<4xi32>) {\n"
               "    x.y %tail, %i\n  }\n"
               "  sv.generate.for %k : i32 = 0 to 10 : i32 step 1 {\n"
               "    x.y %k\n  }\n}\n",
               names);
  EXPECT_EQ(argumentsOf(graph, "pipeline.scheduled"), "%x %en");
  EXPECT_EQ(operandsOf(graph, "pipeline.scheduled"), "%a %go");
  EXPECT_EQ(argumentsOf(graph, "pcf.generic"), "%ref %tail %i");
  EXPECT_EQ(argumentsOf(graph, "sv.generate.for"), "%k");
  for (ValueId value : graph.operandPool)
    EXPECT_TRUE(value != ValueId::None);
}

TEST(LenientDialects, OpsWithoutTheirDialect) {
  expectShape("handshake.func @f(%a: none) -> none {\n"
              "  %f:2 = fork [2] %a : none\n  %j = join %f#0, %f#1 : none\n"
              "  return %j : none\n}\n",
              "handshake.func(handshake.fork handshake.join "
              "handshake.return)");
  expectShape("cuda_tile.module @m {\n  entry @f(%p: tile<ptr<f32>>) {\n"
              "    %c = constant <i32: 1> : tile<i32>\n"
              "    if %c {\n      yield\n    }\n    return\n  }\n}\n",
              "cuda_tile.module(cuda_tile.entry(cuda_tile.constant "
              "cuda_tile.if(cuda_tile.yield) cuda_tile.return))");
  // Of a dialect that nobody listed: the name of the dialect is that around.
  expectShape("my.graph @g {\n  %x = source : i32\n  my.end %x\n}\n",
              "my.graph(my.source my.end)");
}

TEST(LenientDialects, ModuleAttributesOverSeveralLines) {
  expectShape("module attributes {a.b =\n    \"c\"} {\n  x.y\n}\n",
              "builtin.module(x.y)");
}
