//===- TextSummary.cpp - A table of the pass runs (--show=summary) --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   #    pass                     on        changed  what
//   3    canonicalize             @f, @g    41 ops   folded 12, erased 20
//   4-9  (6 pass runs)            @f, @g    -        no change
//
//===----------------------------------------------------------------------===//

#include "TextParts.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace passdelta;

namespace {
struct Row {
  std::string id, pass, on, changed, what;
  bool isAlert = false;
  unsigned group = ~0u;
};

/// Collects the rows from the report itself: here every pass run counts, also
/// those of which nothing is said.
class Table {
public:
  explicit Table(const Report &report) : report(report) {
    for (const Finding &finding : report.findings)
      findingsOf[uint32_t(finding.passRun)].push_back(&finding);
  }

  std::vector<Row> rows();

private:
  bool isQuiet(const PassRunReport &run) const {
    return run.status == PassStatus::Unchanged &&
           !findingsOf.contains(uint32_t(run.id));
  }
  Row makeRow(const RunGroup &group) const;
  std::string formatWhat(const RunGroup &group, bool &isAlert) const;

  const Report &report;
  llvm::DenseMap<uint32_t, std::vector<const Finding *>> findingsOf;
};
} // namespace

std::vector<Row> Table::rows() {
  std::vector<Row> rows;
  RunGroup open;
  auto close = [&] {
    if (!open.runs.empty())
      rows.push_back(makeRow(open));
    open.runs.clear();
  };
  for (const PassRunReport &run : report.passRuns) {
    if (!open.runs.empty()) {
      const PassRunReport &first = open.first();
      bool isSamePass = first.pass == run.pass && first.options == run.options;
      bool belongs = isQuiet(first) ? isQuiet(run)
                                    : isSamePass && !isQuiet(run) &&
                                          first.status == run.status;
      if (!belongs || first.group != run.group)
        close();
    }
    open.runs.push_back(&run);
  }
  close();
  return rows;
}

Row Table::makeRow(const RunGroup &group) const {
  Row row;
  const PassRunReport &first = group.first();
  row.id = formatRunIds(group);
  row.group = first.group;
  bool isOnePass = llvm::all_of(group.runs, [&](const PassRunReport *run) {
    return run->pass == first.pass;
  });
  row.pass = isOnePass
                 ? first.pass
                 : "(" + std::to_string(group.runs.size()) + " pass runs)";
  row.on = formatTargets(group, 2, symbolColumns);
  unsigned changed = 0;
  for (const PassRunReport *run : group.runs)
    changed += run->opsChanged;
  row.changed = changed ? counted(changed, "op") : "-";
  row.what = formatWhat(group, row.isAlert);
  return row;
}

std::string Table::formatWhat(const RunGroup &group, bool &isAlert) const {
  constexpr size_t numKinds = size_t(Kind::Unread) + 1;
  std::vector<unsigned> passed(numKinds), missed(numKinds);
  std::string text;
  auto add = [&](const llvm::Twine &part) {
    text += ((text.empty() ? "" : ", ") + part).str();
  };
  for (const PassRunReport *run : group.runs) {
    auto findings = findingsOf.find(uint32_t(run->id));
    if (findings == findingsOf.end())
      continue;
    for (const Finding *finding : findings->second)
      (finding->outcome == Outcome::Passed ? passed
                                           : missed)[size_t(finding->kind)] +=
          finding->count;
  }
  const PassRunReport &first = group.first();
  isAlert = first.status == PassStatus::Failed ||
            first.status == PassStatus::Unread ||
            llvm::any_of(missed, [](auto n) { return n != 0; });
  if (first.status != PassStatus::Changed &&
      first.status != PassStatus::Unchanged)
    add(toString(first.status) + (first.note.empty() ? "" : ": ") + first.note);
  for (size_t kind = 0; kind < numKinds; ++kind)
    if (passed[kind])
      add(toString(Kind(kind)) + " " + llvm::Twine(passed[kind]));
  for (size_t kind = 0; kind < size_t(Kind::Unread); ++kind)
    if (missed[kind])
      add("missed " + toString(Kind(kind)) + " " + llvm::Twine(missed[kind]));
  if (!text.empty())
    return text;
  if (first.status == PassStatus::Changed)
    return "changed";
  bool isSameNote = llvm::all_of(group.runs, [&](const PassRunReport *run) {
    return run->note == first.note;
  });
  return isSameNote && !first.note.empty() ? "no change: " + first.note
                                           : "no change";
}

void passdelta::printSummaryTable(const TextContext &context) {
  std::vector<Row> rows = Table(context.report).rows();
  rows.insert(rows.begin(), Row{"#", "pass", "on", "changed", "what"});
  auto widest = [&](std::string Row::*field, unsigned limit) {
    size_t widest = 0;
    for (Row &row : rows) {
      row.*field = shortened(row.*field, limit);
      widest = std::max<size_t>(widest, columnsOf(row.*field));
    }
    return unsigned(widest);
  };
  unsigned passLimit = std::max(24u, context.out.width() * 2 / 5);
  unsigned onLimit = std::max(20u, context.out.width() / 4);
  unsigned passColumn = 2 + widest(&Row::id, 16) + 2;
  unsigned onColumn = passColumn + widest(&Row::pass, passLimit) + 2;
  unsigned changedColumn = onColumn + widest(&Row::on, onLimit) + 2;
  unsigned whatColumn = changedColumn + widest(&Row::changed, 16) + 2;

  context.out.blank();
  for (auto [index, row] : llvm::enumerate(rows)) {
    if (index && row.group != rows[index - 1].group)
      printDumpGroup(context, row.group);
    Style style = index == 0                           ? Style::Bold
                  : row.changed == "-" && !row.isAlert ? Style::Dim
                                                       : Style::Plain;
    TextLine line;
    line.add("  ").add(row.id, style).padTo(passColumn);
    line.add(row.pass, style).padTo(onColumn);
    line.add(row.on, style).padTo(changedColumn);
    line.add(row.changed, style).padTo(whatColumn);
    line.add(row.what, style);
    if (row.isAlert)
      line.add("  !", Style::Yellow);
    context.out.line(line);
  }
}
