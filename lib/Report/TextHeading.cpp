//===- TextHeading.cpp - What was read, and how it ended ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextParts.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace passdelta;

static std::string joinedPaths(const Report &report, StringRef separator) {
  constexpr size_t maxPaths = 3;
  std::string text;
  if (!report.origin.empty()) {
    if (report.groups.size() > 1)
      text = std::to_string(report.groups.size()) + " groups in ";
    return text + report.origin;
  }
  for (auto [index, input] : llvm::enumerate(report.inputs)) {
    if (index == maxPaths)
      return text + ", and " + std::to_string(report.inputs.size() - index) +
             " more";
    text += (index ? separator.str() : "") + input.path;
  }
  return text;
}

static std::string formatWhatWasRead(const Report &report) {
  const ReportSummary &summary = report.summary;
  StringRef source = report.inputs.empty() ? "" : report.inputs[0].source;
  std::string text;
  if (source == "pair") {
    text = "compared " + joinedPaths(report, " with ");
  } else if (source == "run") {
    text = "ran " + counted(summary.passRuns, "pass run") + " on " +
           joinedPaths(report, ", ");
  } else {
    text = "read ";
    if (summary.snapshots)
      text += counted(summary.snapshots, "snapshot") + " of ";
    text += counted(summary.passRuns, "pass run") +
            (summary.steps ? " and " + counted(summary.steps, "step") : "") +
            " from " + joinedPaths(report, ", ");
  }
  if (summary.snapshots > summary.snapshotsRead && summary.snapshotsRead)
    text += "; " + std::to_string(summary.snapshots - summary.snapshotsRead) +
            " unread";
  else if (summary.unread)
    text += "; " + counted(summary.unread, "pass run") + " unread";
  unsigned skipped = 0;
  for (const SkippedText &each : report.skipped)
    skipped += each.numLines;
  if (skipped)
    text += "; " + counted(skipped, "line") + " of other text skipped";
  return text;
}

/// "12 lines of timestamps, 2 lines of Markdown fences", most lines first.
static std::string formatLines(llvm::MapVector<StringRef, unsigned> counts) {
  auto sorted = counts.takeVector();
  llvm::stable_sort(
      sorted, [](const auto &a, const auto &b) { return a.second > b.second; });
  std::string text;
  for (const auto &[what, lines] : sorted)
    text += (text.empty() ? "" : ", ") + counted(lines, "line") + " of " +
            what.str();
  return text;
}

std::string passdelta::summarizeDamage(const Report &report) {
  llvm::MapVector<StringRef, unsigned> undone, skipped;
  for (const Input &input : report.inputs)
    for (const Undone &each : input.undone)
      undone[each.what] += each.lines;
  for (const SkippedText &each : report.skipped)
    skipped[each.what] += each.numLines;
  if (undone.empty() && skipped.empty())
    return "";
  std::string text = "read " + counted(report.summary.passRuns, "pass run") +
                     " from " + joinedPaths(report, ", ");
  if (!undone.empty())
    text += "; cleaned: " + formatLines(std::move(undone));
  if (!skipped.empty())
    text += "; skipped: " + formatLines(std::move(skipped));
  return text;
}

/// What supplies a state that a dump lacks.
static StringRef howToGive(StringRef note) {
  if (note.starts_with("its state before the pass is not"))
    return " (--initial=FILE gives it)";
  if (note.starts_with("its state after the pass is not"))
    return " (--final=FILE gives it)";
  return "";
}

/// Pass runs without one side, one line for each cause.
static void printIncomplete(const TextContext &context) {
  struct Cause {
    unsigned count = 0;
    const PassRunReport *first = nullptr;
  };
  llvm::MapVector<StringRef, Cause> causes;
  for (const PassRunReport &run : context.report.passRuns) {
    if (run.status != PassStatus::Incomplete)
      continue;
    Cause &cause = causes[run.note];
    if (!cause.count++)
      cause.first = &run;
  }
  for (const auto &[note, cause] : causes) {
    const PassRunReport &run = *cause.first;
    TextLine text;
    text.add("incomplete", Style::Yellow)
        .add(": " + counted(cause.count, "pass run") +
             (cause.count > 1 ? ", first pass " : ", pass ") +
             std::to_string(uint32_t(run.id)) + " " + run.pass + ": " +
             (note.empty() ? "one side is not in the dump" : note) +
             howToGive(note));
    context.out.line(text, formatPlace(context.report, run));
  }
}

/// Passes of the pipelines in the log that no banner names.
static void printPipelines(const TextContext &context) {
  constexpr size_t maxPasses = 8;
  for (const DumpedPipeline &pipeline : context.report.pipelines) {
    if (pipeline.notDumped.empty())
      continue;
    ArrayRef<std::string> passes = pipeline.notDumped;
    std::string text =
        ": " + counted(unsigned(passes.size()), "pass", "passes") +
        " of the pipeline left no dump, so changed nothing or did not run: " +
        llvm::join(passes.take_front(maxPasses), ", ");
    if (passes.size() > maxPasses)
      text += ", and " + std::to_string(passes.size() - maxPasses) + " more";
    context.out.line(
        TextLine().add("not dumped", Style::Yellow).add(text),
        formatPlace(context.report, pipeline.input, pipeline.line));
  }
}

void passdelta::printHeading(const TextContext &context) {
  constexpr size_t maxWarnings = 5;
  const Report &report = context.report;
  context.out.line(TextLine().add(formatWhatWasRead(report)));
  size_t shown = context.show == Show::Default
                     ? std::min(maxWarnings, report.warnings.size())
                     : report.warnings.size();
  for (const std::string &warning : ArrayRef(report.warnings).take_front(shown))
    context.out.line(
        TextLine().add("warning", Style::Yellow).add(": " + warning));
  if (shown < report.warnings.size())
    context.out.line(
        TextLine().add("and " + llvm::Twine(report.warnings.size() - shown) +
                           " more warnings (--show=all)",
                       Style::Dim));
  printSkippedFiles(context);
  printIncomplete(context);
  printPipelines(context);
}

/// Passes with missed candidates that did nothing in any of their runs.
static std::vector<StringRef> findIdlePasses(const Report &report) {
  struct Work {
    bool hasMissed = false, hasPassed = false;
  };
  llvm::MapVector<StringRef, Work> passes;
  llvm::DenseMap<uint32_t, StringRef> passOf;
  for (const PassRunReport &run : report.passRuns) {
    passOf[uint32_t(run.id)] = run.pass;
    passes[run.pass].hasPassed |= run.status == PassStatus::Changed;
  }
  for (const Finding &finding : report.findings)
    if (finding.outcome == Outcome::Missed)
      passes[passOf[uint32_t(finding.passRun)]].hasMissed = true;
  std::vector<StringRef> idle;
  for (const auto &[pass, work] : passes)
    if (work.hasMissed && !work.hasPassed)
      idle.push_back(pass);
  return idle;
}

static std::string formatSummary(const ReportSummary &summary) {
  std::string text = counted(summary.passRuns, "pass run") + ", " +
                     std::to_string(summary.changed) + " changed IR, " +
                     std::to_string(summary.unchanged) + " did not";
  auto add = [&](unsigned count, StringRef word) {
    if (count)
      text += ", " + std::to_string(count) + " " + word.str();
  };
  add(summary.failed, "failed");
  add(summary.unread, "unread");
  add(summary.incomplete, "incomplete");
  text += "; " + counted(summary.passed, "change") + ", " +
          std::to_string(summary.missed) + " missed";
  add(summary.analysis, "done but not as meant");
  if (summary.unexplainedOps)
    text +=
        "; " + counted(summary.unexplainedOps, "changed op") + " not explained";
  return text;
}

void passdelta::printClosing(const TextContext &context) {
  constexpr size_t maxIdle = 6;
  std::vector<StringRef> idle;
  if (isShown(context.show, Outcome::Missed) || context.show == Show::Summary)
    idle = findIdlePasses(context.report);
  if (!idle.empty()) {
    size_t rest = idle.size() > maxIdle ? idle.size() - maxIdle : 0;
    std::string names = llvm::join(ArrayRef(idle).drop_back(rest), ", ");
    if (rest)
      names += ", and " + std::to_string(rest) + " more";
    context.out.line(TextLine().add(llvm::Twine(idle.size()) +
                                    (idle.size() == 1 ? " pass" : " passes") +
                                    " had work and did none of it: " + names));
  }
  context.out.line(TextLine()
                       .add("summary", Style::Bold)
                       .add(": " + formatSummary(context.report.summary)));
}
