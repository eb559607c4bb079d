//===- Survey.h - What a text looks like, before it is read -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_LIB_SOURCE_SURVEY_H
#define PASSDELTA_LIB_SOURCE_SURVEY_H

#include "ByteFile.h"
#include <vector>

namespace passdelta {

/// A line with a banner in it, in whatever stands around it.
struct BannerLine {
  std::string text; ///< The line, at most 4 KiB of it.
  size_t at = 0;    ///< Where the banner starts in `text`.

  StringRef prefix() const { return StringRef(text).take_front(at); }
  StringRef banner() const { return StringRef(text).drop_front(at); }
};

/// What is known of a text from one quick look at all of it.
struct Survey {
  std::string head; ///< The first 64 KiB.
  uint64_t size = 0;
  bool hasEscapes = false; ///< ESC: terminal colours.
  bool hasNuls = false;
  bool hasReturns = false; ///< CR.
  /// The first 256 banners; look-alikes count.
  std::vector<BannerLine> banners;
  /// 64 KiB from the line of the first banner on; the head without one.
  std::string sample;
  /// Lines that open or close a block of Markdown before the first banner; in
  /// the first 16 MiB of a text without one.
  unsigned numFences = 0;
};

/// Where a banner starts in `line`, or npos: what looks like one in the middle
/// of a line counts, a test's `// CHECK: // -----//` does not.
size_t findBanner(StringRef line);

/// How many lines of `text` have one.
unsigned countBanners(StringRef text);

/// \cost One pass over the file, at a fifth of the time that reading takes.
llvm::Expected<Survey> surveyFile(const ByteFile &file);

} // namespace passdelta

#endif // PASSDELTA_LIB_SOURCE_SURVEY_H
