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

/// How much is shown (`--show=`).
enum class Show : uint8_t { Summary, Changes, Missed, All };

struct FormatOptions {
  Show show = Show::All;
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
/// Drops pass runs and findings that do not match and recounts the summary.
void filterReport(Report &report, Filter &filter);

/// Prints the links of an alignment, one JSON object a line, as `passdelta
/// align --format=jsonl` does: identity links by before op, then groups, then
/// erased and created ops.
void printAlignmentJsonl(const OpGraph &before, const OpGraph &after,
                         const Alignment &alignment, llvm::raw_ostream &os);

} // namespace passdelta

#endif // PASSDELTA_REPORT_FORMAT_H
