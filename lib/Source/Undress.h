//===- Undress.h - Takes off what a text was dressed in ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between the bytes of an input and all that reads its lines. A survey of the
// text tells what it is dressed in; one layer is taken off at a time, each in
// one pass that writes a copy, until the survey finds no more:
//
//   JSON string > Markdown block > time stamps > IR dump
//
// A text without dressing is not copied. To add a kind, write a function that
// detects it as in Dressings.h, and name it in the table in Undress.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_LIB_SOURCE_UNDRESS_H
#define PASSDELTA_LIB_SOURCE_UNDRESS_H

#include "ByteFile.h"
#include "passdelta/Model/Timeline.h"

namespace passdelta {

/// A text without its dressing.
struct Undressed {
  std::unique_ptr<ByteFile> file;
  std::shared_ptr<const LineMap> lines; ///< Null: every line is where it was.
  std::vector<Undone> undone;           ///< In the order in which it was done.
  std::vector<SkippedText> skipped;     ///< With lines of the original.
};

/// Takes all dressing off `file`, which is `path`; hands it back as it is if
/// there is none.
/// \cost Memory of the longest line (at most 4 MiB of it) and the line map;
///   one survey, and for each layer another one and a copy.
llvm::Expected<Undressed> undress(std::unique_ptr<ByteFile> file,
                                  StringRef path);

} // namespace passdelta

#endif // PASSDELTA_LIB_SOURCE_UNDRESS_H
