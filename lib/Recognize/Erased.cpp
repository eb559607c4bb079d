//===- Erased.cpp - Dead code went away -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dead is a gone op whose results nobody reads on the after side: it had no
// users, or they are gone too. What only served other gone ops (constants,
// index arithmetic) goes without a word of its own.
//
//===----------------------------------------------------------------------===//

#include "List.h"
#include "View.h"
#include "llvm/ADT/STLExtras.h"

using namespace passdelta;

static bool isWhollyGone(const View &view, OpId op) {
  for (uint32_t i = uint32_t(op); i < uint32_t(view.before[op].end); ++i)
    if (!view.isGone(OpId(i)))
      return false;
  return true;
}

/// Number of uses of all results; `alive` counts those that are not gone.
static unsigned countUses(const View &view, OpId op, unsigned &alive) {
  unsigned uses = 0;
  for (unsigned i = 0; i < view.before[op].numResults; ++i)
    for (OpGraph::Use use : view.before.uses(view.before.result(op, i))) {
      ++uses;
      alive += !view.isGone(use.op);
    }
  return uses;
}

/// True if all memory that `op` (without results) touches is gone.
static bool touchesOnlyGone(const View &view, OpId op) {
  bool any = false;
  for (ValueId operand : view.before.operands(op)) {
    if (operand == ValueId::None ||
        !view.before.type(operand).starts_with("memref"))
      continue;
    OpId def = view.before.definingOp(operand);
    if (def == OpId::None || !view.isGone(def))
      return false;
    any = true;
  }
  return any;
}

static void recognizeOp(const View &view, OpId op) {
  if (!isWhollyGone(view, op))
    return;
  const OpData &data = view.before[op];
  if (data.symbol != NameId::Empty) {
    view.claimSubtreeBefore(op);
    view.add(Kind::Erased, {op}, {}, "the whole symbol", 0.95f,
             Details{{"reason", "symbol"}});
    return;
  }
  if (data.numResults == 0) {
    if (!touchesOnlyGone(view, op))
      return;
    view.claimSubtreeBefore(op);
    view.add(Kind::Erased, {op}, {}, "dead: the buffer is gone", 0.9f,
             Details{{"reason", "buffer"}});
    return;
  }
  unsigned alive = 0;
  unsigned uses = countUses(view, op, alive);
  if (alive != 0)
    return;
  if (uses != 0 && isAuxiliary(view.before, op)) {
    view.claimBefore(op);
    return;
  }
  view.claimSubtreeBefore(op);
  view.add(Kind::Erased, {op}, {},
           uses == 0 ? "dead: not used" : "dead: its users are gone",
           uses == 0 ? 0.95f : 0.85f,
           Details{{"reason", uses == 0 ? "unused" : "users-gone"}});
}

static void recognize(const RecognizeInput &input, Recognized &found) {
  View view(input, found);
  size_t begin = found.changes.size();
  // Symbols first, since they take their bodies with them; then users before
  // what they use.
  for (uint32_t i = 0; i < input.before.numOps(); ++i)
    if (view.isFreeGone(OpId(i)) &&
        input.before[OpId(i)].symbol != NameId::Empty)
      recognizeOp(view, OpId(i));
  for (uint32_t i = 0; i < input.before.numOps(); ++i)
    if (view.isFreeGone(OpId(i)) &&
        input.before[OpId(i)].firstRegion != RegionId::None)
      recognizeOp(view, OpId(i));
  for (uint32_t i = input.before.numOps(); i-- > 0;)
    if (view.isFreeGone(OpId(i)))
      recognizeOp(view, OpId(i));
  std::stable_sort(found.changes.begin() + begin, found.changes.end(),
                   [](const Change &a, const Change &b) {
                     return a.before[0] < b.before[0];
                   });
}

Recognizer passdelta::getErasedRecognizer() {
  return {"erased", "dead ops and whole symbols that are gone", recognize};
}
