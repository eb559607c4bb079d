//===- Samples.cpp - Reports made by hand ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Samples.h"
#include "passdelta/Report/Format.h"

using namespace passdelta;

static OpRef op(StringRef name, StringRef results, unsigned line,
                StringRef loc = "") {
  return {name.str(), results.str(), 0, line, 9, loc.str()};
}

static PassRunReport run(unsigned id, StringRef pass, StringRef symbol,
                         PassStatus status, unsigned line) {
  PassRunReport result;
  result.id = PassRunId(id);
  result.pass = pass;
  result.anchor = symbol.empty() ? "builtin.module" : "func.func";
  result.symbol = symbol;
  result.status = status;
  result.reader = "lenient";
  result.beforeLine = line;
  result.afterLine = line + 40;
  result.opsBefore = result.opsAfter = 20;
  result.opsChanged = status == PassStatus::Changed ? 3 : 0;
  return result;
}

static Finding change(unsigned runId, Kind kind, std::vector<OpRef> before,
                      std::vector<OpRef> after, StringRef function = "@f",
                      StringRef text = "") {
  Finding finding;
  finding.kind = kind;
  finding.passRun = PassRunId(runId);
  finding.function = function;
  finding.before = std::move(before);
  finding.after = std::move(after);
  finding.text = text;
  return finding;
}

/// The example of the design: one fused, one missed with reason and contrast.
static Report makeSmall() {
  Report report;
  report.inputs = {{"logs/dump.log", "log"}};
  report.passRuns = {
      run(1, "canonicalize", "@attention", PassStatus::Unchanged, 3),
      run(3, "linalg-fuse-elementwise-ops", "@attention", PassStatus::Changed,
          412)};
  report.findings.push_back(
      change(3, Kind::Fused,
             {op("linalg.generic", "%5", 412), op("linalg.generic", "%7", 413)},
             {op("linalg.generic", "%4", 498)}, "@attention"));
  Finding missed = change(3, Kind::Fused,
                          {op("linalg.generic", "%9", 415, "model.py:12:3"),
                           op("linalg.generic", "%11", 419)},
                          {}, "@attention");
  missed.outcome = Outcome::Missed;
  missed.confidence = 0.99f;
  missed.details = R"({"a":[1,"two"],"uses":2})";
  missed.reasons = {{"multi-use",
                     Basis::Proved,
                     "producer has 2 uses",
                     {op("linalg.generic", "%12", 423)}},
                    {"cost-model", Basis::Inferred, "it may not pay", {}}};
  missed.contrast = {op("linalg.generic", "%5", 412)};
  missed.contrastText = "%5 -> %7 has 1 use and was fused";
  report.findings.push_back(std::move(missed));
  report.skipped = {{0, 7, 3, "other text"}};
  report.summary.snapshots = report.summary.snapshotsRead = 4;
  return report;
}

static Report makeEmpty() {
  Report report;
  report.inputs = {{"empty.log", "log"}};
  return report;
}

/// Strings that no format may choke on.
static Report makeOdd() {
  Report report;
  report.inputs = {{"a \"b\"\\\xff.mlir", "pair"}, {"\x1b[31m.mlir", "pair"}};
  PassRunReport odd = run(0, "pass\nwith\tcontrol\x01", "@\"quoted \xc3\x28\"",
                          PassStatus::Changed, 1);
  odd.options = odd.setOptions = std::string(300, 'o');
  odd.afterInput = 1;
  report.passRuns = {odd};
  Finding finding = change(0, Kind::Tiled,
                           {op("linalg.\xe4\xbd\xa0", "%\xff", 0, "\xfe:1:1"),
                            op(std::string(500, 'x'), "%y", ~0u)},
                           {}, "@\xff", "by [8, \xf0\x9f\x98\x80\xf0]");
  finding.after = {op("scf.for", "", 3)};
  finding.after[0].input = 1;
  finding.count = 4000000000u;
  finding.repeats = {op("scf.for", "", 9)};
  report.findings.push_back(std::move(finding));
  report.warnings = {"bad \xff byte"};
  return report;
}

/// Every status, and findings of every outcome.
static Report makeTroubled() {
  Report report;
  report.inputs = {{"cut.log", "log"}};
  report.passRuns = {run(0, "cse", "@f", PassStatus::Incomplete, 1),
                     run(1, "cse", "@g", PassStatus::Incomplete, 50),
                     run(2, "inline", "", PassStatus::Unread, 90),
                     run(3, "one-shot-bufferize", "", PassStatus::Failed, 130),
                     run(4, "sccp", "@f", PassStatus::Unchanged, 170),
                     run(5, "symbol-dce", "", PassStatus::Changed, 210)};
  for (int i : {0, 1}) {
    report.passRuns[i].note = "the state before is not in the dump";
    report.passRuns[i].beforeLine = 0;
  }
  report.passRuns[3].note = "op was not bufferized";
  report.passRuns[4].note = "only the order of independent ops";
  report.passRuns[5].opsUnexplained = 2;
  Finding unread = change(2, Kind::Unread, {}, {}, "",
                          "line 97: expected ':' in the type of an operation");
  unread.outcome = Outcome::Failure;
  report.findings.push_back(std::move(unread));
  Finding copied = change(5, Kind::Copied, {}, {op("memref.copy", "", 250)},
                          "@f", "in a loop");
  copied.outcome = Outcome::Analysis;
  copied.reasons = {{"write-conflict", Basis::Reported, "a later read", {}}};
  report.findings.push_back(std::move(copied));
  report.warnings = {"cut.log:300: banner without IR"};
  report.summary.snapshots = 9;
  report.summary.snapshotsRead = 8;
  return report;
}

/// Layers that are all alike, and passes that do many small things.
static Report makeLong() {
  Report report;
  report.inputs = {{"bert.log", "log"}};
  unsigned id = 0, line = 1;
  auto addRun = [&](StringRef pass, StringRef symbol, PassStatus status) {
    report.passRuns.push_back(run(id, pass, symbol, status, line));
    line += 100;
    return id++;
  };
  static const char *const names[] = {"arith.addi",     "arith.muli",
                                      "arith.constant", "tensor.dim",
                                      "affine.apply",   "scf.if"};
  for (unsigned layer = 0; layer < 24; ++layer) {
    std::string symbol = "@layer_" + std::to_string(layer);
    unsigned fuse =
        addRun("linalg-fuse-elementwise-ops", symbol, PassStatus::Changed);
    report.findings.push_back(change(
        fuse, Kind::Fused,
        {op("linalg.generic", "%1", line), op("linalg.generic", "%2", line)},
        {op("linalg.generic", "%1", line + 50)}, symbol));
    if (layer % 2) {
      Finding missed = change(fuse, Kind::Fused,
                              {op("linalg.generic", "%3", line + 5),
                               op("linalg.generic", "%4", line + 6)},
                              {}, symbol);
      missed.outcome = Outcome::Missed;
      missed.reasons = {{"multi-use",
                         Basis::Proved,
                         "producer has " + std::to_string(2 + layer) + " uses",
                         {}}};
      report.findings.push_back(std::move(missed));
    }
  }
  for (unsigned round = 0; round < 16; ++round) {
    unsigned dirty = addRun(round % 2 ? "canonicalize" : "cse", "@main",
                            PassStatus::Changed);
    for (unsigned i = 0; i < 12; ++i)
      report.findings.push_back(
          change(dirty, i % 2 ? Kind::Erased : Kind::Folded,
                 {op(names[i % 6], "%c", line + i)}, {}, "@main"));
    for (unsigned i = 0; i < 30; ++i)
      addRun("symbol-dce", "", PassStatus::Unchanged);
  }
  return report;
}

/// Two files.
static Report makePair() {
  Report report;
  report.inputs = {{"in/before.mlir", "pair"}, {"in/after.mlir", "pair"}};
  report.passRuns = {run(0, "my-tile", "", PassStatus::Changed, 1)};
  report.passRuns[0].afterInput = 1;
  Finding tiled = change(0, Kind::Tiled, {op("linalg.matmul", "%0", 4)},
                         {op("scf.for", "", 9), op("linalg.matmul", "%3", 12)},
                         "@f", "by [8, 8], loop order m, n");
  for (OpRef &ref : tiled.after)
    ref.input = 1;
  report.findings.push_back(std::move(tiled));
  return report;
}

/// A folder of three kernels, of which one changed.
static Report makeFolder() {
  Report report;
  report.origin = "dumps";
  report.inputs = {{"dumps/1/k.ttir", "triton", "1/k.ttir"},
                   {"dumps/1/k.ttgir", "triton", "1/k.ttgir"},
                   {"dumps/2/k.ttir", "triton", "2/k.ttir"},
                   {"dumps/2/k.ttgir", "triton", "2/k.ttgir"},
                   {"dumps/b.log", "log", "b.log"}};
  report.groups = {{"k", "triton", "1", false},
                   {"k", "triton", "2", false},
                   {"b.log", "log", "", true}};
  report.skippedFiles = {{".ptx", "", "1/k.ptx", 2},
                         {".llir", "LLVM IR is not read yet", "1/k.llir", 1}};
  for (unsigned i = 0; i < 2; ++i) {
    PassRunReport each =
        run(i, "make_ttgir", "",
            i ? PassStatus::Changed : PassStatus::Unchanged, 1);
    each.input = 2 * i;
    each.afterInput = 2 * i + 1;
    each.group = i;
    report.passRuns.push_back(each);
  }
  report.passRuns.push_back(run(2, "cse", "@f", PassStatus::Unchanged, 1));
  report.passRuns.back().input = report.passRuns.back().afterInput = 4;
  report.passRuns.back().group = 2;
  Finding layout = change(1, Kind::Layout, {op("tt.load", "%0", 4)},
                          {op("tt.load", "%0", 9)}, "@k", "blocked");
  layout.before[0].input = 2;
  layout.after[0].input = 3;
  report.findings.push_back(std::move(layout));
  return report;
}

static Report counted(Report (*make)()) {
  Report report = make();
  recountSummary(report);
  return report;
}

ArrayRef<Sample> passdelta::getSamples() {
  static const Sample samples[] = {
      {"small", [] { return counted(makeSmall); }},
      {"empty", [] { return counted(makeEmpty); }},
      {"odd", [] { return counted(makeOdd); }},
      {"troubled", [] { return counted(makeTroubled); }},
      {"long", [] { return counted(makeLong); }},
      {"pair", [] { return counted(makePair); }},
      {"folder", [] { return counted(makeFolder); }},
  };
  return samples;
}
