//===- PassDeltaMain.h - The command line as a library ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_TOOL_PASSDELTAMAIN_H
#define PASSDELTA_TOOL_PASSDELTAMAIN_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace passdelta {

/// Exit statuses, as of diff and git. That of a program behind `--` that failed
/// stands for itself.
enum ExitStatus : int {
  ExitOk = 0,      ///< It ran.
  ExitNotMet = 1,  ///< What --fail-on, --exit-code or a check asked for.
  ExitTrouble = 2, ///< Usage, or an input that cannot be read.
};

/// The whole tool. A compiler registers its dialects in `registry` and its
/// passes with mlir::registerPass before the call, and so has its own
/// passdelta.
int passDeltaMain(int argc, char **argv, mlir::DialectRegistry &registry);

} // namespace passdelta

#endif // PASSDELTA_TOOL_PASSDELTAMAIN_H
