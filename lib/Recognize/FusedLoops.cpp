//===- FusedLoops.cpp - Neighbouring loops became one ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   before:  for i { A }  for i { B }        after:  for i { A B }
//
// The after loop holds the computing ops of several loops of one block. A loop
// of them that is still there was recomputed. The buffer between them often
// shrinks.
//
//===----------------------------------------------------------------------===//

#include "List.h"
#include "View.h"
#include "passdelta/Knowledge/TypeText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"

using namespace passdelta;

using ValueSet = llvm::SmallSet<uint32_t, 8>;

/// Memrefs and tensors from outside that are used inside `op`.
static ValueSet buffersUsed(const OpGraph &graph, OpId op) {
  ValueSet used;
  for (uint32_t i = uint32_t(op); i < uint32_t(graph[op].end); ++i)
    for (ValueId value : graph.operands(OpId(i))) {
      if (value == ValueId::None || !parseShaped(graph.type(value)))
        continue;
      const ValueData &data = graph[value];
      OpId owner = data.isBlockArg ? graph.parentOp(BlockId(data.owner))
                                   : OpId(data.owner);
      if (owner == OpId::None || !graph.contains(op, owner))
        used.insert(uint32_t(value));
    }
  return used;
}

/// Which loops of the block that `loop` stands in (on the before side) have
/// computing ops that are inside `loop` now, and how many.
static std::map<OpId, unsigned> contributions(const View &view, OpId loop) {
  std::map<OpId, unsigned> roots;
  for (uint32_t i = uint32_t(loop) + 1; i < uint32_t(view.after[loop].end);
       ++i) {
    OpId source = view.source(OpId(i));
    if (source == OpId::None || isAuxiliary(view.after, OpId(i)) ||
        isKnownLoop(view.after.name(OpId(i))))
      continue;
    for (OpId up = source; up != OpId::None; up = view.before.parent(up)) {
      if (view.imageBlock(view.before[up].block) != view.after[loop].block)
        continue;
      if (isKnownLoop(view.before.name(up)))
        ++roots[up];
      break;
    }
  }
  return roots;
}

/// True if `loop` (after) uses a buffer that among the two only `sibling` used,
/// or there is no such buffer.
static bool usesBuffersOf(const View &view, OpId loop, OpId sibling,
                          OpId main) {
  ValueSet ofMain = buffersUsed(view.before, main);
  ValueSet now = buffersUsed(view.after, loop);
  bool any = false;
  for (uint32_t value : buffersUsed(view.before, sibling)) {
    if (ofMain.contains(value))
      continue;
    any = true;
    if (now.contains(uint32_t(view.imageValue(ValueId(value)))))
      return true;
  }
  return !any;
}

/// "memref<64xf32> -> memref<1xf32>" for the buffer that two of `members` share
/// and that is smaller now.
static std::string shrunkBuffer(const View &view, ArrayRef<OpId> members,
                                OpId loop) {
  std::map<uint32_t, unsigned> users;
  for (OpId member : members)
    for (uint32_t value : buffersUsed(view.before, member))
      ++users[value];
  for (auto [value, count] : users) {
    OpId alloc = view.before.definingOp(ValueId(value));
    if (count < 2 || alloc == OpId::None ||
        !view.before.name(alloc).contains("alloc"))
      continue;
    StringRef oldType = view.before.type(ValueId(value));
    std::optional<ShapedText> oldShape = parseShaped(oldType);
    for (uint32_t now : buffersUsed(view.after, loop)) {
      OpId newAlloc = view.after.definingOp(ValueId(now));
      if (newAlloc == OpId::None ||
          (!view.isNew(newAlloc) && view.source(newAlloc) != alloc) ||
          !view.after.name(newAlloc).contains("alloc"))
        continue;
      std::optional<ShapedText> shape =
          parseShaped(view.after.type(ValueId(now)));
      if (!shape || !oldShape || shape->element != oldShape->element ||
          shape->dims.size() != oldShape->dims.size() ||
          shape->numElements().value_or(INT64_MAX) >=
              oldShape->numElements().value_or(INT64_MAX))
        continue;
      view.claimAfter(newAlloc);
      if (view.isGone(alloc) || view.image(alloc) == newAlloc)
        view.claimBefore(alloc);
      return oldType.str() + " -> " + view.after.type(ValueId(now)).str();
    }
  }
  return "";
}

static OpList siblingLoops(const OpGraph &graph, OpId loop) {
  OpList siblings;
  graph.forEachOp(graph[loop].block, [&](OpId op) {
    if (op != loop && isKnownLoop(graph.name(op)))
      siblings.push_back(op);
  });
  return siblings;
}

/// True if `sibling` is gone, or is inside `loop` now.
static bool isAbsorbed(const View &view, OpId sibling, OpId loop) {
  return view.isGone(sibling) || view.after.contains(loop, view.image(sibling));
}

static void report(const View &view, OpId loop, OpList members, OpId main,
                   bool exact) {
  llvm::sort(members);
  unsigned recomputed = 0;
  for (OpId member : members)
    recomputed += member != main && !isAbsorbed(view, member, loop);
  std::string buffer = shrunkBuffer(view, members, loop);
  std::string text;
  if (recomputed)
    text = "recomputing " + countText(recomputed, "producer loop");
  if (!buffer.empty())
    text += (text.empty() ? "" : ", ") + ("buffer " + buffer);
  Details details{{"form", "loops"},
                  {"members", int64_t(members.size())},
                  {"recomputed", recomputed}};
  if (!buffer.empty())
    details["buffer"] = buffer;
  float confidence = view.confidenceBefore(members) * (exact ? 1.0f : 0.8f);
  for (OpId member : members)
    if (isAbsorbed(view, member, loop) || member == main)
      view.claimSubtreeBefore(member);
  view.claimSubtreeAfter(loop);
  view.add(Kind::Fused, members, {loop}, text, confidence, std::move(details));
}

/// False if the step is another one: then copies of the body are unrolled.
static bool hasSameStep(const View &view, OpId main, OpId loop) {
  std::optional<LoopInfo> old = getLoopInfo(view.before, main);
  std::optional<LoopInfo> now = getLoopInfo(view.after, loop);
  if (!old || !now || old->dims.size() != now->dims.size())
    return true;
  for (size_t i = 0; i < old->dims.size(); ++i)
    if (old->dims[i].step.constant != now->dims[i].step.constant)
      return false;
  return true;
}

static void recognizeLoop(const View &view, OpId loop) {
  std::map<OpId, unsigned> roots = contributions(view, loop);
  OpId main = view.source(loop);
  if (main == OpId::None)
    for (auto [root, count] : roots)
      if (main == OpId::None || count > roots[main])
        main = root;
  if (main == OpId::None || !view.isFreeBefore(main) ||
      !isKnownLoop(view.before.name(main)) ||
      view.imageBlock(view.before[main].block) != view.after[loop].block ||
      !hasSameStep(view, main, loop))
    return;
  Histogram body = bodyHistogram(view.after, loop);
  Histogram mainBody = bodyHistogram(view.before, main);
  if (countOf(body) <= countOf(mainBody))
    return;
  std::optional<Histogram> rest = subtract(body, mainBody);
  bool exact = rest.has_value();
  OpList members = {main};
  auto tryMember = [&](OpId sibling) {
    Histogram part = bodyHistogram(view.before, sibling);
    bool contributes =
        roots.count(sibling) && roots[sibling] * 2 >= countOf(part);
    std::optional<Histogram> left;
    if (rest)
      left = subtract(*rest, part);
    if (part.empty() || !view.isFreeBefore(sibling) ||
        !usesBuffersOf(view, loop, sibling, main) || (!left && !contributes))
      return;
    exact &= left.has_value();
    if (left)
      rest = left;
    members.push_back(sibling);
  };
  OpList siblings = siblingLoops(view.before, main);
  for (OpId sibling : siblings)
    if (isAbsorbed(view, sibling, loop))
      tryMember(sibling);
  // One that is still there was copied; it must explain all that is left.
  if (exact && !rest->empty())
    for (OpId sibling : siblings)
      if (!isAbsorbed(view, sibling, loop) && !rest->empty())
        tryMember(sibling);
  if (members.size() < 2 || (exact && !rest->empty()))
    return;
  report(view, loop, members, main, exact);
}

static void recognize(const RecognizeInput &input, Recognized &found) {
  View view(input, found);
  for (uint32_t i = 0; i < input.after.numOps(); ++i)
    if (isKnownLoop(input.after.name(OpId(i))) && view.isFreeAfter(OpId(i)))
      recognizeLoop(view, OpId(i));
}

Recognizer passdelta::getFusedLoopsRecognizer() {
  return {"fused-loops", "neighbouring loops whose bodies became one body",
          recognize};
}
