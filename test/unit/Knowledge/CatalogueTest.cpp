//===- CatalogueTest.cpp - What dialects/*.yaml say, against MLIR ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpFacts.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include <gtest/gtest.h>

using namespace passdelta;

static const Knowledge &builtin() {
  static const Knowledge knowledge = Knowledge::builtin();
  return knowledge;
}

static const std::vector<OpFacts> &opFacts() {
  static const std::vector<OpFacts> facts = collectOpFacts();
  return facts;
}

static std::string roleNames(Roles roles) {
  std::string text;
  for (Role role : getAllRoles())
    if (roles & Roles(role))
      text += " " + toString(role).str();
  return text;
}

TEST(Catalogue, RolesAgreeWithMlir) {
  ASSERT_GT(opFacts().size(), 2000u);
  for (const OpFacts &facts : opFacts()) {
    Roles known = builtin().roles(facts.name) & facts.decided;
    EXPECT_EQ(known, facts.has)
        << facts.name << ": missing:" << roleNames(facts.has & ~known)
        << "; too much:" << roleNames(known & ~facts.has);
  }
}

/// The arguments of all passes that MLIR registers, as its own list has them.
static std::vector<std::string> registeredPasses() {
  mlir::registerAllPasses();
  testing::internal::CaptureStdout();
  mlir::printRegisteredPasses();
  llvm::outs().flush();
  std::string text = testing::internal::GetCapturedStdout();
  std::vector<std::string> arguments;
  for (StringRef line : llvm::split(text, '\n'))
    // Options of passes are indented more. A few test passes are registered
    // with the others.
    if (line.consume_front("  --") && !line.starts_with("test-"))
      arguments.push_back(line.take_until(llvm::isSpace).str());
  return arguments;
}

TEST(Catalogue, HasEveryRegisteredPass) {
  std::vector<std::string> arguments = registeredPasses();
  ASSERT_GT(arguments.size(), 250u);
  for (StringRef argument : arguments)
    EXPECT_TRUE(builtin().findPass(argument, "")) << argument.str();
}

/// Passes that change no IR by themselves, or whatever a script says.
static const llvm::StringSet<> &passesWithoutIntent() {
  static const llvm::StringSet<> names = {"composite-fixed-point-pass",
                                          "opt-reduction-pass",
                                          "print-ir",
                                          "print-op-stats",
                                          "reduction-tree",
                                          "snapshot-op-locations",
                                          "strip-debuginfo",
                                          "tosa-validate",
                                          "transform-dialect-check-uses",
                                          "transform-interpreter",
                                          "transform-preload-library",
                                          "view-op-graph"};
  return names;
}

TEST(Catalogue, EveryUpstreamPassHasItsIntent) {
  for (StringRef argument : registeredPasses()) {
    const PassInfo *pass = builtin().findPass(argument, "");
    if (!pass)
      continue; // Said by the test above.
    EXPECT_EQ(pass->intents.empty(), passesWithoutIntent().contains(argument))
        << argument.str();
  }
}

TEST(Catalogue, LoweringsSayWhereTo) {
  for (const PassInfo &pass : builtin().passes()) {
    if (pass.lowersFrom.empty())
      continue;
    EXPECT_FALSE(pass.lowersTo.empty()) << pass.argument;
  }
}

TEST(Catalogue, ClassNamesAreUnambiguous) {
  llvm::StringMap<std::string> seen;
  for (const PassInfo &pass : builtin().passes()) {
    if (pass.className.empty() || pass.inferred)
      continue;
    auto [entry, isNew] =
        seen.try_emplace(stripClassName(pass.className), pass.argument);
    EXPECT_TRUE(isNew) << pass.argument << " and " << entry->second;
  }
}

TEST(Catalogue, CandidatesOfUpstreamPassesExist) {
  llvm::StringSet<> ops;
  llvm::StringSet<> dialects;
  for (const OpFacts &facts : opFacts()) {
    ops.insert(facts.name);
    dialects.insert(StringRef(facts.name).split('.').first);
  }
  for (StringRef argument : registeredPasses()) {
    const PassInfo *pass = builtin().findPass(argument, "");
    if (!pass)
      continue;
    for (StringRef op : pass->candidates) {
      StringRef dialect = op;
      bool known = dialect.consume_back(".*") ? dialects.contains(dialect)
                                              : ops.contains(op);
      EXPECT_TRUE(known) << argument.str() << ": " << op.str();
    }
  }
}
