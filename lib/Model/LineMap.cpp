//===- LineMap.cpp - Lines of a cleaned text and of its original ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passdelta/Model/LineMap.h"
#include "passdelta/Model/Timeline.h"
#include <algorithm>

using namespace passdelta;

void LineMap::add(const LineOrigin &origin) {
  unsigned line = ++lines;
  if (!runs.empty()) {
    Run &last = runs.back();
    bool isAlike = last.shift == origin.shift && last.wrap == origin.wrap;
    unsigned length = line - last.first;
    if (isAlike && !last.isOneLine && last.origin + length == origin.line)
      return;
    // The second line of a run decides what kind of run it is.
    if (isAlike && last.origin == origin.line &&
        (last.isOneLine || length == 1)) {
      last.isOneLine = true;
      return;
    }
  }
  runs.push_back({line, origin.line, origin.shift, origin.wrap, false});
}

LineOrigin LineMap::origin(unsigned line) const {
  if (line == 0 || runs.empty())
    return {line, 0, 0};
  auto after = std::upper_bound(
      runs.begin(), runs.end(), line,
      [](unsigned line, const Run &run) { return line < run.first; });
  const Run &run = *std::prev(after);
  unsigned offset = run.isOneLine ? 0 : line - run.first;
  return {run.origin + offset, run.shift, run.wrap};
}

LinePlace LineMap::place(unsigned line, unsigned column) const {
  LineOrigin from = origin(line);
  if (column == 0 || from.shift == LineOrigin::noColumn)
    return {from.line, 0};
  if (from.wrap && column > from.wrap) {
    unsigned before = (column - 1) / from.wrap;
    return {from.line + before,
            unsigned(int(column - before * from.wrap) + from.shift)};
  }
  return {from.line, unsigned(int(column) + from.shift)};
}

bool LineMap::isIdentity() const {
  return runs.empty() ||
         (runs.size() == 1 && runs.front().origin == 1 && !runs.front().shift &&
          !runs.front().wrap && !runs.front().isOneLine);
}

void Input::place(SkippedText &text) const {
  unsigned first = place(text.firstLine).line;
  unsigned last = place(text.firstLine + text.numLines - 1).line;
  text.firstLine = first;
  // Several lines may be of one line of the input, and between them may be
  // lines that are counted already.
  text.numLines = std::min(text.numLines, last - first + 1);
}
