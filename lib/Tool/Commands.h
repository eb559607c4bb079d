//===- Commands.h - What passdelta can be told to do ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_LIB_TOOL_COMMANDS_H
#define PASSDELTA_LIB_TOOL_COMMANDS_H

#include "Options.h"
#include "passdelta/Tool/PassDeltaMain.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace passdelta {

/// Answers --help, --version and --list-*; false if none of them was asked.
bool printInfo(const Options &options, llvm::raw_ostream &os);

/// Reads or runs, analyzes and reports. Errors are usage and unreadable input.
llvm::Expected<ExitStatus> runReport(const Options &options,
                                     mlir::DialectRegistry &registry);

/// Runs the passes of `options` on its input. Errors are those of
/// runInProcess(), and one line for the user about what is wrong with a pass.
llvm::Expected<SourceResult> runPasses(const Options &options,
                                       const mlir::DialectRegistry &registry,
                                       Interner &names);

/// `passdelta align BEFORE AFTER`.
llvm::Expected<ExitStatus> runAlign(const Options &options,
                                    mlir::DialectRegistry &registry);

} // namespace passdelta

#endif // PASSDELTA_LIB_TOOL_COMMANDS_H
