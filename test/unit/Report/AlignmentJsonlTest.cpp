//===- AlignmentJsonlTest.cpp - Each op is in the output ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passdelta/Report/Format.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace passdelta;

static OpGraph makeOps(Interner &names, ArrayRef<StringRef> ops) {
  OpGraphBuilder builder(names);
  unsigned line = 1;
  for (StringRef name : ops) {
    OpId op = builder.beginOp(names.intern(name));
    builder.op(op).line = line++;
    builder.endOp();
  }
  return builder.take();
}

TEST(AlignmentJsonl, IdentityThenGroupsThenErasedAndCreated) {
  Interner names;
  OpGraph before = makeOps(names, {"a.erased", "a.kept", "a.f", "a.g"});
  OpGraph after = makeOps(names, {"a.kept", "a.fg", "a.created"});
  Alignment alignment(before.numOps(), after.numOps());
  ASSERT_TRUE(alignment.connect(OpId(1), OpId(0), Stage::Merkle, 0.99f));
  alignment.setRelation(OpId(1), Relation::Kept);
  alignment.groups.push_back(
      {Relation::Fused, Stage::Frontier, 0.5f, {OpId(2), OpId(3)}, {OpId(1)}});
  std::string text;
  llvm::raw_string_ostream os(text);
  printAlignmentJsonl(before, after, alignment, os);

  llvm::SmallVector<StringRef> lines;
  StringRef(text).split(lines, '\n', -1, /*KeepEmpty=*/false);
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(lines[0],
            R"({"relation":"kept","before":[{"line":2,"op":"a.kept"}],)"
            R"("after":[{"line":1,"op":"a.kept"}],"confidence":0.99,)"
            R"("stage":"merkle"})");
  EXPECT_EQ(lines[1],
            R"({"relation":"fused","before":[{"line":3,"op":"a.f"},)"
            R"({"line":4,"op":"a.g"}],"after":[{"line":2,"op":"a.fg"}],)"
            R"("confidence":0.5,"stage":"frontier"})");
  EXPECT_TRUE(lines[2].starts_with(
      R"({"relation":"erased","before":[{"line":1,"op":"a.erased"}],"after":[])"));
  EXPECT_TRUE(lines[3].starts_with(
      R"({"relation":"created","before":[],"after":[{"line":3)"));
}

TEST(AlignmentJsonl, OddNamesAreEscaped) {
  Interner names;
  OpGraph before = makeOps(names, {"a.\"\\", "b.\xff"});
  OpGraph after = makeOps(names, {});
  std::string text;
  llvm::raw_string_ostream os(text);
  printAlignmentJsonl(before, after, Alignment(2, 0), os);
  llvm::SmallVector<StringRef> lines;
  StringRef(text).split(lines, '\n', -1, /*KeepEmpty=*/false);
  ASSERT_EQ(lines.size(), 2u);
  for (StringRef line : lines)
    EXPECT_TRUE(bool(llvm::json::parse(line))) << line.str();
}
