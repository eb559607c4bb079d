//===- TextDumpGroups.cpp - Which dumps of a folder belong together -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextParts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace passdelta;

void passdelta::printDumpGroup(const TextContext &context, unsigned group) {
  const Report &report = context.report;
  if (report.groups.size() < 2 || group >= report.groups.size())
    return;
  unsigned runs = 0, changed = 0;
  for (const PassRunReport &run : report.passRuns)
    if (run.group == group) {
      ++runs;
      changed += run.status == PassStatus::Changed;
    }
  const TimelineGroup &dumps = report.groups[group];
  context.out.blank();
  context.out.line(TextLine()
                       .add("group ")
                       .add(dumps.name, Style::Bold)
                       .add(" (" + dumps.source +
                            "): " + counted(runs, "pass run") + ", " +
                            llvm::Twine(changed) + " changed IR"),
                   context.show == Show::Default ? shortened(dumps.folder, 60)
                                                 : dumps.folder);
}

void passdelta::printQuietDumpGroups(const TextContext &context) {
  constexpr size_t maxNames = 4;
  const Report &report = context.report;
  if (report.groups.size() < 2 || context.show == Show::Summary)
    return;
  std::vector<bool> isShown(report.groups.size());
  for (const RunGroup &group : context.groups)
    isShown[group.first().group] = true;
  std::vector<StringRef> names;
  for (auto [index, group] : llvm::enumerate(report.groups))
    if (!isShown[index])
      names.push_back(group.name);
  if (names.empty())
    return;
  size_t rest = names.size() > maxNames ? names.size() - maxNames : 0;
  if (context.show == Show::All)
    rest = 0;
  std::string text = llvm::join(ArrayRef(names).drop_back(rest), ", ");
  if (rest)
    text += ", and " + std::to_string(rest) + " more";
  context.out.blank();
  context.out.line(TextLine().add(counted(unsigned(names.size()), "group") +
                                      " without anything to show: " + text,
                                  Style::Dim));
}

void passdelta::printSkippedFiles(const TextContext &context) {
  for (const SkippedFiles &files : context.report.skippedFiles) {
    TextLine line;
    line.add("skipped", Style::Yellow)
        .add(": " + llvm::Twine(files.count) + " " + files.kind);
    if (!files.reason.empty())
      line.add(": " + files.reason);
    context.out.line(line, (files.count > 1 ? "first " : "") + files.first);
  }
}
