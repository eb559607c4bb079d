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
/// "pass ", or "step " for parts of one.
StringRef wordFor(const RunGroup &group);
/// Names of symbols have at most so many columns in the default report.
inline constexpr unsigned symbolColumns = 36;
/// The symbols a group ran on, "@f, @g"; the anchor for a run without symbol.
/// At most `max` of them, each of at most `columns` columns.
std::string formatTargets(const RunGroup &group, unsigned max,
                          unsigned columns);
/// Where the ops of a finding are: "412:9, 413:9 -> 498:9", and the user's
/// location where there is one. The inputs of `run` are understood and not
/// named.
std::string formatPlaces(const TextContext &context, const Finding &finding,
                         const PassRunReport &run);
/// "412:9, 413:9": at most `max` places of ops.
std::string formatPlaces(const TextContext &context, ArrayRef<OpRef> ops,
                         const PassRunReport &run, unsigned max);
/// "a.log:412", or "before.mlir -> after.mlir" where the sides of the run are
/// in two inputs.
std::string formatPlace(const Report &report, const PassRunReport &run);
std::string formatPlace(const Report &report, unsigned input, unsigned line);
/// The short name of an input: the last part of its path, or what tells it
/// from the others.
std::string fileName(const Report &report, unsigned input);

/// Prints the heading of a group of dumps, where there are several.
void printDumpGroup(const TextContext &context, unsigned group);
/// Groups of dumps that none of the printed run groups is of; files of a folder
/// that were not read.
void printQuietDumpGroups(const TextContext &context);
void printSkippedFiles(const TextContext &context);

} // namespace passdelta

#endif // PASSDELTA_REPORT_TEXTPARTS_H
