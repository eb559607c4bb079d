//===- InProcess.h - Runs a pipeline here and watches it --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_SOURCE_INPROCESS_H
#define PASSDELTA_SOURCE_INPROCESS_H

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassRegistry.h"
#include "passdelta/Source/Source.h"

namespace passdelta {

/// A run of passes on one input.
struct RunRequest {
  std::string path; ///< .mlir or bytecode; "-" is stdin.
  /// Adds the passes; errors go to the callback as one line each.
  std::function<llvm::LogicalResult(
      mlir::OpPassManager &, llvm::function_ref<void(const llvm::Twine &)>)>
      addPasses;
  bool allowUnregisteredDialects = false;
  bool splitInputFile = false;
  bool verifyPasses = true;
};

/// Parses the input, runs the passes, and takes the snapshots with a
/// PassInstrumentation. A pass that fails ends the run; its pass run is marked
/// and the timeline up to it is delivered, with the compiler's diagnostics in
/// `warnings`. Threading is off.
llvm::Expected<SourceResult> runInProcess(const RunRequest &request,
                                          const mlir::DialectRegistry &registry,
                                          Interner &names);

} // namespace passdelta

#endif // PASSDELTA_SOURCE_INPROCESS_H
