//===- TileAffine.cpp - Affine loops that were not tiled ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// affine-loop-tile takes the bands of perfectly nested affine.for that stand
// directly in a function. A candidate is such a band, and every loop that would
// continue it but for something between the loops, or around the band.
//
//===----------------------------------------------------------------------===//

#include "Loops.h"
#include "Proofs.h"
#include "llvm/ADT/STLExtras.h"

using namespace passdelta;
using namespace passdelta::auditing;

/// The affine.for with no affine.for directly around it.
static bool isRoot(const OpGraph &graph, OpId loop) {
  OpId parent = graph.parent(loop);
  return parent == OpId::None || graph.name(parent) != "affine.for";
}

static bool isInFunction(const OpGraph &graph, OpId loop) {
  OpId parent = graph.parent(loop);
  return parent != OpId::None && graph.enclosingFunction(loop) == parent;
}

/// The iterations of a loop of either graph, if they are constant.
static std::optional<int64_t> trips(const OpGraph &graph, OpId loop) {
  auto info = getLoopInfo(graph, loop);
  return info && info->dims.size() == 1 ? info->dims.front().tripCount()
                                        : std::nullopt;
}

static std::optional<int64_t> stepOf(const OpGraph &graph, OpId loop) {
  auto info = getLoopInfo(graph, loop);
  return info && info->dims.size() == 1 ? info->dims.front().step.constant
                                        : std::nullopt;
}

/// True if the loop runs over what it ran over. The image of a loop that was
/// tiled is its tile loop, with another step, or its point loop, with other
/// bounds.
static bool hasSameRange(const AuditInput &input, OpId loop, OpId image) {
  auto before = getLoopInfo(input.before, loop);
  auto after = getLoopInfo(input.after, image);
  if (!before || !after || before->dims.size() != after->dims.size())
    return false;
  auto isSame = [](const IndexText &one, const IndexText &other) {
    return one.constant == other.constant && one.map == other.map;
  };
  for (auto [one, other] : llvm::zip(before->dims, after->dims))
    if (!isSame(one.lower, other.lower) || !isSame(one.upper, other.upper) ||
        !isSame(one.step, other.step))
      return false;
  return true;
}

/// True if the loop, and what is in it, is as it was.
static bool isUntouched(const AuditInput &input, OpId loop) {
  OpId image = imageOf(input, loop);
  return image != OpId::None && sameOps(input, loop, image) &&
         hasSameRange(input, loop, image);
}

static MissedCandidate makeCandidate(const AuditInput &input,
                                     ArrayRef<OpId> band) {
  MissedCandidate candidate;
  candidate.kind = Kind::Tiled;
  candidate.before.append(band.begin(), band.end());
  for (OpId loop : band)
    if (OpId image = imageOf(input, loop); image != OpId::None)
      candidate.after.push_back(image);
  candidate.text = "not tiled";
  return candidate;
}

/// The tile size of each loop of a band that was tiled, from what the pass made
/// of it: the step of the tile loops, outermost first.
static llvm::SmallVector<int64_t, 4> tileSizesOf(const AuditInput &input,
                                                 ArrayRef<OpId> band) {
  llvm::SmallVector<int64_t, 4> sizes;
  // The outermost loop around any image of the band.
  OpId top = OpId::None;
  for (OpId loop : band) {
    OpId up = imageOf(input, loop);
    if (up == OpId::None)
      continue;
    while (input.after.parent(up) != OpId::None &&
           input.after.name(input.after.parent(up)) == "affine.for")
      up = input.after.parent(up);
    top = up;
    break;
  }
  if (top == OpId::None)
    return sizes;
  llvm::SmallVector<OpId, 4> nest = perfectNest(input.after, top);
  if (nest.size() < 2 * band.size())
    return sizes;
  for (auto [index, loop] : llvm::enumerate(band)) {
    auto before = stepOf(input.before, loop);
    auto after = stepOf(input.after, nest[index]);
    if (!before || !after || *before <= 0)
      return {};
    sizes.push_back(*after / *before);
  }
  return sizes;
}

/// Loops that were tiled in name only: into one tile, or tiles of one.
static void analyzeTiled(const AuditInput &input, ArrayRef<OpId> band,
                         Missed &missed) {
  llvm::SmallVector<int64_t, 4> sizes = tileSizesOf(input, band);
  if (sizes.empty())
    return;
  if (llvm::all_of(sizes, [](int64_t size) { return size == 1; })) {
    MissedCandidate candidate = makeCandidate(input, band);
    candidate.outcome = Outcome::Analysis;
    candidate.text = "tiled by 1: the loops are doubled and nothing is gained";
    addReason(candidate.reasons, "no-effect", Basis::Proved,
              "every tile size is 1 (without tile-size, the pass takes 1 where "
              "the data fits the cache)",
              band);
    missed.push_back(std::move(candidate));
    return;
  }
  for (auto [loop, size] : llvm::zip(band, sizes)) {
    std::optional<int64_t> count = trips(input.before, loop);
    if (!count || *count <= 1 || size <= 1 || *count > size)
      continue;
    MissedCandidate candidate = makeCandidate(input, loop);
    candidate.outcome = Outcome::Analysis;
    candidate.text = "tiled into one tile: nothing is gained";
    addReason(candidate.reasons, "trip-count", Basis::Proved,
              "the loop has " + llvm::Twine(*count) +
                  " iterations, the tile size is " + llvm::Twine(size),
              loop);
    missed.push_back(std::move(candidate));
  }
}

/// The loops that would continue the band, but do not nest perfectly.
static void auditRest(const AuditInput &input, OpId last, Missed &missed) {
  const OpGraph &graph = input.before;
  auto inner = innerLoops(graph, last, "affine.for");
  for (OpId loop : inner) {
    if (!isUntouched(input, loop) || accessesIn(graph, loop).empty())
      continue;
    llvm::SmallVector<OpId, 4> nest = perfectNest(graph, loop);
    MissedCandidate candidate = makeCandidate(input, nest);
    OpId beside = opBeside(graph, last, loop);
    std::string what =
        beside == OpId::None ? "another op" : graph.name(beside).str();
    addReason(candidate.reasons, "imperfect-nest", Basis::Proved,
              what + " stands beside the loop in the body of the outer loop; "
                     "only perfectly nested loops make a band",
              {beside == OpId::None ? last : beside, last});
    missed.push_back(std::move(candidate));
  }
}

static void auditRoot(const AuditInput &input, OpId root, Missed &missed) {
  const OpGraph &graph = input.before;
  llvm::SmallVector<OpId, 4> band = perfectNest(graph, root);
  if (!isInFunction(graph, root)) {
    if (!isUntouched(input, root) || accessesIn(graph, root).empty())
      return;
    MissedCandidate candidate = makeCandidate(input, band);
    OpId parent = graph.parent(root);
    addReason(candidate.reasons, "region-barrier", Basis::Proved,
              "the band is inside " + graph.name(parent) +
                  "; only bands directly in the function are tiled",
              parent);
    missed.push_back(std::move(candidate));
    return;
  }
  if (isUntouched(input, root) && !accessesIn(graph, root).empty()) {
    MissedCandidate candidate = makeCandidate(input, band);
    proveAffineTiling(input, band, candidate.reasons);
    finishReasons(candidate.reasons, "tiled");
    missed.push_back(std::move(candidate));
  } else {
    analyzeTiled(input, band, missed);
  }
  auditRest(input, band.back(), missed);
}

/// scf.for nests of functions without affine loops.
static void auditScfLoops(const AuditInput &input, Missed &missed) {
  const OpGraph &graph = input.before;
  for (OpId loop : opsNamed(graph, "scf.for")) {
    OpId function = graph.enclosingFunction(loop);
    if (!isInFunction(graph, loop) || function == OpId::None ||
        containsOp(graph, function, "affine.for") ||
        accessesIn(graph, loop).empty() || !isUntouched(input, loop))
      continue;
    MissedCandidate candidate = makeCandidate(input, perfectNest(graph, loop));
    addReason(candidate.reasons, "wrong-op-form", Basis::Proved,
              "the loops are scf.for; the pass tiles affine.for only",
              candidate.before);
    missed.push_back(std::move(candidate));
  }
}

void auditing::auditAffineTiling(const AuditInput &input, Missed &missed) {
  for (OpId loop : opsNamed(input.before, "affine.for"))
    if (isRoot(input.before, loop))
      auditRoot(input, loop, missed);
  auditScfLoops(input, missed);
}
