//===- TiledLoops.cpp - Loops became loops over tiles ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   before:  for i = 0 to 64 { ... }
//   after:   for o = 0 to 64 step 10 {
//              for i = o to min(o + 10, 64) { ... } }           by [10]
//
// The pair (o, i) is evidence in itself. scf.parallel has the point loop start
// at 0 instead, and end at the step of the tile loop.
//
//===----------------------------------------------------------------------===//

#include "List.h"
#include "View.h"
#include "passdelta/Knowledge/TypeText.h"
#include "llvm/ADT/STLExtras.h"

using namespace passdelta;

namespace {

/// A tile loop and its point loop. Affine loops have one dimension, parallel
/// ones a size a dimension.
struct TilePair {
  OpId tileLoop, pointLoop;
  llvm::SmallVector<std::optional<int64_t>, 3> sizes;
  bool partial = false;
};

} // namespace

/// The value of an index: a constant, or a product of constants.
static std::optional<int64_t> evaluate(const OpGraph &graph,
                                       const IndexText &index) {
  if (index.constant || index.operands.size() != 1 || !index.map.empty() ||
      index.operands[0] == ValueId::None)
    return index.constant;
  OpId def = graph.definingOp(index.operands[0]);
  if (def == OpId::None || graph.name(def) != "arith.muli")
    return std::nullopt;
  std::optional<int64_t> a = constantValue(graph, graph.operands(def)[0]);
  std::optional<int64_t> b = constantValue(graph, graph.operands(def)[1]);
  return a && b ? std::optional(*a * *b) : std::nullopt;
}

/// T of an upper bound `iv + T`, alone or in a min.
static std::optional<int64_t> tileOfUpper(const IndexText &upper, ValueId iv) {
  std::optional<AffineMapText> map = parseAffineMap(upper.map);
  if (!map)
    return std::nullopt;
  for (const AffineExprText &expr : map->results) {
    if (!expr.linear || expr.constant <= 0)
      continue;
    bool good = true, uses = false;
    for (size_t i = 0; i < upper.operands.size(); ++i) {
      int64_t coefficient =
          i < map->numDims ? expr.dims[i] : expr.symbols[i - map->numDims];
      bool isIv = upper.operands[i] == iv;
      uses |= isIv && coefficient == 1;
      good &= isIv ? coefficient == 0 || coefficient == 1 : coefficient == 0;
    }
    if (good && uses)
      return expr.constant;
  }
  return std::nullopt;
}

/// The loop that `value` is the induction variable of, or None.
static OpId loopOfIv(const OpGraph &graph, ValueId value) {
  if (value == ValueId::None || !graph[value].isBlockArg)
    return OpId::None;
  OpId loop = graph.parentOp(BlockId(graph[value].owner));
  return loop != OpId::None && isKnownLoop(graph.name(loop)) ? loop
                                                             : OpId::None;
}

static std::optional<TilePair> affinePair(const OpGraph &graph, OpId point,
                                          const LoopInfo &info) {
  const LoopDim &dim = info.dims[0];
  if (dim.lower.operands.size() != 1 || !dim.lower.map.empty())
    return std::nullopt;
  ValueId iv = dim.lower.operands[0];
  OpId tile = loopOfIv(graph, iv);
  std::optional<int64_t> size = tileOfUpper(dim.upper, iv);
  std::optional<LoopInfo> outer =
      tile == OpId::None ? std::nullopt : getLoopInfo(graph, tile);
  if (!size || !outer || outer->dims.size() != 1 ||
      !outer->dims[0].step.constant)
    return std::nullopt;
  // A point loop with step s walks tiles of T * s.
  int64_t pointStep = dim.step.constant.value_or(1);
  if (*outer->dims[0].step.constant != *size || pointStep <= 0)
    return std::nullopt;
  return TilePair{tile, point, {*size / pointStep}, dim.upper.isMinMax()};
}

static std::optional<TilePair> parallelPair(const OpGraph &graph, OpId point,
                                            const LoopInfo &info) {
  OpId tile = graph.parent(point);
  std::optional<LoopInfo> outer =
      tile == OpId::None ? std::nullopt : getLoopInfo(graph, tile);
  if (!outer || outer->kind != LoopKind::ScfParallel ||
      outer->dims.size() != info.dims.size())
    return std::nullopt;
  TilePair pair = {tile, point, {}, false};
  for (size_t i = 0; i < info.dims.size(); ++i) {
    const LoopDim &inner = info.dims[i];
    const IndexText &tileStep = outer->dims[i].step;
    if (!inner.lower.isConstant(0))
      return std::nullopt;
    std::optional<int64_t> size = evaluate(graph, tileStep);
    std::optional<int64_t> step = evaluate(graph, inner.step);
    bool full = inner.upper.operands == tileStep.operands ||
                (size && evaluate(graph, inner.upper) == size);
    OpId upper =
        inner.upper.operands.empty() || inner.upper.operands[0] == ValueId::None
            ? OpId::None
            : graph.definingOp(inner.upper.operands[0]);
    bool cut = upper != OpId::None && graph.name(upper) == "affine.min" &&
               !tileStep.operands.empty() &&
               llvm::is_contained(graph.operands(upper), tileStep.operands[0]);
    if (!full && !cut)
      return std::nullopt;
    pair.partial |= !full;
    pair.sizes.push_back(size && step && *step > 0
                             ? std::optional(*size / *step)
                             : std::nullopt);
  }
  return pair;
}

/// The tile pair whose point loop is `op`, if there is one.
static std::optional<TilePair> findPair(const OpGraph &graph, OpId op) {
  std::optional<LoopInfo> info = getLoopInfo(graph, op);
  if (!info)
    return std::nullopt;
  if (info->kind == LoopKind::AffineFor)
    return affinePair(graph, op, *info);
  if (info->kind == LoopKind::ScfParallel)
    return parallelPair(graph, op, *info);
  return std::nullopt;
}

/// The before loops around what is in `point` now, outermost first.
static llvm::SmallVector<OpId, 6> loopsBefore(const View &view, OpId tile,
                                              OpId point) {
  OpId anchor = OpId::None;
  for (uint32_t i = uint32_t(point) + 1; i < uint32_t(view.after[point].end);
       ++i) {
    OpId source = view.source(OpId(i));
    if (source == OpId::None || isKnownLoop(view.after.name(OpId(i))))
      continue;
    if (anchor == OpId::None || !isAuxiliary(view.after, OpId(i)))
      anchor = source;
    if (!isAuxiliary(view.after, OpId(i)))
      break;
  }
  if (anchor != OpId::None)
    return loopsAround(view.before, anchor);
  // The body was cloned: ask the loops themselves.
  for (OpId loop : {point, tile}) {
    OpId source = view.source(loop);
    if (source == OpId::None || !isKnownLoop(view.before.name(source)))
      continue;
    llvm::SmallVector<OpId, 6> loops = loopsAround(view.before, source);
    loops.push_back(source);
    return loops;
  }
  return {};
}

/// The before loop that `pair` tiles: tile loops aside, the loops around the
/// innermost op are the old ones, in the old order.
static OpId tiledLoop(const View &view, const TilePair &pair,
                      ArrayRef<TilePair> pairs, ArrayRef<OpId> oldLoops) {
  llvm::SmallVector<OpId, 6> points;
  OpId innermost = pair.pointLoop;
  for (const TilePair &other : pairs)
    if (view.after.contains(pair.pointLoop, other.pointLoop))
      innermost = other.pointLoop;
  for (OpId loop : loopsAround(view.after, innermost))
    if (llvm::none_of(pairs, [&](const TilePair &other) {
          return other.tileLoop == loop;
        }))
      points.push_back(loop);
  points.push_back(innermost);
  const OpId *it = llvm::find(points, pair.pointLoop);
  size_t fromEnd = points.end() - it;
  return it != points.end() && fromEnd <= oldLoops.size()
             ? oldLoops[oldLoops.size() - fromEnd]
             : OpId::None;
}

/// What sizes of 1 or beyond the trip count mean.
static std::string sizeRemark(const View &view, ArrayRef<TilePair> pairs,
                              ArrayRef<OpId> oldLoops) {
  bool allOne = true, allWhole = true;
  for (size_t i = 0; i < pairs.size(); ++i) {
    std::optional<LoopInfo> old = oldLoops[i] == OpId::None
                                      ? std::nullopt
                                      : getLoopInfo(view.before, oldLoops[i]);
    for (size_t j = 0; j < pairs[i].sizes.size(); ++j) {
      std::optional<int64_t> size = pairs[i].sizes[j];
      std::optional<int64_t> trips;
      if (old && j < old->dims.size())
        trips = old->dims[j].tripCount();
      allOne &= size == 1;
      allWhole &= size && trips && *size >= *trips;
    }
  }
  if (allOne)
    return ", which changes nothing: each tile is one iteration";
  return allWhole ? ", which changes nothing: one tile is the whole loop" : "";
}

/// Claims the new index arithmetic that bounds and steps come from.
static void claimBounds(const View &view, OpId loop) {
  OpList work = {loop};
  while (!work.empty()) {
    OpId op = work.pop_back_val();
    for (ValueId operand : view.after.operands(op)) {
      OpId def = operand == ValueId::None ? OpId::None
                                          : view.after.definingOp(operand);
      if (def == OpId::None || !view.isFreeNew(def) ||
          !isAuxiliary(view.after, def))
        continue;
      view.claimAfter(def);
      work.push_back(def);
    }
  }
}

/// The pairs of one nest, tile loops outermost first.
static void report(const View &view, std::vector<TilePair> pairs) {
  // With separated full and partial tiles a tile loop has two point loops.
  std::vector<TilePair> first;
  bool separated = false;
  OpList allPoints;
  for (const TilePair &pair : pairs) {
    allPoints.push_back(pair.pointLoop);
    auto known = llvm::find_if(first, [&](const TilePair &other) {
      return other.tileLoop == pair.tileLoop;
    });
    if (known == first.end()) {
      first.push_back(pair);
      continue;
    }
    separated = true;
    known->partial |= pair.partial;
  }
  llvm::SmallVector<OpId, 6> oldLoops =
      loopsBefore(view, first.back().tileLoop, first.back().pointLoop);
  // Sizes in the order of the old loops.
  std::vector<std::pair<OpId, TilePair>> tiled;
  for (const TilePair &pair : first)
    tiled.push_back({tiledLoop(view, pair, first, oldLoops), pair});
  std::vector<OpId> loopOrder;
  for (auto &[old, pair] : tiled)
    loopOrder.push_back(old);
  llvm::stable_sort(
      tiled, [](const auto &a, const auto &b) { return a.first < b.first; });
  std::vector<std::optional<int64_t>> sizes;
  std::vector<TilePair> sorted;
  OpList beforeOps, sortedOld, afterOps;
  std::string order;
  llvm::json::Array orderJson;
  bool partial = false;
  for (auto &[old, pair] : tiled) {
    sizes.insert(sizes.end(), pair.sizes.begin(), pair.sizes.end());
    sorted.push_back(pair);
    sortedOld.push_back(old);
    if (old != OpId::None && !llvm::is_contained(beforeOps, old))
      beforeOps.push_back(old);
    partial |= pair.partial;
  }
  if (beforeOps.empty() ||
      llvm::any_of(beforeOps, [&](OpId op) { return !view.isFreeBefore(op); }))
    return;
  bool permuted = !llvm::is_sorted(loopOrder);
  for (OpId old : loopOrder) {
    int64_t number = llvm::find(beforeOps, old) - beforeOps.begin();
    order += (order.empty() ? "" : ", ") + std::to_string(number);
    orderJson.push_back(number);
  }
  for (const TilePair &pair : first)
    afterOps.push_back(pair.tileLoop);
  afterOps.append(allPoints.begin(), allPoints.end());
  std::string text = "by " + listText(sizes);
  if (permuted)
    text += ", loop order " + order;
  if (partial)
    text += separated ? ", full and partial tiles separated"
                      : ", with partial tiles";
  text += sizeRemark(view, sorted, sortedOld);
  for (OpId point : allPoints) {
    OpId parent = view.after.parent(point);
    if (parent != OpId::None && view.after.name(parent) == "affine.if")
      view.claimNewSubtree(parent);
    for (OpId loop : loopsAround(view.after, point))
      if (view.isNew(loop) && view.after.contains(afterOps[0], loop))
        view.claimAfter(loop);
  }
  if (bodyHistogram(view.before, beforeOps[0]) ==
      bodyHistogram(view.after, afterOps[0]))
    view.claimNewSubtree(afterOps[0]);
  view.claimGoneSubtree(beforeOps[0]);
  for (const TilePair &pair : first)
    claimBounds(view, pair.tileLoop);
  view.add(Kind::Tiled, beforeOps, afterOps, text,
           0.95f * view.confidenceBefore(beforeOps),
           Details{{"form", "loops"},
                   {"sizes", listJson(sizes)},
                   {"order", std::move(orderJson)},
                   {"partial", partial},
                   {"separated", separated}});
}

static void recognize(const RecognizeInput &input, Recognized &found) {
  View view(input, found);
  // By the outermost tile loop of the nest.
  std::map<OpId, std::vector<TilePair>> nests;
  for (uint32_t i = 0; i < input.after.numOps(); ++i) {
    if (!isKnownLoop(input.after.name(OpId(i))) || !view.isFreeAfter(OpId(i)))
      continue;
    std::optional<TilePair> pair = findPair(input.after, OpId(i));
    if (!pair)
      continue;
    OpId source = view.source(OpId(i));
    if (source != OpId::None && findPair(input.before, source))
      continue; // It was tiled before.
    OpId outermost = pair->tileLoop;
    for (auto &[loop, pairs] : nests)
      if (input.after.contains(loop, outermost))
        outermost = loop;
    nests[outermost].push_back(std::move(*pair));
  }
  for (auto &[loop, pairs] : nests) {
    llvm::stable_sort(pairs, [](const TilePair &a, const TilePair &b) {
      return a.tileLoop < b.tileLoop;
    });
    report(view, std::move(pairs));
  }
}

Recognizer passdelta::getTiledLoopsRecognizer() {
  return {"tiled-loops", "loops that became loops over tiles", recognize};
}
