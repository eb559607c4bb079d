//===- Filter.cpp - Keeps what --filter-* ask for -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passdelta/Report/Format.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace passdelta;

static bool matches(std::optional<llvm::Regex> &regex, StringRef text) {
  return !regex || regex->match(text);
}

static bool matchesPass(Filter &filter, const PassRunReport &run) {
  return matches(filter.pass, run.pass) || matches(filter.pass, run.name);
}

static bool matchesOp(Filter &filter, const Finding &finding) {
  auto matchesRef = [&](const OpRef &ref) {
    return filter.op->match(ref.op) || filter.op->match(ref.results);
  };
  return !filter.op || llvm::any_of(finding.before, matchesRef) ||
         llvm::any_of(finding.after, matchesRef);
}

static bool matchesKind(const Filter &filter, const Finding &finding) {
  return filter.kinds.empty() || finding.kind == Kind::Unread ||
         llvm::is_contained(filter.kinds, finding.kind);
}

void passdelta::filterReport(Report &report, Filter &filter) {
  if (!filter.pass && !filter.function && !filter.op && filter.kinds.empty())
    return;

  llvm::DenseSet<uint32_t> passMatches, withFindings;
  for (const PassRunReport &run : report.passRuns)
    if (matchesPass(filter, run))
      passMatches.insert(uint32_t(run.id));

  llvm::erase_if(report.findings, [&](const Finding &finding) {
    if (!passMatches.contains(uint32_t(finding.passRun)))
      return true;
    if (finding.kind == Kind::Unread)
      return false;
    return !matches(filter.function, finding.function) ||
           !matchesOp(filter, finding) || !matchesKind(filter, finding);
  });
  for (const Finding &finding : report.findings)
    withFindings.insert(uint32_t(finding.passRun));

  llvm::erase_if(report.passRuns, [&](const PassRunReport &run) {
    if (!passMatches.contains(uint32_t(run.id)))
      return true;
    if (run.status == PassStatus::Unread ||
        withFindings.contains(uint32_t(run.id)))
      return false;
    return filter.op || !filter.kinds.empty() ||
           !matches(filter.function, run.symbol);
  });
  recountSummary(report);
}

void passdelta::recountSummary(Report &report) {
  ReportSummary &summary = report.summary;
  ReportSummary counted;
  counted.snapshots = summary.snapshots;
  counted.snapshotsRead = summary.snapshotsRead;
  for (const PassRunReport &run : report.passRuns) {
    if (run.isStep) {
      ++counted.steps;
      continue;
    }
    ++counted.passRuns;
    counted.changed += run.status == PassStatus::Changed;
    counted.unchanged += run.status == PassStatus::Unchanged;
    counted.failed += run.status == PassStatus::Failed;
    counted.unread += run.status == PassStatus::Unread;
    counted.incomplete += run.status == PassStatus::Incomplete;
    counted.unexplainedOps += run.opsUnexplained;
  }
  for (const Finding &finding : report.findings) {
    switch (finding.outcome) {
    case Outcome::Passed:
      counted.passed += finding.count;
      break;
    case Outcome::Missed:
      counted.missed += finding.count;
      break;
    case Outcome::Analysis:
      counted.analysis += finding.count;
      break;
    case Outcome::Failure:
      counted.failures += finding.count;
      break;
    }
  }
  summary = counted;
}
