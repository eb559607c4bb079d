//===- Confidence.h - How often a stage is right ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_ALIGN_CONFIDENCE_H
#define PASSDELTA_ALIGN_CONFIDENCE_H

#include "passdelta/Model/Alignment.h"

namespace passdelta {

/// Measured precision of the links of `stage`, rounded down; see
/// docs/accuracy.md for the numbers and how they were measured.
float confidenceOf(Stage stage);

} // namespace passdelta

#endif // PASSDELTA_ALIGN_CONFIDENCE_H
