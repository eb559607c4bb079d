//===- GraphStore.cpp - Graphs of snapshots, read once --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphStore.h"
#include "Findings.h"
#include "passdelta/Reader/MlirReader.h"
#include "passdelta/Source/OtherText.h"
#include "passdelta/Support/Crash.h"
#include "passdelta/Support/Hash.h"

using namespace passdelta;

SnapshotId StateGraph::snapshotOf(OpId id) const {
  auto after = llvm::upper_bound(
      parts, id, [](OpId op, const Part &part) { return op < part.begin; });
  return after == parts.begin() ? SnapshotId::None : std::prev(after)->snapshot;
}

GraphStore::GraphStore(const SourceResult &source,
                       const mlir::DialectRegistry &registry, Interner &names,
                       const AnalysisOptions &options)
    : input(source), registry(registry), names(names), options(options) {}

std::shared_ptr<mlir::MLIRContext> GraphStore::context() {
  if (!mlirContext)
    mlirContext = makeContext(registry);
  return mlirContext;
}

bool GraphStore::askMlir(llvm::function_ref<void()> question) {
  if (!mlirBroken)
    mlirBroken = !survives(question);
  return !mlirBroken;
}

llvm::Expected<ReaderOutput> GraphStore::readMlir(const ReaderInput &text) {
  std::optional<llvm::Expected<ReaderOutput>> output;
  askMlir([&] { output.emplace(readWithMlir(text, names, context())); });
  if (output)
    return std::move(*output);
  return inputError(text.path, 0, 0, "MLIR crashed");
}

/// Snapshots without text are told apart by their number.
uint64_t GraphStore::hashOf(SnapshotId id) const {
  const Snapshot &snapshot = input.timeline[id];
  return snapshot.graph ? hashCombine(0x6772617068, uint32_t(id))
                        : hashCombine(snapshot.textHash, snapshot.size);
}

static ReadFailure takeFailure(llvm::Error error) {
  ReadFailure failure;
  llvm::handleAllErrors(
      std::move(error),
      [&](const InputError &input) {
        failure = {input.line, input.column, input.reason};
      },
      [&](const llvm::ErrorInfoBase &other) {
        failure.reason = other.message();
      });
  return failure;
}

/// Files that people give are often not as a printer writes them.
bool GraphStore::isHandWritten(const Snapshot &snapshot) const {
  auto isGiven = [&](SnapshotId id) {
    return id != SnapshotId::None && &snapshot == &input.timeline[id];
  };
  return isGiven(input.initial) || isGiven(input.last) ||
         input.timeline.inputs[snapshot.input].source == "pair";
}

/// True if two graphs have the same ops, op for op, but for their attributes.
static bool isSameShape(const OpGraph &first, const OpGraph &second) {
  if (first.numOps() != second.numOps() ||
      first.values.size() != second.values.size() ||
      first.operandPool != second.operandPool)
    return false;
  for (uint32_t id = 0; id < first.numOps(); ++id) {
    const OpData &a = first[OpId(id)], &b = second[OpId(id)];
    if (a.name != b.name || a.end != b.end || a.symbol != b.symbol ||
        a.numOperands != b.numOperands || a.numResults != b.numResults)
      return false;
  }
  return true;
}

/// Where MLIR reads the text, gives the attributes and types of `graph` the
/// spelling that MLIR's printer has for them. Places and names stay.
void GraphStore::normalise(const ReaderInput &text, OpGraph &graph) {
  std::optional<ReaderOutput> printed;
  askMlir([&] {
    auto again = reprintWithMlir(text, context());
    if (!again)
      return llvm::consumeError(again.takeError());
    auto output = getLenientReader().read({*again, text.path}, names);
    if (!output)
      return llvm::consumeError(output.takeError());
    printed = std::move(*output);
  });
  if (!printed || !isSameShape(graph, printed->graph))
    return;
  for (uint32_t id = 0; id < graph.numOps(); ++id) {
    const OpData &from = graph[OpId(id)];
    OpData &to = printed->graph.ops[id];
    std::tie(to.line, to.column, to.textBegin, to.textEnd, to.loc) = std::tie(
        from.line, from.column, from.textBegin, from.textEnd, from.loc);
  }
  for (size_t i = 0; i < graph.values.size(); ++i)
    printed->graph.values[i].name = graph.values[i].name;
  graph = std::move(printed->graph);
}

void GraphStore::read(const Snapshot &snapshot, Entry &entry) {
  auto text = input.text(snapshot);
  if (!text) {
    entry.failure = takeFailure(text.takeError());
    return;
  }
  ReaderInput readerInput{*text, input.timeline.inputs[snapshot.input].path,
                          /*firstLine=*/1, snapshot.isDump};
  bool automatic = options.reader == "auto" || options.reader.empty();
  std::optional<ReadFailure> failure;
  if (automatic || options.reader == "lenient") {
    auto output = getLenientReader().read(readerInput, names);
    if (output) {
      if (automatic && isHandWritten(snapshot))
        normalise(readerInput, output->graph);
      entry.graph = std::make_shared<OpGraph>(std::move(output->graph));
      entry.begin = output->begin;
      entry.end = output->end;
      entry.reader = "lenient";
      return finishRead(snapshot, *text, entry);
    }
    failure = takeFailure(output.takeError());
  }
  if (automatic || options.reader == "mlir") {
    auto output = readMlir(readerInput);
    if (output) {
      entry.graph = std::make_shared<OpGraph>(std::move(output->graph));
      entry.begin = output->begin;
      entry.end = output->end;
      entry.reader = "mlir";
      return finishRead(snapshot, *text, entry);
    }
    ReadFailure second = takeFailure(output.takeError());
    // The lenient reader knows better what is wrong with a text.
    if (!failure)
      failure = std::move(second);
  }
  entry.failure =
      failure
          ? *failure
          : ReadFailure{0, 0, "there is no reader '" + options.reader + "'"};
  entry.outline = {std::make_shared<Outline>(guessOutline(*text, names)),
                   false};
}

void GraphStore::finishRead(const Snapshot &snapshot, StringRef text,
                            Entry &entry) {
  if (entry.graph->numOps() == 0) {
    entry.graph = nullptr;
    entry.failure = ReadFailure{1, 0, "there is no op in it"};
    entry.outline = {std::make_shared<Outline>(), false};
    return;
  }
  if (!entry.outline.outline) {
    entry.outline = {std::make_shared<Outline>(makeOutline(*entry.graph)),
                     true};
    StringRef head = text.take_front(entry.begin);
    addOtherText(entry.otherText, head, 0, 1);
    addOtherText(entry.otherText, text.drop_front(entry.end), 0,
                 1 + unsigned(text.take_front(entry.end).count('\n')));
  }
}

const GraphStore::Entry &GraphStore::know(SnapshotId id) {
  auto it = entries.find(hashOf(id));
  return it != entries.end() ? it->second : load(id);
}

GraphStore::Entry &GraphStore::load(SnapshotId id) {
  uint64_t key = hashOf(id);
  Entry &entry = entries[key];
  if (entry.failure)
    return entry;
  if (entry.graph) {
    recent.splice(recent.begin(), recent, entry.use);
    return entry;
  }
  const Snapshot &snapshot = input.timeline[id];
  if (snapshot.graph) {
    // Sources make graphs for us to use; only their use tables are added.
    entry.graph = std::const_pointer_cast<OpGraph>(snapshot.graph);
    entry.reader = "run";
    finishRead(snapshot, "", entry);
  } else {
    read(snapshot, entry);
  }
  if (!entry.outline.outline)
    entry.outline = {std::make_shared<Outline>(), false};
  if (!entry.graph)
    return entry;
  entry.graph->computeUses();
  recent.push_front(key);
  entry.use = recent.begin();
  bytesHeld += entry.graph->memoryUsage();
  evict();
  return entry;
}

/// "... opened at line 3": that line in the input.
static std::string placeLines(StringRef reason, const Timeline &timeline,
                              const Snapshot &snapshot) {
  constexpr StringRef before = "opened at line ";
  auto [front, rest] = reason.split(before);
  unsigned line = 0;
  if (rest.consumeInteger(10, line))
    return reason.str();
  line = placeIn(timeline, snapshot, line).line;
  return (front + before + llvm::Twine(line) + rest).str();
}

ReadFailure GraphStore::explain(SnapshotId id) {
  const Timeline &timeline = input.timeline;
  const Snapshot &snapshot = timeline[id];
  ReadFailure failure = *entries.at(hashOf(id)).failure;
  LinePlace place = placeIn(timeline, snapshot, failure.line ? failure.line : 1,
                            failure.column);
  failure.line = place.line;
  failure.column = place.column;
  failure.reason = placeLines(failure.reason, timeline, snapshot);
  return failure;
}

void GraphStore::evict() {
  // The latest one stays, however large it is.
  while (bytesHeld > options.graphBudget && recent.size() > 1) {
    Entry &oldest = entries.at(recent.back());
    bytesHeld -= oldest.graph->memoryUsage();
    oldest.graph = nullptr;
    recent.pop_back();
  }
}

/// Resolves the newer dumps of `state`; false if one cannot be read or placed.
bool GraphStore::addNewer(Splicer &splicer, SourceOp root, const IRState &state,
                          std::vector<std::shared_ptr<OpGraph>> &held,
                          StateGraph &result) {
  for (const IRState::Newer &newer : state.newer) {
    Entry &entry = load(newer.snapshot);
    if (!entry.graph) {
      result.unread = newer.snapshot;
      return false;
    }
    held.push_back(entry.graph);
    auto place = splicer.find(root, newer.path);
    if (!place) {
      result.missing = "a newer dump of an op inside it could not be placed";
      return false;
    }
    splicer.replace(*place, splicer.addGraph(*entry.graph));
  }
  return true;
}

static uint64_t hashPath(uint64_t seed, ArrayRef<OpKey> path) {
  for (const OpKey &step : path)
    seed = hashCombine(hashCombine(hashCombine(seed, hashBytes(step.op)),
                                   hashBytes(step.symbol)),
                       step.ordinal + 1);
  return hashCombine(seed, path.size());
}

/// True if `path` from the top level of `graph` is all of it.
static bool isWhole(const OpGraph &graph, ArrayRef<OpKey> path) {
  if (path.empty())
    return true;
  return path.size() == 1 && graph.subtreeSize(OpId(0)) == graph.numOps() &&
         graph.name(OpId(0)) == path.front().op &&
         graph.symbol(OpId(0)) == path.front().symbol;
}

StateGraph GraphStore::materialize(const IRState &state, bool bodyOnly) {
  StateGraph result;
  Entry &base = load(state.snapshot);
  if (!base.graph) {
    result.unread = state.snapshot;
    return result;
  }
  std::shared_ptr<OpGraph> baseGraph = base.graph;
  bool whole = isWhole(*baseGraph, state.path);
  result.key = hashOf(state.snapshot);
  if (!whole)
    result.key = hashPath(result.key, state.path);
  for (const IRState::Newer &newer : state.newer)
    result.key =
        hashCombine(hashPath(result.key, newer.path), hashOf(newer.snapshot));
  if (bodyOnly)
    result.key = hashCombine(result.key, 1);
  result.firstLine = (*baseGraph)[OpId(0)].line;
  if (whole && state.newer.empty() && !bodyOnly) {
    result.graph = baseGraph;
    result.parts.push_back({OpId(0), state.snapshot});
    return result;
  }

  Splicer splicer;
  std::vector<std::shared_ptr<OpGraph>> held;
  SourceOp top{splicer.addGraph(*baseGraph), OpId::None};
  std::optional<SourceOp> root = splicer.find(top, state.path);
  if (!root) {
    result.missing = "the op is not in the dump it should be in";
    return result;
  }
  if (bodyOnly && root->op == OpId::None)
    root->op = OpId(0);
  if (!addNewer(splicer, *root, state, held, result))
    return result;
  Splicer::Result spliced = splicer.copy(*root, bodyOnly);
  for (SplicePart part : spliced.parts)
    result.parts.push_back(
        {part.begin, part.graph == 0 ? state.snapshot
                                     : state.newer[part.graph - 1].snapshot});
  result.graph = std::make_shared<OpGraph>(std::move(spliced.graph));
  result.graph->computeUses();
  if (result.graph->numOps())
    result.firstLine = (*result.graph)[OpId(0)].line;
  return result;
}
