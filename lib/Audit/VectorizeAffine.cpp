//===- VectorizeAffine.cpp - Affine loops that stayed scalar --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// affine-super-vectorize takes one loop of a nest. A candidate is an innermost
// loop with memory accesses, if no loop of its nest was vectorized. scf.for is
// a candidate only in a function without affine loops.
//
//===----------------------------------------------------------------------===//

#include "Loops.h"
#include "Proofs.h"
#include "llvm/ADT/STLExtras.h"

using namespace passdelta;
using namespace passdelta::auditing;

/// True if the outermost loop around `loop` has the ops it had.
static bool isNestUntouched(const AuditInput &input, OpId loop) {
  OpId top = loop;
  StringRef name = input.before.name(loop);
  for (OpId up = input.before.parent(loop); up != OpId::None;
       up = input.before.parent(up))
    if (input.before.name(up) == name)
      top = up;
  if (isLeftAlone(input, top))
    return true;
  // Another loop of the nest may have been vectorized; this one was not if no
  // loop around its image grew a vector op that it lacked.
  OpId image = imageOf(input, loop);
  if (image == OpId::None || !sameOps(input, loop, image))
    return false;
  for (OpId up = loop; up != OpId::None; up = input.before.parent(up)) {
    OpId upImage = imageOf(input, up);
    if (upImage == OpId::None)
      return false;
    if (input.before.name(up) != name)
      break;
    auto before = getLoopInfo(input.before, up);
    auto after = getLoopInfo(input.after, upImage);
    if (!before || !after ||
        before->dims.front().step.constant != after->dims.front().step.constant)
      return false;
  }
  return true;
}

static MissedCandidate makeCandidate(const AuditInput &input, OpId loop) {
  MissedCandidate candidate;
  candidate.kind = Kind::Vectorized;
  candidate.before = {loop};
  if (OpId image = imageOf(input, loop); image != OpId::None)
    candidate.after = {image};
  candidate.text = "not vectorized";
  return candidate;
}

static void auditScfLoops(const AuditInput &input, Missed &missed) {
  const OpGraph &graph = input.before;
  for (OpId loop : opsNamed(graph, "scf.for")) {
    OpId function = graph.enclosingFunction(loop);
    if (function == OpId::None || containsOp(graph, function, "affine.for") ||
        !isInnermost(graph, loop) || accessesIn(graph, loop).empty() ||
        !isNestUntouched(input, loop))
      continue;
    MissedCandidate candidate = makeCandidate(input, loop);
    addReason(candidate.reasons, "wrong-op-form", Basis::Proved,
              "the loop is scf.for; the pass vectorizes affine.for only", loop);
    missed.push_back(std::move(candidate));
  }
}

/// Without a proof: if nothing at all was vectorized and the options are not
/// known, the pass was most likely not told a vector size.
static void guessOption(const AuditInput &input, bool anyVectorized, OpId loop,
                        Reasons &reasons) {
  if (knowsOptions(input) || anyVectorized || !input.mlir)
    return;
  addReason(reasons, "option-off", Basis::Inferred,
            "nothing in the loop forbids it and no loop was vectorized: most "
            "likely virtual-vector-size was not given (the dump does not say)",
            loop);
}

void auditing::auditAffineVectorization(const AuditInput &input,
                                        Missed &missed) {
  const OpGraph &graph = input.before;
  std::vector<OpId> candidates;
  OpId vectorized = OpId::None;
  for (OpId loop : opsNamed(graph, "affine.for")) {
    if (!isInnermost(graph, loop) || accessesIn(graph, loop).empty())
      continue;
    if (isNestUntouched(input, loop))
      candidates.push_back(loop);
    else if (vectorized == OpId::None)
      vectorized = loop;
  }
  for (OpId loop : candidates) {
    MissedCandidate candidate = makeCandidate(input, loop);
    proveAffineVectorization(input, loop, candidate.reasons);
    if (candidate.reasons.empty())
      guessOption(input, vectorized != OpId::None, loop, candidate.reasons);
    finishReasons(candidate.reasons, "vectorized");
    if (vectorized != OpId::None) {
      candidate.contrast = {vectorized};
      candidate.contrastText = "this loop was vectorized";
    }
    missed.push_back(std::move(candidate));
  }
  auditScfLoops(input, missed);
}
