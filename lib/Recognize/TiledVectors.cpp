//===- TiledVectors.cpp - Tiled and vectorized in one pass ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   before:  matmul(A, B, C)
//   after:   for i step 4 { for j step 8 {
//              contract(read A[i, 0], read B[0, j], read C[i, j]) } }
//
// The op is not inside the loops any more, so its operands tell: vector code in
// new loops reads slices of them. What computes on vectors there must be what
// the op computed.
//
//===----------------------------------------------------------------------===//

#include "List.h"
#include "TileAnalysis.h"
#include "Trust.h"
#include "View.h"
#include "passdelta/Knowledge/TypeText.h"
#include "llvm/ADT/STLExtras.h"

using namespace passdelta;

namespace {

/// A gone structured op and the vector code in loops that stands for it.
struct VectorTile {
  OpId op;
  llvm::SmallVector<OpId, 6> loops; ///< New, outermost first.
  OpId mainOp;                      ///< The vector op that computes.
  StringRef type;                   ///< Of what it computes.
  std::vector<LoopTile> tiles;
  bool isRoot = false; ///< The outermost loop gives its result.
};

} // namespace

static StringRef vectorType(const OpGraph &graph, OpId op) {
  if (graph[op].numResults == 0)
    return StringRef();
  StringRef type = graph.type(graph.result(op));
  return type.starts_with("vector<") ? type : StringRef();
}

/// The part of a tensor or memref that `op` reads, or a transfer_write writes.
static std::optional<SliceInfo> accessedSlice(const OpGraph &graph, OpId op) {
  bool writes = graph.name(op) == "vector.transfer_write";
  if (!writes && graph.name(op) != "vector.transfer_read") {
    std::optional<SliceInfo> slice = getSliceInfo(graph, op);
    bool reads = slice && slice->inserted == ValueId::None &&
                 graph[op].numResults == 1 && !slice->offsets.empty();
    return reads ? slice : std::nullopt;
  }
  ArrayRef<ValueId> operands = graph.operands(op);
  if (operands.size() < 2 || llvm::is_contained(operands, ValueId::None))
    return std::nullopt;
  SliceInfo slice;
  slice.base = operands[writes];
  std::optional<ShapedText> base = parseShaped(graph.type(slice.base));
  std::optional<ShapedText> vector =
      parseShaped(writes ? graph.type(operands[0]) : vectorType(graph, op));
  operands = operands.drop_front(1 + writes);
  if (!base || !vector || operands.size() < base->dims.size())
    return std::nullopt;
  bool plain = vector->dims.size() == base->dims.size();
  for (size_t i = 0; i < base->dims.size(); ++i) {
    IndexText offset, size;
    offset.operands.push_back(operands[i]);
    if (plain)
      size.constant = vector->dims[i];
    slice.offsets.push_back(offset);
    slice.sizes.push_back(size);
  }
  return slice;
}

/// Loops around `op` that are not around something that was there before.
static llvm::SmallVector<OpId, 6> newLoopsAround(const View &view, OpId op) {
  llvm::SmallVector<OpId, 6> loops = loopsAround(view.after, op);
  llvm::erase_if(loops, [&](OpId loop) {
    OpId source = view.source(loop);
    return source != OpId::None && isKnownLoop(view.before.name(source));
  });
  return loops;
}

/// What `op` computes, as stems: its body, or its name where that says it.
static std::vector<StringRef> computedStems(const View &view, OpId op) {
  std::vector<StringRef> stems;
  if (view.knowledge.has(view.before.name(op), Role::Contraction))
    return {"contract", "multi_reduction", "outerproduct"};
  for (OpId inner : bodyOps(view.before, op))
    stems.push_back(stemOf(view.before.name(inner)));
  if (stems.empty())
    stems.push_back(stemOf(view.before.name(op)));
  return stems;
}

/// The op in `loop` that computes on vectors what `op` computed, or None.
static OpId findMainOp(const View &view, OpId op, OpId loop) {
  std::vector<StringRef> stems = computedStems(view, op);
  for (uint32_t i = uint32_t(loop); i < uint32_t(view.after[loop].end); ++i) {
    OpId candidate = OpId(i);
    if (view.isNew(candidate) && !vectorType(view.after, candidate).empty() &&
        llvm::is_contained(stems, stemOf(view.after.name(candidate))))
      return candidate;
  }
  return OpId::None;
}

/// The new loop that gives the result of `op` now, or None.
static OpId resultLoop(const View &view, OpId op) {
  if (view.before[op].numResults == 0)
    return OpId::None;
  ValueId now = view.standsFor(view.before.result(op));
  OpId def = now == ValueId::None ? OpId::None : view.after.definingOp(now);
  return def != OpId::None && view.isNew(def) &&
                 isKnownLoop(view.after.name(def))
             ? def
             : OpId::None;
}

/// The slices of the operands of `op` that code in `nest` reads; the deepest of
/// them goes to `deepest`.
static std::vector<llvm::SmallVector<SliceInfo, 2>>
slicesIn(const View &view, OpId op, OpId nest, OpId &deepest) {
  ArrayRef<ValueId> operands = view.before.operands(op);
  std::vector<llvm::SmallVector<SliceInfo, 2>> slices(operands.size());
  size_t depth = 0;
  for (uint32_t i = uint32_t(nest); i < uint32_t(view.after[nest].end); ++i) {
    std::optional<SliceInfo> slice = accessedSlice(view.after, OpId(i));
    if (!slice)
      continue;
    for (auto [p, operand] : llvm::enumerate(operands)) {
      ValueId base = view.imageValue(operand);
      if (base == ValueId::None || !isPartOf(view.after, slice->base, base))
        continue;
      slices[p].push_back(*slice);
      size_t here = newLoopsAround(view, OpId(i)).size();
      if (here >= depth) {
        depth = here;
        deepest = OpId(i);
      }
    }
  }
  return slices;
}

/// `op` as vector code in the loops of `nest`.
static std::optional<VectorTile> analyze(const View &view, OpId op, OpId nest) {
  std::optional<StructuredOp> structured = getStructuredOp(view.before, op);
  if (!structured || structured->maps.empty())
    return std::nullopt;
  VectorTile tile = {op};
  OpId deepest = OpId::None;
  std::vector<llvm::SmallVector<SliceInfo, 2>> slices =
      slicesIn(view, op, nest, deepest);
  tile.mainOp = findMainOp(view, op, nest);
  OpId inner = deepest != OpId::None ? deepest : tile.mainOp;
  if (inner == OpId::None || tile.mainOp == OpId::None)
    return std::nullopt;
  tile.loops = newLoopsAround(view, inner);
  tile.type = vectorType(view.after, tile.mainOp);
  tile.tiles = analyzeSlices(view.after, *structured, slices, tile.loops);
  if (tile.loops.empty())
    return std::nullopt;
  return tile;
}

/// The before op that a change before this one says was tiled to `loop`.
static OpId reportedRoot(const View &view, OpId loop) {
  for (const Change &change : view.found.changes)
    if (change.kind == Kind::Tiled && !change.before.empty() &&
        llvm::is_contained(change.after, loop))
      return change.before[0];
  return OpId::None;
}

static void addVectorized(const View &view, const VectorTile &tile) {
  Details details{{"form", "op"}, {"vector", tile.type}};
  if (std::optional<ShapedText> shape = parseShaped(tile.type)) {
    details["scalable"] = llvm::is_contained(shape->scalable, true);
    details["shape"] = llvm::json::Array(ArrayRef<int64_t>(shape->dims));
  }
  std::string text = "to " + tile.type.str();
  StringRef name = view.after.name(tile.mainOp);
  if (name.starts_with("vector."))
    text += " by " + name.str();
  view.add(Kind::Vectorized, {tile.op}, {tile.mainOp}, text, 0.85f,
           std::move(details));
}

/// Reports an op that the loops of `root` hold, or are, tiled and vectorized.
static void report(const View &view, const VectorTile &tile, OpId root) {
  std::optional<StructuredOp> op = getStructuredOp(view.before, tile.op);
  view.claimSubtreeBefore(tile.op);
  if (tile.isRoot) {
    llvm::json::Object details;
    std::string text = describeTiles(op, tile.tiles, {}, details);
    OpList afterOps(tile.loops.begin(), tile.loops.end());
    view.add(Kind::Tiled, {tile.op}, afterOps, text, 0.9f, std::move(details));
  } else {
    OpList beforeOps = {tile.op, root};
    llvm::sort(beforeOps);
    view.add(Kind::Fused, beforeOps, {tile.loops.front()},
             "in the loop of the tiles", 0.85f,
             Details{{"form", "tile-and-fuse"}, {"recomputed", false}});
  }
  addVectorized(view, tile);
}

/// What is in `nest` now and no op of its own: vector code, slices, bounds.
static void claimNest(const View &view, OpId nest) {
  for (uint32_t i = uint32_t(nest); i < uint32_t(view.after[nest].end); ++i) {
    view.claimNewSubtree(OpId(i));
    for (ValueId operand : view.after.operands(OpId(i))) {
      OpId def = operand == ValueId::None ? OpId::None
                                          : view.after.definingOp(operand);
      if (def != OpId::None && view.isNew(def) && isAuxiliary(view.after, def))
        view.claimAfter(def);
    }
  }
}

using Roots = std::map<OpId, OpId>; ///< By outermost loop.

/// `op` as the root of the loops of `loop`, if no change explains those.
static bool tryRoot(const View &view, OpId op, OpId loop,
                    std::vector<VectorTile> &tiles, Roots &roots) {
  if (roots.count(loop) || reportedRoot(view, loop) != OpId::None)
    return false;
  std::optional<VectorTile> tile = analyze(view, op, loop);
  if (!tile || tile->loops.front() != loop ||
      llvm::any_of(tile->tiles, [](const LoopTile &t) { return t.dim < 0; }))
    return false;
  tile->isRoot = true;
  roots[loop] = op;
  tiles.push_back(std::move(*tile));
  return true;
}

/// Ops whose result a new loop gives; or, where nobody reads that any more, the
/// contractions that a loop with slices of their operands holds.
static void collectRoots(const View &view, std::vector<VectorTile> &tiles,
                         Roots &roots) {
  for (uint32_t i = view.before.numOps(); i-- > 0;) {
    OpId op = OpId(i);
    if (!view.isFreeGone(op) || !isStructuredName(view.before.name(op)))
      continue;
    if (OpId loop = resultLoop(view, op); loop != OpId::None) {
      tryRoot(view, op, loop, tiles, roots);
      continue;
    }
    BlockId block = view.imageBlock(view.before[op].block);
    if (block == BlockId::None ||
        !view.knowledge.has(view.before.name(op), Role::Contraction))
      continue;
    bool found = false;
    view.after.forEachOp(block, [&](OpId loop) {
      if (!found && view.isFreeNew(loop) && isKnownLoop(view.after.name(loop)))
        found = tryRoot(view, op, loop, tiles, roots);
    });
  }
}

/// True if `op` feeds one of `tiles` in `loop`.
static bool feeds(const View &view, OpId op, OpId loop,
                  ArrayRef<VectorTile> tiles) {
  for (unsigned r = 0; r < view.before[op].numResults; ++r)
    for (OpGraph::Use use : view.before.uses(view.before.result(op, r)))
      if (llvm::any_of(tiles, [&](const VectorTile &tile) {
            return tile.op == use.op && tile.loops.front() == loop;
          }))
        return true;
  return false;
}

/// What the loops of a root hold besides it: it fed the root.
static void collectFused(const View &view, std::vector<VectorTile> &tiles,
                         const Roots &roots) {
  for (uint32_t i = view.before.numOps(); i-- > 0;) {
    OpId op = OpId(i);
    if (!view.isFreeGone(op) || !isStructuredName(view.before.name(op)) ||
        llvm::any_of(tiles, [&](const VectorTile &t) { return t.op == op; }))
      continue;
    for (auto [loop, root] : roots) {
      if (!feeds(view, op, loop, tiles))
        continue;
      std::optional<VectorTile> tile = analyze(view, op, loop);
      if (!tile || tile->loops.front() != loop ||
          llvm::any_of(tiles, [&](const VectorTile &t) {
            return t.mainOp == tile->mainOp;
          }))
        continue;
      tiles.push_back(std::move(*tile));
      break;
    }
  }
}

static void recognize(const RecognizeInput &input, Recognized &found) {
  View view(input, found);
  std::vector<VectorTile> tiles;
  Roots roots;
  collectRoots(view, tiles, roots);
  collectFused(view, tiles, roots);
  llvm::sort(tiles, [](const VectorTile &a, const VectorTile &b) {
    return a.op < b.op;
  });
  for (const VectorTile &tile : tiles)
    report(view, tile, roots[tile.loops.front()]);
  for (auto [loop, root] : roots)
    claimNest(view, loop);
}

Recognizer passdelta::getTiledVectorsRecognizer() {
  return {"tiled-vectors", "structured ops that became vector code in loops",
          recognize};
}
