//===- Driver.cpp - Wires the rooms ---------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passdelta/Driver/Driver.h"
#include "Compare.h"
#include "Findings.h"
#include "GraphStore.h"
#include "Proofs.h"
#include "passdelta/Align/Align.h"
#include "passdelta/Audit/Audit.h"
#include "passdelta/Recognize/Recognizer.h"
#include "passdelta/Report/Format.h"
#include "passdelta/Support/Hash.h"

using namespace passdelta;

namespace {
/// What is found of two states and a pass, wherever in the log they are.
struct PairResult {
  PassStatus status = PassStatus::Unchanged;
  std::string note;
  unsigned opsChanged = 0, opsPlain = 0, opsUnexplained = 0;
  std::vector<Finding> findings; ///< Unplaced.
};

class Analyzer {
public:
  Analyzer(SourceResult source, const Knowledge &knowledge,
           const mlir::DialectRegistry &registry, Interner &names,
           const AnalysisOptions &options)
      : source(std::move(source)), knowledge(knowledge), names(names),
        options(options), store(this->source, registry, names, options),
        proofs(store) {}

  Report run();

private:
  void chainRuns();
  void addOtherText();
  void analyzeRun(PassRun &run);
  void addPlaces(const PassRun &run, const StateGraph &before,
                 const StateGraph &after, PassRunReport &entry);
  bool reportUnread(const PassRun &run, PassRunReport &entry);
  void warnOfOtherIR(const PassRun &run, const StateGraph &before,
                     const StateGraph &after);
  void materializeBoth(const PassRun &run, StateGraph &before,
                       StateGraph &after);
  const PairResult &analyzePair(const PassRun &run, const StateGraph &before,
                                const StateGraph &after);
  PairResult compare(const PassRun &run, const StateGraph &before,
                     const StateGraph &after);
  std::vector<MissedCandidate> auditPair(const PassRun &run,
                                         const StateGraph &before,
                                         const StateGraph &after,
                                         const Alignment &alignment,
                                         ArrayRef<Change> changes);

  SourceResult source;
  const Knowledge &knowledge;
  Interner &names;
  const AnalysisOptions &options;
  GraphStore store;
  Proofs proofs;
  std::unordered_map<uint64_t, PairResult> results;
  std::unordered_set<uint32_t> reportedUnread;
  Report report;
};
} // namespace

void Analyzer::chainRuns() {
  chain(source, names, [&](SnapshotId id) { return store.know(id).outline; });
}

/// What stands between the dumps, in the order of the input.
void Analyzer::addOtherText() {
  std::vector<SkippedText> &skipped = source.timeline.skipped;
  unsigned numRead = 0;
  for (uint32_t id = 0; id < source.timeline.snapshots.size(); ++id) {
    const Snapshot &snapshot = source.timeline.snapshots[id];
    const GraphStore::Entry &entry = store.know(SnapshotId(id));
    numRead += !entry.failure;
    for (SkippedText text : entry.otherText) {
      text.input = snapshot.input;
      // Lines of the snapshot, then of the clean text, then of the input.
      if (snapshot.line)
        text.firstLine += snapshot.line - 1;
      source.timeline.inputs[snapshot.input].place(text);
      skipped.push_back(std::move(text));
    }
  }
  llvm::stable_sort(skipped, [](const SkippedText &a, const SkippedText &b) {
    return std::tuple(a.input, a.firstLine) < std::tuple(b.input, b.firstLine);
  });
  report.summary.snapshots = unsigned(source.timeline.snapshots.size());
  report.summary.snapshotsRead = numRead;
}

/// True if a snapshot of the run cannot be read; it is reported once.
bool Analyzer::reportUnread(const PassRun &run, PassRunReport &entry) {
  bool unread = false;
  auto check = [&](SnapshotId id) {
    if (!store.know(id).failure)
      return;
    unread = true;
    ReadFailure failure = store.explain(id);
    entry.note = "the dump at line " + std::to_string(failure.line) +
                 " could not be read: " + failure.reason;
    if (reportedUnread.insert(uint32_t(id)).second)
      report.findings.push_back(
          makeUnreadFinding(id, failure, source.timeline, run.id));
  };
  for (const auto *state : {&run.before, &run.after}) {
    if (!*state)
      continue;
    check((*state)->snapshot);
    for (const IRState::Newer &newer : (*state)->newer)
      check(newer.snapshot);
  }
  return unread;
}

static bool isModule(const OpGraph &graph) {
  return graph.numOps() && graph.name(OpId(0)) == "builtin.module" &&
         graph.subtreeSize(OpId(0)) == graph.numOps();
}

/// Materializes both states. A module may be left out in a file; then what is
/// in the other's module is compared.
void Analyzer::materializeBoth(const PassRun &run, StateGraph &before,
                               StateGraph &after) {
  before = store.materialize(*run.before);
  after = store.materialize(*run.after);
  if (!before.graph || !after.graph)
    return;
  bool beforeIsModule = isModule(*before.graph);
  bool afterIsModule = isModule(*after.graph);
  if (beforeIsModule && !afterIsModule && run.before->path.empty())
    before = store.materialize(*run.before, /*bodyOnly=*/true);
  if (afterIsModule && !beforeIsModule && run.before->path.empty())
    after = store.materialize(*run.after, /*bodyOnly=*/true);
}

std::vector<MissedCandidate> Analyzer::auditPair(const PassRun &run,
                                                 const StateGraph &before,
                                                 const StateGraph &after,
                                                 const Alignment &alignment,
                                                 ArrayRef<Change> changes) {
  if (!options.audit || run.failed || run.isStep)
    return {};
  std::optional<PassInfo> guessed;
  const PassInfo *info = knowledge.findPass(run.pass, run.name);
  if (!info) {
    guessed = knowledge.guessPass(run.pass, run.name);
    if (!guessed)
      return {};
    info = &*guessed;
  }
  AuditInput input{run,          *info,     *before.graph,
                   *after.graph, alignment, changes,
                   knowledge,    nullptr,   0};
  if (!hasCandidates(input))
    return {};
  Proof proof = proofs.proofFor(*run.before, before);
  input.mlir = proof.mlir.get();
  input.mlirOffset = proof.offset;
  input.mlirIds = proof.ids;
  if (!input.mlir)
    return audit(input);
  std::vector<MissedCandidate> missed;
  if (store.askMlir([&] { missed = audit(input); }))
    return missed;
  // A predicate of MLIR crashed: what the structure says is left.
  input.mlir = nullptr;
  return audit(input);
}

/// Every op is what it was.
static Alignment alignIdentity(const OpGraph &graph) {
  Alignment alignment(graph.numOps(), graph.numOps());
  for (uint32_t id = 0; id < graph.numOps(); ++id) {
    alignment.connect(OpId(id), OpId(id), Stage::Merkle, 1);
    alignment.setRelation(OpId(id), Relation::Kept);
  }
  return alignment;
}

/// Counts the ops that are not simply kept, those that only plain words mention
/// and those that no finding does.
static void countOps(const Alignment &alignment, const Recognized &recognized,
                     PairResult &result) {
  auto count = [&](bool isExplained, bool isPlain) {
    ++result.opsChanged;
    result.opsPlain += !isExplained && isPlain;
    result.opsUnexplained += !isExplained && !isPlain;
  };
  for (uint32_t id = 0; id < alignment.numBefore(); ++id) {
    if (alignment.link(OpId(id)).relation == Relation::Kept)
      continue;
    count(recognized.explainedBefore.test(id), recognized.plainBefore.test(id));
  }
  for (uint32_t id = 0; id < alignment.numAfter(); ++id) {
    // The others are counted on the before side.
    if (alignment.beforeOf(OpId(id)) != OpId::None)
      continue;
    count(recognized.explainedAfter.test(id), recognized.plainAfter.test(id));
  }
}

PairResult Analyzer::compare(const PassRun &run, const StateGraph &before,
                             const StateGraph &after) {
  PairResult result;
  // Attributes of a generic and a custom form cannot be compared, so what looks
  // alike then need not be equal.
  bool twoForms = before.graph->isGeneric != after.graph->isGeneric;
  StateGraph first = twoForms ? withoutAttributes(before) : before;
  StateGraph second = twoForms ? withoutAttributes(after) : after;
  Sameness sameness = compareWhole(first, second, knowledge, result.note);
  if (twoForms)
    result.note = "one dump is in the generic form, so that attributes are not "
                  "compared";
  Alignment alignment = first.key == second.key
                            ? alignIdentity(*first.graph)
                            : align(*first.graph, *second.graph);
  Recognized recognized;
  if (sameness == Sameness::Unknown)
    result.status = PassStatus::Incomplete;
  if (sameness == Sameness::Different) {
    result.status = PassStatus::Changed;
    recognized = (twoForms ? recognizePlain : recognizeAll)(
        {*first.graph, *second.graph, alignment, knowledge, run.pass});
    countOps(alignment, recognized, result);
  }
  std::vector<MissedCandidate> missed;
  if (!twoForms)
    missed = auditPair(run, before, after, alignment, recognized.changes);
  result.findings = makeFindings(before, after, std::move(recognized.changes),
                                 std::move(missed));
  return result;
}

const PairResult &Analyzer::analyzePair(const PassRun &run,
                                        const StateGraph &before,
                                        const StateGraph &after) {
  uint64_t key = hashCombine(before.key, after.key);
  for (StringRef text :
       {StringRef(run.pass), StringRef(run.name), StringRef(run.options),
        StringRef(run.anchor), StringRef(run.failed ? "failed" : "")})
    key = hashCombine(key, hashBytes(text));
  auto it = results.find(key);
  if (it == results.end())
    it = results.emplace(key, compare(run, before, after)).first;
  return it->second;
}

/// Complains about two files, or a file and a log, that hardly have a symbol in
/// common: the wrong file was given.
void Analyzer::warnOfOtherIR(const PassRun &run, const StateGraph &before,
                             const StateGraph &after) {
  Timeline &timeline = source.timeline;
  if (run.before->snapshot != source.initial &&
      run.after->snapshot != source.last &&
      timeline.inputs.front().source != "pair")
    return;
  SharedSymbols shared = countShared(*before.graph, *after.graph);
  if (!shared.isFew())
    return;
  auto pathOf = [&](const IRState &state) {
    return timeline.inputs[timeline[state.snapshot].input].path;
  };
  timeline.warnings.push_back(
      pathOf(*run.before) + " and " + pathOf(*run.after) + " have " +
      std::to_string(shared.common) + " of " + std::to_string(shared.fewer) +
      " symbols in common; are they the same IR?");
}

void Analyzer::addPlaces(const PassRun &run, const StateGraph &before,
                         const StateGraph &after, PassRunReport &entry) {
  auto lineOf = [&](const StateGraph &state) {
    return state.parts.empty()
               ? 0
               : placeIn(source.timeline,
                         source.timeline[state.parts.front().snapshot],
                         state.firstLine)
                     .line;
  };
  entry.beforeLine = lineOf(before);
  entry.afterLine = lineOf(after);
  entry.opsBefore = before.graph ? unsigned(before.graph->numOps()) : 0;
  entry.opsAfter = after.graph ? unsigned(after.graph->numOps()) : 0;
  SnapshotId any = run.before ? run.before->snapshot : run.after->snapshot;
  entry.input = source.timeline[any].input;
  entry.afterInput =
      run.after ? source.timeline[run.after->snapshot].input : entry.input;
  entry.reader = store.know(any).reader.str();
  const StateGraph &named = after.graph ? after : before;
  if (run.anchor.empty() && named.graph && named.graph->numOps() &&
      named.graph->subtreeSize(OpId(0)) == named.graph->numOps()) {
    entry.anchor = named.graph->name(OpId(0)).str();
    if (!named.graph->symbol(OpId(0)).empty())
      entry.symbol = "@" + named.graph->symbol(OpId(0)).str();
  }
}

/// The run as it is reported; takes its strings, which a long log has many of.
static PassRunReport takeNames(PassRun &run, PassRunReport entry) {
  entry.id = run.id;
  entry.isStep = run.isStep;
  entry.pass = std::move(run.pass);
  entry.name = std::move(run.name);
  entry.options = std::move(run.options);
  entry.setOptions = std::move(run.setOptions);
  if (entry.anchor.empty()) {
    entry.anchor = std::move(run.anchor);
    entry.symbol = run.symbol.empty() ? "" : "@" + run.symbol;
  }
  run.before.reset();
  run.after.reset();
  return entry;
}

void Analyzer::analyzeRun(PassRun &run) {
  PassRunReport entry;
  entry.note = run.note;
  entry.input = entry.afterInput = run.input;
  entry.group = run.group;
  StateGraph before, after;
  bool unread = reportUnread(run, entry);
  if (unread) {
    entry.status = PassStatus::Unread;
  } else if (!run.before || !run.after) {
    // A failed pass has no after state, and needs none.
    entry.status = run.failed ? PassStatus::Failed : PassStatus::Incomplete;
    if (run.before)
      before = store.materialize(*run.before);
    if (run.after)
      after = store.materialize(*run.after);
  } else {
    materializeBoth(run, before, after);
    if (!before.graph || !after.graph) {
      entry.status = PassStatus::Incomplete;
      entry.note = before.graph ? after.missing : before.missing;
    }
  }
  if (run.before || run.after)
    addPlaces(run, before, after, entry);
  if (!unread && before.graph && after.graph) {
    warnOfOtherIR(run, before, after);
    const PairResult &result = analyzePair(run, before, after);
    entry.status = run.failed ? PassStatus::Failed : result.status;
    if (entry.note.empty())
      entry.note = result.note;
    entry.opsChanged = result.opsChanged;
    entry.opsPlain = result.opsPlain;
    entry.opsUnexplained = result.opsUnexplained;
    for (Finding finding : result.findings) {
      finding.passRun = run.id;
      placeFinding(finding, before, after, source.timeline);
      report.findings.push_back(std::move(finding));
    }
  }
  report.passRuns.push_back(takeNames(run, std::move(entry)));
}

Report Analyzer::run() {
  chainRuns();
  report.passRuns.reserve(source.timeline.passRuns.size());
  for (PassRun &run : source.timeline.passRuns)
    analyzeRun(run);
  addOtherText();
  report.origin = std::move(source.timeline.origin);
  report.inputs = std::move(source.timeline.inputs);
  report.groups = std::move(source.timeline.groups);
  report.skippedFiles = std::move(source.timeline.skippedFiles);
  report.pipelines = std::move(source.timeline.pipelines);
  report.skipped = std::move(source.timeline.skipped);
  report.warnings = std::move(source.timeline.warnings);
  recountSummary(report);
  return std::move(report);
}

Report passdelta::analyze(SourceResult source, const Knowledge &knowledge,
                          const mlir::DialectRegistry &registry,
                          Interner &names, const AnalysisOptions &options) {
  return Analyzer(std::move(source), knowledge, registry, names, options).run();
}
