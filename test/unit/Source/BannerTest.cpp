//===- BannerTest.cpp - Every banner MLIR has printed ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passdelta/Source/Banner.h"
#include "gtest/gtest.h"

using namespace passdelta;

/// "before|after[!] name|pass|options|anchor|symbol", or the kind.
static std::string parse(StringRef line) {
  Banner banner;
  switch (parseBanner(line, banner)) {
  case BannerKind::None:
    return "none";
  case BannerKind::LookAlike:
    return "look-alike";
  case BannerKind::Step:
    return ("step " + banner.name + " in " + banner.within).str();
  case BannerKind::LlvmIr:
    return "llvm";
  case BannerKind::Pass:
    break;
  }
  std::string text = banner.isBefore ? "before" : "after";
  text += banner.failed ? "! " : " ";
  for (StringRef part :
       {banner.name, banner.pass, banner.options, banner.anchor, banner.symbol})
    text += part.str() + "|";
  text.pop_back();
  return text;
}

TEST(Banner, OfMlir15To22) {
  EXPECT_EQ(parse("// -----// IR Dump After CSE (cse) //----- //"),
            "after CSE|cse|||");
  EXPECT_EQ(parse("// -----// IR Dump Before CSE (cse) ('func.func' "
                  "operation: @matmul_relu) //----- //\r\n"),
            "before CSE|cse||func.func|matmul_relu");
  EXPECT_EQ(parse("// -----// IR Dump After Fortran::lower::VerifierPass () "
                  "('builtin.module' operation) //----- //"),
            "after Fortran::lower::VerifierPass|||builtin.module|");
  EXPECT_EQ(parse("// -----// IR Dump After OneShotBufferizePass Failed "
                  "(one-shot-bufferize) ('builtin.module' operation: @top) "
                  "//----- //"),
            "after! OneShotBufferizePass|one-shot-bufferize||builtin.module|"
            "top");
}

TEST(Banner, OfMlir13And14HasNoArgument) {
  EXPECT_EQ(parse("// -----// IR Dump After Canonicalizer //----- //"),
            "after Canonicalizer||||");
  EXPECT_EQ(parse("// -----// IR Dump Before CSE ('func' operation: @fuse) "
                  "//----- //"),
            "before CSE|||func|fuse");
  EXPECT_EQ(parse("// -----// IR Dump After CSE Failed //----- //"),
            "after! CSE||||");
}

TEST(Banner, OfMlir23HasThePipeline) {
  EXPECT_EQ(
      parse("// -----// IR Dump Before TritonGPUPipeline: "
            "tritongpu-pipeline{dump-intermediate-steps=true num-stages=3} "
            "('builtin.module' operation) //----- //"),
      "before TritonGPUPipeline|tritongpu-pipeline|"
      "dump-intermediate-steps=true num-stages=3|builtin.module|");
  EXPECT_EQ(parse("// -----// IR Dump Before Inliner: "
                  "composite-fixed-point-pass{max-iterations=10 name=Inliner "
                  "pipeline=inline{default-pipeline=canonicalize }} "
                  "('builtin.module' operation: @k) //----- //"),
            "before Inliner|composite-fixed-point-pass|max-iterations=10 "
            "name=Inliner pipeline=inline{default-pipeline=canonicalize }|"
            "builtin.module|k");
  EXPECT_EQ(parse("// -----// IR Dump Before xla::cpu::ModuleCallbackPass: "
                  "unknown<xla::cpu::ModuleCallbackPass> ('builtin.module' "
                  "operation: @k) //----- //"),
            "before xla::cpu::ModuleCallbackPass|||builtin.module|k");
  EXPECT_EQ(parse("// -----// IR Dump After CSE Failed: cse //----- //"),
            "after! CSE|cse|||");
}

TEST(Banner, Of2019And2020) {
  EXPECT_EQ(parse("*** IR Dump After CSE ***"), "after CSE||||");
  EXPECT_EQ(parse("*** IR Dump After CSE Failed ***"), "after! CSE||||");
  EXPECT_EQ(parse("*** IR Dump Before CSE *** ('func' operation: @foo)"),
            "before CSE|||func|foo");
  EXPECT_EQ(parse("// *** IR Dump After GpuKernelOutlining ***"),
            "after GpuKernelOutlining||||");
}

TEST(Banner, OddNamesAndTextAfterIt) {
  EXPECT_EQ(parse("// -----// IR Dump After {anonymous}::Foo<Bar, 3> (foo) "
                  "//----- //"),
            "after {anonymous}::Foo<Bar, 3>|foo|||");
  EXPECT_EQ(parse("// -----// IR Dump After (anonymous namespace)::Foo "
                  "//----- // !s32i = !cir.int<s, 32>"),
            "after (anonymous namespace)::Foo||||");
  EXPECT_EQ(parse("// -----// IR Dump After (anonymous namespace)::Foo () "
                  "//----- //"),
            "after (anonymous namespace)::Foo||||");
  EXPECT_EQ(parse("-----// IR Dump After A b c (abc) //----- //"),
            "after A b c|abc|||");
}

TEST(Banner, OfStepsInsideAPass) {
  EXPECT_EQ(parse("// -----// SoftwarePipeliner internal IR Dump After: "
                  "LowerLoops"),
            "step LowerLoops in SoftwarePipeliner");
  EXPECT_EQ(parse("[[[ IR printer: after vectorize ]]]"),
            "step after vectorize in transform.print");
  EXPECT_EQ(parse("[[[ IR printer ]]]"), "step  in transform.print");
}

TEST(Banner, LookAlikesAreNoPassRuns) {
  EXPECT_EQ(parse("// -----// internal IR Dump After: x"), "look-alike");
  EXPECT_EQ(parse("// -----// A internal IR Dump Before: x"), "look-alike");
  EXPECT_EQ(parse("// *** IR Dump After Pattern Application ***"),
            "look-alike");
  EXPECT_EQ(parse("// *** IR Dump After Successful Folding ***"), "look-alike");
  EXPECT_EQ(parse("// -----// IR Dump After CSE (cs"), "look-alike");
  EXPECT_EQ(parse("the IR Dump After all"), "none");
  EXPECT_EQ(parse("  %0 = arith.addf %a, %b : f32"), "none");
  EXPECT_EQ(parse(""), "none");
}

TEST(Banner, OfLlvmIrPasses) {
  EXPECT_EQ(parse("*** IR Dump After SimplifyCFGPass on sum ***"), "llvm");
  EXPECT_EQ(parse("; *** IR Dump After IPSCCPPass on [module] ***"), "llvm");
  EXPECT_EQ(parse("*** IR Dump After Lower 'expect' Intrinsics "
                  "(lower-expect) ***"),
            "llvm");
}
