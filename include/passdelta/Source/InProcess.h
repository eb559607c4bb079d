//===- InProcess.h - Runs a pipeline here and watches it --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The source that needs no dump: it parses the input, runs the passes and takes
// the snapshots itself. Also everything else that the command line must know
// of MLIR (registered passes, plugins), so that lib/Tool includes none of it.
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_SOURCE_INPROCESS_H
#define PASSDELTA_SOURCE_INPROCESS_H

#include "passdelta/Source/Source.h"

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace passdelta {

/// A pass or pipeline as a flag of the command line: `--name=options`.
struct PassFlag {
  std::string name;    ///< Registered; without dashes.
  std::string options; ///< Text after `=`, as in `{...}` of a pipeline.
};

/// A run of passes on one input.
struct RunRequest {
  std::string path; ///< .mlir or bytecode; "-" is stdin.
  /// The passes: either in the order of their flags, on a pass manager for
  /// builtin.module that nests implicitly, or as a textual pipeline.
  std::vector<PassFlag> passes;
  std::optional<std::string> pipeline;
  bool allowUnregisteredDialects = false;
  /// Runs the pieces between `// -----` lines one by one.
  bool splitInputFile = false;
  bool verifyPasses = true;
};

/// Builds the pass manager of `request` and throws it away.
///
/// \errors One line: an unknown pass or option, a bad value, a syntax error in
///   the pipeline with its column. LLVM prints the reason for a bad option
///   value to stderr and leaves it out of the error.
llvm::Error checkPasses(const RunRequest &request);

/// Parses the input, runs the passes, and takes the snapshots with a
/// PassInstrumentation, without a text round trip. One thread.
///
/// A snapshot is taken only where the IR differs from the last one of the same
/// op, so a pass run that changed nothing has one snapshot as both states.
/// Passes that run inside of another (a dynamic pipeline, as of the inliner)
/// are pass runs of their own, after the outer one. `OpData::line` is the line
/// in the input of the op, or of the op it was made from; `OpData::loc` is the
/// location that the input gives it with `loc(...)`, or empty.
///
/// A pass that fails ends the run (of its piece): its pass run is marked and
/// has no after state. Diagnostics of the passes are in `warnings`.
///
/// \errors InputError for an input that does not open or parse; with pieces,
///   only if no piece parses (the other errors are in `warnings`).
/// \cost Per pass run two walks of the op for a fingerprint, and a clone where
///   it changed. Clones live as long as the timeline.
llvm::Expected<SourceResult> runInProcess(const RunRequest &request,
                                          const mlir::DialectRegistry &registry,
                                          Interner &names);

/// A pass or a pipeline that MLIR's registry knows.
struct RegisteredPass {
  std::string name;
  std::string summary;
};
bool isRegisteredPass(StringRef name);
/// All of them by name, passes before pipelines of equal name.
std::vector<RegisteredPass> getRegisteredPasses();
/// Has MLIR print what mlir-opt's help says of the pass, options included, to
/// llvm::outs(); there is no other way to its options.
void printPassHelp(StringRef name);

/// Loads a shared library that registers passes or dialects.
llvm::Error loadPassPlugin(StringRef path);
llvm::Error loadDialectPlugin(StringRef path, mlir::DialectRegistry &registry);

/// Makes every context of `registry` know the dialects that an IRDL file
/// defines. Errors are those of MLIR's parser, with place.
llvm::Error addIrdlFile(StringRef path, mlir::DialectRegistry &registry);

} // namespace passdelta

#endif // PASSDELTA_SOURCE_INPROCESS_H
