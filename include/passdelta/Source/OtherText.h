//===- OtherText.h - Text between the dumps ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_SOURCE_OTHERTEXT_H
#define PASSDELTA_SOURCE_OTHERTEXT_H

#include "passdelta/Model/Timeline.h"

namespace passdelta {

/// Appends what `text` is, if it is more than blanks: its lines and a word for
/// them ("diagnostics", "timing report", "IR without a banner", ...).
/// `firstLine` is the line of its first byte in input `input`.
void addOtherText(std::vector<SkippedText> &skipped, StringRef text,
                  unsigned input, unsigned firstLine);

/// The message of the last `error:` diagnostic in `text`, or "".
StringRef lastError(StringRef text);

/// True if `text` starts like MLIR: after blank lines, comments and alias
/// definitions, an op. Cheap and generous.
bool looksLikeIR(StringRef text);

} // namespace passdelta

#endif // PASSDELTA_SOURCE_OTHERTEXT_H
