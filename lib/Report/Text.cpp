//===- Text.cpp - The report for a reader ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatList.h"
#include "TextParts.h"

using namespace passdelta;

/// From so many groups on, an overview comes first.
static constexpr size_t minGroupsForOverview = 12;

void passdelta::printText(const Report &report, const FormatOptions &options,
                          llvm::raw_ostream &os) {
  TextWriter out(options, os);
  std::vector<RunGroup> groups = groupReport(report, options.show);
  TextContext context{report, options.show, out, groups};

  printHeading(context);
  if (options.show == Show::Summary) {
    printSummaryTable(context);
  } else {
    bool isLong =
        options.show == Show::Default && groups.size() >= minGroupsForOverview;
    if (isLong)
      printOverview(context);
    bool wasMinor = false;
    unsigned dumps = ~0u;
    for (const RunGroup &group : groups) {
      if (group.first().group != dumps) {
        dumps = group.first().group;
        printDumpGroup(context, dumps);
        wasMinor = false;
      }
      // Of a long report, what has no name is one line without air.
      bool isOneLine = isLong && isMinor(group);
      if (!(isOneLine && wasMinor))
        out.blank();
      if (isOneLine)
        printMinorGroup(context, group);
      else
        printRunGroup(context, group);
      wasMinor = isOneLine;
    }
    printQuietDumpGroups(context);
  }
  out.blank();
  printClosing(context);
}
