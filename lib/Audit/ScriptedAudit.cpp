//===- ScriptedAudit.cpp - What a transform script left undone ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proofs.h"
#include "Script.h"
#include "passdelta/Knowledge/StructuredOp.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace passdelta;
using namespace passdelta::auditing;

/// True if the op has the types it had, and no loop was put around it.
static bool isUntiled(const AuditInput &input, OpId op) {
  OpId image = imageOf(input, op);
  if (image == OpId::None || isInChange(input, Kind::Tiled, op) ||
      input.before.depth(op) != input.after.depth(image))
    return false;
  auto before = input.before.operands(op), after = input.after.operands(image);
  if (before.size() != after.size())
    return false;
  for (auto [one, other] : llvm::zip(before, after))
    if (one != ValueId::None && other != ValueId::None &&
        input.before.type(one) != input.after.type(other))
      return false;
  return true;
}

static MissedCandidate makeCandidate(const AuditInput &input, Kind kind,
                                     OpId op) {
  MissedCandidate candidate;
  candidate.kind = kind;
  candidate.before = {op};
  if (OpId image = imageOf(input, op); image != OpId::None)
    candidate.after = {image};
  candidate.text = "not " + toString(kind).str();
  return candidate;
}

/// "failures(suppress)" hides why a step did nothing; that it hid it is sure.
static void addSuppression(const AuditInput &input, const ScriptStep &step,
                           Reasons &reasons) {
  if (step.isSuppressed)
    addReason(reasons, "failure-suppressed", Basis::Proved,
              "the script targets it, a step failed, and "
              "failures(suppress) or an alternative swallowed that",
              step.op);
}

/// What kind of op a match that found nothing was after: the ops of the payload
/// that nobody targets, if the script changed nothing at all.
static void auditEmptyMatch(const AuditInput &input, Kind kind,
                            const ScriptStep &step,
                            const llvm::DenseSet<OpId> &targeted,
                            Missed &missed) {
  if (step.match == OpId::None || step.matchedNames.empty() ||
      !llvm::all_of(step.matchedNames,
                    [](StringRef name) { return isStructuredName(name); }))
    return;
  for (uint32_t index = 0; index < input.before.numOps(); ++index) {
    OpId op = OpId(index);
    StringRef name = input.before.name(op);
    if (!isStructuredName(name) || name == "linalg.fill" ||
        name == "linalg.copy" || targeted.contains(op) ||
        !isLeftAlone(input, op) || !isUntiled(input, op))
      continue;
    MissedCandidate candidate = makeCandidate(input, kind, op);
    addReason(candidate.reasons, "empty-match", Basis::Proved,
              "the script looks for " + llvm::join(step.matchedNames, " or ") +
                  ", which the payload does not have",
              step.match);
    missed.push_back(std::move(candidate));
  }
}

static llvm::DenseSet<OpId> targetsOf(ArrayRef<ScriptStep> steps) {
  llvm::DenseSet<OpId> targeted;
  for (const ScriptStep &step : steps)
    for (OpId target : step.targets)
      targeted.insert(target);
  return targeted;
}

/// Why a tiling step, as it is written, can do nothing with the op.
static void addTilingReasons(const AuditInput &input, const ScriptStep &step,
                             OpId target, Reasons &reasons) {
  addSuppression(input, step, reasons);
  auto structured = getStructuredOp(input.before, target);
  if (!step.hasUnknownSizes &&
      llvm::all_of(step.sizes, [](int64_t size) { return size == 0; }))
    addReason(reasons, "option-off", Basis::Proved,
              "every tile size of the script is 0", step.op);
  else if (structured && structured->numLoops() &&
           step.sizes.size() > structured->numLoops())
    addReason(reasons, "shape-mismatch", Basis::Proved,
              llvm::Twine(step.sizes.size()) + " tile sizes are given for " +
                  llvm::Twine(structured->numLoops()) + " loops",
              {step.op, target});
}

/// Tiled, but every tiled loop has one tile.
static void analyzeTiled(const AuditInput &input, const ScriptStep &step,
                         OpId target, Missed &missed) {
  auto structured = getStructuredOp(input.before, target);
  if (!structured || step.sizes.empty() || imageOf(input, target) == OpId::None)
    return;
  std::string text;
  for (auto [size, range] : llvm::zip(step.sizes, structured->loopRanges)) {
    if (size == 0)
      continue;
    if (range == ShapedText::Dynamic || size < range)
      return;
    text += (text.empty() ? "" : ", ") + std::to_string(size) +
            " for a loop of " + std::to_string(range);
  }
  if (text.empty())
    return;
  MissedCandidate candidate = makeCandidate(input, Kind::Tiled, target);
  candidate.outcome = Outcome::Analysis;
  candidate.text = "tiled into one tile: nothing is gained";
  addReason(candidate.reasons, "no-effect", Basis::Proved,
            "no tile size is below the size of its loop: " + text, step.op);
  missed.push_back(std::move(candidate));
}

void auditing::auditScriptedTiling(const AuditInput &input, Missed &missed) {
  if (input.run.failed)
    return; // The interpreter said why.
  std::vector<ScriptStep> steps = readScript(input);
  llvm::DenseSet<OpId> targeted = targetsOf(steps), reported;
  for (const ScriptStep &step : steps) {
    if (step.action != ScriptStep::Tile)
      continue;
    if (step.targets.empty() && reported.insert(step.match).second)
      auditEmptyMatch(input, Kind::Tiled, step, targeted, missed);
    for (OpId target : step.targets) {
      if (!isStructuredName(input.before.name(target)) ||
          !reported.insert(target).second)
        continue;
      if (!isUntiled(input, target)) {
        analyzeTiled(input, step, target, missed);
        continue;
      }
      MissedCandidate candidate = makeCandidate(input, Kind::Tiled, target);
      addTilingReasons(input, step, target, candidate.reasons);
      finishReasons(candidate.reasons, "tiled");
      missed.push_back(std::move(candidate));
    }
  }
}

/// The structured ops a vectorizing step means.
static std::vector<OpId> vectorizedBy(const AuditInput &input,
                                      const ScriptStep &step) {
  std::vector<OpId> ops;
  for (OpId target : step.targets) {
    OpId end = step.action == ScriptStep::VectorizeChildren
                   ? input.before[target].end
                   : OpId(uint32_t(target) + 1);
    for (OpId op = target; op < end; op = OpId(uint32_t(op) + 1))
      if (isStructuredName(input.before.name(op)))
        ops.push_back(op);
  }
  return ops;
}

/// The op was tiled before it was to be vectorized, so only its image counts.
static void inferFromImage(const AuditInput &input, OpId image,
                           Reasons &reasons) {
  for (ValueId operand : input.after.operands(image)) {
    if (operand == ValueId::None)
      continue;
    StringRef type = input.after.type(operand);
    if (!type.contains('?'))
      continue;
    addReason(reasons, "dynamic-shape", Basis::Inferred,
              "after tiling an operand is " + type +
                  ", whose size is not static");
    return;
  }
}

void auditing::auditScriptedVectorization(const AuditInput &input,
                                          Missed &missed) {
  if (input.run.failed)
    return;
  std::vector<ScriptStep> steps = readScript(input);
  llvm::DenseSet<OpId> targeted = targetsOf(steps), reported;
  OpId done = OpId::None;
  size_t first = missed.size();
  for (const ScriptStep &step : steps) {
    if (step.action == ScriptStep::Tile)
      continue;
    if (step.targets.empty() && reported.insert(step.match).second)
      auditEmptyMatch(input, Kind::Vectorized, step, targeted, missed);
    for (OpId op : vectorizedBy(input, step)) {
      OpId image = imageOf(input, op);
      if (image == OpId::None || isInChange(input, Kind::Vectorized, op)) {
        done = done == OpId::None ? op : done;
        continue;
      }
      if (!reported.insert(op).second)
        continue;
      MissedCandidate candidate = makeCandidate(input, Kind::Vectorized, op);
      addSuppression(input, step, candidate.reasons);
      if (isUntiled(input, op))
        proveLinalgVectorization(input, op, step.sizes, step.vectorizeExtract,
                                 candidate.reasons);
      else
        inferFromImage(input, image, candidate.reasons);
      finishReasons(candidate.reasons, "vectorized");
      missed.push_back(std::move(candidate));
    }
  }
  if (done == OpId::None)
    return;
  for (MissedCandidate &candidate : llvm::drop_begin(missed, first)) {
    candidate.contrast = {done};
    candidate.contrastText = "this op was vectorized";
  }
}
