//===- DialectInfoTest.cpp - The grammar of dialects/*.yaml ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passdelta/Audit/Audit.h"
#include "passdelta/Knowledge/Knowledge.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <gtest/gtest.h>
#include <set>

using namespace passdelta;

/// The text of the error that `text` leads to; empty if it is right.
static std::string errorOf(StringRef text) {
  llvm::Expected<DialectInfo> info = parseDialectInfo(text, "my.yaml");
  return info ? "" : toString(info.takeError());
}

static std::string readSourceFile(StringRef path) {
  auto buffer =
      llvm::MemoryBuffer::getFile((PASSDELTA_SOURCE_DIR "/" + path).str());
  return buffer ? (*buffer)->getBuffer().str() : "";
}

TEST(DialectInfo, ReadsEveryKey) {
  llvm::Expected<DialectInfo> info = parseDialectInfo(R"(
dialects: [my, other]
summary: A compiler.
source: its documentation
roles:
  pure: [my.*, -my.send]
  load: [my.load]
passes:
  - pass: my-tile
    class: TilePass
    aliases: [my-old-tile]
    anchor: my.func
    summary: >
      Tiles, and
      fuses.
    intents: [tiled, fused]
    candidates: [my.conv, other.*]
    lowers: {from: [my], to: [scf, my.tile]}
    options: {size: 8, deep: "true"}
    source: its source
    checked: true
    inferred: true
)",
                                                      "my.yaml");
  ASSERT_TRUE(bool(info)) << toString(info.takeError());
  ASSERT_EQ(info->roles.size(), 3u);
  EXPECT_EQ(info->roles[0].op, "my.*");
  EXPECT_EQ(info->roles[1].op, "my.load");
  EXPECT_EQ(info->roles[1].include, Roles(Role::Load));
  EXPECT_EQ(info->roles[2].exclude, Roles(Role::Pure));
  ASSERT_EQ(info->passes.size(), 1u);
  const PassInfo &pass = info->passes[0];
  EXPECT_EQ(pass.argument, "my-tile");
  EXPECT_EQ(pass.className, "TilePass");
  EXPECT_EQ(pass.aliases, std::vector<std::string>{"my-old-tile"});
  EXPECT_EQ(pass.anchor, "my.func");
  EXPECT_EQ(pass.summary, "Tiles, and fuses.");
  EXPECT_EQ(pass.intents, (std::vector<Kind>{Kind::Tiled, Kind::Fused}));
  EXPECT_EQ(pass.candidates, (std::vector<std::string>{"my.conv", "other.*"}));
  EXPECT_EQ(pass.lowersFrom, std::vector<std::string>{"my"});
  EXPECT_EQ(pass.lowersTo, (std::vector<std::string>{"scf", "my.tile"}));
  ASSERT_EQ(pass.options.size(), 2u);
  EXPECT_EQ(pass.options[0].first, "size");
  EXPECT_EQ(pass.options[0].second, "8");
  EXPECT_EQ(pass.source, "its source");
  EXPECT_TRUE(pass.checked);
  EXPECT_TRUE(pass.inferred);
}

TEST(DialectInfo, ErrorsCarryLineAndColumn) {
  EXPECT_EQ(errorOf("roles:\n  loads: [a.b]\n"),
            "my.yaml:2:3: unknown role 'loads'; did you mean 'load'?");
  EXPECT_EQ(errorOf("pases: []\n"),
            "my.yaml:1:1: unknown key 'pases' in a file; did you mean "
            "'passes'?");
  EXPECT_EQ(errorOf("passes:\n  - pass: x\n    intents: [tilled]\n"),
            "my.yaml:3:15: unknown kind 'tilled'; did you mean 'tiled'?");
  EXPECT_EQ(errorOf("passes:\n  - pass: x\n    intent: [tiled]\n"),
            "my.yaml:3:5: unknown key 'intent' in a pass; did you mean "
            "'intents'?");
  EXPECT_EQ(errorOf("passes:\n  - pass: x\n    intents: tiled\n"),
            "my.yaml:3:14: expected a list of kinds");
  EXPECT_EQ(errorOf("passes:\n  - intents: []\n"),
            "my.yaml:2:5: a pass needs the key 'pass'");
  EXPECT_EQ(errorOf("passes:\n  - pass: x\n"),
            "my.yaml:2:5: pass 'x' needs the key 'intents'");
  EXPECT_EQ(errorOf("roles: [a]\n"),
            "my.yaml:1:9: expected a map of the keys of a table of roles");
  EXPECT_EQ(errorOf("roles:\n  load: [load]\n"),
            "my.yaml:2:10: 'load' is not an op name such as 'my.op' or 'my.*'");
  EXPECT_EQ(errorOf("dialects: [my]\nroles:\n  load: [mi.load]\n"),
            "my.yaml:3:10: 'mi.load' is of no dialect that this file "
            "describes");
  EXPECT_EQ(
      errorOf("passes:\n  - pass: x\n    intents: []\n    checked: yes\n"),
      "my.yaml:4:14: expected true or false");
  EXPECT_EQ(
      errorOf(
          "passes:\n  - pass: x\n    intents: []\n    lowers: {form: [a]}\n"),
      "my.yaml:4:14: unknown key 'form' in a lowers; did you mean 'from'?");
}

TEST(DialectInfo, DuplicatesAreErrors) {
  EXPECT_EQ(errorOf("roles:\n  load: [a.b, a.b]\n"),
            "my.yaml:2:15: 'a.b' occurs twice in role 'load'");
  EXPECT_EQ(errorOf("roles:\n  load: [a.b]\n  load: [a.c]\n"),
            "my.yaml:3:3: key 'load' occurs twice");
  EXPECT_EQ(errorOf("passes:\n  - pass: x\n    intents: []\n"
                    "  - pass: x\n    intents: []\n"),
            "my.yaml:4:5: pass 'x' occurs twice");
}

TEST(DialectInfo, WhatIsNoYamlIsAnError) {
  EXPECT_EQ(errorOf(""), "my.yaml:1:1: the file says nothing");
  EXPECT_TRUE(StringRef(errorOf("dialects: [a\n")).contains("not YAML"));
  EXPECT_TRUE(
      StringRef(errorOf("roles: {load: [a.b\npasses")).starts_with("my.yaml:"));
  EXPECT_EQ(errorOf("- a\n"),
            "my.yaml:1:1: expected a map of the keys of a file");
  EXPECT_EQ(errorOf("roles: {}\n---\nroles: {}\n"),
            "my.yaml: more than one YAML document");
}

/// Whether `line` documents one of the keys: "| `pass` | name | ... |".
static std::string documentedKey(StringRef line) {
  if (!line.consume_front("| `"))
    return "";
  return line.split('`').first.str();
}

TEST(DialectInfo, DocumentationListsTheKeysOfTheGrammar) {
  std::set<std::string> documented, known;
  std::string text = readSourceFile("docs/dialect-info.md");
  std::string place;
  for (StringRef line : llvm::split(text, '\n')) {
    if (line.starts_with("### "))
      place = line.drop_front(4).split(' ').first.lower();
    else if (std::string key = documentedKey(line); !key.empty())
      documented.insert(place + "." + key);
  }
  for (const GrammarKey &key : getGrammarKeys())
    known.insert((key.place + "." + key.key).str());
  for (Role role : getAllRoles())
    known.insert(("roles." + toString(role)).str());
  EXPECT_EQ(documented, known);
}

TEST(DialectInfo, ExampleOfTheDocumentationIsRight) {
  std::string text = readSourceFile("docs/dialect-info.md");
  StringRef example = StringRef(text).split("```yaml\n").second;
  example = example.split("```").first;
  ASSERT_FALSE(example.empty());
  EXPECT_EQ(errorOf(example), "");
}

TEST(Reasons, DocumentationListsTheCodes) {
  std::string text = readSourceFile("docs/reasons.md");
  std::vector<std::string> documented, known;
  for (StringRef line : llvm::split(text, '\n'))
    if (line.consume_front("## `"))
      documented.push_back(line.split('`').first.str());
  for (const ReasonCode &code : getReasonCodes())
    known.push_back(code.code.str());
  EXPECT_EQ(documented, known);
}
