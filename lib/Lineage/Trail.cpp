//===- Trail.cpp - An op over several pass runs ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passdelta/Lineage/Trail.h"
#include "llvm/ADT/STLExtras.h"

using namespace passdelta;

/// Adds the step over `link`; returns false where the trail ends.
static bool addStep(const Link &link, Relation end,
                    std::vector<TrailStep> &trail) {
  float before = trail.empty() ? 1 : trail.back().confidence;
  if (link.other == OpId::None) {
    trail.push_back({OpId::None, end, before});
    return false;
  }
  trail.push_back({link.other, link.relation, before * link.confidence});
  return true;
}

std::vector<TrailStep>
passdelta::followForward(ArrayRef<const Alignment *> runs, OpId op) {
  std::vector<TrailStep> trail;
  for (const Alignment *run : runs) {
    if (!addStep(run->link(op), Relation::Erased, trail))
      break;
    op = trail.back().op;
  }
  return trail;
}

std::vector<TrailStep>
passdelta::followBackward(ArrayRef<const Alignment *> runs, OpId op) {
  std::vector<TrailStep> trail;
  for (const Alignment *run : llvm::reverse(runs)) {
    if (!addStep(run->linkOfAfter(op), Relation::Created, trail))
      break;
    op = trail.back().op;
  }
  return trail;
}
