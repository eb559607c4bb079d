//===- PipelineTextTest.cpp - The text of a pass pipeline -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passdelta/Source/PipelineText.h"
#include <gtest/gtest.h>

using namespace passdelta;

TEST(PipelineText, NestsAnchorsAndOptions) {
  auto pipeline = parsePipeline(
      " builtin.module(\n  func.func(\n    cse,\n    canonicalize{  a=1 "
      "b={c=2 d}\n  e=3},affine-loop-tile{}\n  ),\n  any(x)\n,inline\n) tail");
  ASSERT_TRUE(pipeline);
  EXPECT_EQ(pipeline->text,
            "builtin.module(func.func(cse,canonicalize{a=1 b={c=2 d} e=3},"
            "affine-loop-tile),any(x),inline)");
  ASSERT_EQ(pipeline->passes.size(), 5u);
  EXPECT_EQ(pipeline->passes[1].pass, "canonicalize");
  EXPECT_EQ(pipeline->passes[1].options, "a=1 b={c=2 d} e=3");
  EXPECT_EQ(pipeline->passes[1].anchor, "func.func");
  EXPECT_EQ(pipeline->passes[2].options, "");
  EXPECT_EQ(pipeline->passes[3].anchor, "any");
  EXPECT_EQ(pipeline->passes[4].anchor, "builtin.module");
}

TEST(PipelineText, AnEmptyPipelineHasNoPasses) {
  auto pipeline = parsePipeline("builtin.module()");
  ASSERT_TRUE(pipeline);
  EXPECT_TRUE(pipeline->passes.empty());
  EXPECT_EQ(pipeline->end, 16u);
}

TEST(PipelineText, OtherTextIsNone) {
  for (const char *text :
       {"", "cse", "builtin.module(cse", "builtin.module(cse{a)",
        "builtin.module(cse x)", "builtin.module(cse,,cse)", "(((", ")",
        "builtin.module(cse;"})
    EXPECT_FALSE(parsePipeline(text)) << text;
}

TEST(PipelineText, IsFoundBehindItsHeading) {
  auto found = findPipelines("x\nPass Manager with 1 passes:\n"
                             "builtin.module(cse)\n\nbuiltin.module(no)\n"
                             "Pass Manager with 1 passes:\nf(a,b)");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].text, "builtin.module(cse)");
  EXPECT_EQ(found[1].passes.size(), 2u);
}

TEST(PipelineText, OfACrashReproducer) {
  EXPECT_EQ(findReproducer("module {\n}\n{-#\n external_resources: {\n"
                           "  mlir_reproducer: {\n   pipeline: "
                           "\"builtin.module(x{a=\\22b\\\\})\",\n"),
            "builtin.module(x{a=\"b\\})");
  EXPECT_EQ(findReproducer("module {\n}\n"), std::nullopt);
  EXPECT_EQ(findReproducer("{-# mlir_reproducer: {pipeline: \"a(b"),
            std::nullopt);
  EXPECT_EQ(findReproducer("mlir_reproducer pipeline: \"a\""), std::nullopt);
}
