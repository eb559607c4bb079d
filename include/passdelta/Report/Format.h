//===- Format.h - Ways to print a report ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_REPORT_FORMAT_H
#define PASSDELTA_REPORT_FORMAT_H

#include "passdelta/Model/Alignment.h"
#include "passdelta/Model/Report.h"
#include "llvm/Support/Regex.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace passdelta {

/// How much is shown (`--show=`). Formats for machines print everything for
/// Default and All, no finding for Summary, and else those of that outcome.
enum class Show : uint8_t {
  Default, ///< Ranked, grouped and shortened for a reader; not an option value.
  Summary, ///< A table of the pass runs.
  Changes, ///< What passes did, each finding.
  Missed,  ///< What they did not do, each finding with all of its reasons.
  All,     ///< All of it, each pass run and each finding.
};
/// "summary", "changes", "missed", "all"; nothing for other text.
std::optional<Show> parseShow(StringRef text);
/// True if a finding of this outcome is shown, one by one or in a group.
bool isShown(Show show, Outcome outcome);

struct FormatOptions {
  Show show = Show::Default;
  bool colour = false;
  unsigned width = 100; ///< Columns, for text.
};

struct Format {
  StringRef name; ///< Value of `--format=`.
  /// One line for `--list-formats`.
  StringRef summary;
  void (*print)(const Report &report, const FormatOptions &options,
                llvm::raw_ostream &os);
};

/// All formats, by name; the first is the default.
ArrayRef<Format> getFormats();

/// What `--filter-*` ask for. Empty: everything.
struct Filter {
  std::optional<llvm::Regex> pass, function, op;
  std::vector<Kind> kinds;
};
/// Drops pass runs and findings that do not match and recounts the summary. A
/// pass run stays if pass and function match (a run on a module stays while it
/// has findings in a matching function); a finding must match them all, and
/// stands in `op` by an op name or result on any side. Ids are not renumbered.
/// Unread pass runs stay where the pass matches: nothing is lost silently.
void filterReport(Report &report, Filter &filter);

/// Fills the counts of the summary that follow from pass runs and findings: a
/// finding counts as often as it occurs (Finding::count). The numbers of
/// snapshots are left as they are.
void recountSummary(Report &report);

/// One line on what was taken off the inputs before they were read and on what
/// text in them was skipped, with counts of lines; empty if nothing was.
std::string summarizeDamage(const Report &report);

/// One item of `--fail-on`: "missed", "missed:vectorized", "passed:copied",
/// "vectorized" (kind, missed), "unread", "failed", "incomplete",
/// "unexplained".
struct FailOn {
  std::string text; ///< As written.
  std::optional<Outcome> outcome;
  std::optional<Kind> kind;
  std::optional<PassStatus> status;
  bool unexplained = false;
};
/// Parses a comma-separated list. The error names the item and what is allowed.
llvm::Expected<std::vector<FailOn>> parseFailOn(StringRef list);
/// How often `item` is met: findings with their count, pass runs, or ops.
unsigned countOf(const Report &report, const FailOn &item);

/// Prints the links of an alignment, one JSON object a line, as `passdelta
/// align --format=jsonl` does: identity links by before op, then groups, then
/// erased and created ops.
void printAlignmentJsonl(const OpGraph &before, const OpGraph &after,
                         const Alignment &alignment, llvm::raw_ostream &os);

} // namespace passdelta

#endif // PASSDELTA_REPORT_FORMAT_H
