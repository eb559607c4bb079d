//===- Trust.h - Which links recognizers may believe ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_LIB_RECOGNIZE_TRUST_H
#define PASSDELTA_LIB_RECOGNIZE_TRUST_H

#include "passdelta/Recognize/Recognizer.h"

namespace passdelta {

/// True if an op of name `to` can be what became of one of name `from`: a load
/// does not become a call, nor a loop a constant or a mere terminator.
bool isPlausibleSuccessor(const Knowledge &knowledge, StringRef from,
                          StringRef to);

/// "exp" of math.exp and llvm.intr.exp, "add" of arith.addf and llvm.fadd: what
/// an op does, whatever its dialect calls it.
StringRef stemOf(StringRef name);

/// The links of `input` without those that cannot be: an op of another name
/// that is no plausible successor, a body of a loop that never ran. Terminators
/// of linked functions that are linked elsewhere are given back.
///
/// \cost O(ops).
Alignment trustedAlignment(const RecognizeInput &input);

} // namespace passdelta

#endif // PASSDELTA_LIB_RECOGNIZE_TRUST_H
