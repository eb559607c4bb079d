//===- TextParts.h - The parts of the text format ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   heading      what was read, and what could not be
//   overview     only where the pass runs fill more than a screen or two
//   run groups   each pass that changed or missed something
//   closing      passes that did none of their work; the summary
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_REPORT_TEXTPARTS_H
#define PASSDELTA_REPORT_TEXTPARTS_H

#include "TextGroups.h"
#include "TextWriter.h"

namespace passdelta {

/// What all parts need.
struct TextContext {
  const Report &report;
  Show show;
  TextWriter &out;
  ArrayRef<RunGroup> groups;
};

void printHeading(const TextContext &context);
void printOverview(const TextContext &context);
void printRunGroup(const TextContext &context, const RunGroup &group);
/// True if a group has only what no recognizer names and missed nothing, or
/// could not be read.
bool isMinor(const RunGroup &group);
/// One line for a minor group: "pass 7  cse  on @f: created 2 ops, moved 1".
void printMinorGroup(const TextContext &context, const RunGroup &group);
void printSummaryTable(const TextContext &context);
void printClosing(const TextContext &context);

/// "3", "3-5", "3, 7, 9", "3...40".
std::string formatRunIds(const RunGroup &group);
/// Names of symbols have at most so many columns in the default report.
inline constexpr unsigned symbolColumns = 36;
/// The symbols a group ran on, "@f, @g"; the anchor for a run without symbol.
/// At most `max` of them, each of at most `columns` columns.
std::string formatTargets(const RunGroup &group, unsigned max,
                          unsigned columns);
/// Where the ops of a finding are: "412:9, 413:9 -> 498:9", and the user's
/// location where there is one. `input` is that of the pass run.
std::string formatPlaces(const TextContext &context, const Finding &finding,
                         unsigned input);
/// "412:9, 413:9": at most `max` places of ops.
std::string formatPlaces(const TextContext &context, ArrayRef<OpRef> ops,
                         unsigned input, unsigned max);
/// The last part of a path.
StringRef fileName(const Report &report, unsigned input);

} // namespace passdelta

#endif // PASSDELTA_REPORT_TEXTPARTS_H
