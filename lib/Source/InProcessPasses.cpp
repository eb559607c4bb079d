//===- InProcessPasses.cpp - Passes, pipelines and plugins by name --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InProcessPasses.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/CommandLine.h"
#include <map>

using namespace passdelta;

static llvm::Error usageError(const llvm::Twine &text) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), text);
}

/// The pass or pipeline of this name, or null.
static const mlir::PassRegistryEntry *findEntry(StringRef name) {
  if (const mlir::PassInfo *pass = mlir::PassInfo::lookup(name))
    return pass;
  return mlir::PassPipelineInfo::lookup(name);
}

/// MLIR's errors about passes run over several lines, with a copy of the text
/// and a caret. What counts is the first: the others follow from it.
static std::string firstReason(StringRef text) {
  StringRef line = text.ltrim().split('\n').first.trim();
  line.consume_front("<Pass-Options-Parser>: ");
  // "MLIR Textual PassPipeline Parser:1:16: error: ...". The place counts from
  // the pass, so it helps nobody.
  if (line.starts_with("MLIR Textual PassPipeline Parser:"))
    line = line.split(": error: ").second;
  return line.str();
}

std::string passdelta::getOptions(mlir::Pass &pass) {
  std::string text;
  llvm::raw_string_ostream os(text);
  pass.printAsTextualPipeline(os);
  StringRef options = StringRef(text).split('{').second;
  options.consume_back("}");
  return options.trim().str();
}

/// `key=value` items; blanks inside braces and quotes do not part them.
static llvm::SmallVector<StringRef> splitItems(StringRef options) {
  llvm::SmallVector<StringRef> items;
  unsigned depth = 0;
  bool isQuoted = false;
  size_t begin = 0;
  for (size_t i = 0; i <= options.size(); ++i) {
    char c = i == options.size() ? ' ' : options[i];
    isQuoted ^= c == '"' || c == '\'';
    depth += !isQuoted && c == '{';
    depth -= !isQuoted && c == '}' && depth;
    if (i != options.size() && (c != ' ' || isQuoted || depth))
      continue;
    if (i != begin)
      items.push_back(options.slice(begin, i));
    begin = i + 1;
  }
  return items;
}

std::string passdelta::getSetOptions(mlir::Pass &pass) {
  std::string all = getOptions(pass);
  const mlir::PassInfo *info = mlir::PassInfo::lookup(pass.getArgument());
  if (!info || all.empty())
    return all;
  mlir::OpPassManager manager = pass.getOpName()
                                    ? mlir::OpPassManager(*pass.getOpName())
                                    : mlir::OpPassManager();
  if (mlir::failed(info->addToPipeline(
          manager, "", [](const llvm::Twine &) { return mlir::failure(); })) ||
      manager.size() != 1)
    return all;
  std::string defaultText = getOptions(*manager.begin());
  llvm::SmallVector<StringRef> defaults = splitItems(defaultText);
  std::string set;
  for (StringRef item : splitItems(all))
    if (!llvm::is_contained(defaults, item))
      set += (set.empty() ? "" : " ") + item.str();
  return set;
}

static llvm::Error addFlag(const PassFlag &flag, mlir::OpPassManager &manager) {
  const mlir::PassRegistryEntry *entry = findEntry(flag.name);
  if (!entry)
    return usageError("no pass is named '" + flag.name + "'");
  std::string message;
  if (mlir::succeeded(entry->addToPipeline(manager, flag.options,
                                           [&](const llvm::Twine &text) {
                                             message += text.str();
                                             return mlir::failure();
                                           })))
    return llvm::Error::success();
  std::string reason = firstReason(message);
  if (reason.empty())
    reason = "cannot take the options '" + flag.options + "'";
  return usageError("--" + flag.name + ": " + reason);
}

static llvm::Error addPipeline(StringRef pipeline,
                               mlir::OpPassManager &manager) {
  if (pipeline.count('(') != pipeline.count(')'))
    return usageError("--pass-pipeline: its parentheses do not match");
  std::string message;
  llvm::raw_string_ostream os(message);
  mlir::FailureOr<mlir::OpPassManager> parsed =
      mlir::parsePassPipeline(pipeline, os);
  if (mlir::failed(parsed)) {
    std::string reason = firstReason(message);
    // "failed to add `affine-loop-tile` with options `tile-sze=4`"
    StringRef pass =
        StringRef(message).split("failed to add `").second.split('`').first;
    return usageError("--pass-pipeline: " + pass + (pass.empty() ? "" : ": ") +
                      reason);
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

void passdelta::printPassHelp(StringRef name) {
  const mlir::PassRegistryEntry *entry = findEntry(name);
  // The column of the descriptions must be right of every name.
  if (entry)
    entry->printHelpStr(/*indent=*/0, entry->getOptionWidth() + 8);
}

bool passdelta::isRegisteredPass(StringRef name) { return findEntry(name); }

// MLIR's registry cannot be listed, but its command line parser makes an
// llvm::cl option of each pass and pipeline, and those can. The options are
// taken back at once: the process keeps the command line it had.
std::vector<RegisteredPass> passdelta::getRegisteredPasses() {
  std::map<std::string, std::string> summaries;
  {
    mlir::PassPipelineCLParser parser("", "");
    llvm::cl::Option *passList = nullptr;
    for (const auto &[name, option] : llvm::cl::getRegisteredOptions()) {
      const mlir::PassRegistryEntry *entry = findEntry(name);
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
