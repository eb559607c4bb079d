//===- ProgramDump.cpp - What a compiler printed to stderr ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "Program.h"
#include "passdelta/Model/Report.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <csignal>
#include <cstring>
#include <fstream>
#include <unistd.h>

using namespace passdelta;

/// Refuses a file that the program reads, or may read.
static llvm::Error checkKeepDump(const Options &options) {
  for (const std::string &argument : options.program)
    if (llvm::sys::fs::equivalent(argument, options.keepDump))
      return usageError("--keep-dump=" + options.keepDump +
                        " would overwrite an argument of the program");
  return llvm::Error::success();
}

llvm::Expected<ProgramDump> ProgramDump::run(const Options &options) {
  auto flags = findDumpFlags(options.program);
  if (!flags)
    return flags.takeError();
  if (llvm::Error error = checkKeepDump(options))
    return error;
  ProgramDump dump;
  llvm::SmallString<64> temporary;
  if (std::error_code error =
          llvm::sys::fs::createTemporaryFile("passdelta", "dump", temporary))
    return usageError("cannot make a temporary file (TMPDIR): " +
                      error.message());
  dump.path = std::string(temporary);
  dump.remover = std::make_unique<llvm::FileRemover>(dump.path);
  bool reportsToStdout = options.output.empty() || options.output == "-";
  dump.printsPipeline =
      llvm::is_contained(flags->arguments, "--dump-pass-pipeline");
  auto status = runProgram(options.program, *flags, dump.path,
                           reportsToStdout ? STDERR_FILENO : STDOUT_FILENO);
  if (!status)
    return status.takeError();
  dump.status = *status;
  dump.name = llvm::sys::path::filename(options.program.front()).str();
  dump.shownPath = "<stderr of " + dump.name + ">";
  if (options.keepDump.empty())
    return dump;
  dump.shownPath = options.keepDump;
  if (std::error_code error =
          llvm::sys::fs::copy_file(dump.path, options.keepDump))
    return inputError(options.keepDump, 0, 0, error.message());
  return dump;
}

/// How the program ended: "exited with status 1", "was killed by signal 11
/// (Segmentation fault)".
static std::string describeEnd(int status) {
  if (status <= 128)
    return "exited with status " + std::to_string(status);
  int signal = status - 128;
  return "was killed by signal " + std::to_string(signal) + " (" +
         ::strsignal(signal) + ")";
}

/// Copies the lines below `end` that `wants` to stderr, in large pieces.
static void copyLines(const std::string &path, unsigned end,
                      llvm::function_ref<bool(unsigned)> wants) {
  constexpr size_t pieceSize = 1 << 16;
  std::ifstream text(path, std::ios::binary);
  std::string line, piece;
  for (unsigned number = 1; number < end && std::getline(text, line);
       ++number) {
    if (wants(number))
      piece += line + "\n";
    if (piece.size() < pieceSize)
      continue;
    llvm::errs() << piece;
    piece.clear();
  }
  llvm::errs() << piece;
}

llvm::Expected<SourceResult> ProgramDump::read() const {
  SourceRequest request;
  request.paths.push_back(path);
  request.kind = "log";
  auto source = readSource(request);
  if (!source) {
    llvm::consumeError(source.takeError());
    copyLines(path, ~0u, [](unsigned) { return true; });
    return usageError(name + " " + describeEnd(status) +
                      " and printed no dump of MLIR" +
                      (status ? "" : "; if it has a flag for that, give it"));
  }
  for (Input &input : source->timeline.inputs)
    input.path = shownPath;
  return source;
}

/// The lines that are neither a dump nor what the program was told to print.
static llvm::BitVector findOwnLines(const Report &report, bool printsPipeline) {
  llvm::BitVector own;
  for (const SkippedText &text : report.skipped) {
    unsigned end = text.firstLine + text.numLines;
    if (own.size() < end)
      own.resize(end);
    own.set(text.firstLine, end);
  }
  if (printsPipeline)
    for (const DumpedPipeline &pipeline : report.pipelines) {
      // Its heading is the line before.
      unsigned end = std::min(pipeline.line + pipeline.numLines, own.size());
      if (pipeline.line && pipeline.line - 1 < end)
        own.reset(pipeline.line - 1, end);
    }
  return own;
}

void ProgramDump::passOn(const Report &report) const {
  llvm::BitVector own = findOwnLines(report, printsPipeline);
  copyLines(path, own.size(), [&](unsigned line) { return own.test(line); });
  if (status != 0)
    llvm::errs() << "passdelta: " << name << " " << describeEnd(status) << "\n";
}
