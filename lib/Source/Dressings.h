//===- Dressings.h - The kinds of dressing ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_LIB_SOURCE_DRESSINGS_H
#define PASSDELTA_LIB_SOURCE_DRESSINGS_H

#include "LineSink.h"
#include "Survey.h"
#include <functional>
#include <optional>

namespace passdelta {

/// A line of the dressed text, or a part of a very long one.
struct DressedLine {
  StringRef text;                    ///< Without the line end.
  unsigned line = 1;                 ///< In the dressed text.
  bool isStart = true, isEnd = true; ///< Of the line.
};

/// One layer of dressing, with the state of taking it off.
struct Layer {
  /// Takes the next line, and gives what is left of it to `sink`.
  std::function<void(const DressedLine &line, LineSink &sink)> take;
  /// After the last line.
  std::function<void(LineSink &sink)> finish = [](LineSink &) {};
};

/// Each returns a layer if the text is dressed so. They agree on what is
/// certain: a text that can be read as it is is left alone.
using DetectLayer = llvm::Expected<std::optional<Layer>> (*)(
    const Survey &survey, const ByteFile &file);

/// Terminal colours and other escape sequences, CR before LF or alone, NULs.
llvm::Expected<std::optional<Layer>> detectBytes(const Survey &survey,
                                                 const ByteFile &file);
/// A JSON document, or one JSON object a line, whose strings hold the text.
llvm::Expected<std::optional<Layer>> detectJson(const Survey &survey,
                                                const ByteFile &file);
/// A program, with the text in string literals.
llvm::Expected<std::optional<Layer>> detectLiterals(const Survey &survey,
                                                    const ByteFile &file);
/// Markdown with the text in fenced blocks.
llvm::Expected<std::optional<Layer>> detectFences(const Survey &survey,
                                                  const ByteFile &file);
/// Time stamps, `[stderr] `, `> `, blanks, `service | ` in front of each line;
/// text in front of a banner.
llvm::Expected<std::optional<Layer>> detectPrefix(const Survey &survey,
                                                  const ByteFile &file);
/// Lines that were broken at a fixed column.
llvm::Expected<std::optional<Layer>> detectWraps(const Survey &survey,
                                                 const ByteFile &file);

} // namespace passdelta

#endif // PASSDELTA_LIB_SOURCE_DRESSINGS_H
