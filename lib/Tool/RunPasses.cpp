//===- RunPasses.cpp - A run here, and what is wrong with its passes ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "Output.h"
#include "passdelta/Source/PipelineText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <unistd.h>

using namespace passdelta;

/// The names of the options of a pass or pipeline.
static std::vector<std::string> optionNames(StringRef pass) {
  std::string help = capture(STDOUT_FILENO, [&] { printPassHelp(pass); });
  std::vector<std::string> names;
  llvm::SmallVector<StringRef> lines;
  StringRef(help).split(lines, '\n');
  // The first line is the pass itself. Values of an enum follow as "    =x".
  for (StringRef line : llvm::drop_begin(lines)) {
    line = line.ltrim();
    if (line.consume_front("--"))
      names.push_back(
          line.take_until([](char c) { return c == '=' || c == ' '; }).str());
  }
  return names;
}

/// "; did you mean 'tile-size'?" or "; its options are a, b".
static std::string optionHint(StringRef pass, StringRef option) {
  std::vector<std::string> names = optionNames(pass);
  if (names.empty())
    return "; it has no options";
  std::string hint = suggest(option, names);
  return hint.empty() ? "; its options are " + llvm::join(names, ", ") : hint;
}

/// Makes one line of an error about passes. `printed` is what LLVM said on
/// stderr: the value of an option is wrong, or a pipeline has no such option.
static llvm::Error passError(llvm::Error error, StringRef printed) {
  std::string text = toString(std::move(error));
  // "--pass-pipeline: affine-loop-tile: reason", "--cse: reason"
  auto [subject, reason] = StringRef(text).rsplit(": ");
  StringRef pass = subject.rsplit(' ').second;
  if (pass.empty())
    pass = subject.ltrim('-');

  StringRef detail = printed.split('\n').first.rtrim("!");
  if (detail.consume_front("<Pass-Options-Parser>: "))
    reason = detail;
  if (reason.consume_front("no such option "))
    return usageError(subject + ": no such option '" + reason + "'" +
                      optionHint(pass, reason));
  // "passdelta: for the --tile-size option: 'x' value invalid for uint
  // argument"
  if (StringRef rest = detail.split("for the --").second; !rest.empty()) {
    auto [option, problem] = rest.split(" option: ");
    return usageError(subject + ": option " + option + ": " + problem);
  }
  StringRef unknown = StringRef(text).split('\'').second;
  if (unknown.contains("does not refer to a registered pass")) {
    std::vector<std::string> names;
    for (RegisteredPass &known : getRegisteredPasses())
      names.push_back(known.name);
    text += suggest(unknown.split('\'').first, names);
  }
  return usageError(text);
}

/// The pipeline of a crash reproducer.
static llvm::Expected<std::string> readReproducer(const std::string &path) {
  auto text = llvm::MemoryBuffer::getFileOrSTDIN(path);
  if (!text)
    return inputError(path, 0, 0, text.getError().message());
  if (path == "-")
    return usageError("--run-reproducer needs a file: it is read twice");
  if (auto pipeline = findReproducer((*text)->getBuffer()))
    return *pipeline;
  return inputError(path, 0, 0, "is no crash reproducer: it names no pipeline");
}

llvm::Expected<SourceResult>
passdelta::runPasses(const Options &options,
                     const mlir::DialectRegistry &registry, Interner &names) {
  RunRequest request;
  request.path = options.inputs.empty() ? "-" : options.inputs.front();
  request.passes = options.passes;
  request.pipeline = options.pipeline;
  if (options.runReproducer) {
    auto pipeline = readReproducer(request.path);
    if (!pipeline)
      return pipeline.takeError();
    request.pipeline = std::move(*pipeline);
  }
  request.allowUnregisteredDialects = options.allowUnregistered;
  request.splitInputFile = options.splitInputFile;
  request.verifyPasses = options.verifyEach;

  llvm::Error usage = llvm::Error::success();
  std::string printed =
      capture(STDERR_FILENO, [&] { usage = checkPasses(request); });
  if (usage)
    return passError(std::move(usage), printed);
  // What passes print goes to stderr: stdout is the report's.
  Redirect redirect(STDOUT_FILENO, STDERR_FILENO);
  return runInProcess(request, registry, names);
}
