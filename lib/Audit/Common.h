//===- Common.h - What the audits share -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_LIB_AUDIT_COMMON_H
#define PASSDELTA_LIB_AUDIT_COMMON_H

#include "passdelta/Audit/Audit.h"
#include "llvm/ADT/Twine.h"

namespace passdelta::auditing {

using Reasons = std::vector<ReasonInGraph>;
using Missed = std::vector<MissedCandidate>;

/// The audit of one pass.
struct PassAudit {
  StringRef pass; ///< Its argument.
  bool (*hasCandidates)(const AuditInput &input);
  void (*audit)(const AuditInput &input, Missed &missed);
};

// One a pass and intent, each in the file of that name.
void auditLinalgFusion(const AuditInput &input, Missed &missed);
void auditAffineFusion(const AuditInput &input, Missed &missed);
void auditParallelFusion(const AuditInput &input, Missed &missed);
void auditFmaFusion(const AuditInput &input, Missed &missed);
void auditAffineTiling(const AuditInput &input, Missed &missed);
void auditParallelTiling(const AuditInput &input, Missed &missed);
void auditScriptedTiling(const AuditInput &input, Missed &missed);
void auditAffineVectorization(const AuditInput &input, Missed &missed);
void auditScriptedVectorization(const AuditInput &input, Missed &missed);

/// Evidence that is no op of the before IR (OpId::None) is left out.
void addReason(Reasons &reasons, StringRef code, Basis basis,
               const llvm::Twine &text, ArrayRef<OpId> evidence = {});
/// Adds "unknown" where no reason holds, and puts what is proved first; the
/// order is else that of the tests.
void finishReasons(Reasons &reasons, StringRef what);

/// The after op that `op` is and that has the same name, or None.
OpId imageOf(const AuditInput &input, OpId op);
/// True if the two subtrees have the same ops, by name and number.
bool sameOps(const AuditInput &input, OpId before, OpId after);
/// True if `op` was left as it is: it has an image, with the same ops in it.
bool isLeftAlone(const AuditInput &input, OpId op);
/// True if a change of `kind` has all of `ops` among its before ops.
bool isInChange(const AuditInput &input, Kind kind, ArrayRef<OpId> ops);

/// The nearest op around `op`, or `op`, of the given name; None if there is
/// none.
OpId enclosing(const OpGraph &graph, OpId op, StringRef name);
/// True if an op of the given name is in the subtree of `root`.
bool containsOp(const OpGraph &graph, OpId root, StringRef name);
/// True if the graph has an op of one of the names.
bool hasOp(const OpGraph &graph, ArrayRef<StringRef> names);

/// True if the options of the run are known. They are in a run here; an
/// ordinary dump has none.
inline bool knowsOptions(const AuditInput &input) {
  return !input.run.options.empty();
}
/// The value of an option, or nothing where it is not given.
std::optional<std::string> option(const AuditInput &input, StringRef key);
/// True if a flag is set.
bool isOptionSet(const AuditInput &input, StringRef key);
/// The integers of a list option.
llvm::SmallVector<int64_t, 4> integerOption(const AuditInput &input,
                                            StringRef key);

/// "linalg.generic (mulf, addf)": the op with the scalar ops in its body.
std::string describe(const OpGraph &graph, OpId op);
/// "1 value", "2 values"
std::string counted(size_t count, StringRef noun);
/// "%5", or `other` where the value has no name.
std::string nameOf(const OpGraph &graph, ValueId value, StringRef other);

} // namespace passdelta::auditing

#endif // PASSDELTA_LIB_AUDIT_COMMON_H
