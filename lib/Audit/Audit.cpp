//===- Audit.cpp - What a pass was meant to do and did not ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An intent alone does not say which ops a pass means: linalg fusion and affine
// fusion share the kind `fused` and no candidate. So a kind has one auditor,
// and an auditor one audit for each pass whose meaning is known. A pass without
// an audit is never accused.
//
//===----------------------------------------------------------------------===//

#include "Common.h"
#include "llvm/ADT/STLExtras.h"

using namespace passdelta;
using namespace passdelta::auditing;

static bool hasLinalg(const AuditInput &input) {
  for (uint32_t op = 0; op < input.before.numOps(); ++op)
    if (input.before.name(OpId(op)).starts_with("linalg."))
      return true;
  return false;
}

static bool hasLoop(const AuditInput &input) {
  return hasOp(input.before,
               {"affine.for", "scf.for", "affine.parallel", "scf.parallel"});
}

static bool hasParallelLoop(const AuditInput &input) {
  return hasOp(input.before, {"scf.parallel"});
}

static bool hasAdd(const AuditInput &input) {
  return hasOp(input.before, {"arith.addf"});
}

static bool hasScript(const AuditInput &input) {
  return hasOp(input.before, {"transform.named_sequence"});
}

static constexpr PassAudit fusions[] = {
    {"linalg-fuse-elementwise-ops", hasLinalg, auditLinalgFusion},
    {"affine-loop-fusion", hasLoop, auditAffineFusion},
    {"scf-parallel-loop-fusion", hasParallelLoop, auditParallelFusion},
    {"math-uplift-to-fma", hasAdd, auditFmaFusion},
};
static constexpr PassAudit tilings[] = {
    {"affine-loop-tile", hasLoop, auditAffineTiling},
    {"scf-parallel-loop-tiling", hasParallelLoop, auditParallelTiling},
    {"transform-interpreter", hasScript, auditScriptedTiling},
};
static constexpr PassAudit vectorizations[] = {
    {"affine-super-vectorize", hasLoop, auditAffineVectorization},
    {"transform-interpreter", hasScript, auditScriptedVectorization},
};

static const PassAudit *find(ArrayRef<PassAudit> audits,
                             const AuditInput &input) {
  const PassAudit *found = llvm::find_if(audits, [&](const PassAudit &audit) {
    return audit.pass == input.pass.argument;
  });
  return found == audits.end() ? nullptr : found;
}

template <const auto &audits>
static bool hasCandidatesOf(const AuditInput &input) {
  const PassAudit *audit = find(audits, input);
  return audit && audit->hasCandidates(input);
}

template <const auto &audits>
static void auditWith(const AuditInput &input, Missed &missed) {
  const PassAudit *audit = find(audits, input);
  if (audit && audit->hasCandidates(input))
    audit->audit(input, missed);
}

static constexpr Auditor auditors[] = {
    {Kind::Fused,
     "linalg producers and consumers, affine loops, scf.parallel loops and "
     "multiply-adds that were not fused",
     hasCandidatesOf<fusions>, auditWith<fusions>},
    {Kind::Tiled,
     "affine loop bands, scf.parallel loops and linalg ops named by a "
     "transform script that were not tiled",
     hasCandidatesOf<tilings>, auditWith<tilings>},
    {Kind::Vectorized,
     "affine loops and linalg ops named by a transform script that were not "
     "vectorized",
     hasCandidatesOf<vectorizations>, auditWith<vectorizations>},
};

ArrayRef<Auditor> passdelta::getAuditors() { return auditors; }

bool passdelta::hasCandidates(const AuditInput &input) {
  return llvm::any_of(auditors, [&](const Auditor &auditor) {
    return auditor.hasCandidates(input);
  });
}

std::vector<MissedCandidate> passdelta::audit(const AuditInput &input) {
  Missed missed;
  for (const Auditor &auditor : auditors) {
    size_t first = missed.size();
    auditor.audit(input, missed);
    std::stable_sort(
        missed.begin() + first, missed.end(),
        [](const MissedCandidate &earlier, const MissedCandidate &later) {
          return earlier.before.front() < later.before.front();
        });
  }
  return missed;
}
