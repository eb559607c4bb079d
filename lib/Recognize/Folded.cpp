//===- Folded.cpp - A constant or a known value stands for an op ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The users of a gone op tell what it became: a constant, one of its operands,
// a value of its own region (a branch that is always taken), a simpler op. All
// of them must agree, and be otherwise what they were; a user that is gone
// itself says nothing, unless the op folds by its own operands (x + 0).
//
//===----------------------------------------------------------------------===//

#include "List.h"
#include "View.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSwitch.h"

using namespace passdelta;

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

/// True if `value` (before) is an operand of `op`, or of what computes them: at
/// most 64 ops are looked at.
static bool comesFrom(const OpGraph &graph, OpId op, ValueId value) {
  llvm::SetVector<OpId> work;
  work.insert(op);
  for (size_t next = 0; next < work.size() && next < 64; ++next)
    for (ValueId operand : graph.operands(work[next])) {
      if (operand == value)
        return true;
      OpId def =
          operand == ValueId::None ? OpId::None : graph.definingOp(operand);
      if (def != OpId::None && graph[def].firstRegion == RegionId::None)
        work.insert(def);
    }
  return false;
}

/// Dialects of scalar math, which simplify into each other.
static bool isMath(StringRef dialect) {
  return dialect == "arith" || dialect == "math" || dialect == "index" ||
         dialect == "complex";
}

/// True if `now` computes with a value that `op` was computed from, or only
/// with constants.
static bool hasCommonInput(const View &view, OpId op, OpId now) {
  bool onlyConstants = true;
  for (ValueId operand : view.after.operands(now)) {
    if (operand == ValueId::None)
      continue;
    OpId def = view.after.definingOp(operand);
    if (def != OpId::None && isConstantOp(view, view.after, def))
      continue;
    onlyConstants = false;
    ValueId source = view.sourceValue(operand);
    if (source != ValueId::None && comesFrom(view.before, op, source))
      return true;
  }
  return onlyConstants;
}

/// True if one op computes what the other did: both are pure and have no body.
/// Anything else that is another op now was not merely simplified.
static bool isSimplification(const View &view, OpId op, OpId now) {
  StringRef from = view.before.dialect(op), to = view.after.dialect(now);
  if (from != to && !(isMath(from) && isMath(to)))
    return false;
  return view.knowledge.has(view.before.name(op), Role::EffectFree) &&
         view.knowledge.has(view.after.name(now), Role::EffectFree) &&
         view.before[op].firstRegion == RegionId::None &&
         view.after[now].firstRegion == RegionId::None &&
         view.before[op].numResults == 1 && view.after[now].numResults == 1 &&
         hasCommonInput(view, op, now);
}

/// The integer or float text of the constant that defines `value`, or "".
static StringRef constantOperand(const View &view, ValueId value) {
  OpId def =
      value == ValueId::None ? OpId::None : view.before.definingOp(value);
  if (def == OpId::None || !isConstantOp(view, view.before, def))
    return StringRef();
  StringRef text = view.before.attr(def, "value");
  if (text.empty())
    text = view.before.attr(def, "asm");
  return text.split(" : ").first.trim();
}

/// The operand that `op` is equal to whatever the others are: x + 0, x * 1.
/// Floats only where no rounding mode or sign of zero matters (x * 1).
static ValueId identityOperand(const View &view, OpId op) {
  if (view.before.name(op) == "arith.select" &&
      view.before[op].numOperands == 3 &&
      view.before.operands(op)[1] == view.before.operands(op)[2])
    return view.before.operands(op)[1];
  if (view.before[op].numOperands != 2 || view.before[op].numResults != 1)
    return ValueId::None;
  StringRef name = view.before.name(op);
  StringRef neutral =
      llvm::StringSwitch<StringRef>(name)
          .Cases({"arith.addi", "arith.subi", "arith.ori", "arith.xori",
                  "arith.shli"},
                 "0")
          .Cases({"arith.shrsi", "arith.shrui", "index.add", "index.sub"}, "0")
          .Cases({"arith.muli", "arith.divsi", "arith.divui", "index.mul"}, "1")
          .Case("arith.andi", "-1")
          .Default("");
  if (neutral.empty())
    return ValueId::None;
  ArrayRef<ValueId> operands = view.before.operands(op);
  if (constantOperand(view, operands[1]) == neutral)
    return operands[0];
  bool commutes = view.knowledge.has(name, Role::Commutative);
  if (commutes && constantOperand(view, operands[0]) == neutral)
    return operands[1];
  return ValueId::None;
}

/// True if the op that defines the after value is what it was: with a body of
/// another size it is not the old value any more.
static bool isSameValue(const View &view, ValueId source, ValueId now) {
  OpId def = view.before.definingOp(source);
  OpId defNow = view.after.definingOp(now);
  if (def == OpId::None || defNow == OpId::None)
    return def == defNow;
  return view.before[def].name == view.after[defNow].name &&
         view.before.subtreeSize(def) == view.after.subtreeSize(defNow);
}

/// Equal, or both of one type of another dialect than the builtin one: a buffer
/// is no tensor, and a scalar no vector.
static bool isSameKindOfType(StringRef a, StringRef b) {
  return a == b || (a.starts_with("!") && a.contains('<') &&
                    a.split('<').first == b.split('<').first);
}

static void addFold(const View &view, OpId op, ArrayRef<OpId> afterOps,
                    Kind kind, StringRef text, StringRef to, float confidence) {
  bool wasFree = !afterOps.empty() && view.isFreeAfter(afterOps[0]);
  view.claimGoneSubtree(op);
  view.add(kind, {op}, afterOps, text.str(), confidence, Details{{"to", to}});
  // The op that stands for it is not changed by that.
  if (wasFree)
    view.found.explainedAfter.reset(uint32_t(afterOps[0]));
}

/// `now` was there already, as `source`.
static bool recognizeValue(const View &view, OpId op, ValueId source,
                           ValueId now) {
  StringRef was = view.before.type(view.before.result(op));
  if (!isSameValue(view, source, now) ||
      !isSameKindOfType(was, view.before.type(source)) ||
      !isSameKindOfType(was, view.after.type(now)))
    return false;
  OpId def = view.after.definingOp(now);
  OpList afterOps;
  if (def != OpId::None)
    afterOps.push_back(def);
  OpId sourceOp = view.before.definingOp(source);
  if (llvm::is_contained(view.before.operands(op), source))
    addFold(view, op, afterOps, Kind::Folded, "to its operand", "operand",
            0.95f);
  else if (sourceOp != OpId::None && view.before.contains(op, sourceOp))
    addFold(view, op, afterOps, Kind::Folded, "to its body", "body", 0.9f);
  else if (comesFrom(view.before, op, source))
    addFold(view, op, afterOps, Kind::Folded, "to a value it was computed from",
            "source", 0.85f);
  else
    return false;
  return true;
}

/// True for what a folder may replace by a value: no effect, no call.
static bool isFoldable(const View &view, OpId op) {
  StringRef name = view.before.name(op);
  if (name == "scf.if" || name == "affine.if" || name == "scf.for" ||
      name == "affine.for")
    return true;
  return view.before[op].firstRegion == RegionId::None &&
         !view.knowledge.has(name, Role::Call) &&
         !view.knowledge.has(name, Role::Store);
}

/// An op without a trace in its users that must have folded by itself.
static void recognizeByOperands(const View &view, OpId op) {
  ValueId operand = identityOperand(view, op);
  if (operand == ValueId::None ||
      view.before.uses(view.before.result(op)).empty())
    return;
  // Not where it may live on under another name.
  for (OpGraph::Use use : view.before.uses(view.before.result(op))) {
    OpId user = view.image(use.op);
    if (user == OpId::None)
      continue;
    if (view.after[user].numOperands != view.before[use.op].numOperands)
      return;
    ValueId now = view.after.operands(user)[use.index];
    OpId def = now == ValueId::None ? OpId::None : view.after.definingOp(now);
    if (now == ValueId::None || (def != OpId::None && view.isNew(def)))
      return;
  }
  addFold(view, op, {}, Kind::Folded, "to its operand", "operand", 0.85f);
}

/// A branch whose condition is constant, with nothing new of the kind that a
/// conversion would make.
static bool recognizeBranch(const View &view, OpId op) {
  if (view.before.name(op) != "scf.if" || view.before[op].numOperands != 1)
    return false;
  StringRef condition = constantOperand(view, view.before.operands(op)[0]);
  if (condition != "true" && condition != "false")
    return false;
  for (uint32_t i = 0; i < view.after.numOps(); ++i)
    if (view.isNew(OpId(i)) && (view.after.dialect(OpId(i)) == "cf" ||
                                view.after.name(OpId(i)).ends_with(".if")))
      return false;
  addFold(view, op, {}, Kind::Folded,
          "its condition is always " + condition.str(), "branch", 0.95f);
  return true;
}

/// A loop without an iteration.
static bool recognizeZeroTrips(const View &view, OpId op) {
  if (!isKnownLoop(view.before.name(op)))
    return false;
  std::optional<LoopInfo> info = getLoopInfo(view.before, op);
  if (!info || info->dims.size() != 1 || info->dims[0].tripCount() != 0)
    return false;
  for (uint32_t i = uint32_t(op); i < uint32_t(view.before[op].end); ++i)
    if (!view.isGone(OpId(i)))
      return false;
  view.claimSubtreeBefore(op);
  view.add(Kind::Folded, {op}, {}, "it has no iteration", 0.9f,
           Details{{"to", "nothing"}});
  return true;
}

static void recognizeOp(const View &view, OpId op) {
  if (recognizeBranch(view, op) || recognizeZeroTrips(view, op))
    return;
  if (view.before[op].numResults != 1 || isConstantOp(view, view.before, op) ||
      !isFoldable(view, op))
    return;
  ValueId now = view.certainlyStandsFor(view.before.result(op));
  if (now == ValueId::None) {
    recognizeByOperands(view, op);
    return;
  }
  OpId def = view.after.definingOp(now);
  if (def != OpId::None && isConstantOp(view, view.after, def)) {
    std::string value = constantText(view.after, def);
    Details details{{"to", "constant"}, {"value", value}};
    view.claimGoneSubtree(op);
    view.add(Kind::Folded, {op}, {def}, "to constant " + value, 0.95f,
             std::move(details));
    return;
  }
  if (ValueId source = view.sourceValue(now); source != ValueId::None) {
    if (!recognizeValue(view, op, source, now))
      recognizeByOperands(view, op);
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
  if (isConstantOp(view, view.before, op))
    return;
  if (isConstantOp(view, view.after, now)) {
    if (view.before[op].numResults != 1 || !isFoldable(view, op))
      return;
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
