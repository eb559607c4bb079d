//===- Script.h - What a transform script asks for --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The transform interpreter does what a script in the payload says, so the
// script is the intent. It is followed as far as handles are known from the
// before IR; a step on a handle that is not known asks for nothing here.
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_LIB_AUDIT_SCRIPT_H
#define PASSDELTA_LIB_AUDIT_SCRIPT_H

#include "Common.h"

namespace passdelta::auditing {

struct ScriptStep {
  enum Action {
    Tile,
    Vectorize,         ///< Each target, or the script fails.
    VectorizeChildren, ///< What can be vectorized inside the targets.
  };
  Action action;
  OpId op = OpId::None; ///< The transform op.
  /// The transform op that made the handle, and the op names it looks for;
  /// None and empty if it was no match.
  OpId match = OpId::None;
  std::vector<std::string> matchedNames;
  llvm::SmallVector<OpId, 4> targets; ///< Before ops, ascending.
  /// Tile or vector sizes; empty if none are given or one is not constant.
  llvm::SmallVector<int64_t, 4> sizes;
  bool hasUnknownSizes = false;
  /// A failure of it would be swallowed.
  bool isSuppressed = false;
  bool vectorizeExtract = false;
};

/// The steps of the entry sequence, in the order in which they run. Empty where
/// there is no script, or AuditInput::mlir is null.
std::vector<ScriptStep> readScript(const AuditInput &input);

} // namespace passdelta::auditing

#endif // PASSDELTA_LIB_AUDIT_SCRIPT_H
