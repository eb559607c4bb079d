//===- Trail.h - An op over several pass runs -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_LINEAGE_TRAIL_H
#define PASSDELTA_LINEAGE_TRAIL_H

#include "passdelta/Model/Alignment.h"

namespace passdelta {

/// One step of an op: what it is after a pass run, and how sure that is.
struct TrailStep {
  OpId op = OpId::None;
  Relation relation = Relation::Kept;
  /// Product of the confidences of all steps so far.
  float confidence = 1;
};

/// Follows `op`, an op before the first of `runs`, through their alignments;
/// the after graph of each is the before graph of the next. Only identity is
/// followed: what becomes of an op in a group is the group's.
///
/// \returns A step a run, up to the first in which the op has no identity; that
///   one has op None and relation Erased.
/// \cost O(runs).
std::vector<TrailStep> followForward(ArrayRef<const Alignment *> runs, OpId op);

/// The same backward: `op` is an op after the last of `runs`. The first step is
/// the last run; where the op was made, the step has op None and relation
/// Created.
std::vector<TrailStep> followBackward(ArrayRef<const Alignment *> runs,
                                      OpId op);

} // namespace passdelta

#endif // PASSDELTA_LINEAGE_TRAIL_H
