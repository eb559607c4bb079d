//===- Distributed.cpp - An op became the part of one workgroup -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   before:  matmul(A, B, C)
//   after:   y = workgroup.id[1]   matmul(A[y * 32, 0], B, C[y * 32, 0])
//
// Tiled without a loop: the number of the workgroup (or thread) stands for it.
//
//===----------------------------------------------------------------------===//

#include "List.h"
#include "TileAnalysis.h"
#include "View.h"
#include "llvm/ADT/STLExtras.h"

using namespace passdelta;

/// Ops of the function around `op` that give the number of a workgroup or a
/// thread.
static OpList idsAround(const OpGraph &graph, OpId op) {
  OpList ids;
  OpId function = graph.enclosingFunction(op);
  if (function == OpId::None)
    return ids;
  for (uint32_t i = uint32_t(function); i < uint32_t(graph[function].end); ++i)
    if (graph[OpId(i)].numResults == 1 && !idText(graph, OpId(i)).empty())
      ids.push_back(OpId(i));
  return ids;
}

/// Claims the slices that `op` reads and writes (on both sides they are the
/// same loads and stores, of a part now), and what only computes their offsets.
static void claimSlices(const View &view, OpId op) {
  auto claim = [&](OpId slice) {
    if (slice == OpId::None || !getSliceInfo(view.after, slice))
      return;
    view.claimAfter(slice);
    if (OpId source = view.source(slice); source != OpId::None)
      view.claimBefore(source);
    for (ValueId operand : view.after.operands(slice)) {
      OpId def = operand == ValueId::None ? OpId::None
                                          : view.after.definingOp(operand);
      if (def != OpId::None && view.isNew(def) && isAuxiliary(view.after, def))
        view.claimAfter(def);
    }
  };
  for (ValueId operand : view.after.operands(op))
    if (operand != ValueId::None)
      claim(view.after.definingOp(operand));
  for (unsigned i = 0; i < view.after[op].numResults; ++i)
    for (OpGraph::Use use : view.after.uses(view.after.result(op, i)))
      claim(use.op);
}

static void recognizeOp(const View &view, OpId op) {
  OpId now = view.image(op);
  if (now == OpId::None || !view.isFreeBefore(op) || !view.isFreeAfter(now) ||
      !isStructuredName(view.before.name(op)) ||
      view.before[op].name != view.after[now].name ||
      view.alignment.link(op).relation == Relation::Kept)
    return;
  OpList ids = idsAround(view.after, now);
  std::vector<LoopTile> tiles = analyzeDistribution(view.after, now, ids);
  if (tiles.empty() ||
      !analyzeDistribution(view.before, op, idsAround(view.before, op)).empty())
    return;
  llvm::sort(tiles, [](const LoopTile &a, const LoopTile &b) {
    return a.dim < b.dim;
  });
  std::optional<StructuredOp> structured = getStructuredOp(view.after, now);
  llvm::json::Object details;
  std::string text = describeTiles(structured, tiles, {}, details);
  for (const LoopTile &tile : tiles)
    if (view.isNew(tile.loop))
      view.claimAfter(tile.loop);
  claimSlices(view, now);
  view.claimSubtreeBefore(op);
  view.claimSubtreeAfter(now);
  view.add(Kind::Tiled, {op}, {now}, text, view.confidenceBefore({op}),
           std::move(details));
}

static void recognize(const RecognizeInput &input, Recognized &found) {
  View view(input, found);
  for (uint32_t i = 0; i < input.before.numOps(); ++i)
    recognizeOp(view, OpId(i));
}

Recognizer passdelta::getDistributedRecognizer() {
  return {"distributed", "ops that became the part of one workgroup or thread",
          recognize};
}
