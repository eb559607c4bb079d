//===- InProcessPasses.cpp - Passes, pipelines and plugins by name --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InProcessPasses.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/CommandLine.h"
#include <map>

using namespace passdelta;

static llvm::Error usageError(const llvm::Twine &text) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), text);
}

/// MLIR's errors about passes run over several lines, with a copy of the text
/// and a caret. What counts is the first: the others follow from it.
static std::string firstReason(StringRef text, std::string &column) {
  auto [line, rest] = text.ltrim().split('\n');
  line = line.trim();
  line.consume_front("<Pass-Options-Parser>: ");
  if (line.consume_front("MLIR Textual PassPipeline Parser:")) {
    // "1:16: error: 'x' does not refer to a registered pass"
    auto [place, reason] = line.split(": error: ");
    column = place.split(':').second.str();
    return reason.str();
  }
  return line.str();
}

/// Says what is wrong with the options of a pass: "--cse: no such option x".
static llvm::Error addFlag(const PassFlag &flag, mlir::OpPassManager &manager) {
  const mlir::PassRegistryEntry *entry = mlir::PassInfo::lookup(flag.name);
  if (!entry)
    entry = mlir::PassPipelineInfo::lookup(flag.name);
  if (!entry)
    return usageError("no pass is named '" + flag.name + "'");
  std::string message;
  if (mlir::succeeded(entry->addToPipeline(manager, flag.options,
                                           [&](const llvm::Twine &text) {
                                             message += text.str();
                                             return mlir::failure();
                                           })))
    return llvm::Error::success();
  std::string column;
  std::string reason = firstReason(message, column);
  if (reason.empty())
    reason = "invalid options '" + flag.options + "'";
  return usageError("--" + flag.name + ": " + reason);
}

static llvm::Error addPipeline(StringRef pipeline,
                               mlir::OpPassManager &manager) {
  std::string message;
  llvm::raw_string_ostream os(message);
  mlir::FailureOr<mlir::OpPassManager> parsed =
      mlir::parsePassPipeline(pipeline, os);
  if (mlir::failed(parsed)) {
    std::string column;
    std::string reason = firstReason(message, column);
    return usageError("--pass-pipeline: " + llvm::Twine(reason));
  }
  if (parsed->getOpAnchorName() != "builtin.module" &&
      parsed->getOpAnchorName() != "any")
    return usageError("--pass-pipeline: an input is a builtin.module, so the "
                      "pipeline must be 'builtin.module(" +
                      pipeline + ")'");
  manager = std::move(*parsed);
  return llvm::Error::success();
}

llvm::Error passdelta::addPasses(const RunRequest &request,
                                 mlir::OpPassManager &manager) {
  if (request.pipeline)
    return addPipeline(*request.pipeline, manager);
  for (const PassFlag &flag : request.passes)
    if (llvm::Error error = addFlag(flag, manager))
      return error;
  return llvm::Error::success();
}

llvm::Error passdelta::checkPasses(const RunRequest &request) {
  mlir::OpPassManager manager("builtin.module",
                              mlir::OpPassManager::Nesting::Implicit);
  return addPasses(request, manager);
}

bool passdelta::isRegisteredPass(StringRef name) {
  return mlir::PassInfo::lookup(name) || mlir::PassPipelineInfo::lookup(name);
}

// MLIR's registry cannot be listed, but its command line parser makes an
// llvm::cl option of each pass and pipeline, and those can. The options are
// taken back at once: the process keeps the command line it had.
std::vector<RegisteredPass> passdelta::getRegisteredPasses() {
  std::map<std::string, std::string> summaries;
  {
    mlir::PassPipelineCLParser parser("", "");
    llvm::cl::Option *passList = nullptr;
    for (const auto &[name, option] : llvm::cl::getRegisteredOptions()) {
      const mlir::PassRegistryEntry *entry = mlir::PassInfo::lookup(name);
      if (!entry)
        entry = mlir::PassPipelineInfo::lookup(name);
      if (!entry)
        continue;
      passList = option;
      summaries[name.str()] = entry->getPassDescription().str();
    }
    if (passList)
      passList->removeArgument();
    if (auto *pipeline =
            llvm::cl::getRegisteredOptions().lookup("pass-pipeline"))
      pipeline->removeArgument();
  }
  std::vector<RegisteredPass> passes;
  for (auto &[name, summary] : summaries)
    passes.push_back({name, summary});
  return passes;
}
