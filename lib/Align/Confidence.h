//===- Confidence.h - How often a stage is right ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_ALIGN_CONFIDENCE_H
#define PASSDELTA_ALIGN_CONFIDENCE_H

#include "passdelta/Model/Alignment.h"

namespace passdelta {

/// Measured precision of identity links of `stage` that turned out to be of
/// `relation`, rounded down; a value of 0.95 or more means at least 0.99. The
/// numbers, and how they were measured, are in docs/accuracy.md.
float confidenceOf(Stage stage, Relation relation);

/// The same for the pairs of a group.
float confidenceOfGroup(Stage stage);

} // namespace passdelta

#endif // PASSDELTA_ALIGN_CONFIDENCE_H
