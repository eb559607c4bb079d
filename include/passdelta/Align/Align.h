//===- Align.h - Aligns two op graphs ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_ALIGN_ALIGN_H
#define PASSDELTA_ALIGN_ALIGN_H

#include "passdelta/Model/Alignment.h"

namespace passdelta {

/// Aligns the ops of two snapshots of one interner, in the stages of
/// docs/alignment.md. Pure and deterministic: ties go to the lower id.
///
/// \param before,after Their use tables are computed if they are not yet.
/// \returns Identity links with relation, stage and confidence; groups for what
///   is not 1 to 1. Every op without identity and in no group is Erased or
///   Created.
/// \cost Expected O(n log n); no step is quadratic in the size of a block.
Alignment align(OpGraph &before, OpGraph &after);

} // namespace passdelta

#endif // PASSDELTA_ALIGN_ALIGN_H
