//===- InProcessPasses.h - Passes by name -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_LIB_SOURCE_INPROCESSPASSES_H
#define PASSDELTA_LIB_SOURCE_INPROCESSPASSES_H

#include "passdelta/Source/InProcess.h"

namespace mlir {
class OpPassManager;
class Pass;
} // namespace mlir

namespace passdelta {

/// Adds the passes of `request` to a manager for builtin.module that nests
/// implicitly, as mlir-opt does. Errors are those of checkPasses().
llvm::Error addPasses(const RunRequest &request, mlir::OpPassManager &manager);

/// Its options with their values as a pipeline has them, "tile-size=8
/// separate=false"; empty for a pass without options.
std::string getOptions(mlir::Pass &pass);
/// Those of them that differ from what a fresh pass of its argument has; all
/// where that cannot be told.
std::string getSetOptions(mlir::Pass &pass);

} // namespace passdelta

#endif // PASSDELTA_LIB_SOURCE_INPROCESSPASSES_H
