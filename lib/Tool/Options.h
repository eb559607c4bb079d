//===- Options.h - What the command line says -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_LIB_TOOL_OPTIONS_H
#define PASSDELTA_LIB_TOOL_OPTIONS_H

#include "passdelta/Source/InProcess.h"

namespace CLI {
class App;
} // namespace CLI

namespace passdelta {

/// The command line, as written: names are not looked up yet.
struct Options {
  enum class Command { Report, Align };
  Command command = Command::Report;
  std::vector<std::string> inputs;

  std::string inputKind, pass, initial, last; ///< As in SourceRequest.
  std::string reader = "auto";
  std::vector<std::string> dialectInfo;

  /// As in RunRequest.
  std::vector<PassFlag> passes;
  std::optional<std::string> pipeline;
  bool runReproducer = false; ///< The pipeline is in the input.
  bool splitInputFile = false, allowUnregistered = false, verifyEach = true;
  std::vector<std::string> dialectPlugins, passPlugins;
  std::string irdlFile;

  std::string format, output = "-", show;
  std::string filterPass, filterFunc, filterOp, filterKind;
  std::string failOn;
  bool exitCode = false, noAudit = false;

  std::vector<std::string> program; ///< What stands behind `--`.
  std::string keepDump;

  bool listSources = false, listReaders = false, listRecognizers = false,
       listFormats = false, listPasses = false;
  bool help = false, helpAll = false, version = false;

  bool runsPasses() const {
    return pipeline || runReproducer || !passes.empty();
  }
  /// True if something is said that only a dump can need.
  bool describesDump() const {
    return !inputKind.empty() || !initial.empty() || !last.empty();
  }
  /// Every file that is read; "-" is stdin.
  std::vector<std::string> filesRead() const;
};

/// Declares every option in `app`, with `options` as their home.
void declareOptions(CLI::App &app, Options &options);

/// Reads the command line. Flags that are no options are passes, in the order
/// they stand in; one dash is as good as two.
///
/// \param registry Gets the dialects of plugins and IRDL files: they load
///   while the line is read, since they bring flags.
/// \errors One line for the user: unknown flag (with a suggestion), missing or
///   malformed value, a plugin that does not load.
llvm::Expected<Options> parseCommandLine(llvm::ArrayRef<const char *> args,
                                         mlir::DialectRegistry &registry);

/// The page of `--help`: at most 45 lines of 100 columns.
StringRef shortHelp();
/// The start of it: what passdelta is and how it is called.
StringRef usagePage();
/// The page of `--help-all`: every option.
std::string longHelp();

/// "; did you mean 'x'?" for the candidates that are near `text`, else "".
/// Near is: few edits for its length, or one is a part of the other.
/// `prefix` stands before each of them.
std::string suggest(StringRef text, std::vector<std::string> candidates,
                    StringRef prefix = "");

/// An error that is a line for the user.
llvm::Error usageError(const llvm::Twine &text);

} // namespace passdelta

#endif // PASSDELTA_LIB_TOOL_OPTIONS_H
