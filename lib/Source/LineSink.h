//===- LineSink.h - Where the clean lines go --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_LIB_SOURCE_LINESINK_H
#define PASSDELTA_LIB_SOURCE_LINESINK_H

#include "passdelta/Model/Timeline.h"

namespace passdelta {

/// Takes the lines of the clean text, and keeps where they are from.
class LineSink {
public:
  /// `before` leads from the dressed text to the original; null: it is it.
  explicit LineSink(const LineMap *before) : before(before) {}

  /// Adds text to the open line. Where the line is from, in the dressed text,
  /// is what its first text says.
  void add(StringRef text, const LineOrigin &origin);
  void endLine();
  /// add() and endLine().
  void line(StringRef text, const LineOrigin &origin) {
    add(text, origin);
    endLine();
  }
  /// Line `line` of the dressed text is left out; blank ones are not told.
  void skip(unsigned line, StringRef text);
  /// `numLines` lines were dressed in `what`, see Undone.
  void countUndone(StringRef what, unsigned numLines = 1);

  /// The clean text; taken away by the owner from time to time.
  std::string text;
  LineMap lines;
  std::vector<Undone> undone;
  std::vector<SkippedText> skipped;

private:
  const LineMap *before;
  bool isOpen = false;
};

} // namespace passdelta

#endif // PASSDELTA_LIB_SOURCE_LINESINK_H
