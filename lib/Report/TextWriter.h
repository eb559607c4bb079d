//===- TextWriter.h - Lines with a place on the right -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The look of the text format: indentation, colours, places set flush right,
// and strings made safe for a terminal.
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_REPORT_TEXTWRITER_H
#define PASSDELTA_REPORT_TEXTWRITER_H

#include "passdelta/Report/Format.h"
#include "llvm/ADT/SmallVector.h"

namespace passdelta {

enum class Style : uint8_t { Plain, Bold, Dim, Green, Yellow, Red };

/// A line in pieces of one style each.
class TextLine {
public:
  TextLine &add(const llvm::Twine &text, Style style = Style::Plain);
  /// Adds spaces up to `column` (from 0), at least one.
  TextLine &padTo(unsigned column);
  /// Columns so far.
  unsigned width() const { return columns; }
  bool empty() const { return pieces.empty(); }

private:
  friend class TextWriter;
  struct Piece {
    std::string text;
    Style style;
  };
  llvm::SmallVector<Piece, 4> pieces;
  unsigned columns = 0;
};

/// Writes lines, with a place at the right margin where there is one.
class TextWriter {
public:
  TextWriter(const FormatOptions &options, llvm::raw_ostream &os)
      : options(options), os(os) {}

  /// The place stands flush right, or on a line of its own where the text
  /// leaves no room for it. It is never shortened.
  void line(const TextLine &text, const llvm::Twine &place = "");
  void blank();
  unsigned width() const { return options.width; }

private:
  void print(const TextLine &text);

  const FormatOptions &options;
  llvm::raw_ostream &os;
};

/// Columns that `text` takes on a terminal.
unsigned columnsOf(StringRef text);
/// `text` without control characters and mended UTF-8.
std::string printable(StringRef text);
/// `text` with at most `columns` columns, "..." in its middle where shortened.
std::string shortened(StringRef text, unsigned columns);
/// "1 op", "3 ops".
std::string counted(unsigned count, StringRef noun, StringRef plural = "");

} // namespace passdelta

#endif // PASSDELTA_REPORT_TEXTWRITER_H
