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

/// The first line of `text` that is no comment and no alias definition, without
/// blanks around it; "" if there is none in its first `maxLines` lines.
StringRef firstOpLine(StringRef text, unsigned maxLines = ~0u);

/// The bare name that `line` starts with: "linalg.generic", "module", or "".
StringRef leadingName(StringRef line);

/// True if `text` starts like MLIR: after blank lines, comments and alias
/// definitions, an op. Cheap and generous.
bool looksLikeIR(StringRef text);

} // namespace passdelta

#endif // PASSDELTA_SOURCE_OTHERTEXT_H
