//===- Folded.cpp - A constant or a known value stands for an op ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The users of a gone op tell what it became: a constant, one of its operands,
// a value of its own region (a branch that is always taken), a simpler op.
//
//===----------------------------------------------------------------------===//

#include "List.h"
#include "View.h"
#include "llvm/ADT/STLExtras.h"

using namespace passdelta;

static bool isConstant(const View &view, const OpGraph &graph, OpId op) {
  StringRef name = graph.name(op);
  return graph[op].numOperands == 0 &&
         (name.ends_with(".constant") || name.ends_with(".const") ||
          name == "ub.poison" || view.knowledge.has(name, Role::Constant));
}

/// The value of a constant op as it is printed, cut to 40 characters.
static std::string constantText(const OpGraph &graph, OpId op) {
  StringRef text = graph.attr(op, "value");
  if (text.empty())
    text = graph.attr(op, "values");
  if (text.empty())
    text = graph.attr(op, "asm");
  // The type is seen elsewhere; custom syntax leaves it out.
  if (size_t colon = text.rfind(" : "); colon != StringRef::npos)
    text = text.take_front(colon);
  if (text.size() > 40)
    return text.take_front(37).str() + "...";
  return text.str();
}

/// True if `value` (before) is an operand of `op`, or of what computes them, up
/// to `depth` ops away.
static bool comesFrom(const OpGraph &graph, OpId op, ValueId value,
                      unsigned depth) {
  for (ValueId operand : graph.operands(op)) {
    if (operand == value)
      return true;
    OpId def =
        operand == ValueId::None ? OpId::None : graph.definingOp(operand);
    if (depth > 1 && def != OpId::None &&
        comesFrom(graph, def, value, depth - 1))
      return true;
  }
  return false;
}

/// Dialects of scalar math, which simplify into each other.
static bool isMath(StringRef dialect) {
  return dialect == "arith" || dialect == "math" || dialect == "index" ||
         dialect == "affine" || dialect == "complex";
}

/// True if one op computes what the other did: both are pure and have no body.
/// Anything else that is another op now was not merely simplified.
static bool isSimplification(const View &view, OpId op, OpId now) {
  StringRef from = view.before.dialect(op), to = view.after.dialect(now);
  if (from != to && !(isMath(from) && isMath(to)))
    return false;
  return view.knowledge.has(view.before.name(op), Role::Pure) &&
         view.knowledge.has(view.after.name(now), Role::Pure) &&
         view.before[op].firstRegion == RegionId::None &&
         view.after[now].firstRegion == RegionId::None;
}

/// True if `user` (before) and `now` differ in nothing but operands that read
/// `value`: not if the fold changed another operand with it, as x + 1 + 1 does
/// when it becomes x + 2, or a select whose arms were swapped.
static bool isSameButFor(const View &view, OpId user, OpId now, ValueId value) {
  if (view.before[user].name != view.after[now].name ||
      view.before.attrs(user) != view.after.attrs(now))
    return false;
  for (auto [old, is] :
       llvm::zip(view.before.operands(user), view.after.operands(now))) {
    if (old == value || old == ValueId::None || is == ValueId::None)
      continue;
    OpId oldDef = view.before.definingOp(old), def = view.after.definingOp(is);
    bool wasConstant =
        oldDef != OpId::None && isConstant(view, view.before, oldDef);
    bool isNowConstant = def != OpId::None && isConstant(view, view.after, def);
    if (wasConstant || isNowConstant) {
      if (!wasConstant || !isNowConstant ||
          view.before.attrs(oldDef) != view.after.attrs(def))
        return false;
      continue;
    }
    ValueId image = view.imageValue(old);
    if (image != ValueId::None && image != is)
      return false;
  }
  return true;
}

/// True if all users of `value` that are still there use another value in its
/// place and are otherwise what they were.
static bool usersAreOtherwiseSame(const View &view, ValueId value) {
  for (OpGraph::Use use : view.before.uses(value)) {
    OpId now = view.image(use.op);
    if (now != OpId::None && !isSameButFor(view, use.op, now, value))
      return false;
  }
  return true;
}

static void recognizeOp(const View &view, OpId op) {
  if (view.before[op].numResults == 0 || isConstant(view, view.before, op))
    return;
  ValueId now = view.standsFor(view.before.result(op));
  if (now == ValueId::None)
    return;
  OpId def = view.after.definingOp(now);
  if (def != OpId::None && isConstant(view, view.after, def)) {
    std::string value = constantText(view.after, def);
    Details details{{"to", "constant"}, {"value", value}};
    view.claimGoneSubtree(op);
    view.add(Kind::Folded, {op}, {def}, "to constant " + value, 0.95f,
             std::move(details));
    return;
  }
  OpList afterOps;
  if (def != OpId::None && !view.isFreeNew(def))
    afterOps.push_back(def);
  ValueId source = view.sourceValue(now);
  if (source != ValueId::None) {
    if (!usersAreOtherwiseSame(view, view.before.result(op)))
      return;
    Kind kind = Kind::Simplified;
    std::string text = "to a value that was there already";
    StringRef to = "value";
    float confidence = 0.75f;
    OpId sourceOp = view.before.definingOp(source);
    if (llvm::is_contained(view.before.operands(op), source)) {
      kind = Kind::Folded, text = "to its operand", to = "operand";
      confidence = 0.95f;
    } else if (sourceOp != OpId::None && view.before.contains(op, sourceOp)) {
      kind = Kind::Folded, text = "to its body", to = "body";
      confidence = 0.9f;
    } else if (comesFrom(view.before, op, source, 3)) {
      kind = Kind::Folded, text = "to a value it was computed from";
      to = "source";
      confidence = 0.85f;
    }
    bool wasFree = !afterOps.empty() && view.isFreeAfter(afterOps[0]);
    view.claimGoneSubtree(op);
    view.add(kind, {op}, afterOps, text, confidence, Details{{"to", to}});
    // The op that stands for it is not changed by that.
    if (wasFree)
      view.found.explainedAfter.reset(uint32_t(afterOps[0]));
    return;
  }
  if (def == OpId::None || !view.isFreeNew(def) ||
      !isSimplification(view, op, def))
    return;
  view.claimGoneSubtree(op);
  view.add(Kind::Simplified, {op}, {def}, "", 0.85f, Details{{"to", "op"}});
}

/// An aligned op of another name: folded, or rewritten in its own dialect.
static void recognizeReplaced(const View &view, OpId op) {
  OpId now = view.image(op);
  if (!view.isFreeAfter(now) || view.before[op].name == view.after[now].name)
    return;
  float confidence = view.confidenceBefore({op});
  if (isConstant(view, view.before, op))
    return;
  if (isConstant(view, view.after, now)) {
    std::string value = constantText(view.after, now);
    view.claimGoneSubtree(op);
    view.add(Kind::Folded, {op}, {now}, "to constant " + value, confidence,
             Details{{"to", "constant"}, {"value", value}});
    return;
  }
  if (isSimplification(view, op, now))
    view.add(Kind::Simplified, {op}, {now}, "", confidence,
             Details{{"to", "op"}});
}

static void recognize(const RecognizeInput &input, Recognized &found) {
  View view(input, found);
  for (uint32_t i = 0; i < input.before.numOps(); ++i) {
    OpId op = OpId(i);
    if (!view.isFreeBefore(op))
      continue;
    if (view.isGone(op))
      recognizeOp(view, op);
    else if (input.alignment.link(op).relation == Relation::Replaced)
      recognizeReplaced(view, op);
  }
}

Recognizer passdelta::getFoldedRecognizer() {
  return {"folded", "ops that became a constant, an operand or a simpler op",
          recognize};
}
