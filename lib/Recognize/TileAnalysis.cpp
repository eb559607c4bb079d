//===- TileAnalysis.cpp - Tile sizes from slices --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileAnalysis.h"
#include "View.h"
#include "llvm/ADT/STLExtras.h"

using namespace passdelta;

/// The value that a loop-carried argument starts as, or None.
static ValueId initOf(const OpGraph &graph, ValueId value) {
  const ValueData &data = graph[value];
  if (!data.isBlockArg)
    return ValueId::None;
  OpId parent = graph.parentOp(BlockId(data.owner));
  if (parent == OpId::None)
    return ValueId::None;
  std::optional<LoopInfo> loop = getLoopInfo(graph, parent);
  if (!loop || data.index < loop->dims.size() ||
      data.index - loop->dims.size() >= loop->inits.size())
    return ValueId::None;
  return loop->inits[data.index - loop->dims.size()];
}

/// The slices that `value` was made by, innermost first: a slice of a slice, or
/// of what a loop carries. `value` becomes what they are slices of.
static llvm::SmallVector<SliceInfo, 2> slicesOf(const OpGraph &graph,
                                                ValueId &value) {
  llvm::SmallVector<SliceInfo, 2> slices;
  for (unsigned steps = 0; value != ValueId::None && steps < 16; ++steps) {
    OpId def = graph.definingOp(value);
    if (def == OpId::None) {
      ValueId init = initOf(graph, value);
      if (init == ValueId::None)
        break;
      value = init;
      continue;
    }
    StringRef name = graph.name(def);
    std::optional<SliceInfo> slice = getSliceInfo(graph, def);
    if (slice && slice->inserted == ValueId::None) {
      slices.push_back(*slice);
      value = slice->base;
    } else if (name.ends_with(".cast") && graph[def].numOperands == 1) {
      value = graph.operands(def)[0];
    } else {
      break;
    }
  }
  return slices;
}

ValueId passdelta::slicedValue(const OpGraph &graph, ValueId value) {
  slicesOf(graph, value);
  return value;
}

/// Which offsets of `slice` are dimensions of its result (unit dimensions may
/// have been dropped).
static llvm::SmallVector<unsigned, 4> keptDims(const SliceInfo &slice,
                                               size_t rank) {
  llvm::SmallVector<unsigned, 4> kept;
  size_t drop =
      slice.sizes.size() > rank ? slice.sizes.size() - rank : size_t(0);
  for (unsigned i = 0; i < slice.sizes.size(); ++i) {
    if (drop && slice.sizes[i].isConstant(1)) {
      --drop;
      continue;
    }
    kept.push_back(i);
  }
  return kept;
}

/// The dimension of the iteration space that `expr` walks. A window access
/// (`oh * 2 + kh`) walks the parallel one.
static int dimOf(const AffineExprText &expr, const StructuredOp &op,
                 bool allowWindow) {
  if (std::optional<unsigned> dim = expr.asDim())
    return *dim;
  if (!allowWindow)
    return -1;
  int found = -1;
  for (unsigned i = 0; i < expr.dims.size(); ++i) {
    if (expr.dims[i] == 0)
      continue;
    bool parallel = i < op.iterators.size() && op.iterators[i] == "parallel";
    if (!parallel)
      continue;
    if (found >= 0)
      return -1;
    found = i;
  }
  return found;
}

/// The constant among the results of the affine.min that computes `size`: the
/// full tile.
static std::optional<int64_t> fullSize(const OpGraph &graph,
                                       const IndexText &size) {
  if (size.constant || size.operands.size() != 1 || !size.map.empty())
    return size.constant;
  OpId def = size.operands[0] == ValueId::None
                 ? OpId::None
                 : graph.definingOp(size.operands[0]);
  if (def == OpId::None || graph.name(def) != "affine.min")
    return std::nullopt;
  std::optional<IndexText> min = getAffineMapOp(graph, def);
  std::optional<AffineMapText> map =
      min ? parseAffineMap(min->map) : std::nullopt;
  if (!map)
    return std::nullopt;
  for (const AffineExprText &expr : map->results)
    if (expr.isConstant() && expr.linear)
      return expr.constant;
  return std::nullopt;
}

/// Looks for the variable `dim` of a loop in the offsets of `slice`.
static void matchSlice(const OpGraph &graph, const StructuredOp &op,
                       const AffineMapText &map, const SliceInfo &slice,
                       const LoopDim &dim, bool allowWindow, LoopTile &tile) {
  llvm::SmallVector<unsigned, 4> kept = keptDims(slice, map.results.size());
  if (kept.size() != map.results.size())
    return;
  for (size_t i = 0; i < kept.size(); ++i) {
    const IndexText &offset = slice.offsets[kept[i]];
    if (offset.operands.size() != 1)
      continue;
    IndexDependence dependence =
        dependenceOn(graph, offset.operands[0], dim.iv);
    int walked =
        dependence.depends ? dimOf(map.results[i], op, allowWindow) : -1;
    if (walked < 0)
      continue;
    tile.dim = walked;
    const IndexText &size = slice.sizes[kept[i]];
    bool plain = map.results[i].asDim().has_value();
    if (plain && dependence.factor && dim.step.constant)
      tile.size = *dependence.factor * *dim.step.constant;
    else if (plain)
      tile.size = fullSize(graph, size);
    else
      tile.size = dim.step.constant;
    tile.partial = plain && !size.constant;
    return;
  }
}

std::vector<LoopTile> passdelta::analyzeTiles(const OpGraph &graph, OpId op,
                                              ArrayRef<OpId> loops) {
  std::vector<LoopTile> tiles;
  std::optional<StructuredOp> structured = getStructuredOp(graph, op);
  ArrayRef<ValueId> operands = graph.operands(op);
  // Outputs first: their maps are the plainest.
  llvm::SmallVector<unsigned, 4> order;
  if (structured && !structured->maps.empty()) {
    for (size_t i = structured->inputs.size(); i < operands.size(); ++i)
      order.push_back(i);
    for (size_t i = 0; i < structured->inputs.size(); ++i)
      order.push_back(i);
  }
  std::vector<llvm::SmallVector<SliceInfo, 2>> slices;
  for (ValueId operand : operands)
    slices.push_back(slicesOf(graph, operand));
  for (OpId loop : loops) {
    std::optional<LoopInfo> info = getLoopInfo(graph, loop);
    if (!info)
      continue;
    for (const LoopDim &dim : info->dims) {
      LoopTile tile = {loop};
      for (bool allowWindow : {false, true})
        for (unsigned i : order)
          for (const SliceInfo &slice : slices[i])
            if (tile.dim < 0)
              matchSlice(graph, *structured, structured->maps[i], slice, dim,
                         allowWindow, tile);
      tiles.push_back(tile);
    }
  }
  return tiles;
}

std::string passdelta::describeTiles(const std::optional<StructuredOp> &op,
                                     ArrayRef<LoopTile> tiles,
                                     llvm::json::Object &details) {
  unsigned numLoops = op ? op->numLoops() : 0;
  auto nameOf = [&](int dim) { return op->loopNames[dim]; };
  using Sizes = std::vector<std::optional<int64_t>>;
  std::string text, order, partial;
  llvm::json::Array sizesJson, orderJson, partialJson;
  // A dimension that occurs again starts the next level of tiling.
  size_t next = 0;
  while (next < tiles.size()) {
    Sizes sizes(numLoops, 0);
    llvm::SmallVector<int, 4> seen;
    for (; next < tiles.size(); ++next) {
      const LoopTile &tile = tiles[next];
      if (tile.dim < 0 || unsigned(tile.dim) >= numLoops)
        continue;
      if (llvm::is_contained(seen, tile.dim))
        break;
      seen.push_back(tile.dim);
      sizes[tile.dim] = tile.size;
      order += (order.empty() ? "" : ", ") + nameOf(tile.dim);
      orderJson.push_back(nameOf(tile.dim));
      if (tile.partial) {
        partial += (partial.empty() ? "" : ", ") + nameOf(tile.dim);
        partialJson.push_back(nameOf(tile.dim));
      }
    }
    if (seen.empty())
      continue;
    text += (text.empty() ? "by " : ", then ") + listText(sizes);
    sizesJson.push_back(listJson(sizes));
  }
  if (orderJson.size() > 1)
    text += ", loop order " + order;
  if (!partial.empty())
    text += ", partial tiles in " + partial;
  details["form"] = "structured";
  if (sizesJson.size() == 1) {
    llvm::json::Value only = sizesJson[0];
    details["sizes"] = std::move(only);
  } else {
    details["sizes"] = std::move(sizesJson);
  }
  details["order"] = std::move(orderJson);
  details["partial"] = std::move(partialJson);
  return text;
}

std::string passdelta::mappingText(const OpGraph &graph, ArrayRef<OpId> loops) {
  std::string text;
  for (OpId loop : loops) {
    StringRef mapping = graph.attr(loop, "mapping").trim();
    if (!mapping.consume_front("[") || !mapping.consume_back("]"))
      continue;
    for (StringRef part : splitTopLevel(mapping)) {
      part.consume_front("#");
      text += (text.empty() ? "" : ", ") + part.str();
    }
  }
  return text;
}
