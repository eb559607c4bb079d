//===- Program.h - A compiler that is run for its dumps ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   passdelta -- my-opt in.mlir --my-pass
//
// runs the compiler with the flags that make it print the IR around each pass,
// and reads what it printed.
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_LIB_TOOL_PROGRAM_H
#define PASSDELTA_LIB_TOOL_PROGRAM_H

#include "passdelta/Source/Source.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/FileUtilities.h"

namespace passdelta {
using llvm::ArrayRef;
struct Options;
struct Report;

/// How a program is made to dump.
struct DumpFlags {
  std::vector<std::string> arguments;   ///< Right behind the program's name.
  std::vector<std::string> environment; ///< "NAME=value", where not set yet.
};

/// Finds out how `command` is made to dump: by its name, by what its `--help`
/// lists, or because it is a Python program. Nothing where that is not clear or
/// the command has such flags already.
///
/// \errors The program prints LLVM IR, which cannot be read.
/// \cost Runs the program with --help, and with --help-hidden if need be.
llvm::Expected<DumpFlags> findDumpFlags(ArrayRef<std::string> command);

/// Runs `command` with `flags` until it ends, its stderr into the file
/// `dumpPath`, which must exist, and its stdout into descriptor `stdoutFd`.
/// Returns its exit status as a shell tells it: 128 + n for signal n. Ctrl-C
/// ends the program; what it printed until then is there.
///
/// \errors The program is not found or cannot be started.
llvm::Expected<int> runProgram(ArrayRef<std::string> command,
                               const DumpFlags &flags, StringRef dumpPath,
                               int stdoutFd);

/// What a program that was run printed to stderr.
class ProgramDump {
public:
  /// Runs the program of `options`. Its stdout goes to stderr where the report
  /// goes to stdout, so that the two never mix.
  static llvm::Expected<ProgramDump> run(const Options &options);

  /// \errors As of a log. What was printed is copied to stderr then.
  llvm::Expected<SourceResult> read() const;

  /// Copies to stderr what the program printed there between its dumps, and
  /// says how it ended if that was not well.
  void passOn(const Report &report) const;

  int exitStatus() const { return status; }

private:
  ProgramDump() = default;

  std::string name;      ///< "my-opt"
  std::string path;      ///< Of the temporary file with what it printed.
  std::string shownPath; ///< What the report calls it.
  std::unique_ptr<llvm::FileRemover> remover;
  int status = 0;
  bool printsPipeline = false; ///< It was told to.
};

} // namespace passdelta

#endif // PASSDELTA_LIB_TOOL_PROGRAM_H
