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

/// The value that the buffer of `alloc` is a copy of, if one op copies to it.
static ValueId copiedValue(const OpGraph &graph, OpId alloc) {
  if (!graph.name(alloc).contains("alloc") || graph[alloc].numResults != 1)
    return ValueId::None;
  ValueId found = ValueId::None;
  for (OpGraph::Use use : graph.uses(graph.result(alloc))) {
    StringRef name = graph.name(use.op);
    if ((name != "memref.copy" && name != "linalg.copy") ||
        graph[use.op].numOperands != 2 || use.index != 1)
      continue;
    if (found != ValueId::None)
      return ValueId::None;
    found = graph.operands(use.op)[0];
  }
  return found;
}

/// The slices that `value` was made by, innermost first: a slice of a slice, of
/// a copy of one, or of what a loop carries. `value` becomes what they are
/// slices of; `stop` is not looked behind.
static llvm::SmallVector<SliceInfo, 2>
slicesOf(const OpGraph &graph, ValueId &value, ValueId stop = ValueId::None) {
  llvm::SmallVector<SliceInfo, 2> slices;
  for (unsigned steps = 0;
       value != ValueId::None && value != stop && steps < 16; ++steps) {
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
    } else if (ValueId copied = copiedValue(graph, def);
               copied != ValueId::None) {
      value = copied;
    } else {
      break;
    }
  }
  return slices;
}

bool passdelta::isPartOf(const OpGraph &graph, ValueId value, ValueId base) {
  slicesOf(graph, value, base);
  return value == base;
}

bool passdelta::isSliceOf(const OpGraph &graph, ValueId value, ValueId base) {
  return base != ValueId::None && !slicesOf(graph, value, base).empty() &&
         value == base;
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
    // The extent of the slice; a loop over threads steps over all of theirs.
    tile.size = plain ? fullSize(graph, size) : dim.step.constant;
    if (plain && !tile.size && dependence.factor && dim.step.constant)
      tile.size = *dependence.factor * *dim.step.constant;
    tile.partial = plain && !size.constant;
    return;
  }
}

using SliceLists = ArrayRef<llvm::SmallVector<SliceInfo, 2>>;

static std::vector<llvm::SmallVector<SliceInfo, 2>>
operandSlices(const OpGraph &graph, OpId op) {
  std::vector<llvm::SmallVector<SliceInfo, 2>> slices;
  for (ValueId operand : graph.operands(op))
    slices.push_back(slicesOf(graph, operand));
  return slices;
}

/// What the variable of `dim` walks.
static void matchSlices(const OpGraph &graph, const StructuredOp &structured,
                        SliceLists slices, const LoopDim &dim, LoopTile &tile) {
  // Outputs first: their maps are the plainest.
  llvm::SmallVector<unsigned, 4> order;
  size_t count = std::min(slices.size(), structured.maps.size());
  for (size_t i = structured.inputs.size(); i < count; ++i)
    order.push_back(i);
  for (size_t i = 0; i < std::min(structured.inputs.size(), count); ++i)
    order.push_back(i);
  for (bool allowWindow : {false, true})
    for (unsigned i : order)
      for (const SliceInfo &slice : slices[i])
        if (tile.dim < 0)
          matchSlice(graph, structured, structured.maps[i], slice, dim,
                     allowWindow, tile);
}

/// The thread or workgroup that `value` is computed from, at most 4 ops away.
static std::string idOf(const OpGraph &graph, ValueId value, unsigned depth) {
  OpId def = value == ValueId::None ? OpId::None : graph.definingOp(value);
  if (def == OpId::None)
    return "";
  std::string text = idText(graph, def);
  for (ValueId operand : graph.operands(def))
    if (text.empty() && depth > 1)
      text = idOf(graph, operand, depth - 1);
  return text;
}

std::string passdelta::idText(const OpGraph &graph, OpId op) {
  StringRef name = graph.name(op);
  StringRef what;
  if (name.ends_with("workgroup.id") || name == "gpu.block_id")
    what = "workgroup";
  else if (name == "gpu.thread_id")
    what = "thread";
  else
    return "";
  StringRef text = graph.attr(op, "dimension");
  if (text.empty())
    text = graph.attr(op, "asm");
  StringRef letters = "xyz";
  for (unsigned i = 0; i < 3; ++i)
    if (text.contains(("[" + std::to_string(i) + "]")) ||
        text.trim().starts_with(letters.substr(i, 1)) ||
        text.contains(("dim " + letters.substr(i, 1)).str()))
      return (what + " " + letters.substr(i, 1)).str();
  return what.str();
}

std::vector<LoopTile> passdelta::analyzeSlices(const OpGraph &graph,
                                               const StructuredOp &structured,
                                               SliceLists slices,
                                               ArrayRef<OpId> loops) {
  std::vector<LoopTile> tiles;
  for (OpId loop : loops) {
    std::optional<LoopInfo> info = getLoopInfo(graph, loop);
    if (!info)
      continue;
    for (const LoopDim &dim : info->dims) {
      LoopTile tile = {loop};
      matchSlices(graph, structured, slices, dim, tile);
      if (dim.lower.operands.size() == 1)
        tile.over = idOf(graph, dim.lower.operands[0], 4);
      tiles.push_back(std::move(tile));
    }
  }
  return tiles;
}

std::vector<LoopTile> passdelta::analyzeTiles(const OpGraph &graph, OpId op,
                                              ArrayRef<OpId> loops) {
  std::optional<StructuredOp> structured = getStructuredOp(graph, op);
  return analyzeSlices(graph, structured ? *structured : StructuredOp(),
                       operandSlices(graph, op), loops);
}

std::vector<LoopTile> passdelta::analyzeDistribution(const OpGraph &graph,
                                                     OpId op,
                                                     ArrayRef<OpId> ids) {
  std::vector<LoopTile> tiles;
  std::optional<StructuredOp> structured = getStructuredOp(graph, op);
  if (!structured)
    return tiles;
  std::vector<llvm::SmallVector<SliceInfo, 2>> slices =
      operandSlices(graph, op);
  for (OpId id : ids) {
    LoopTile tile = {id};
    tile.over = idText(graph, id);
    LoopDim dim = {graph.result(id), {}, {}, {}};
    matchSlices(graph, *structured, slices, dim, tile);
    bool known = llvm::any_of(
        tiles, [&](const LoopTile &other) { return other.dim == tile.dim; });
    if (tile.dim >= 0 && !known)
      tiles.push_back(std::move(tile));
  }
  return tiles;
}

std::string passdelta::describeTiles(const std::optional<StructuredOp> &op,
                                     ArrayRef<LoopTile> tiles,
                                     ArrayRef<std::optional<int64_t>> rest,
                                     llvm::json::Object &details) {
  unsigned numLoops = op ? op->numLoops() : 0;
  auto nameOf = [&](int dim) { return op->loopNames[dim]; };
  using Sizes = std::vector<std::optional<int64_t>>;
  std::string text, order, partial, over;
  llvm::json::Array sizesJson, orderJson, partialJson;
  // A dimension that occurs again starts the next level of tiling.
  size_t next = 0;
  bool isNatural = true;
  while (next < tiles.size()) {
    Sizes sizes(numLoops, 0);
    if (next == 0 && rest.size() == numLoops)
      sizes.assign(rest.begin(), rest.end());
    llvm::SmallVector<int, 4> seen;
    for (; next < tiles.size(); ++next) {
      const LoopTile &tile = tiles[next];
      if (tile.dim < 0 || unsigned(tile.dim) >= numLoops)
        continue;
      if (llvm::is_contained(seen, tile.dim))
        break;
      isNatural &= seen.empty() || seen.back() < tile.dim;
      seen.push_back(tile.dim);
      sizes[tile.dim] = tile.size;
      order += (order.empty() ? "" : ", ") + nameOf(tile.dim);
      orderJson.push_back(nameOf(tile.dim));
      if (!tile.over.empty())
        over += (over.empty() ? "" : ", ") + nameOf(tile.dim) + " over " +
                tile.over;
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
  if (orderJson.size() > 1 && !isNatural)
    text += ", loop order " + order;
  if (!over.empty()) {
    text += ", " + over;
    details["over"] = over;
  }
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
