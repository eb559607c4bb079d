//===- LineMap.h - Lines of a cleaned text and of its original --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dressed input (a CI log, a mail, a JSON file) is read as a cleaned copy.
// What is printed are places in the original; this leads back to them.
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_MODEL_LINEMAP_H
#define PASSDELTA_MODEL_LINEMAP_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace passdelta {

/// A place in a text. Both count from 1, columns in bytes; 0 is "not known".
struct LinePlace {
  unsigned line = 0, column = 0;
};

/// Where one line of the clean text comes from.
struct LineOrigin {
  /// Columns of this line have no counterpart.
  static constexpr int32_t noColumn = INT32_MIN;

  unsigned line = 0;
  /// To be added to a column of the clean line to get that of the original.
  int32_t shift = 0;
  /// The line was joined from lines of this many columns; 0: it was not.
  unsigned wrap = 0;
};

/// Maps the lines of a clean text. Runs of lines that follow each other in both
/// texts take one entry, so an evenly dressed log takes a few.
class LineMap {
public:
  /// Appends the next line of the clean text.
  void add(const LineOrigin &origin);

  /// The origin of clean line `line`, from 1. A line past the end continues
  /// the last one. O(log entries).
  LineOrigin origin(unsigned line) const;

  /// The place in the original.
  LinePlace place(unsigned line, unsigned column = 0) const;

  unsigned numLines() const { return lines; }
  size_t numEntries() const { return runs.size(); }
  /// True if every line is where it was.
  bool isIdentity() const;

private:
  struct Run {
    unsigned first;  ///< Clean line.
    unsigned origin; ///< Line of the first one in the original.
    int32_t shift;
    uint32_t wrap : 31;
    /// All lines of the run come from one line: they were escaped in it.
    uint32_t isOneLine : 1;
  };
  std::vector<Run> runs;
  unsigned lines = 0;
};

} // namespace passdelta

#endif // PASSDELTA_MODEL_LINEMAP_H
