//===- Unrolled.cpp - A loop body was repeated ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   before:  for i = 0 to 64 { A }
//   after:   for i = 0 to 64 step 4 { A A A A }
//
// Jammed is the same with the copies inside an inner loop that is there once.
// Unrolled fully: the loop is gone, and its body is there once an iteration.
//
//===----------------------------------------------------------------------===//

#include "List.h"
#include "View.h"

using namespace passdelta;

static unsigned countLoops(const OpGraph &graph, OpId op) {
  unsigned count = 0;
  for (uint32_t i = uint32_t(op) + 1; i < uint32_t(graph[op].end); ++i)
    count += isKnownLoop(graph.name(OpId(i)));
  return count;
}

static bool isMultiple(const Histogram &many, const Histogram &one,
                       int64_t factor) {
  if (many.size() != one.size())
    return false;
  for (auto [name, count] : one) {
    auto it = many.find(name);
    if (it == many.end() || it->second != count * factor)
      return false;
  }
  return true;
}

/// Claims the loop or the copies that do the iterations that are left.
static bool claimRemainder(const View &view, OpId oldLoop, OpId loop,
                           const Histogram &body) {
  bool found = false;
  BlockId block = view.after[loop].block;
  for (OpId op = view.after.next(loop); op < view.after[block].endOp;
       op = view.after.next(op)) {
    bool isPart =
        (view.isNew(op) || view.source(op) == oldLoop) &&
        (isAuxiliary(view.after, op) || body.count(view.after[op].name) ||
         (isKnownLoop(view.after.name(op)) &&
          bodyHistogram(view.after, op) == body));
    if (!isPart)
      break;
    found = true;
    view.claimSubtreeAfter(op);
  }
  return found;
}

/// The new loop of the same kind that stands right before `now`, or None.
static OpId newLoopBefore(const View &view, OpId now) {
  OpId before = OpId::None;
  view.after.forEachOp(view.after[now].block, [&](OpId op) {
    if (op < now && view.isFreeNew(op))
      before = view.after[op].name == view.after[now].name ? op : OpId::None;
  });
  return before;
}

static bool recognizePartial(const View &view, OpId loop, OpId now) {
  std::optional<LoopInfo> old = getLoopInfo(view.before, loop);
  std::optional<LoopInfo> info = getLoopInfo(view.after, now);
  if (!old || !info || old->dims.size() != 1 || info->dims.size() != 1)
    return false;
  std::optional<int64_t> oldStep = old->dims[0].step.constant;
  std::optional<int64_t> step = info->dims[0].step.constant;
  if (!oldStep || !step || *oldStep <= 0 || *step <= *oldStep ||
      *step % *oldStep != 0)
    return false;
  int64_t factor = *step / *oldStep;
  Histogram body = bodyHistogram(view.before, loop);
  if (body.empty() || !isMultiple(bodyHistogram(view.after, now), body, factor))
    return false;
  unsigned inner = countLoops(view.before, loop);
  bool jammed = inner != 0 && countLoops(view.after, now) == inner;
  bool remainder = claimRemainder(view, loop, now, body);
  std::string text = "by " + std::to_string(factor);
  if (remainder)
    text += ", the rest after the loop";
  view.claimSubtreeBefore(loop);
  view.claimSubtreeAfter(now);
  view.add(
      jammed ? Kind::Jammed : Kind::Unrolled, {loop}, {now}, text,
      view.confidenceBefore({loop}),
      Details{{"factor", factor}, {"full", false}, {"remainder", remainder}});
  return true;
}

static void recognizeFull(const View &view, OpId loop) {
  std::optional<LoopInfo> info = getLoopInfo(view.before, loop);
  OpId parent = view.before.parent(loop);
  OpId parentNow = parent == OpId::None ? OpId::None : view.image(parent);
  BlockId block = view.imageBlock(view.before[loop].block);
  if (!info || info->dims.size() != 1 || parentNow == OpId::None ||
      block == BlockId::None)
    return;
  std::optional<int64_t> trips = info->dims[0].tripCount();
  Histogram body = bodyHistogram(view.before, loop);
  if (!trips || *trips < 1 || *trips > 4096 || body.empty())
    return;
  // All of the parent, without the loop, must have gained the copies.
  Histogram rest = bodyHistogram(view.before, parent);
  if (std::optional<Histogram> without = subtract(rest, body))
    rest = *without;
  Histogram copies = body;
  for (auto &[name, count] : copies)
    count *= *trips;
  std::optional<Histogram> gained =
      subtract(bodyHistogram(view.after, parentNow), rest);
  if (!gained || !subtract(*gained, copies))
    return;
  // The copies are new, or they were in the loop.
  OpList afterOps;
  view.after.forEachOp(block, [&](OpId op) {
    OpId source = view.source(op);
    bool isCopy = source == OpId::None ? view.isFreeAfter(op)
                                       : view.before.contains(loop, source);
    if (!isCopy || !copies.count(view.after[op].name))
      return;
    if (afterOps.empty())
      afterOps.push_back(op);
    view.claimSubtreeAfter(op);
  });
  if (afterOps.empty())
    return;
  view.claimSubtreeBefore(loop);
  std::string text = "fully, " + countText(*trips, "iteration");
  view.add(Kind::Unrolled, {loop}, afterOps, text, 0.9f,
           Details{{"factor", *trips}, {"full", true}, {"remainder", false}});
}

static void recognize(const RecognizeInput &input, Recognized &found) {
  View view(input, found);
  for (uint32_t i = 0; i < input.before.numOps(); ++i) {
    OpId loop = OpId(i);
    if (!isKnownLoop(input.before.name(loop)) || !view.isFreeBefore(loop))
      continue;
    OpId now = view.image(loop);
    if (now == OpId::None)
      recognizeFull(view, loop);
    else if (view.isFreeAfter(now) && !recognizePartial(view, loop, now))
      // What the alignment calls the loop may be the rest that follows it.
      if (OpId unrolled = newLoopBefore(view, now); unrolled != OpId::None)
        recognizePartial(view, loop, unrolled);
  }
}

Recognizer passdelta::getUnrolledRecognizer() {
  return {"unrolled", "loops whose body is there several times", recognize};
}
