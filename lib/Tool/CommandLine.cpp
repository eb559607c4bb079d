//===- CommandLine.cpp - Tells options, passes and inputs apart -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes are flags too, hundreds of them, and their order counts. So the line
// is sorted here into inputs, pass flags, and options; CLI11 then gets only
// options that exist, each as one `--name=value`.
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include <CLI/CLI.hpp>
#include <set>

using namespace passdelta;

namespace {
/// A flag in its parts: `--name=value` or `-name=value`.
struct Flag {
  StringRef name, value;
  bool hasValue;
  bool oneDash;
};
} // namespace

static Flag splitFlag(StringRef arg) {
  Flag flag;
  flag.oneDash = !arg.starts_with("--");
  arg = arg.ltrim('-');
  flag.hasValue = arg.contains('=');
  std::tie(flag.name, flag.value) = arg.split('=');
  return flag;
}

/// The option that `flag` names, or null. One dash is enough for a long name,
/// as in mlir-opt.
static CLI::Option *findOption(CLI::App &app, const Flag &flag) {
  if (flag.name.size() == 1)
    return flag.oneDash ? app.get_option_no_throw("-" + flag.name.str())
                        : nullptr;
  return app.get_option_no_throw("--" + flag.name.str());
}

/// mlir-opt's own flags that have nothing to do here, or another name.
static std::optional<std::string> adviceFor(StringRef name) {
  if (name.starts_with("mlir-print-ir-"))
    return "a run here takes its own snapshots; leave it out";
  if (name == "mlir-disable-threading" || name == "mlir-print-debuginfo" ||
      name.starts_with("mlir-timing") || name.starts_with("mlir-pass-"))
    return "it has no meaning here; leave it out";
  return std::nullopt;
}

static llvm::Error unknownFlag(CLI::App &app, const Flag &flag) {
  std::string text = (flag.oneDash ? "-" : "--") + flag.name.str();
  if (std::optional<std::string> advice = adviceFor(flag.name))
    return usageError("'" + text + "' is a flag of mlir-opt: " + *advice);
  std::vector<std::string> candidates;
  for (const CLI::Option *option : app.get_options())
    for (const std::string &name : option->get_lnames())
      candidates.push_back(name);
  for (RegisteredPass &pass : getRegisteredPasses())
    candidates.push_back(pass.name);
  std::string hint = suggest(flag.name, std::move(candidates), "--");
  return usageError("unknown option or pass '" + text + "'" +
                    (hint.empty() ? "; see --help and --list-passes" : hint));
}

namespace {
/// The command line, sorted.
struct SortedArgs {
  std::vector<std::string> options; ///< "--name=value", for CLI11.
  std::vector<std::string> inputs;
  std::vector<std::string> flags;   ///< As written: passes, or unknown.
  std::vector<std::string> program; ///< What stands behind `--`.
};
} // namespace

static llvm::Expected<SortedArgs> sortArgs(CLI::App &app,
                                           llvm::ArrayRef<const char *> args) {
  SortedArgs sorted;
  std::set<std::string> given;
  for (size_t i = 0; i < args.size(); ++i) {
    StringRef arg = args[i];
    if (arg == "--") {
      sorted.program.assign(args.begin() + i + 1, args.end());
      if (sorted.program.empty())
        return usageError("the program to run is missing behind '--'");
      break;
    }
    if (!arg.starts_with("-") || arg == "-") {
      sorted.inputs.push_back(arg.str());
      continue;
    }
    Flag flag = splitFlag(arg);
    CLI::Option *option = findOption(app, flag);
    if (!option) {
      sorted.flags.push_back(arg.str());
      continue;
    }
    std::string name = option->get_lnames().front();
    bool takesValue = option->get_items_expected_max() > 0;
    if (flag.hasValue && flag.value.empty())
      return usageError("'" + arg + "' needs a value behind the '='");
    if (option->get_items_expected_max() == 1 && !given.insert(name).second)
      return usageError("'--" + name + "' is given twice");
    if (flag.hasValue) {
      sorted.options.push_back("--" + name + "=" + flag.value.str());
    } else if (!takesValue) {
      sorted.options.push_back("--" + name);
    } else if (i + 1 < args.size()) {
      sorted.options.push_back("--" + name + "=" + args[++i]);
    } else {
      return usageError("'" + arg + "' needs a value: " + arg + "=" +
                        option->get_type_name());
    }
  }
  return sorted;
}

/// Loads what brings dialects and passes.
static llvm::Error loadPlugins(const Options &options,
                               mlir::DialectRegistry &registry) {
  for (const std::string &path : options.dialectPlugins)
    if (llvm::Error error = loadDialectPlugin(path, registry))
      return error;
  for (const std::string &path : options.passPlugins)
    if (llvm::Error error = loadPassPlugin(path))
      return error;
  if (!options.irdlFile.empty())
    return addIrdlFile(options.irdlFile, registry);
  return llvm::Error::success();
}

/// Takes a command word off the inputs.
static llvm::Error findCommand(Options &options) {
  if (options.inputs.empty())
    return llvm::Error::success();
  StringRef word = options.inputs.front();
  if (word == "align") {
    options.command = Options::Command::Align;
    options.inputs.erase(options.inputs.begin());
    return llvm::Error::success();
  }
  // A word that is no file, with more behind it, was meant as a command.
  bool isWord = llvm::all_of(word, [](char c) { return llvm::isAlpha(c); });
  if (options.inputs.size() > 1 && isWord && !llvm::sys::fs::exists(word))
    return usageError("unknown command '" + word +
                      "', and no such file; the only command is 'align'");
  return llvm::Error::success();
}

/// CLI11 reports with exceptions; they end here.
static llvm::Error parseOptions(CLI::App &app, std::vector<std::string> args) {
  std::reverse(args.begin(), args.end());
  try {
    app.parse(std::move(args));
  } catch (const CLI::ParseError &error) {
    return usageError(error.what());
  }
  return llvm::Error::success();
}

llvm::Expected<Options>
passdelta::parseCommandLine(llvm::ArrayRef<const char *> args,
                            mlir::DialectRegistry &registry) {
  Options options;
  CLI::App app;
  declareOptions(app, options);
  auto sorted = sortArgs(app, args);
  if (!sorted)
    return sorted.takeError();
  if (llvm::Error error = parseOptions(app, sorted->options))
    return error;
  options.inputs = sorted->inputs;
  options.program = sorted->program;
  if (options.help || options.helpAll || options.version)
    return options;
  if (llvm::Error error = loadPlugins(options, registry))
    return error;
  for (const std::string &text : sorted->flags) {
    Flag flag = splitFlag(text);
    if (!isRegisteredPass(flag.name))
      return unknownFlag(app, flag);
    options.passes.push_back({flag.name.str(), flag.value.str()});
  }
  if (llvm::Error error = findCommand(options))
    return error;
  return options;
}
