//===- TiledOps.cpp - Structured ops went into loops over tiles -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   before:  matmul(A, B, C)
//   after:   for i step 8 { for j step 16 {
//              matmul(A[i, 0], B[0, j], C[i, j]) } }        by [8, 16, 0]
//
// Which loop tiles which dimension follows from the slices: loop i occurs in
// offset 0 of operand A, and A's map says that its dimension 0 is walked by m.
// An op that was outside and is inside the loops of another now is fused with
// it (tile and fuse).
//
//===----------------------------------------------------------------------===//

#include "List.h"
#include "TileAnalysis.h"
#include "View.h"
#include "llvm/ADT/STLExtras.h"

using namespace passdelta;

namespace {

/// An op that is inside loops now that were not around it before.
struct Tiled {
  OpId before, after;
  llvm::SmallVector<OpId, 6> loops; ///< The new loops, outermost first.
};

} // namespace

/// What tiling applies to: ops of linalg and others with a tiling interface.
static bool isTileable(StringRef name) {
  return isStructuredName(name) || name == "tensor.pad" ||
         name == "linalg.pack" || name == "linalg.unpack" ||
         name == "linalg.softmax" || name == "tensor.pack" ||
         name == "tensor.unpack";
}

/// An op that is still there and that `op` computes a part of again: slices of
/// its operands are the operands. The one with the most such operands.
static OpId findCopied(const View &view, OpId op, bool gone,
                       ArrayRef<Tiled> taken) {
  OpId best = OpId::None;
  unsigned most = 0;
  ArrayRef<ValueId> operands = view.after.operands(op);
  for (uint32_t i = 0; i < view.before.numOps(); ++i) {
    OpId candidate = OpId(i);
    if (view.before[candidate].name != view.after[op].name ||
        view.before[candidate].numOperands != operands.size() ||
        view.isGone(candidate) != gone || !view.isFreeBefore(candidate) ||
        (gone && llvm::any_of(taken, [&](const Tiled &other) {
           return other.before == candidate;
         })))
      continue;
    unsigned count = 0;
    for (auto [was, is] : llvm::zip(view.before.operands(candidate), operands))
      count += is != ValueId::None &&
               isSliceOf(view.after, is, view.imageValue(was));
    if (count > most) {
      most = count;
      best = candidate;
    }
  }
  return best;
}

/// The before op that `op` computes a part of.
static OpId findSource(const View &view, OpId op, OpId outermostLoop,
                       ArrayRef<Tiled> taken) {
  OpId source = view.source(op);
  if (source != OpId::None)
    return view.before[source].name == view.after[op].name ? source
                                                           : OpId::None;
  // The loop stands for the op: its users tell which.
  for (unsigned i = 0; i < view.after[outermostLoop].numResults; ++i) {
    ValueId value = view.stoodFor(view.after.result(outermostLoop, i));
    OpId def =
        value == ValueId::None ? OpId::None : view.before.definingOp(value);
    if (def != OpId::None && view.isFreeGone(def) &&
        view.before[def].name == view.after[op].name)
      return def;
  }
  // Or it is the only one of its name and body that is gone, or was copied.
  OpId only = OpId::None;
  Histogram body = bodyHistogram(view.after, op);
  for (uint32_t i = 0; i < view.before.numOps(); ++i) {
    if (view.before[OpId(i)].name != view.after[op].name ||
        !view.isFreeGone(OpId(i)) ||
        bodyHistogram(view.before, OpId(i)) != body)
      continue;
    if (only != OpId::None) {
      only = OpId::None;
      break;
    }
    only = OpId(i);
  }
  if (only == OpId::None)
    only = findCopied(view, op, /*gone=*/true, taken);
  return only != OpId::None ? only
                            : findCopied(view, op, /*gone=*/false, taken);
}

/// The loops around `after` that have no image of a loop around `before`.
static llvm::SmallVector<OpId, 6> newLoops(const View &view, OpId beforeOp,
                                           OpId afterOp) {
  llvm::SmallVector<OpId, 6> loops;
  for (OpId loop : loopsAround(view.after, afterOp)) {
    OpId source = view.source(loop);
    if (source == OpId::None || !isKnownLoop(view.before.name(source)) ||
        !view.before.contains(source, beforeOp))
      loops.push_back(loop);
  }
  return loops;
}

static std::vector<Tiled> collect(const View &view) {
  std::vector<Tiled> all;
  for (uint32_t i = 0; i < view.after.numOps(); ++i) {
    OpId op = OpId(i);
    if (!isTileable(view.after.name(op)) || !view.isFreeAfter(op))
      continue;
    llvm::SmallVector<OpId, 6> around = loopsAround(view.after, op);
    if (around.empty())
      continue;
    OpId source = findSource(view, op, around.front(), all);
    if (source == OpId::None || !view.isFreeBefore(source))
      continue;
    Tiled tiled = {source, op, newLoops(view, source, op)};
    if (!tiled.loops.empty())
      all.push_back(std::move(tiled));
  }
  return all;
}

/// Claims what tiling makes besides: loops, slices, bounds.
static void claimSupport(const View &view, OpId outermost) {
  for (uint32_t i = uint32_t(outermost);
       i < uint32_t(view.after[outermost].end); ++i) {
    StringRef name = view.after.name(OpId(i));
    if (view.isNew(OpId(i)) &&
        (isKnownLoop(name) || isAuxiliary(view.after, OpId(i)) ||
         name.ends_with(".dim") || name.ends_with("_slice") ||
         name == "memref.subview" || name == "tensor.empty" ||
         !idText(view.after, OpId(i)).empty() || name == "tensor.cast"))
      view.claimAfter(OpId(i));
    // Bounds that were computed before the loop, and extents of slices.
    if (isKnownLoop(name) || name == "affine.min" || name == "affine.apply")
      for (ValueId operand : view.after.operands(OpId(i))) {
        OpId def = operand == ValueId::None ? OpId::None
                                            : view.after.definingOp(operand);
        if (def != OpId::None && view.isNew(def) &&
            (isAuxiliary(view.after, def) || !idText(view.after, def).empty() ||
             view.after.name(def).ends_with(".dim")))
          view.claimAfter(def);
      }
  }
}

/// Sizes of dimensions that no loop is known to walk, while there is a loop of
/// which is not known what it walks: the extent that is left; nothing (all 0)
/// if all loops are known.
static std::vector<std::optional<int64_t>>
sizesWithoutLoop(const View &view, const Tiled &tiled,
                 ArrayRef<LoopTile> tiles) {
  std::vector<std::optional<int64_t>> sizes;
  std::optional<StructuredOp> old = getStructuredOp(view.before, tiled.before);
  std::optional<StructuredOp> now = getStructuredOp(view.after, tiled.after);
  if (!old || !now || old->loopRanges.size() != now->loopRanges.size() ||
      llvm::all_of(tiles, [](const LoopTile &t) { return t.dim >= 0; }))
    return sizes;
  for (auto [was, is] : llvm::zip(old->loopRanges, now->loopRanges)) {
    if (was == is && is >= 0)
      sizes.push_back(0);
    else
      sizes.push_back(is >= 0 ? std::optional(is) : std::nullopt);
  }
  return sizes;
}

/// Reports `tiled` as tiled by its last `numLoops` loops. False if no slice
/// shows which dimensions they tile.
static bool reportTiled(const View &view, const Tiled &tiled,
                        ArrayRef<OpId> loops) {
  std::vector<LoopTile> tiles = analyzeTiles(view.after, tiled.after, loops);
  if (llvm::none_of(tiles, [](const LoopTile &t) { return t.dim >= 0; }))
    return false;
  // Names and number of the dimensions are those of the before op: the same.
  std::optional<StructuredOp> op = getStructuredOp(view.after, tiled.after);
  llvm::json::Object details;
  std::string text =
      describeTiles(op, tiles, sizesWithoutLoop(view, tiled, tiles), details);
  if (std::string mapping = mappingText(view.after, loops); !mapping.empty())
    text += ", mapped to " + mapping;
  OpList afterOps = {tiled.after};
  afterOps.append(loops.begin(), loops.end());
  view.claimSubtreeBefore(tiled.before);
  view.claimSubtreeAfter(tiled.after);
  view.add(Kind::Tiled, {tiled.before}, afterOps, text,
           view.confidenceBefore({tiled.before}), std::move(details));
  return true;
}

/// The op whose result the loops hand on: the last of the group that no other
/// of the group reads.
static const Tiled &rootOf(const View &view, ArrayRef<Tiled> group) {
  for (const Tiled &tiled : llvm::reverse(group)) {
    bool read = false;
    for (unsigned i = 0; i < view.before[tiled.before].numResults; ++i)
      for (OpGraph::Use use :
           view.before.uses(view.before.result(tiled.before, i)))
        read |= llvm::any_of(
            group, [&](const Tiled &other) { return other.before == use.op; });
    if (!read)
      return tiled;
  }
  return group.back();
}

/// All ops whose outermost new loop is the same.
static void reportGroup(const View &view, ArrayRef<Tiled> group) {
  const Tiled &root = rootOf(view, group);
  OpId outermost = root.loops.front();
  bool known = view.source(outermost) != OpId::None &&
               isKnownLoop(view.before.name(view.source(outermost)));
  bool reported = !known && reportTiled(view, root, root.loops);
  if (known || reported)
    for (const Tiled &tiled : group) {
      if (tiled.before == root.before && !known)
        continue;
      OpId partner = known ? view.source(outermost) : root.before;
      bool kept =
          !view.isGone(tiled.before) && view.image(tiled.before) != tiled.after;
      Details details{{"form", "tile-and-fuse"}, {"recomputed", kept}};
      std::string text = "in the loop of the tiles";
      if (kept)
        text += ", recomputing it";
      OpList beforeOps = {tiled.before, partner};
      llvm::sort(beforeOps);
      OpList afterOps = {tiled.after};
      if (!known)
        afterOps.push_back(root.after);
      // Loops of its own, inside the shared ones.
      ArrayRef<OpId> own = ArrayRef(tiled.loops);
      while (!own.empty() && view.after.contains(own.front(), root.after))
        own = own.drop_front();
      if (!own.empty() && !known)
        reportTiled(view, tiled, own);
      if (!kept)
        view.claimSubtreeBefore(tiled.before);
      view.claimSubtreeAfter(tiled.after);
      view.add(Kind::Fused, beforeOps, afterOps, text,
               view.confidenceBefore({tiled.before}), std::move(details));
    }
  if (reported || known)
    claimSupport(view, outermost);
}

static void recognize(const RecognizeInput &input, Recognized &found) {
  View view(input, found);
  std::vector<Tiled> all = collect(view);
  std::map<OpId, std::vector<Tiled>> groups;
  for (Tiled &tiled : all)
    groups[tiled.loops.front()].push_back(tiled);
  for (auto &[loop, group] : groups)
    reportGroup(view, group);
}

Recognizer passdelta::getTiledOpsRecognizer() {
  return {"tiled", "structured ops that went into loops over tiles of them",
          recognize};
}
