//===- Hoisted.cpp - Ops that left a loop, or went into a branch ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "List.h"
#include "View.h"
#include "llvm/ADT/STLExtras.h"

using namespace passdelta;

static bool isLoop(const View &view, StringRef name) {
  return isKnownLoop(name) || view.knowledge.has(name, Role::Loop) ||
         name == "scf.while";
}

/// The ops around `op` in `graph`, innermost first, that are still there (have
/// a partner) on the other side.
static void recognizeMove(const View &view, OpId op, OpId now) {
  // The innermost surrounding op that is there on both sides and around both.
  OpId common = view.before.parent(op);
  unsigned levels = 0;
  std::vector<StringRef> loops;
  bool known = true;
  for (; common != OpId::None; common = view.before.parent(common)) {
    OpId image = view.image(common);
    if (image != OpId::None && view.after.contains(image, now))
      break;
    // A loop that is gone or was changed into others says nothing: the op may
    // still run as often as it did.
    known &= image != OpId::None;
    if (isLoop(view, view.before.name(common))) {
      known &= image != OpId::None && isLoop(view, view.after.name(image));
      ++levels;
      loops.push_back(view.before.name(common));
    }
  }
  if (!known || common == OpId::None)
    return;
  OpId commonNow = view.image(common);
  if (levels != 0 && view.after.parent(now) == commonNow) {
    std::string text = "out of " + loops.front().str();
    if (levels > 1)
      text += " and " + countText(levels - 1, "loop") + " around it";
    llvm::json::Array names;
    for (StringRef loop : loops)
      names.push_back(loop);
    view.claimSubtreeBefore(op);
    view.claimSubtreeAfter(now);
    view.add(Kind::Hoisted, {op}, {now}, text, view.confidenceBefore({op}),
             Details{{"levels", levels}, {"loops", std::move(names)}});
    return;
  }
  // Into a region: its parent is deeper now.
  if (view.before.parent(op) != common || view.after.parent(now) == commonNow)
    return;
  OpId into = now;
  while (view.after.parent(into) != commonNow)
    into = view.after.parent(into);
  OpId branch = view.source(into);
  if (branch == OpId::None || branch < op ||
      isLoop(view, view.after.name(into)))
    return;
  view.claimSubtreeBefore(op);
  view.claimSubtreeAfter(now);
  view.add(Kind::Sunk, {op}, {now}, "into " + view.after.name(into).str(),
           view.confidenceBefore({op}),
           Details{{"into", view.after.name(into)}});
}

static void recognize(const RecognizeInput &input, Recognized &found) {
  View view(input, found);
  for (uint32_t i = 0; i < input.before.numOps(); ++i) {
    OpId op = OpId(i), now = view.image(op);
    if (now == OpId::None || !view.isFreeBefore(op) || !view.isFreeAfter(now) ||
        input.before[op].name != input.after[now].name)
      continue;
    OpId parent = input.before.parent(op);
    if (parent == OpId::None || view.image(parent) == input.after.parent(now))
      continue;
    recognizeMove(view, op, now);
  }
}

Recognizer passdelta::getHoistedRecognizer() {
  return {"hoisted", "ops that left loops or went into branches", recognize};
}
