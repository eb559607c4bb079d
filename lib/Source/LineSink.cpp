//===- LineSink.cpp - Where the clean lines go ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LineSink.h"
#include "llvm/ADT/STLExtras.h"

using namespace passdelta;

/// What of `outer` (dressed to original) is true of a line that came from a
/// place in the dressed text.
static LineOrigin compose(const LineMap *outer, const LineOrigin &inner) {
  if (!outer)
    return inner;
  LineOrigin origin = outer->origin(inner.line);
  bool isKnown = origin.shift != LineOrigin::noColumn &&
                 inner.shift != LineOrigin::noColumn;
  return {origin.line,
          isKnown ? origin.shift + inner.shift : LineOrigin::noColumn,
          // Lines that were joined before they were cut lead to the first.
          inner.wrap ? inner.wrap : origin.wrap};
}

void LineSink::add(StringRef piece, const LineOrigin &origin) {
  if (!isOpen)
    lines.add(compose(before, origin));
  isOpen = true;
  text += piece;
}

void LineSink::endLine() {
  if (!isOpen)
    return;
  text += '\n';
  isOpen = false;
}

void LineSink::skip(unsigned line, StringRef skippedText) {
  if (skippedText.trim().empty())
    return;
  unsigned origin = before ? before->origin(line).line : line;
  if (!skipped.empty() &&
      skipped.back().firstLine + skipped.back().numLines == origin) {
    ++skipped.back().numLines;
    return;
  }
  // GCC 12 sees an overflow in a braced SkippedText with a literal.
  SkippedText &text = skipped.emplace_back();
  text.firstLine = origin;
  text.numLines = 1;
  text.what = "text around the IR";
}

void LineSink::countUndone(StringRef what, unsigned numLines) {
  auto known = llvm::find_if(
      undone, [&](const Undone &each) { return each.what == what; });
  if (known != undone.end())
    known->lines += numLines;
  else
    undone.push_back({what.str(), numLines});
}
