//===- Rewritten.cpp - One op became one op of another kind ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kinds whose evidence is the pair of names: generalized, specialized, raised,
// parallelized, mapped; and annotated, where only attributes were added.
//
//===----------------------------------------------------------------------===//

#include "List.h"
#include "View.h"
#include "passdelta/Knowledge/StructuredOp.h"
#include "llvm/ADT/STLExtras.h"

using namespace passdelta;

/// What a rewrite of one name to the other is called.
static std::optional<Kind> kindOf(StringRef from, StringRef to) {
  if (from == to)
    return std::nullopt;
  bool fromLinalg = from.starts_with("linalg.");
  if (fromLinalg && to == "linalg.generic")
    return Kind::Generalized;
  if (from == "linalg.generic" && to.starts_with("linalg."))
    return Kind::Specialized;
  bool fromSequential = from == "affine.for" || from == "scf.for";
  if (fromSequential && (to == "affine.parallel" || to == "scf.parallel" ||
                         to == "scf.forall" || to == "omp.wsloop"))
    return Kind::Parallelized;
  if ((from == "scf.parallel" || from == "scf.forall" ||
       from == "affine.parallel") &&
      (to == "gpu.launch" || to == "gpu.launch_func"))
    return Kind::Mapped;
  if (from.starts_with("memref.") && to.starts_with("affine."))
    return Kind::Raised;
  if (from.starts_with("scf.") && to.starts_with("affine."))
    return Kind::Raised;
  if ((from.starts_with("arith.") || from.starts_with("math.")) &&
      to.starts_with("linalg."))
    return Kind::Raised;
  if ((from == "arith.addf" || from == "llvm.fadd") &&
      (to == "math.fma" || to == "llvm.intr.fma"))
    return Kind::Fused;
  return std::nullopt;
}

/// The new op that the ops which stood directly in `op` stand in now.
static OpId newParentOfBody(const View &view, OpId op) {
  BlockId body = bodyOf(view.before, op);
  if (body == BlockId::None)
    return OpId::None;
  OpId parent = OpId::None;
  view.before.forEachOp(body, [&](OpId inner) {
    OpId now = view.image(inner);
    if (parent == OpId::None && now != OpId::None)
      parent = view.after.parent(now);
  });
  return parent != OpId::None && view.isNew(parent) ? parent : OpId::None;
}

/// The op that stands for `op`: its image, what its users read, or what its
/// body is in.
static OpId successorOf(const View &view, OpId op,
                        const std::map<OpId, OpId> &successors) {
  OpId now = view.image(op);
  if (now != OpId::None)
    return now;
  if (view.before[op].numResults == 0)
    return newParentOfBody(view, op);
  ValueId value = view.standsForVia(view.before.result(op), successors);
  OpId def = value == ValueId::None ? OpId::None : view.after.definingOp(value);
  if (def != OpId::None && !view.isNew(def))
    def = OpId::None;
  if (def != OpId::None && kindOf(view.before.name(op), view.after.name(def)))
    return def;
  OpId parent = newParentOfBody(view, op);
  return parent != OpId::None ? parent : def;
}

static void recognizeRewrite(const View &view, OpId op, OpId now) {
  StringRef from = view.before.name(op), to = view.after.name(now);
  std::optional<Kind> kind = kindOf(from, to);
  if (!kind || !view.isFreeAfter(now))
    return;
  OpList beforeOps = {op};
  if (*kind == Kind::Fused) // The factor that is gone.
    for (ValueId operand : view.before.operands(op)) {
      OpId def = operand == ValueId::None ? OpId::None
                                          : view.before.definingOp(operand);
      if (def != OpId::None && view.isFreeGone(def) &&
          view.before.name(def).contains("mul"))
        beforeOps.insert(beforeOps.begin(), def);
    }
  if (*kind == Kind::Fused && beforeOps.size() < 2)
    return;
  float confidence = view.isGone(op) ? 0.85f : view.confidenceBefore({op});
  if (isStructuredName(to) || isStructuredName(from)) {
    view.claimSubtreeBefore(op);
    view.claimSubtreeAfter(now);
  }
  view.add(*kind, beforeOps, {now}, "", confidence);
}

/// A structured op that lost loops of one iteration.
static void recognizeUnitDims(const View &view, OpId op, OpId now) {
  if (!isStructuredName(view.before.name(op)) ||
      !isStructuredName(view.after.name(now)) || !view.isFreeAfter(now))
    return;
  std::optional<StructuredOp> old = getStructuredOp(view.before, op);
  std::optional<StructuredOp> is = getStructuredOp(view.after, now);
  if (!old || !is || is->numLoops() == 0 || is->numLoops() >= old->numLoops())
    return;
  unsigned dropped = old->numLoops() - is->numLoops();
  unsigned units = llvm::count(old->loopRanges, 1);
  unsigned unitsLeft = llvm::count(is->loopRanges, 1);
  if (units != unitsLeft + dropped)
    return;
  view.claimSubtreeBefore(op);
  view.claimSubtreeAfter(now);
  view.add(Kind::Simplified, {op}, {now},
           countText(dropped, "loop") + " of one iteration dropped",
           view.isGone(op) ? 0.85f : view.confidenceBefore({op}),
           Details{{"to", "fewer-loops"}, {"dropped", dropped}});
}

/// Same operands and syntax, more attributes.
static void recognizeAnnotation(const View &view, OpId op, OpId now) {
  if (view.before[op].name != view.after[now].name || !view.isFreeAfter(now) ||
      view.before[op].numOperands != view.after[now].numOperands ||
      view.before.attrs(op).size() >= view.after.attrs(now).size())
    return;
  for (unsigned i = 0; i < view.before[op].numOperands; ++i)
    if (view.imageValue(view.before.operands(op)[i]) !=
        view.after.operands(now)[i])
      return;
  for (Attribute attribute : view.before.attrs(op))
    if (!llvm::is_contained(view.after.attrs(now), attribute))
      return;
  std::string added;
  llvm::json::Array names;
  for (Attribute attribute : view.after.attrs(now))
    if (!llvm::is_contained(view.before.attrs(op), attribute)) {
      StringRef name = view.after.str(attribute.name);
      added += (added.empty() ? "" : ", ") + name.str();
      names.push_back(name);
    }
  view.add(Kind::Annotated, {op}, {now}, "with " + added,
           view.confidenceBefore({op}),
           Details{{"attributes", std::move(names)}});
}

static void recognize(const RecognizeInput &input, Recognized &found) {
  View view(input, found);
  size_t begin = found.changes.size();
  // Users first: what became of them tells what became of their operands.
  std::map<OpId, OpId> successors;
  for (uint32_t i = input.before.numOps(); i-- > 0;) {
    OpId op = OpId(i);
    if (!view.isFreeBefore(op) ||
        (!view.isGone(op) &&
         input.alignment.link(op).relation == Relation::Kept))
      continue;
    OpId now = successorOf(view, op, successors);
    if (now == OpId::None)
      continue;
    recognizeUnitDims(view, op, now);
    if (view.isFreeBefore(op))
      recognizeRewrite(view, op, now);
    if (view.isFreeBefore(op) && !view.isGone(op))
      recognizeAnnotation(view, op, now);
    if (!view.isFreeBefore(op) && view.isGone(op))
      successors[op] = now;
  }
  std::reverse(found.changes.begin() + begin, found.changes.end());
}

Recognizer passdelta::getRewrittenRecognizer() {
  return {"rewritten",
          "generalized, specialized, raised, parallelized, mapped, annotated",
          recognize};
}
