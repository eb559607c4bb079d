//===- Report.cpp - Reads or runs, analyzes and reports -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "Memory.h"
#include "Output.h"
#include "Program.h"
#include "passdelta/Driver/Driver.h"
#include "passdelta/Report/Format.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <unistd.h>

using namespace passdelta;

namespace {
/// The values of the options, looked up.
struct Plan {
  const Format *format = nullptr;
  FormatOptions formatOptions;
  Filter filter;
  std::vector<FailOn> failOn;
  Knowledge knowledge = Knowledge::builtin();
};
} // namespace

/// The entry of `list` named `name`.
template <typename T>
static llvm::Expected<const T *> findNamed(ArrayRef<T> list, StringRef name,
                                           StringRef option) {
  std::vector<std::string> names;
  for (const T &entry : list) {
    if (entry.name == name)
      return &entry;
    names.push_back(std::string(entry.name));
  }
  std::string hint = suggest(name, names);
  return usageError(
      option + ": there is no '" + name + "'" +
      (hint.empty() ? "; choose from " + llvm::join(names, ", ") : hint));
}

static llvm::Error parseRegex(StringRef text, StringRef option,
                              std::optional<llvm::Regex> &regex) {
  if (text.empty())
    return llvm::Error::success();
  std::string reason;
  regex.emplace(text);
  if (regex->isValid(reason))
    return llvm::Error::success();
  return usageError(option + ": '" + text +
                    "' is no regular expression: " + reason);
}

static llvm::Error parseFilterKinds(StringRef list, std::vector<Kind> &kinds) {
  llvm::SmallVector<StringRef> items;
  list.split(items, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef item : items) {
    if (std::optional<Kind> kind = parseKind(item.trim())) {
      kinds.push_back(*kind);
      continue;
    }
    std::vector<std::string> names;
    for (unsigned kind = 0; kind <= unsigned(Kind::Unread); ++kind)
      names.push_back(toString(Kind(kind)).str());
    std::string hint = suggest(item, names);
    return usageError(
        "--filter-kind: there is no kind '" + item.trim() + "'" +
        (hint.empty() ? "; choose from " + llvm::join(names, ", ") : hint));
  }
  return llvm::Error::success();
}

static llvm::Error parseReportOptions(const Options &options, Plan &plan) {
  plan.format = &getFormats().front();
  if (!options.format.empty()) {
    auto format = findNamed(getFormats(), options.format, "--format");
    if (!format)
      return format.takeError();
    plan.format = *format;
  }
  if (!options.show.empty()) {
    std::optional<Show> show = parseShow(options.show);
    if (!show)
      return usageError("--show: there is no '" + options.show +
                        "'; choose from summary, changes, missed, all");
    plan.formatOptions.show = *show;
  }
  if (!options.failOn.empty()) {
    auto failOn = parseFailOn(options.failOn);
    if (!failOn)
      return failOn.takeError();
    plan.failOn = std::move(*failOn);
  }
  if (auto error =
          parseRegex(options.filterPass, "--filter-pass", plan.filter.pass))
    return error;
  if (auto error =
          parseRegex(options.filterFunc, "--filter-func", plan.filter.function))
    return error;
  if (auto error = parseRegex(options.filterOp, "--filter-op", plan.filter.op))
    return error;
  return parseFilterKinds(options.filterKind, plan.filter.kinds);
}

/// Wrong combinations of inputs, passes and options.
static llvm::Error checkInputs(const Options &options) {
  size_t count = options.inputs.size();
  if (!options.program.empty()) {
    if (count || options.runsPasses() || options.describesDump() ||
        !options.pass.empty())
      return usageError("a program behind '--' is the input; there can be no "
                        "other one, and no passes to run here");
    return llvm::Error::success();
  }
  if (!options.keepDump.empty())
    return usageError("--keep-dump is for a program behind '--'");
  if (count > 2)
    return usageError(llvm::Twine(count) +
                      " inputs; give one dump, one folder, or two snapshots");
  if (options.runReproducer && (options.pipeline || !options.passes.empty()))
    return usageError("--run-reproducer takes the passes from the input; there "
                      "can be no others");
  if (options.pipeline && !options.passes.empty())
    return usageError("--pass-pipeline and pass flags (--" +
                      options.passes.front().name + ") exclude each other");
  if (!options.runsPasses()) {
    if (!options.pass.empty() && count < 2)
      return usageError("--pass says what ran between two files; to run the "
                        "pass here, write --" +
                        options.pass);
    return llvm::Error::success();
  }
  if (count > 1)
    return usageError("passes run on one input; for two snapshots, say with "
                      "--pass=NAME what ran between them");
  if (!options.pass.empty())
    return usageError("--pass says what ran between two files; passes to run "
                      "here are flags of their own");
  if (options.describesDump())
    return usageError(
        "--initial, --final and --input are for dumps; a run here has the "
        "IR before the first pass");
  return llvm::Error::success();
}

static llvm::Expected<Plan> makePlan(const Options &options) {
  Plan plan;
  if (llvm::Error error = checkInputs(options))
    return error;
  if (llvm::Error error = parseReportOptions(options, plan))
    return error;
  if (!llvm::is_contained({"auto", "lenient", "mlir"}, options.reader))
    return usageError("--reader: there is no '" + options.reader +
                      "'; choose from auto, lenient, mlir");
  for (const std::string &path : options.dialectInfo)
    if (llvm::Error error = plan.knowledge.addFile(path))
      return error;
  return plan;
}

static llvm::Expected<SourceResult>
readInputs(const Options &options, const ProgramDump *program,
           const mlir::DialectRegistry &registry, Interner &names) {
  if (program)
    return program->read();
  if (options.runsPasses())
    return runPasses(options, registry, names);
  SourceRequest request;
  request.paths = options.inputs;
  if (request.paths.empty())
    request.paths.push_back("-");
  request.kind = options.inputKind;
  request.pass = options.pass;
  request.initial = options.initial;
  request.last = options.last;
  return readSource(request);
}

/// What the exit status says, and on stderr why.
static ExitStatus judge(const Options &options, const Plan &plan,
                        const Report &report) {
  ExitStatus status = ExitOk;
  for (const FailOn &item : plan.failOn) {
    unsigned count = countOf(report, item);
    if (count == 0)
      continue;
    llvm::errs() << "passdelta: --fail-on=" << item.text << ": " << count
                 << "\n";
    status = ExitNotMet;
  }
  if (options.exitCode && report.summary.changed > 0)
    status = ExitNotMet;
  return status;
}

llvm::Expected<ExitStatus>
passdelta::runReport(const Options &options, mlir::DialectRegistry &registry) {
  auto plan = makePlan(options);
  if (!plan)
    return plan.takeError();
  // No input at a prompt is a question, not a dump to be typed in.
  if (options.inputs.empty() && options.program.empty() &&
      ::isatty(STDIN_FILENO))
    return usageError("no input; give a file, or - for stdin (--help)");
  auto output = Output::open(options.output, options.filesRead());
  if (!output)
    return output.takeError();
  plan->formatOptions.colour = output->wantsColour();
  if (unsigned columns = output->columns())
    plan->formatOptions.width = columns;

  if (!options.runsPasses())
    releaseStartupPages();
  Interner names;
  std::optional<ProgramDump> program;
  if (!options.program.empty())
    if (llvm::Error error = ProgramDump::run(options).moveInto(program))
      return error;
  auto source =
      readInputs(options, program ? &*program : nullptr, registry, names);
  if (!source && program && program->exitStatus()) {
    llvm::errs() << "passdelta: " << toString(source.takeError()) << "\n";
    return ExitStatus(program->exitStatus());
  }
  if (!source)
    return source.takeError();
  if (llvm::Error error = output->checkInputs(source->timeline.inputs))
    return error;
  AnalysisOptions analysis;
  analysis.reader = options.reader;
  analysis.audit = !options.noAudit;
  Report report =
      analyze(std::move(*source), plan->knowledge, registry, names, analysis);
  for (const std::string &warning : report.warnings)
    llvm::errs() << "passdelta: warning: " << warning << "\n";
  if (program)
    program->passOn(report);
  else if (std::string damage = summarizeDamage(report); !damage.empty())
    llvm::errs() << "passdelta: " << damage << "\n";
  size_t numRuns = report.passRuns.size();
  filterReport(report, plan->filter);
  if (numRuns && report.passRuns.empty())
    llvm::errs() << "passdelta: note: the filters leave none of " << numRuns
                 << " pass runs\n";
  plan->format->print(report, plan->formatOptions, output->stream());
  if (llvm::Error error = output->finish())
    return error;
  ExitStatus status = judge(options, *plan, report);
  // The program's own trouble is the first thing a script has to know.
  return program && program->exitStatus() ? ExitStatus(program->exitStatus())
                                          : status;
}
