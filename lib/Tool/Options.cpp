//===- Options.cpp - The options, declared once ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include <CLI/CLI.hpp>

using namespace passdelta;

std::vector<std::string> Options::filesRead() const {
  std::vector<std::string> files = inputs;
  if (files.empty())
    files.push_back("-");
  for (const auto *more : {&dialectInfo, &dialectPlugins, &passPlugins})
    files.insert(files.end(), more->begin(), more->end());
  for (const std::string &file : {initial, last, irdlFile})
    if (!file.empty())
      files.push_back(file);
  return files;
}

static void declareInputOptions(CLI::App &app, Options &options) {
  app.add_option("inputs", options.inputs,
                 "A dump, a folder of dumps, two snapshots, or the input of a "
                 "run; - is stdin");
  app.add_option("--input", options.inputKind,
                 "What the input is, where sniffing is wrong (--list-sources)")
      ->type_name("KIND");
  app.add_option("--pass", options.pass,
                 "The pass that ran between two snapshots")
      ->type_name("NAME");
  app.add_option("--initial", options.initial,
                 "The IR before the first pass of an after-only dump")
      ->type_name("FILE");
  app.add_option("--final", options.last,
                 "The IR after the last pass of a before-only dump")
      ->type_name("FILE");
  app.add_option("--reader", options.reader,
                 "How IR text is read (--list-readers); default auto: any "
                 "dialect, and MLIR in addition for proofs")
      ->type_name("NAME");
  app.add_option("--dialect-info", options.dialectInfo,
                 "YAML with roles of ops and intents of passes; repeatable")
      ->type_name("FILE");
}

static void declareRunOptions(CLI::App &app, Options &options) {
  app.add_option("--keep-dump", options.keepDump,
                 "Keep what the program behind -- printed to stderr")
      ->type_name("FILE");
  app.add_option("--pass-pipeline", options.pipeline,
                 "The passes to run, as 'builtin.module(func.func(cse))'")
      ->type_name("TEXT");
  app.add_flag("--run-reproducer", options.runReproducer,
               "Run the passes that a crash reproducer names");
  app.add_flag("--split-input-file", options.splitInputFile,
               "Run the pieces between '// -----' lines one by one");
  app.add_flag("--allow-unregistered-dialect", options.allowUnregistered,
               "Accept ops of unknown dialects in a run");
  app.add_flag("--verify-each", options.verifyEach,
               "Verify the IR after each pass of a run; on by default")
      ->type_name("BOOL");
  app.add_option("--load-dialect-plugin", options.dialectPlugins,
                 "Shared library with dialects; repeatable")
      ->type_name("FILE");
  app.add_option("--load-pass-plugin", options.passPlugins,
                 "Shared library with passes; repeatable")
      ->type_name("FILE");
  app.add_option("--irdl-file", options.irdlFile, "Dialects defined in IRDL")
      ->type_name("FILE");
}

static void declareReportOptions(CLI::App &app, Options &options) {
  app.add_option("--format", options.format,
                 "How the report is printed (--list-formats); default text")
      ->type_name("NAME");
  app.add_option("-o,--output", options.output,
                 "Where the report goes; default stdout")
      ->type_name("FILE");
  app.add_option("--show", options.show,
                 "How much of it: summary, changes, missed or all; default: "
                 "what a reader wants first")
      ->type_name("WHAT");
  app.add_option("--filter-pass", options.filterPass,
                 "Only passes whose name matches")
      ->type_name("REGEX");
  app.add_option("--filter-func", options.filterFunc,
                 "Only functions whose name matches")
      ->type_name("REGEX");
  app.add_option("--filter-op", options.filterOp,
                 "Only findings about an op whose name matches")
      ->type_name("REGEX");
  app.add_option("--filter-kind", options.filterKind,
                 "Only these kinds: fused,tiled,vectorized,...")
      ->type_name("LIST");
  app.add_option("--fail-on", options.failOn,
                 "Exit with 1 if there is any of these: missed, "
                 "missed:vectorized, passed:copied, unread, failed, "
                 "incomplete, unexplained")
      ->type_name("LIST");
  app.add_flag("--exit-code", options.exitCode,
               "Exit with 1 if any pass changed the IR");
  app.add_flag("--no-audit", options.noAudit,
               "Say what passes did, do not look for what they missed");
}

static void declareInfoOptions(CLI::App &app, Options &options) {
  app.add_flag("--list-sources", options.listSources, "Kinds of input");
  app.add_flag("--list-readers", options.listReaders, "Ways to read IR text");
  app.add_flag("--list-recognizers", options.listRecognizers,
               "Transformations and missed candidates that are recognised");
  app.add_flag("--list-formats", options.listFormats, "Formats of a report");
  app.add_flag("--list-passes", options.listPasses,
               "Passes that can run here, with their intents");
  app.add_flag("-h,--help", options.help, "The most useful of this");
  app.add_flag("--help-all", options.helpAll, "All of this");
  app.add_flag("--version", options.version, "The version");
}

void passdelta::declareOptions(CLI::App &app, Options &options) {
  app.set_help_flag();
  using Declare = void (*)(CLI::App &, Options &);
  const std::pair<const char *, Declare> groups[] = {
      {"What is read", declareInputOptions},
      {"Running passes here", declareRunOptions},
      {"The report", declareReportOptions},
      {"About passdelta", declareInfoOptions},
  };
  for (auto [name, declare] : groups) {
    app.option_defaults()->group(name);
    declare(app, options);
  }
}

std::string passdelta::longHelp() {
  Options options;
  CLI::App app;
  declareOptions(app, options);
  std::string text = usagePage().str();
  for (const std::string &group : app.get_groups()) {
    text += "\n" + group + "\n";
    for (const CLI::Option *option : app.get_options()) {
      if (option->get_group() != group || option->get_positional())
        continue;
      std::string name = option->get_name(false, true);
      if (!option->get_type_name().empty())
        name += "=" + option->get_type_name();
      text += "  " + name + "\n      " + option->get_description() + "\n";
    }
    if (group == "Running passes here")
      text +=
          "  --PASS[=OPTIONS]\n      Any pass or pipeline of --list-passes, "
          "in the order given; one dash does as well\n";
  }
  return text;
}
