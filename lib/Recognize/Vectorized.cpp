//===- Vectorized.cpp - Scalar or tensor code became vector code ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three forms:
//
//   op      linalg.add ins(a, b)     ->  transfer_read, addf, transfer_write
//   loop    for step 1 { load, exp } ->  for step 8 { the same on vectors }
//   value   arith.addf : f32         ->  arith.addf : vector<8xf32>
//
//===----------------------------------------------------------------------===//

#include "List.h"
#include "View.h"
#include "passdelta/Knowledge/TypeText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace passdelta;

namespace {

/// The new vector code that stands for something.
struct VectorCode {
  StringRef type;   ///< The vector that is written, or the largest.
  StringRef mainOp; ///< vector.contract and the like, or empty.
  unsigned reads = 0, writes = 0, vectorOps = 0;
  bool masked = false;
};

} // namespace

static bool isVectorType(StringRef type) { return type.starts_with("vector<"); }

static StringRef firstVectorType(const OpGraph &graph, OpId op) {
  for (unsigned i = 0; i < graph[op].numResults; ++i)
    if (isVectorType(graph.type(graph.result(op, i))))
      return graph.type(graph.result(op, i));
  for (ValueId operand : graph.operands(op))
    if (operand != ValueId::None && isVectorType(graph.type(operand)))
      return graph.type(operand);
  return StringRef();
}

static void addToCode(const OpGraph &graph, OpId op, VectorCode &code) {
  StringRef type = firstVectorType(graph, op), name = graph.name(op);
  if (type.empty() && !name.starts_with("vector."))
    return;
  ++code.vectorOps;
  bool isRead = name == "vector.transfer_read" || name == "vector.load" ||
                name == "vector.maskedload" || name == "vector.gather";
  bool isWrite = name == "vector.transfer_write" || name == "vector.store" ||
                 name == "vector.maskedstore" || name == "vector.scatter";
  code.reads += isRead;
  code.writes += isWrite;
  code.masked |= name == "vector.mask" || name == "vector.create_mask" ||
                 name.starts_with("vector.masked");
  if (name == "vector.contract" || name == "vector.multi_reduction" ||
      name == "vector.reduction" || name == "vector.outerproduct" ||
      name == "vector.gather")
    if (code.mainOp.empty() || name == "vector.contract")
      code.mainOp = name;
  if (isWrite || code.type.empty())
    code.type = type;
}

static std::string describe(const VectorCode &code,
                            llvm::json::Object &details) {
  std::string text = "to " + code.type.str();
  if (!code.mainOp.empty())
    text += " by " + code.mainOp.str();
  if (code.masked)
    text += ", masked";
  details["vector"] = code.type;
  details["masked"] = code.masked;
  details["reads"] = code.reads;
  details["writes"] = code.writes;
  if (std::optional<ShapedText> shape = parseShaped(code.type)) {
    details["scalable"] = llvm::is_contained(shape->scalable, true);
    details["shape"] = llvm::json::Array(ArrayRef<int64_t>(shape->dims));
  }
  return text;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// True for an op that puts a vector into memory or a tensor.
static bool writesVector(const OpGraph &graph, OpId op) {
  StringRef name = graph.name(op);
  if (name == "vector.mask") {
    for (uint32_t i = uint32_t(op) + 1; i < uint32_t(graph[op].end); ++i)
      if (writesVector(graph, OpId(i)))
        return true;
    return false;
  }
  return name == "vector.transfer_write" || name == "vector.store" ||
         name == "vector.maskedstore" || name == "vector.scatter";
}

/// True for an after op that may be a part of what `op` became: new, or the
/// image that the alignment chose among them.
static bool isPartOf(const View &view, OpId op, OpId afterOp) {
  return view.isFreeNew(afterOp) ||
         (view.source(afterOp) == op && view.isFreeAfter(afterOp));
}

/// The write that the result or the output buffer of `op` comes from now.
static OpId findWrite(const View &view, OpId op) {
  for (unsigned i = 0; i < view.before[op].numResults; ++i) {
    ValueId now = view.standsFor(view.before.result(op, i));
    OpId def = now == ValueId::None ? OpId::None : view.after.definingOp(now);
    if (def != OpId::None && isPartOf(view, op, def) &&
        writesVector(view.after, def))
      return def;
  }
  if (view.before[op].numResults != 0)
    return OpId::None;
  for (ValueId operand : llvm::reverse(view.before.operands(op))) {
    if (operand == ValueId::None ||
        !view.before.type(operand).starts_with("memref"))
      continue;
    ValueId now = view.imageValue(operand);
    BlockId block = view.whereAfter(op);
    if (now == ValueId::None || block == BlockId::None)
      continue;
    for (OpGraph::Use use : view.after.uses(now)) {
      OpId root = ancestorIn(view.after, use.op, block);
      if (root != OpId::None && isPartOf(view, op, root) &&
          writesVector(view.after, root) && writesVector(view.after, use.op))
        return root;
    }
  }
  return OpId::None;
}

/// What became of `op` and `root` is computed from, `root` itself included.
static llvm::SetVector<OpId> newSlice(const View &view, OpId op, OpId root) {
  llvm::SetVector<OpId> slice;
  slice.insert(root);
  for (size_t next = 0; next < slice.size(); ++next) {
    OpId part = slice[next];
    for (uint32_t i = uint32_t(part); i < uint32_t(view.after[part].end); ++i)
      for (ValueId operand : view.after.operands(OpId(i))) {
        OpId def = operand == ValueId::None ? OpId::None
                                            : view.after.definingOp(operand);
        if (def != OpId::None && isPartOf(view, op, def) &&
            !isKnownLoop(view.after.name(def)) &&
            (def == root || !writesVector(view.after, def)))
          slice.insert(def);
      }
  }
  return slice;
}

/// Adds new vector reads of what `op` read; some of them are dead.
static void addReads(const View &view, OpId op, OpId write,
                     llvm::SetVector<OpId> &slice) {
  for (ValueId operand : view.before.operands(op)) {
    ValueId now = view.imageValue(operand);
    if (now == ValueId::None)
      continue;
    for (OpGraph::Use use : view.after.uses(now)) {
      OpId root = ancestorIn(view.after, use.op, view.after[write].block);
      if (root == OpId::None || root > write || !isPartOf(view, op, root) ||
          view.after.dialect(root) != "vector" ||
          writesVector(view.after, root) || slice.contains(root))
        continue;
      for (OpId part : newSlice(view, op, root))
        slice.insert(part);
    }
  }
}

static void recognizeOp(const View &view, OpId op) {
  OpId write = findWrite(view, op);
  if (write == OpId::None)
    return;
  llvm::SetVector<OpId> slice = newSlice(view, op, write);
  addReads(view, op, write, slice);
  VectorCode code;
  OpId mainOp = write;
  for (OpId part : slice)
    for (uint32_t i = uint32_t(part); i < uint32_t(view.after[part].end); ++i) {
      addToCode(view.after, OpId(i), code);
      if (view.after.name(OpId(i)) == code.mainOp)
        mainOp = part;
    }
  if (code.type.empty())
    return;
  Details details{{"form", "op"}};
  std::string text = describe(code, details);
  for (OpId part : slice)
    view.claimSubtreeAfter(part);
  view.claimGoneSubtree(op);
  OpList afterOps = {mainOp};
  if (write != mainOp)
    afterOps.push_back(write);
  view.add(Kind::Vectorized, {op}, afterOps, text, 0.95f, std::move(details));
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

static unsigned countVectorOps(const OpGraph &graph, OpId op) {
  unsigned count = 0;
  for (uint32_t i = uint32_t(op) + 1; i < uint32_t(graph[op].end); ++i)
    count += graph.name(OpId(i)).starts_with("vector.");
  return count;
}

/// The before loop that `loop` is: its source, or the loop that is gone from
/// the same place and has the same bounds.
static OpId findLoop(const View &view, OpId loop,
                     const std::map<OpId, OpId> &known) {
  if (view.source(loop) != OpId::None)
    return isKnownLoop(view.before.name(view.source(loop))) ? view.source(loop)
                                                            : OpId::None;
  OpId parent = view.after.parent(loop);
  if (parent == OpId::None)
    return OpId::None;
  OpId oldParent = view.source(parent);
  if (auto it = known.find(parent); it != known.end())
    oldParent = it->second;
  std::optional<LoopInfo> info = getLoopInfo(view.after, loop);
  if (oldParent == OpId::None || !info)
    return OpId::None;
  for (uint32_t i = uint32_t(oldParent) + 1;
       i < uint32_t(view.before[oldParent].end); ++i) {
    OpId op = OpId(i);
    if (view.before.parent(op) != oldParent || !view.isFreeGone(op) ||
        view.before[op].name != view.after[loop].name)
      continue;
    bool taken = llvm::any_of(
        known, [&](const auto &entry) { return entry.second == op; });
    std::optional<LoopInfo> old = getLoopInfo(view.before, op);
    if (taken || !old || old->dims.size() != 1 || info->dims.size() != 1 ||
        old->dims[0].upper.constant != info->dims[0].upper.constant)
      continue;
    return op;
  }
  return OpId::None;
}

/// How often the step of `now` contains that of `old`; 0 if not constant.
static int64_t stepFactor(const View &view, OpId old, OpId now) {
  std::optional<LoopInfo> a = getLoopInfo(view.before, old);
  std::optional<LoopInfo> b = getLoopInfo(view.after, now);
  if (!a || !b || a->dims.size() != 1 || b->dims.size() != 1)
    return 0;
  std::optional<int64_t> stepA = a->dims[0].step.constant;
  std::optional<int64_t> stepB = b->dims[0].step.constant;
  if (!stepA || !stepB || *stepA <= 0 || *stepB % *stepA != 0)
    return 0;
  return *stepB / *stepA;
}

/// Reports the nest that `loop` is the outermost vectorized loop of.
static void reportLoop(const View &view, OpId loop,
                       const std::map<OpId, OpId> &known) {
  OpList beforeOps, afterOps;
  std::vector<std::optional<int64_t>> factors;
  std::string tail;
  VectorCode code;
  for (uint32_t i = uint32_t(loop); i < uint32_t(view.after[loop].end); ++i) {
    OpId op = OpId(i);
    // The old op of a vector op may be the scalar one.
    OpId source = view.source(op);
    if (source == OpId::None || (firstVectorType(view.before, source).empty() &&
                                 view.before.dialect(source) != "vector"))
      addToCode(view.after, op, code);
    auto it = known.find(op);
    int64_t factor = it == known.end() ? 0 : stepFactor(view, it->second, op);
    if (factor < 2)
      continue;
    beforeOps.push_back(it->second);
    afterOps.push_back(op);
    factors.push_back(factor);
    auto trips = getLoopInfo(view.before, it->second)->dims[0].tripCount();
    if (trips && *trips % factor != 0)
      tail = ", the last vector of " + std::to_string(factor) + " has only " +
             std::to_string(*trips % factor) + " elements";
  }
  if (code.type.empty())
    return;
  Details details{{"form", "loop"},
                  {"factors", listJson(factors)},
                  {"tail", !tail.empty()}};
  std::string text = describe(code, details) + tail;
  view.claimSubtreeAfter(loop);
  view.claimSubtreeBefore(beforeOps[0]);
  // Start values, broadcasts, and what reduces the result to a scalar.
  for (uint32_t i = uint32_t(loop); i < uint32_t(view.after[loop].end); ++i)
    for (ValueId operand : view.after.operands(OpId(i))) {
      OpId def = operand == ValueId::None ? OpId::None
                                          : view.after.definingOp(operand);
      if (def != OpId::None && view.isNew(def) &&
          (isAuxiliary(view.after, def) || view.after.dialect(def) == "vector"))
        view.claimAfter(def);
    }
  for (unsigned i = 0; i < view.after[loop].numResults; ++i)
    for (OpGraph::Use use : view.after.uses(view.after.result(loop, i)))
      if (view.isNew(use.op) && view.after.dialect(use.op) == "vector")
        view.claimAfter(use.op);
  view.add(Kind::Vectorized, beforeOps, afterOps, text,
           0.95f * view.confidenceBefore(beforeOps), std::move(details));
}

static void recognizeLoops(const View &view) {
  std::map<OpId, OpId> known; // After loop -> before loop.
  for (uint32_t i = 0; i < view.after.numOps(); ++i) {
    OpId loop = OpId(i);
    if (!isKnownLoop(view.after.name(loop)) || !view.isFreeAfter(loop))
      continue;
    OpId old = findLoop(view, loop, known);
    if (old != OpId::None && view.isFreeBefore(old))
      known[loop] = old;
  }
  for (auto [loop, old] : known)
    if (view.isFreeAfter(loop) && stepFactor(view, old, loop) >= 2 &&
        countVectorOps(view.after, loop) > countVectorOps(view.before, old))
      reportLoop(view, loop, known);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static void recognizeValue(const View &view, OpId op) {
  OpId now = view.image(op);
  if (now == OpId::None || !view.isFreeBefore(op) || !view.isFreeAfter(now) ||
      view.before[op].numResults == 0 || view.after[now].numResults == 0 ||
      view.before[op].name != view.after[now].name)
    return;
  StringRef oldType = view.before.type(view.before.result(op));
  StringRef type = view.after.type(view.after.result(now));
  if (oldType.empty() || !isVectorType(type) || isVectorType(oldType) ||
      isAuxiliary(view.before, op))
    return;
  VectorCode code;
  addToCode(view.after, now, code);
  Details details{{"form", "value"}};
  std::string text = describe(code, details);
  view.add(Kind::Vectorized, {op}, {now}, text, view.confidenceBefore({op}),
           std::move(details));
}

static void recognize(const RecognizeInput &input, Recognized &found) {
  View view(input, found);
  recognizeLoops(view);
  for (uint32_t i = 0; i < input.before.numOps(); ++i) {
    OpId op = OpId(i);
    StringRef name = input.before.name(op);
    if (name.starts_with("vector.") || isKnownLoop(name))
      continue;
    if (!view.isFreeBefore(op))
      continue;
    if (view.isGone(op) ||
        input.alignment.link(op).relation == Relation::Replaced)
      recognizeOp(view, op);
    else
      recognizeValue(view, op);
  }
}

Recognizer passdelta::getVectorizedRecognizer() {
  return {"vectorized", "ops and loops that became vector code", recognize};
}
