//===- InProcessTest.cpp - What a run here records ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passdelta/Source/InProcess.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace passdelta;

namespace {
class InProcess : public testing::Test {
protected:
  static void SetUpTestSuite() { mlir::registerAllPasses(); }

  InProcess() {
    mlir::registerAllDialects(registry);
    mlir::registerAllExtensions(registry);
  }

  /// Runs `pipeline` on a file that holds `text`.
  llvm::Expected<SourceResult> run(StringRef text, StringRef pipeline) {
    llvm::SmallString<64> path;
    std::error_code code =
        llvm::sys::fs::createTemporaryFile("in-process", "mlir", path);
    EXPECT_FALSE(code);
    {
      llvm::raw_fd_ostream os(path, code);
      os << text;
    }
    request.path = path.str().str();
    request.pipeline = pipeline.str();
    auto result = runInProcess(request, registry, names);
    llvm::sys::fs::remove(path);
    return result;
  }

  /// "line name loc" of each op of a state.
  std::vector<std::string> opsOf(const Timeline &timeline,
                                 const std::optional<IRState> &state) {
    std::vector<std::string> ops;
    const OpGraph &graph = *timeline[state->snapshot].graph;
    for (const OpData &op : graph.ops)
      ops.push_back(std::to_string(op.line) + " " + graph.str(op.name).str() +
                    (op.loc == NameId::Empty ? "" : " ") +
                    graph.str(op.loc).str());
    return ops;
  }

  mlir::DialectRegistry registry;
  Interner names;
  RunRequest request;
};
using Ops = std::vector<std::string>;
} // namespace

static constexpr StringRef twoFunctions = R"(func.func @f(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  %1 = arith.addi %x, %x : i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}
func.func @g() {
  return
}
)";

TEST_F(InProcess, RunsAreInOrderWithTheirAnchors) {
  auto result =
      run(twoFunctions, "builtin.module(cse,func.func(canonicalize))");
  ASSERT_TRUE(bool(result)) << toString(result.takeError());
  const Timeline &timeline = result->timeline;
  ASSERT_EQ(timeline.passRuns.size(), 3u);
  EXPECT_EQ(timeline.passRuns[0].pass, "cse");
  EXPECT_EQ(timeline.passRuns[0].name, "CSE");
  EXPECT_EQ(timeline.passRuns[0].options, "");
  EXPECT_EQ(timeline.passRuns[0].anchor, "builtin.module");
  EXPECT_EQ(timeline.passRuns[1].pass, "canonicalize");
  EXPECT_NE(timeline.passRuns[1].options.find("top-down=true"),
            std::string::npos);
  EXPECT_EQ(timeline.passRuns[1].anchor, "func.func");
  EXPECT_EQ(timeline.passRuns[1].symbol, "f");
  EXPECT_EQ(timeline.passRuns[2].symbol, "g");
  EXPECT_EQ(
      opsOf(timeline, timeline.passRuns[0].after),
      (Ops{"0 builtin.module", "1 func.func", "2 arith.addi", "4 arith.muli",
           "5 func.return", "7 func.func", "8 func.return"}));
}

TEST_F(InProcess, UnchangedIRIsOneSnapshot) {
  auto result = run(twoFunctions, "builtin.module(cse,cse,symbol-dce)");
  ASSERT_TRUE(bool(result)) << toString(result.takeError());
  const Timeline &timeline = result->timeline;
  ASSERT_EQ(timeline.passRuns.size(), 3u);
  EXPECT_NE(timeline.passRuns[0].before->snapshot,
            timeline.passRuns[0].after->snapshot);
  for (unsigned i : {1, 2}) {
    EXPECT_EQ(timeline.passRuns[i].before->snapshot,
              timeline.passRuns[0].after->snapshot);
    EXPECT_EQ(timeline.passRuns[i].after->snapshot,
              timeline.passRuns[0].after->snapshot);
  }
  EXPECT_EQ(timeline.snapshots.size(), 2u);
}

TEST_F(InProcess, PlaceAndUserLocationAreKeptApart) {
  auto result = run(R"(#loc = loc("model.py":7:3)
func.func @f(%x: i32) -> i32 {
  %c = arith.constant 0 : i32 loc("c")
  %0 = arith.addi %x, %c : i32 loc(#loc)
  %1 = arith.muli %0, %0 : i32
  return %1 : i32 loc(fused["a.py":1:1, "b.py":2:2])
}
)",
                    "builtin.module(func.func(cse))");
  ASSERT_TRUE(bool(result)) << toString(result.takeError());
  EXPECT_EQ(opsOf(result->timeline, result->timeline.passRuns[0].before),
            (Ops{"2 func.func", "3 arith.constant loc(\"c\")",
                 "4 arith.addi loc(\"model.py\":7:3)", "5 arith.muli",
                 "6 func.return loc(fused[\"a.py\":1:1, \"b.py\":2:2])"}));
}

// The canonicalizer makes an addi from two of them, with a fused location.
TEST_F(InProcess, CreatedOpsHaveTheLineTheyComeFrom) {
  auto result = run(R"(func.func @f(%a: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %0 = affine.load %a[%i] : memref<8xf32> loc("x.py":3:4)
    affine.store %0, %a[%i] : memref<8xf32>
  }
  return
}
)",
                    "builtin.module(func.func(lower-affine))");
  ASSERT_TRUE(bool(result)) << toString(result.takeError());
  EXPECT_EQ(
      opsOf(result->timeline, result->timeline.passRuns[0].after),
      (Ops{"1 func.func", "2 arith.constant", "2 arith.constant",
           "2 arith.constant", "2 scf.for", "3 memref.load loc(\"x.py\":3:4)",
           "4 memref.store", "2 scf.yield", "6 func.return"}));
}

TEST_F(InProcess, NestedPipelinesOfAPassAreRunsInside) {
  auto result = run(R"(func.func private @callee(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}
func.func @f(%x: i32) -> i32 {
  %0 = call @callee(%x) : (i32) -> i32
  return %0 : i32
}
)",
                    "builtin.module(inline)");
  ASSERT_TRUE(bool(result)) << toString(result.takeError());
  const Timeline &timeline = result->timeline;
  ASSERT_GE(timeline.passRuns.size(), 2u);
  EXPECT_EQ(timeline.passRuns[0].pass, "inline");
  EXPECT_EQ(timeline.passRuns[1].pass, "canonicalize");
  ASSERT_TRUE(timeline.passRuns[0].after.has_value());
  EXPECT_EQ(opsOf(timeline, timeline.passRuns[0].after),
            (Ops{"0 builtin.module", "5 func.func", "2 arith.addi",
                 "7 func.return"}));
}

// The inliner wants a symbol table. Of one pipeline, MLIR runs each op before
// it gives up.
TEST_F(InProcess, AFailingPassEndsTheRun) {
  auto result =
      run(twoFunctions, "builtin.module(cse,func.func(inline),canonicalize)");
  ASSERT_TRUE(bool(result)) << toString(result.takeError());
  const Timeline &timeline = result->timeline;
  ASSERT_EQ(timeline.passRuns.size(), 3u);
  EXPECT_FALSE(timeline.passRuns[0].failed);
  EXPECT_EQ(timeline.passRuns[0].note, "");
  for (unsigned i : {1, 2}) {
    EXPECT_TRUE(timeline.passRuns[i].failed);
    EXPECT_FALSE(timeline.passRuns[i].after.has_value());
    EXPECT_NE(timeline.passRuns[i].note.find("inliner"), std::string::npos);
  }
  ASSERT_EQ(timeline.warnings.size(), 2u);
  EXPECT_NE(timeline.warnings[1].find(":7:1: error: "), std::string::npos)
      << timeline.warnings[1];
}

TEST_F(InProcess, PiecesRunOneByOneWithTheLinesOfTheFile) {
  request.splitInputFile = true;
  auto result = run("func.func @a() {\n  return\n}\n// -----\n"
                    "func.func @b() { broken }\n// -----\n\n"
                    "func.func @c() {\n  return\n}\n",
                    "builtin.module(func.func(cse))");
  ASSERT_TRUE(bool(result)) << toString(result.takeError());
  const Timeline &timeline = result->timeline;
  ASSERT_EQ(timeline.passRuns.size(), 2u);
  EXPECT_EQ(opsOf(timeline, timeline.passRuns[1].before),
            (Ops{"8 func.func", "9 func.return"}));
  ASSERT_EQ(timeline.warnings.size(), 1u);
  EXPECT_NE(timeline.warnings[0].find(":5:18: "), std::string::npos)
      << timeline.warnings[0];
}

TEST_F(InProcess, AParseErrorHasItsPlace) {
  auto result = run("func.func @f() {\n  %0 = foo.bar\n}\n", "any(cse)");
  ASSERT_FALSE(bool(result));
  llvm::handleAllErrors(result.takeError(), [](const InputError &error) {
    EXPECT_EQ(error.line, 2u);
    EXPECT_EQ(error.column, 8u);
    EXPECT_NE(error.reason.find("foo"), std::string::npos);
  });
}
