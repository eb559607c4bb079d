//===- TextGroups.h - Pass runs and findings that belong together -*- C++ -*-=//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What makes a report of hundreds of pass runs readable: runs of one pass on
// several functions in a row are one group, and in a group equal findings are
// one line with a count.
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_REPORT_TEXTGROUPS_H
#define PASSDELTA_REPORT_TEXTGROUPS_H

#include "passdelta/Report/Format.h"
#include "llvm/ADT/SmallVector.h"

namespace passdelta {

/// Findings that are one line: same outcome, kind, ops, words and reason.
struct FindingGroup {
  llvm::SmallVector<const Finding *, 2> findings; ///< Never empty.
  unsigned count = 0;                             ///< With their own counts.
  /// The functions they are in, in order of appearance.
  llvm::SmallVector<StringRef, 2> functions;

  const Finding &first() const { return *findings.front(); }
};

/// Many small findings of one kind as one line: "erased 12 ops: a x5, b x7".
struct BulkGroup {
  Kind kind;
  unsigned numOps = 0;
  struct Ops {
    std::string text; ///< "arith.addf", or "arith.addf -> llvm.fadd".
    unsigned count = 0;
  };
  std::vector<Ops> ops; ///< Most frequent first.
  const Finding *first = nullptr;
};

/// One or more pass runs in a row of the same pass with the same options.
struct RunGroup {
  llvm::SmallVector<const PassRunReport *, 1> runs; ///< Never empty.
  std::vector<FindingGroup> changes;
  std::vector<FindingGroup> missed; ///< All that is not passed.
  std::vector<BulkGroup> bulk;

  const PassRunReport &first() const { return *runs.front(); }
};

/// Groups what `show` shows, in the order of the pass runs. Runs of which there
/// is nothing to say are left out, except for Show::All.
/// \cost O(n log n) in the number of findings.
std::vector<RunGroup> groupReport(const Report &report, Show show);

/// "linalg.generic %5, %7", "arith.addf x12"; at most a few names.
std::string formatOps(ArrayRef<OpRef> ops);
/// The op names alone, with counts.
std::string formatOpNames(ArrayRef<OpRef> ops);
/// "before -> after", or the one side there is.
std::string formatSides(const std::string &before, const std::string &after);

} // namespace passdelta

#endif // PASSDELTA_REPORT_TEXTGROUPS_H
