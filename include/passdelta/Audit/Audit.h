//===- Audit.h - What a pass was meant to do and did not --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_AUDIT_AUDIT_H
#define PASSDELTA_AUDIT_AUDIT_H

#include "passdelta/Knowledge/Knowledge.h"
#include "passdelta/Model/Alignment.h"
#include "passdelta/Model/Finding.h"

namespace passdelta {

/// What an audit of one pass run looks at.
struct AuditInput {
  const PassRun &run;
  const PassInfo &pass; ///< Its intents, known or guessed.
  /// Equal graphs (and an identity alignment) where the pass changed nothing.
  const OpGraph &before;
  const OpGraph &after;
  const Alignment &alignment;
  ArrayRef<Change> changes;
  const Knowledge &knowledge;
  /// The before IR as MLIR operations, or null: then nothing can be proved. Op
  /// `id` of `before` is op `id + mlirOffset` of the snapshot's graph.
  MlirSnapshot *mlir = nullptr;
  uint32_t mlirOffset = 0;
  /// Where an offset does not do, since the text does not print the bodies of
  /// named ops: the ids of the snapshot's graph, ascending, by before id.
  ArrayRef<uint32_t> mlirIds = {};
};

/// Finds the candidates of one intent that were left alone, with reasons.
struct Auditor {
  Kind kind;
  /// One line for `--list-recognizers`.
  StringRef summary;
  /// True if `before` has candidates at all: cheap, and asked before the IR is
  /// parsed for proofs.
  bool (*hasCandidates)(const AuditInput &input);
  /// Appends what was missed, in ascending order of the first before op. Never
  /// reports a candidate that was transformed, or one the pass cannot mean.
  void (*audit)(const AuditInput &input, std::vector<MissedCandidate> &missed);
};

ArrayRef<Auditor> getAuditors();

/// Whether any auditor of the intents of `input.pass` has candidates.
bool hasCandidates(const AuditInput &input);
/// Runs the auditors of the intents of `input.pass`.
std::vector<MissedCandidate> audit(const AuditInput &input);

/// One entry of the reason catalogue (docs/reasons.md is checked against it).
struct ReasonCode {
  StringRef code;
  StringRef klass; ///< kind, option, legality, profitability, capability, ...
  StringRef meaning;
};
ArrayRef<ReasonCode> getReasonCodes();

} // namespace passdelta

#endif // PASSDELTA_AUDIT_AUDIT_H
