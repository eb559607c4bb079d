//===- TileParallel.cpp - scf.parallel loops that were not tiled ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// scf-parallel-loop-tiling takes the innermost scf.parallel loops that reduce
// nothing.
//
//===----------------------------------------------------------------------===//

#include "Loops.h"
#include "llvm/ADT/STLExtras.h"

using namespace passdelta;
using namespace passdelta::auditing;

/// True if no loop was put around the image, or into it.
static bool isUntouched(const AuditInput &input, OpId loop) {
  if (!isLeftAlone(input, loop))
    return false;
  auto before = getLoopInfo(input.before, loop);
  auto after = getLoopInfo(input.after, imageOf(input, loop));
  if (before && after && before->dims.size() == after->dims.size())
    for (auto [one, other] : llvm::zip(before->dims, after->dims))
      if (one.step.constant != other.step.constant)
        return false;
  return input.before.depth(loop) == input.after.depth(imageOf(input, loop));
}

/// Without tile sizes every loop is tiled by 1.
static void analyzeUnsized(const AuditInput &input, OpId loop, Missed &missed) {
  if (!knowsOptions(input))
    return;
  auto sizes = integerOption(input, "parallel-loop-tile-sizes");
  if (llvm::any_of(sizes, [](int64_t size) { return size > 1; }))
    return;
  MissedCandidate candidate;
  candidate.kind = Kind::Tiled;
  candidate.outcome = Outcome::Analysis;
  candidate.before = {loop};
  candidate.text = "tiled by 1: the loop is doubled and nothing is gained";
  addReason(candidate.reasons, "option-off", Basis::Proved,
            "parallel-loop-tile-sizes gives no size above 1", loop);
  missed.push_back(std::move(candidate));
}

void auditing::auditParallelTiling(const AuditInput &input, Missed &missed) {
  const OpGraph &graph = input.before;
  for (OpId loop : opsNamed(graph, "scf.parallel")) {
    if (!isUntouched(input, loop)) {
      if (isInnermost(graph, loop))
        analyzeUnsized(input, loop, missed);
      continue;
    }
    MissedCandidate candidate;
    candidate.kind = Kind::Tiled;
    candidate.before = {loop};
    candidate.after = {imageOf(input, loop)};
    candidate.text = "not tiled";
    if (graph[loop].numResults)
      addReason(candidate.reasons, "reduction", Basis::Proved,
                "the loop reduces " + counted(graph[loop].numResults, "value") +
                    "; only loops without reductions are tiled",
                loop);
    else if (!isInnermost(graph, loop))
      continue; // Its inner loop is the one the pass means.
    finishReasons(candidate.reasons, "tiled");
    missed.push_back(std::move(candidate));
  }
}
