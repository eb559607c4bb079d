//===- FusedOps.cpp - Structured ops became one ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fusion of structured ops is one after op whose body holds the computing ops
// of several connected before ops, and which no longer reads what they passed
// to each other:
//
//   before:  a = generic(x) {exp}    b = generic(a) {neg}
//   after:   b = generic(x) {exp, neg}
//
// A producer that is still there was recomputed.
//
//===----------------------------------------------------------------------===//

#include "List.h"
#include "View.h"
#include "passdelta/Knowledge/StructuredOp.h"
#include "llvm/ADT/STLExtras.h"

using namespace passdelta;

namespace {

/// The search around one after op.
struct Search {
  const View &view;
  OpId fused;
  OpList members;
  Histogram rest; ///< Ops of the fused body that no member explains yet.
  /// The fused body has more than that of the op it stands for.
  bool hasMore = true;
  bool weak = false;
};

} // namespace

/// True if `fused` reads the image of a result of `producer`.
static bool readsImage(const View &view, OpId fused, OpId producer) {
  for (unsigned i = 0; i < view.before[producer].numResults; ++i) {
    ValueId image = view.imageValue(view.before.result(producer, i));
    if (image != ValueId::None &&
        llvm::is_contained(view.after.operands(fused), image))
      return true;
  }
  return false;
}

/// True if `fused` reads the image of an input of `producer` that `consumer`
/// does not read.
static bool readsNewInput(const View &view, OpId fused, OpId producer,
                          OpId consumer) {
  std::optional<StructuredOp> op = getStructuredOp(view.before, producer);
  if (!op)
    return false;
  return llvm::any_of(op->inputs, [&](ValueId input) {
    ValueId image = view.imageValue(input);
    return image != ValueId::None &&
           !llvm::is_contained(view.before.operands(consumer), input) &&
           llvm::is_contained(view.after.operands(fused), image);
  });
}

/// True if `consumer` read the result of `producer` as an input, no output.
static bool isInputOf(const View &view, OpId producer, OpId consumer) {
  std::optional<StructuredOp> op = getStructuredOp(view.before, consumer);
  return op && view.before[producer].numResults == 1 &&
         llvm::is_contained(op->inputs, view.before.result(producer));
}

/// Adds `candidate`, a neighbour of the member `next`, if its body is in the
/// fused one.
static void tryMember(Search &search, OpId candidate, OpId next) {
  const View &view = search.view;
  if (candidate == OpId::None ||
      llvm::is_contained(search.members, candidate) ||
      !isStructuredName(view.before.name(candidate)) ||
      !view.isFreeBefore(candidate) || view.image(candidate) == search.fused ||
      readsImage(view, search.fused, candidate))
    return;
  Histogram body = bodyHistogram(view.before, candidate);
  if (body.empty()) {
    // It only copies (a transpose) or fills: its input is read instead of its
    // result, or its scalar is.
    if (view.isGone(candidate) &&
        (readsNewInput(view, search.fused, candidate, next) ||
         (view.before.name(candidate) == "linalg.fill" &&
          view.after[search.fused].numOperands <
              view.before[next].numOperands &&
          isInputOf(view, candidate, next))))
      search.members.push_back(candidate);
    return;
  }
  if (std::optional<Histogram> rest = subtract(search.rest, body)) {
    search.rest = *rest;
    search.members.push_back(candidate);
  } else if (search.hasMore && view.isGone(candidate) &&
             readsNewInput(view, search.fused, candidate, next)) {
    // Simplified on the way: the names do not add up, the inputs do.
    search.weak = true;
    search.members.push_back(candidate);
  }
}

static void collectMembers(Search &search) {
  const OpGraph &before = search.view.before;
  for (size_t next = 0; next < search.members.size(); ++next) {
    OpId member = search.members[next];
    for (ValueId operand : before.operands(member))
      if (operand != ValueId::None)
        tryMember(search, before.definingOp(operand), member);
    // A consumer that is still there reads the result as before.
    for (unsigned i = 0; i < before[member].numResults; ++i)
      for (OpGraph::Use use : before.uses(before.result(member, i)))
        if (search.view.isGone(use.op))
          tryMember(search, use.op, member);
  }
  // A producer that was read twice is there twice.
  for (size_t i = 0; i < search.members.size() && !search.rest.empty();) {
    Histogram body = bodyHistogram(before, search.members[i]);
    std::optional<Histogram> rest = subtract(search.rest, body);
    if (rest && !body.empty() && i != 0)
      search.rest = *rest;
    else
      ++i;
  }
}

/// The before op that `op` is, or whose results its users used.
static OpId findMain(const View &view, OpId op) {
  OpId main = view.source(op);
  for (unsigned i = 0; main == OpId::None && i < view.after[op].numResults;
       ++i) {
    ValueId value = view.stoodFor(view.after.result(op, i));
    if (value != ValueId::None)
      main = view.before.definingOp(value);
  }
  return main;
}

static void report(Search &search) {
  const View &view = search.view;
  llvm::sort(search.members);
  unsigned recomputed = 0;
  for (OpId member : search.members)
    recomputed += !view.isGone(member) && view.image(member) != search.fused;
  unsigned bodySize = countOf(bodyHistogram(view.after, search.fused));
  std::string text;
  if (recomputed)
    text = "recomputing " + countText(recomputed, "producer");
  OpId main = findMain(view, search.fused);
  bool keepsResult = main != OpId::None && view.after[search.fused].numResults >
                                               view.before[main].numResults;
  if (keepsResult)
    text += text.empty() ? "the producer's result stays as an extra result"
                         : ", producer results stay as extra results";
  float confidence = view.confidenceBefore(search.members);
  if (search.weak || !search.rest.empty())
    confidence *= 0.8f;
  Details details{{"form", "structured"},
                  {"members", int64_t(search.members.size())},
                  {"bodyOps", bodySize},
                  {"recomputed", recomputed},
                  {"keepsResult", keepsResult}};
  for (OpId member : search.members)
    if (view.isGone(member) || view.image(member) == search.fused)
      view.claimSubtreeBefore(member);
  view.claimSubtreeAfter(search.fused);
  view.add(Kind::Fused, search.members, {search.fused}, text, confidence,
           std::move(details));
}

static void recognize(const RecognizeInput &input, Recognized &found) {
  View view(input, found);
  for (uint32_t i = 0; i < input.after.numOps(); ++i) {
    OpId op = OpId(i);
    if (!isStructuredName(input.after.name(op)) || !view.isFreeAfter(op))
      continue;
    OpId main = findMain(view, op);
    if (main == OpId::None || !view.isFreeBefore(main) ||
        !isStructuredName(input.before.name(main)))
      continue;
    Histogram body = bodyHistogram(input.after, op);
    Histogram mainBody = bodyHistogram(input.before, main);
    std::optional<Histogram> rest = subtract(body, mainBody);
    if (mainBody.empty() || !rest)
      continue;
    Search search = {view, op, {main}, *rest, !rest->empty()};
    collectMembers(search);
    // Leftovers are only believed where the inputs agree.
    if (search.members.size() < 2 || (!search.rest.empty() && !search.weak))
      continue;
    report(search);
  }
}

Recognizer passdelta::getFusedOpsRecognizer() {
  return {"fused", "structured ops whose bodies became one body", recognize};
}
