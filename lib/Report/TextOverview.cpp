//===- TextOverview.cpp - A long report in half a screen ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What to look at first: the missed candidates by pass and reason, then what
// was done, by kind. The details follow pass by pass.
//
//===----------------------------------------------------------------------===//

#include "TextParts.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace passdelta;

namespace {
struct MissedRow {
  const Finding *first = nullptr;
  const RunGroup *group = nullptr;
  unsigned count = 0;
};
/// What was done of one kind.
struct DoneRow {
  unsigned count = 0;
  /// Pass, and its first run that did it; in order of appearance.
  llvm::MapVector<StringRef, const RunGroup *> passes;
};
} // namespace

/// "  fused        12  ", with the numbers flush right.
static TextLine countedLine(StringRef label, Style style, unsigned count) {
  TextLine line;
  std::string number = std::to_string(count);
  line.add("  ").add(label, style).padTo(19);
  line.padTo(std::max<size_t>(line.width() + 1, 25 - number.size()));
  return line.add(number + "  ");
}

static std::vector<MissedRow> collectMissed(ArrayRef<RunGroup> groups) {
  std::vector<MissedRow> rows;
  llvm::StringMap<unsigned> indexOf;
  for (const RunGroup &group : groups)
    for (const FindingGroup &each : group.missed) {
      const Finding &finding = each.first();
      // What could not be read is no matter of the pass.
      bool isFailure = finding.outcome == Outcome::Failure;
      std::string key = (isFailure ? "" : group.first().pass) + '\0' +
                        toString(finding.outcome).str() + '\0' +
                        toString(finding.kind).str() + '\0' +
                        formatOpNames(finding.before);
      if (!finding.reasons.empty())
        key += '\0' + finding.reasons.front().code;
      auto [it, isNew] = indexOf.try_emplace(key, rows.size());
      if (isNew)
        rows.push_back({&finding, &group});
      rows[it->second].count += each.count;
    }
  auto rank = [](const MissedRow &row) {
    const Finding &finding = *row.first;
    Basis basis = finding.reasons.empty() ? Basis::Inferred
                                          : finding.reasons.front().basis;
    // Failures first, then what is proved, then the weightier kinds.
    return std::make_tuple(finding.outcome != Outcome::Failure, basis,
                           finding.kind);
  };
  llvm::stable_sort(rows, [&](const MissedRow &a, const MissedRow &b) {
    return rank(a) < rank(b);
  });
  return rows;
}

static void printMissed(const TextContext &context) {
  constexpr size_t maxRows = 12;
  std::vector<MissedRow> rows = collectMissed(context.groups);
  if (rows.empty())
    return;
  context.out.blank();
  context.out.line(TextLine().add("not done", Style::Bold));
  for (const MissedRow &row : ArrayRef(rows).take_front(maxRows)) {
    const Finding &finding = *row.first;
    bool isFailure = finding.outcome == Outcome::Failure;
    TextLine line =
        countedLine(isFailure ? "failure" : toString(finding.kind),
                    isFailure ? Style::Red : Style::Yellow, row.count);
    if (isFailure)
      line.add("could not be read, first: " +
               shortened(finding.reasons.empty() ? finding.text
                                                 : finding.reasons[0].text,
                         60));
    else
      line.add(shortened(formatOpNames(finding.before), 44));
    if (!isFailure && !finding.reasons.empty())
      line.add("  [" + finding.reasons.front().code + ", " +
               toString(finding.reasons.front().basis) + "]");
    line.add("  " + shortened(row.group->first().pass, 40) + " (pass " +
                 llvm::Twine(uint32_t(row.group->first().id)) + ")",
             Style::Dim);
    const std::vector<OpRef> &ops =
        finding.before.empty() ? finding.after : finding.before;
    context.out.line(line, formatPlaces(context, ops, row.group->first(), 1));
  }
  if (rows.size() > maxRows)
    context.out.line(
        TextLine().add("  and " + llvm::Twine(rows.size() - maxRows) +
                           " more lines of this kind (--show=missed)",
                       Style::Dim));
}

static void printDone(const TextContext &context) {
  constexpr size_t maxPasses = 2;
  std::vector<DoneRow> rows(size_t(Kind::Unread) + 1);
  auto count = [&](Kind kind, unsigned number, const RunGroup &group) {
    DoneRow &row = rows[size_t(kind)];
    row.count += number;
    row.passes.try_emplace(group.first().pass, &group);
  };
  for (const RunGroup &group : context.groups) {
    for (const FindingGroup &each : group.changes)
      count(each.first().kind, each.count, group);
    for (const BulkGroup &bulk : group.bulk)
      count(bulk.kind, bulk.numOps, group);
  }

  context.out.blank();
  context.out.line(TextLine().add("done", Style::Bold));
  for (auto [kind, row] : llvm::enumerate(rows)) {
    if (!row.count)
      continue;
    TextLine line = countedLine(
        toString(Kind(kind)),
        Kind(kind) < Kind::Modified ? Style::Green : Style::Plain, row.count);
    for (auto [index, entry] : llvm::enumerate(row.passes)) {
      if (index == maxPasses) {
        line.add(", and " + llvm::Twine(row.passes.size() - index) +
                 " more passes");
        break;
      }
      line.add((index ? ", " : "") + shortened(entry.first, 40) + " (pass " +
               llvm::Twine(uint32_t(entry.second->first().id)) + ")");
    }
    context.out.line(line);
  }
}

void passdelta::printOverview(const TextContext &context) {
  printMissed(context);
  printDone(context);
  context.out.blank();
  context.out.line(TextLine().add("pass by pass", Style::Bold));
}
