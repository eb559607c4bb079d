//===- ChainTest.cpp - The right before for each after --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Logs are written as lists of dumps: "A cse module { func @f x y ; func @g }".
// A or B is the side, then the pass, then ops in a small notation: a word is an
// op, `@s` after it its symbol, `{ ... }` its region.
//
//===----------------------------------------------------------------------===//

#include "passdelta/Source/Chain.h"
#include "passdelta/Source/Source.h"
#include "passdelta/Support/Hash.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace passdelta;

namespace {
class Log {
public:
  /// Adds a dump; returns *this.
  Log &dump(StringRef text) {
    auto [side, rest] = text.split(' ');
    auto [pass, ir] = rest.split(' ');
    PassRun run;
    run.pass = pass.split('/').first.str();
    // "cse/func@f": the banner names the op.
    auto [op, symbol] = pass.split('/').second.split('@');
    run.anchor = op.str();
    run.symbol = symbol.str();
    run.failed = side.ends_with("!");
    SnapshotId id = addSnapshot(ir);
    (side.starts_with("B") ? run.before : run.after) = IRState{id, {}, {}};
    source.timeline.passRuns.push_back(std::move(run));
    return *this;
  }
  Log &initial(StringRef ir) {
    source.initial = addSnapshot(ir);
    return *this;
  }

  /// Chains, and returns "pass op@symbol: before > after" of each run.
  std::string chained() {
    source.chained = false;
    chain(source, names, [&](SnapshotId id) {
      StringRef text = texts[uint32_t(id)];
      if (text.contains("BROKEN"))
        return KnownOutline{
            std::make_shared<Outline>(guessOutline(text, names)), false};
      return KnownOutline{std::make_shared<Outline>(makeOutline(parse(text))),
                          true};
    });
    std::string result;
    for (const PassRun &run : source.timeline.passRuns) {
      result += run.pass + " " + run.anchor;
      if (!run.symbol.empty())
        result += "@" + run.symbol;
      result += ": " + print(run.before) + " > " + print(run.after) +
                (run.failed ? " failed" : "") + "\n";
    }
    return result;
  }
  std::vector<PassRun> &runs() { return source.timeline.passRuns; }

private:
  SnapshotId addSnapshot(StringRef ir) {
    Snapshot snapshot;
    snapshot.textHash = hashBytes(ir);
    source.timeline.snapshots.push_back(snapshot);
    texts.push_back(ir.str());
    return SnapshotId(texts.size() - 1);
  }

  /// "3", "3/func@f", "3/module{func@f=5}".
  std::string print(const std::optional<IRState> &state) {
    if (!state)
      return "?";
    std::string text = std::to_string(uint32_t(state->snapshot));
    auto addPath = [&](ArrayRef<OpKey> path) {
      for (const OpKey &key : path)
        text += "/" + key.op + (key.symbol.empty() ? "" : "@" + key.symbol) +
                (key.ordinal ? "#" + std::to_string(key.ordinal) : "");
    };
    addPath(state->path);
    for (const IRState::Newer &newer : state->newer) {
      text += " +";
      addPath(newer.path);
      text += "=" + std::to_string(uint32_t(newer.snapshot));
    }
    return text;
  }

  OpGraph parse(StringRef text) {
    OpGraphBuilder builder(names);
    llvm::SmallVector<StringRef> words;
    llvm::SplitString(text, words);
    bool open = false;
    auto close = [&] {
      if (open)
        builder.endOp();
      open = false;
    };
    for (StringRef word : words) {
      if (word == "{") {
        builder.beginRegion();
        builder.beginBlock();
        open = false;
      } else if (word == "}") {
        close();
        builder.endBlock();
        builder.endRegion();
        builder.endOp();
      } else if (word.starts_with("@")) {
        builder.op(builder.currentOp()).symbol =
            names.intern(word.drop_front());
      } else {
        close();
        builder.beginOp(names.intern(word));
        open = true;
      }
    }
    close();
    return builder.take();
  }

  Interner names;
  SourceResult source;
  std::vector<std::string> texts;
};
} // namespace

TEST(Chain, AfterAllOfFunctionsKeepsThemApart) {
  EXPECT_EQ(Log()
                .dump("A p func @f { a }")
                .dump("A p func @g { a }")
                .dump("A q func @g { b }")
                .dump("A q func @f { a }")
                .chained(),
            "p func@f: ? > 0/func@f\n"
            "p func@g: ? > 1/func@g\n"
            "q func@g: 1/func@g > 2/func@g\n"
            "q func@f: 0/func@f > 3/func@f\n");
}

TEST(Chain, AFunctionComesOutOfTheModuleAroundIt) {
  EXPECT_EQ(Log()
                .dump("A m builtin.module { func @f { a } func @g { a } }")
                .dump("A p func @g { b }")
                .chained(),
            "m builtin.module: ? > 0/builtin.module\n"
            "p func@g: 0/builtin.module/func@g > 1/func@g\n");
}

TEST(Chain, AModuleIsComposedOfNewerFunctions) {
  EXPECT_EQ(Log()
                .dump("A m builtin.module { func @f { a } func @g { a } }")
                .dump("A p func @g { b }")
                .dump("A q func @g { c }")
                .dump("A n builtin.module { func @f { a } func @g { c d } }")
                .dump("A p func @f { z }")
                .chained(),
            "m builtin.module: ? > 0/builtin.module\n"
            "p func@g: 0/builtin.module/func@g > 1/func@g\n"
            "q func@g: 1/func@g > 2/func@g\n"
            "n builtin.module: 0/builtin.module +/func@g=2 > "
            "3/builtin.module\n"
            "p func@f: 3/builtin.module/func@f > 4/func@f\n");
}

TEST(Chain, BeforeAllTakesTheNextStateAsAfter) {
  EXPECT_EQ(Log()
                .dump("B m builtin.module { func @f { a } func @g { a } }")
                .dump("B p func @f { b }")
                .dump("B p func @g { b }")
                .dump("B n builtin.module { func @f { c } func @g { c } }")
                .chained(),
            "m builtin.module: 0/builtin.module > 3/builtin.module "
            "+/func@f=1 +/func@g=2\n"
            "p func@f: 1/func@f > 3/builtin.module/func@f\n"
            "p func@g: 2/func@g > 3/builtin.module/func@g\n"
            "n builtin.module: 3/builtin.module > ?\n");
}

TEST(Chain, BeforeAndAfterDumpsAreOneRun) {
  EXPECT_EQ(Log()
                .dump("B inline builtin.module { func @f { a } }")
                .dump("B p func @f { a }")
                .dump("A p func @f { b }")
                .dump("A inline builtin.module { func @f { b c } }")
                .chained(),
            "inline builtin.module: 0/builtin.module > 3/builtin.module\n"
            "p func@f: 1/func@f > 2/func@f\n");
}

TEST(Chain, ThreadsInterleaveBeforeAndAfter) {
  EXPECT_EQ(Log()
                .dump("B p func @f { a }")
                .dump("B p func @g { a }")
                .dump("A p func @f { b }")
                .dump("A p func @g { c }")
                .chained(),
            "p func@f: 0/func@f > 2/func@f\n"
            "p func@g: 1/func@g > 3/func@g\n");
}

TEST(Chain, AfterOnlyOnFailureEndsABeforeLog) {
  EXPECT_EQ(Log()
                .dump("B p/builtin.module builtin.module { func @f { a } }")
                .dump("B q/builtin.module builtin.module { func @f { b } }")
                .dump("A! q/builtin.module builtin.module { func @f { c } }")
                .chained(),
            "p builtin.module: 0/builtin.module > 1/builtin.module\n"
            "q builtin.module: 1/builtin.module > 2/builtin.module failed\n");
}

TEST(Chain, ModuleScopeComparesTheOpOfTheBanner) {
  EXPECT_EQ(Log()
                .dump("A p/func@f builtin.module { func @f { a } func @g }")
                .dump("A p/func@g builtin.module { func @f { a } func @g }")
                .dump("A m/builtin.module builtin.module { func @f func @g }")
                .chained(),
            "p func@f: ? > 0/builtin.module/func@f\n"
            "p func@g: 0/builtin.module/func@g > 1/builtin.module/func@g\n"
            "m builtin.module: 1/builtin.module > 2/builtin.module\n");
}

TEST(Chain, AnInnerModuleIsToldByItsContents) {
  EXPECT_EQ(
      Log()
          .dump("A m builtin.module { func @main { a } exe @e { variant @v { "
                "builtin.module { func @d { a b } } } } }")
          .dump("A p builtin.module { func @d { a c } }")
          .dump("A n builtin.module { func @main { a } exe @e { variant @v { "
                "builtin.module { func @d { a c } } } } }")
          .chained(),
      "m builtin.module: ? > 0/builtin.module\n"
      "p builtin.module: 0/builtin.module/exe@e/variant@v/builtin.module > "
      "1/builtin.module\n"
      "n builtin.module: 0/builtin.module +/exe@e/variant@v/builtin.module=1 > "
      "2/builtin.module\n");
}

TEST(Chain, EqualNamesInTwoModulesAreToldByTheirContents) {
  Log log;
  log.dump("A m builtin.module { exe @e { builtin.module { func @d { a b } } } "
           "exe @h { builtin.module { func @d { x y } } } }")
      .dump("A p func @d { x z y }")
      .dump("A p func @d { a b }")
      .dump("A p func @d { q }");
  EXPECT_EQ(log.chained(),
            "m builtin.module: ? > 0/builtin.module\n"
            "p func@d: 0/builtin.module/exe@h/builtin.module/func@d > "
            "1/func@d\n"
            "p func@d: 0/builtin.module/exe@e/builtin.module/func@d > "
            "2/func@d\n"
            "p func@d: ? > 3/func@d\n");
  EXPECT_EQ(log.runs()[3].note, "several ops could be the one before it");
}

TEST(Chain, UnnamedSiblingsAreToldByTheirContents) {
  EXPECT_EQ(Log()
                .dump("A m builtin.module { init { a } init { b } func @f }")
                .dump("A p init { b c }")
                .dump("A p init { a c }")
                .chained(),
            "m builtin.module: ? > 0/builtin.module\n"
            "p init: 0/builtin.module/init#1 > 1/init\n"
            "p init: 0/builtin.module/init > 2/init\n");
}

TEST(Chain, InitialStateSuppliesTheFirstBefore) {
  EXPECT_EQ(Log()
                .initial("func @f { a } func @g { b }")
                .dump("A p func @f { c }")
                .dump("A m builtin.module { func @f { c } func @g { b } }")
                .chained(),
            "p func@f: 0/func@f > 1/func@f\n"
            "m builtin.module: 0 +/func@f=1 > 2/builtin.module\n");
}

TEST(Chain, ASecondCompilationDoesNotContinueTheFirst) {
  StringRef start = "A p builtin.module { func @f { a b } }";
  Log log;
  log.dump(start).dump("A q builtin.module { func @f { c d } }").dump(start);
  EXPECT_EQ(log.chained(), "p builtin.module: ? > 0/builtin.module\n"
                           "q builtin.module: 0/builtin.module > "
                           "1/builtin.module\n"
                           "p builtin.module: ? > 2/builtin.module\n");
}

TEST(Chain, APassThatRestoresAnOpStartsNoCompilation) {
  EXPECT_EQ(Log()
                .dump("A m builtin.module { func @f { a } init { a b } }")
                .dump("A p init { c }")
                .dump("A n builtin.module { func @f { a } init { d } }")
                .dump("A p init { c }")
                .dump("A p func @f { a }")
                .chained(),
            "m builtin.module: ? > 0/builtin.module\n"
            "p init: 0/builtin.module/init > 1/init\n"
            "n builtin.module: 0/builtin.module +/init=1 > 2/builtin.module\n"
            "p init: 2/builtin.module/init > 3/init\n"
            "p func@f: 2/builtin.module/func@f > 4/func@f\n");
}

TEST(Chain, AnotherModuleIsAnotherOp) {
  EXPECT_EQ(Log()
                .dump("B p builtin.module { func @k1 { a b } }")
                .dump("B q builtin.module { func @k1 { a b } }")
                .dump("B p builtin.module { func @k2 { x y } }")
                .dump("B q builtin.module { func @k2 { x z } }")
                .chained(),
            "p builtin.module: 0/builtin.module > 1/builtin.module\n"
            "q builtin.module: 1/builtin.module > ?\n"
            "p builtin.module: 2/builtin.module > 3/builtin.module\n"
            "q builtin.module: 3/builtin.module > ?\n");
}

TEST(Chain, AnAfterDumpThatCannotBeReadClosesItsBefore) {
  for (StringRef garbage : {"A cse BROKEN", "A cse a.b BROKEN"}) {
    Log log;
    log.dump("B cse builtin.module { func @f { a } }")
        .dump(garbage)
        .dump("B canon builtin.module { func @f { b } }")
        .dump("A canon builtin.module { func @f { c } }");
    std::string chained = log.chained();
    ASSERT_EQ(log.runs().size(), 2u) << chained;
    EXPECT_EQ(uint32_t(log.runs()[0].before->snapshot), 0u);
    EXPECT_EQ(uint32_t(log.runs()[0].after->snapshot), 1u);
    EXPECT_EQ(uint32_t(log.runs()[1].before->snapshot), 2u);
    EXPECT_EQ(uint32_t(log.runs()[1].after->snapshot), 3u);
  }
}

TEST(Chain, ManyFunctionsAreLookedUpByName) {
  Log log;
  for (unsigned i = 0; i < 20000; ++i)
    log.dump("A p func @f" + std::to_string(i));
  log.dump("A q func @f7");
  log.chained();
  EXPECT_EQ(uint32_t(log.runs().back().before->snapshot), 7u);
}

TEST(Chain, ADumpThatCannotBeReadHidesItsContents) {
  Log log;
  log.dump("A m builtin.module { func @f { a } }")
      .dump("A n module { BROKEN")
      .dump("A p func.func @f { b }");
  EXPECT_EQ(log.chained(), "m builtin.module: ? > 0/builtin.module\n"
                           "n builtin.module: 0/builtin.module > "
                           "1/builtin.module\n"
                           "p func.func@f: ? > 2/func.func@f\n");
  EXPECT_EQ(log.runs()[2].note, "the dump before it could not be read");
}
