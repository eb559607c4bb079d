//===- KnowledgeTest.cpp - Look-ups and guesses ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passdelta/Knowledge/Knowledge.h"
#include <gtest/gtest.h>

using namespace passdelta;

static const Knowledge &builtin() {
  static const Knowledge knowledge = Knowledge::builtin();
  return knowledge;
}

static std::string find(StringRef argument, StringRef className) {
  const PassInfo *pass = builtin().findPass(argument, className);
  return pass ? pass->argument : "";
}

TEST(Knowledge, RolesOfDialectsHaveExceptions) {
  EXPECT_TRUE(builtin().has("arith.addf", Role::Pure));
  EXPECT_TRUE(builtin().has("arith.addf", Role::Elementwise));
  EXPECT_TRUE(builtin().has("arith.addf", Role::Commutative));
  EXPECT_TRUE(builtin().has("arith.addf", Role::EffectFree));
  EXPECT_FALSE(builtin().has("arith.divsi", Role::Pure));
  EXPECT_TRUE(builtin().has("arith.divsi", Role::EffectFree));
  EXPECT_FALSE(builtin().has("arith.constant", Role::Elementwise));
  EXPECT_TRUE(builtin().has("arith.of_the_future", Role::Pure));
  EXPECT_EQ(builtin().roles("unknown.op"), 0u);
  EXPECT_EQ(builtin().roles("arith"), builtin().roles("arith.x"));
  EXPECT_EQ(builtin().roles(""), 0u);
}

TEST(Knowledge, RolesOfDialectsThatAreNotLinked) {
  static const struct {
    const char *op;
    Role role;
  } claims[] = {
      {"std.addf", Role::Elementwise},
      {"std.divi_signed", Role::EffectFree},
      {"ttir.matmul", Role::Contraction},
      {"ttir.permute", Role::Transpose},
      {"ttnn.to_layout", Role::LayoutConversion},
      {"sdy.return", Role::Terminator},
      {"mpmd.for", Role::Loop},
      {"vm.mul.i64", Role::EffectFree},
      {"stream.async.dispatch", Role::Pure},
      {"pcf.loop", Role::ParallelLoop},
      {"firrtl.subfield", Role::Pure},
      {"hw.instance", Role::Call},
      {"handshake.func", Role::Function},
      {"secret.yield", Role::Terminator},
      {"mod_arith.constant", Role::Constant},
      {"enzymexla.blas.gemm", Role::Contraction},
      {"cuda_tile.for", Role::Loop},
      {"air.herd", Role::ParallelLoop},
      {"cir.alloca", Role::Alloc},
      {"onnx.QuantizeLinear", Role::Quantize},
      {"torch.aten.permute", Role::Transpose},
      {"ttg.convert_layout", Role::LayoutConversion},
      {"ttng.wait_barrier", Role::Barrier},
  };
  for (auto [op, role] : claims)
    EXPECT_TRUE(builtin().has(op, role)) << op;
  // Their definitions say that these have effects or may trap.
  for (StringRef op : {"vm.mul.i64", "tt.make_tensor_descriptor",
                       "ttg.local_load", "cir.load"})
    EXPECT_FALSE(builtin().has(op, Role::Pure)) << op.str();
}

TEST(Knowledge, UserFilesAddToWhatIsKnown) {
  Knowledge knowledge = Knowledge::builtin();
  llvm::Error error = knowledge.addText(R"(
roles:
  pure: [my.*, -my.send]
  contraction: [arith.addf, my.dot]
passes:
  - {pass: cse, intents: [erased]}
  - {pass: my-dot-tiling, class: DotTiling, intents: [tiled]}
)",
                                        "user.yaml");
  ASSERT_FALSE(bool(error)) << toString(std::move(error));
  EXPECT_TRUE(knowledge.has("my.dot", Role::Pure));
  EXPECT_TRUE(knowledge.has("my.dot", Role::Contraction));
  EXPECT_FALSE(knowledge.has("my.send", Role::Pure));
  EXPECT_TRUE(knowledge.has("arith.addf", Role::Contraction));
  EXPECT_TRUE(knowledge.has("arith.addf", Role::Pure));
  EXPECT_EQ(knowledge.findPass("cse", "")->intents,
            std::vector<Kind>{Kind::Erased});
  EXPECT_EQ(knowledge.findPass("", "DotTiling")->argument, "my-dot-tiling");
  EXPECT_EQ(knowledge.passes().size(), builtin().passes().size() + 1);
}

TEST(Knowledge, WhatIsKnownWinsOverWhatIsInferred) {
  Knowledge knowledge;
  llvm::Error error = knowledge.addText(R"(
passes:
  - {pass: a-guess, class: Tiling, intents: [fused], inferred: true}
  - {pass: b-known, class: TilingPass, intents: [tiled]}
)",
                                        "user.yaml");
  ASSERT_FALSE(bool(error)) << toString(std::move(error));
  EXPECT_EQ(knowledge.findPass("", "Tiling")->argument, "b-known");
}

TEST(Knowledge, FileThatIsNotThereIsNamed) {
  Knowledge knowledge;
  EXPECT_EQ(toString(knowledge.addFile("/no/such.yaml")),
            "/no/such.yaml: No such file or directory");
}

TEST(Knowledge, PassesAreFoundDespiteDrift) {
  EXPECT_EQ(find("cse", ""), "cse");
  EXPECT_EQ(find("", "CSE"), "cse");
  EXPECT_EQ(find("", "CSEPass"), "cse");
  EXPECT_EQ(find("", "mlir::(anonymous namespace)::CSE"), "cse");
  EXPECT_EQ(find("", "{anonymous}::CSEPass"), "cse");
  EXPECT_EQ(find("CSE", "CSE"), "cse");
  EXPECT_EQ(find("Canonicalizer", ""), "canonicalize");
  EXPECT_EQ(find("", "LinalgElementwiseOpFusion"),
            "linalg-fuse-elementwise-ops");
  EXPECT_EQ(find("linalg-fuse-elementwise-ops", "Whatever"),
            "linalg-fuse-elementwise-ops");
  EXPECT_EQ(find("convert-scf-to-std", "SCFToStandard"), "convert-scf-to-cf");
  EXPECT_EQ(find("", ""), "");
  EXPECT_EQ(find("no-such-pass", "NoSuchPass"), "");
  // Another compiler's pass that happens to have a known class name.
  EXPECT_EQ(find("my-cse", "CSE"), "");
}

static std::string guess(StringRef argument, StringRef className) {
  std::optional<PassInfo> pass = builtin().guessPass(argument, className);
  if (!pass)
    return "none";
  EXPECT_TRUE(pass->inferred);
  EXPECT_FALSE(pass->checked);
  std::string text;
  for (Kind kind : pass->intents)
    text += (text.empty() ? "" : " ") + toString(kind).str();
  for (StringRef from : pass->lowersFrom)
    text += (" from " + from).str();
  for (StringRef to : pass->lowersTo)
    text += (" to " + to).str();
  return text;
}

TEST(Knowledge, NamesSuggestIntents) {
  EXPECT_EQ(guess("my-fuse-ops", ""), "fused");
  EXPECT_EQ(guess("", "MyTileAndFusePass"), "tiled fused");
  EXPECT_EQ(guess("my-vectorize", "X"), "vectorized");
  EXPECT_EQ(guess("my-loop-invariant-code-motion", ""), "hoisted");
  EXPECT_EQ(guess("convert-foo-to-bar", ""), "lowered from foo to bar");
  EXPECT_EQ(guess("foo-to-bar", ""), "lowered from foo to bar");
  EXPECT_EQ(guess("", "ConvertMMAToLLVMPass"), "lowered from mma to llvm");
  EXPECT_EQ(guess("my-cse", "CSE"), "deduplicated erased");
  EXPECT_EQ(guess("my-unroll", ""), "unrolled");
  EXPECT_EQ(guess("my-bufferize", ""), "bufferized");
  EXPECT_EQ(guess("my-inliner", ""), "inlined");
}

TEST(Knowledge, NamesThatSuggestNothing) {
  EXPECT_EQ(guess("verify-tiling", ""), "none");
  EXPECT_EQ(guess("", "PrintFusionStatsPass"), "none");
  EXPECT_EQ(guess("my-pass", "MyPass"), "none");
  EXPECT_EQ(guess("reptile", ""), "none");
  EXPECT_EQ(guess("", ""), "none");
}

static std::string option(StringRef options, StringRef key) {
  return findOption(options, key).value_or("<absent>");
}

TEST(Options, AreFoundInEverySpelling) {
  EXPECT_EQ(option("tile-sizes=8,8", "tile-sizes"), "8,8");
  EXPECT_EQ(option("tile-size=32", "tile-sizes"), "<absent>");
  EXPECT_EQ(option("tile-sizes=8", "tile-size"), "<absent>");
  EXPECT_EQ(option("{virtual-vector-size=8 test-fastest-varying=0}",
                   "test-fastest-varying"),
            "0");
  EXPECT_EQ(option("{virtual-vector-size=8 test-fastest-varying=0}",
                   "virtual-vector-size"),
            "8");
  EXPECT_EQ(option("a=1  separate b=2", "separate"), "");
  EXPECT_EQ(option("a=\"x y=3\" y=2", "y"), "2");
  EXPECT_EQ(option("a=\"x y=3\" y=2", "a"), "x y=3");
  EXPECT_EQ(option("a={b=1 c={d=2}} b=3", "b"), "3");
  EXPECT_EQ(option("a={b=1 c={d=2}} b=3", "a"), "b=1 c={d=2}");
  EXPECT_EQ(option("{a={1,2}}", "a"), "1,2");
  EXPECT_EQ(option("{a=1} {b=2}", "a"), "<absent>");
  EXPECT_EQ(option("f='x y' g=1", "f"), "x y");
  EXPECT_EQ(option("a=1 a=2", "a"), "2");
  EXPECT_EQ(option("a=[1, 2] b=1", "a"), "[1, 2]");
  EXPECT_EQ(option("a=", "a"), "");
  EXPECT_EQ(option("", "a"), "<absent>");
  EXPECT_EQ(option("a={unclosed b=1", "b"), "<absent>");
}
