//===- Chain.cpp - The before state of each dump of a log -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 1. Forward: each dump is located in what is known so far (World). An after
//    dump whose before dump is there is paired with it, another one gets the
//    known state as its before.
// 2. Backward: a before dump without an after dump gets the next known state as
//    its after.
//
// A log may hold several compilations. A new one begins where the first pass
// runs again and its op looks as it did the first time. Groups of a timeline
// are chained each for itself: what is equal in two of them is not the same op.
//
//===----------------------------------------------------------------------===//

#include "passdelta/Source/Chain.h"
#include "World.h"
#include "passdelta/Source/Source.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace passdelta;

namespace {
/// One dump of the log.
struct Dump {
  PassRun *run = nullptr;
  SnapshotId snapshot = SnapshotId::None;
  bool isBefore = false;
  std::shared_ptr<const Outline> outline; ///< One top-level op; null: unclear.
  bool isRead = true;
  uint32_t target = 0; ///< The op the pass ran on, in `outline`.
  bool startsCompilation = false;
  bool merged = false; ///< The run of another dump stands for it.
};

class Chainer {
public:
  /// \param runs  Those to be chained: one group.
  /// \param dropped Gets the indices, in the timeline, of those that became
  ///   part of another one.
  Chainer(SourceResult &source, llvm::MutableArrayRef<PassRun> runs,
          Interner &names, llvm::BitVector &dropped)
      : timeline(source.timeline), runs(runs), names(names), world(names),
        initial(source.initial), last(source.last), dropped(dropped) {}

  void run(OutlineOf outlineOf);

private:
  void addDump(PassRun &run, OutlineOf outlineOf);
  void locateTarget(Dump &dump);
  void forward(Dump &dump);
  void forwardStep(Dump &dump);
  void backward(Dump &dump);
  bool pairUp(Dump &dump);
  bool pairUnread(Dump &dump);
  Dump *onlyOpen(const PassRun &run);
  void merge(Dump &before, Dump &after);
  bool isRestart(const Dump &dump, const World::Found &found);
  std::optional<IRState> knownState(const Dump &dump, PassRun &run,
                                    const World::Found &found);
  void noteGap(PassRun &run, StringRef side);
  void update(const Dump &dump, const World::Found &found);
  std::string keyOf(const PassRun &run) const;

  Timeline &timeline;
  llvm::MutableArrayRef<PassRun> runs;
  Interner &names;
  World world;
  SnapshotId initial, last;
  llvm::BitVector &dropped;
  std::vector<Dump> dumps;
  /// Before dumps that wait for their after dump, by pass and op.
  llvm::StringMap<std::vector<Dump *>> open;
  const Dump *firstDump = nullptr; ///< Of the compilation.
  /// The step before, if it is of the same pass run.
  const Dump *lastStep = nullptr;
};
} // namespace

/// The state of the op that the pass ran on, in the dump itself.
static IRState ownState(const Dump &dump, const Interner &names) {
  return {dump.snapshot,
          pathTo(*dump.outline, dump.target, OutlineOp::noParent, names),
          {}};
}

void Chainer::addDump(PassRun &run, OutlineOf outlineOf) {
  Dump dump;
  dump.run = &run;
  dump.isBefore = run.before.has_value();
  dump.snapshot = (run.before ? run.before : run.after)->snapshot;
  KnownOutline known = outlineOf(dump.snapshot);
  dump.isRead = known.isRead;
  if (!known.outline->ops.empty()) {
    // A dump shows one op; what follows it has no banner.
    bool single = known.outline->ops.front().end == known.outline->ops.size();
    dump.outline =
        single
            ? known.outline
            : std::make_shared<Outline>(splitTopLevel(*known.outline).front());
    locateTarget(dump);
    (run.before ? run.before : run.after) = ownState(dump, names);
  }
  dumps.push_back(std::move(dump));
}

/// A banner that names an op heads a dump of the whole module around it.
void Chainer::locateTarget(Dump &dump) {
  PassRun &run = *dump.run;
  const OutlineOp &first = dump.outline->ops.front();
  if (run.anchor.empty()) {
    run.anchor = names.str(first.op).str();
    run.symbol = names.str(first.symbol).str();
    return;
  }
  NameId op = names.intern(run.anchor), symbol = names.intern(run.symbol);
  if (first.op == op && first.symbol == symbol)
    return;
  ArrayRef<uint32_t> found = dump.outline->find(op, symbol);
  // If several could be it the whole dump is compared, which is true as well.
  if (found.size() == 1)
    dump.target = found.front();
}

std::string Chainer::keyOf(const PassRun &run) const {
  return run.pass + '\0' + run.name + '\0' + run.anchor + '\0' + run.symbol;
}

/// Gives an after dump the before dump of the same pass run.
bool Chainer::pairUp(Dump &dump) {
  auto it = open.find(keyOf(*dump.run));
  if (it == open.end() || it->second.empty())
    return false;
  Dump *before = it->second.back();
  it->second.pop_back();
  merge(*before, dump);
  return true;
}

/// Makes one pass run of the runs of two dumps.
void Chainer::merge(Dump &before, Dump &after) {
  before.run->after = after.run->after;
  before.run->failed = after.run->failed;
  if (before.run->note.empty())
    before.run->note = after.run->note;
  before.merged = after.merged = true;
}

/// The before dump that waits for an after dump of the pass, if it is the only
/// one; null otherwise.
Dump *Chainer::onlyOpen(const PassRun &run) {
  Dump *only = nullptr;
  for (auto &entry : open)
    for (Dump *dump : entry.second) {
      if (dump->run->pass != run.pass || dump->run->name != run.name)
        continue;
      if (only)
        return nullptr;
      only = dump;
    }
  return only;
}

/// Gives an after dump that cannot be read the before dump of its pass, since
/// what op it shows is at most a guess.
bool Chainer::pairUnread(Dump &dump) {
  if (dump.isBefore || dump.isRead)
    return false;
  Dump *before = onlyOpen(*dump.run);
  if (!before)
    return false;
  std::erase(open[keyOf(*before->run)], before);
  merge(*before, dump);
  // It is the op of the before dump, with contents that are not known.
  auto outline = std::make_shared<Outline>();
  OutlineOp op = before->outline->ops.front();
  op.end = 1;
  op.sketch.clear();
  outline->byKey[{unsigned(op.op), unsigned(op.symbol)}].push_back(0);
  outline->ops.push_back(std::move(op));
  dump.outline = std::move(outline);
  update(dump, world.find(*before->outline, 0));
  return true;
}

/// True if `dump` is the first one of another compilation of the same input: it
/// is what the first dump of this one was, and not what its op is now.
bool Chainer::isRestart(const Dump &dump, const World::Found &found) {
  if (!firstDump)
    firstDump = &dump;
  if (firstDump == &dump || !found.op || !dump.isRead || !firstDump->isRead)
    return false;
  const Dump &first = *firstDump;
  const OutlineOp &mine = dump.outline->ops.front();
  const OutlineOp &start = first.outline->ops.front();
  if (first.run->pass != dump.run->pass || first.isBefore != dump.isBefore ||
      start.op != mine.op || start.symbol != mine.symbol)
    return false;
  double toCurrent = similarity(found.op.op(), mine);
  if (timeline[first.snapshot].textHash == timeline[dump.snapshot].textHash)
    return toCurrent < 1;
  return similarity(start, mine) > 0.5 && toCurrent < 0.2;
}

std::optional<IRState> Chainer::knownState(const Dump &dump, PassRun &run,
                                           const World::Found &found) {
  StringRef side = dump.isBefore ? "after" : "before";
  if (!found.op) {
    const OutlineOp &first = dump.outline->ops.front();
    // A given state without the module that the compiler puts around it.
    if (first.symbol == NameId::Empty &&
        names.str(first.op) == "builtin.module" && world.initialState()) {
      if (dump.target == 0)
        return world.initialState();
      if (World::Found op = world.find(*dump.outline, dump.target); op.op)
        return world.state(op.op);
    }
    run.note = found.ambiguous
                   ? "several ops could be the one " + side.str() + " it"
               : found.mayBeUnread
                   ? "the dump " + side.str() + " it could not be read"
                   : "its state " + side.str() + " the pass is not in the dump";
    return std::nullopt;
  }
  if (dump.target == 0)
    return world.state(found.op);
  // The same op in the module as it was.
  const OutlineOp &op = dump.outline->ops[dump.target];
  const Outline &outline = *found.op.tree->outline;
  ArrayRef<uint32_t> there = outline.find(op.op, op.symbol);
  if (there.size() == 1 && found.op.index == 0)
    return world.state({found.op.tree, there.front()});
  run.note = "the op is not in the dump " + side.str() + " it";
  return std::nullopt;
}

void Chainer::update(const Dump &dump, const World::Found &found) {
  if (found.op)
    world.replace(found.op, dump.snapshot, dump.outline, dump.isRead);
  else
    world.add(dump.snapshot, dump.outline, dump.isRead);
}

/// Dumps of the op next to this one are missing: nothing may be taken for them.
void Chainer::noteGap(PassRun &run, StringRef side) {
  run.note = "the dump " + side.str() + " it is missing";
  open[keyOf(run)].clear();
}

/// A step begins where the one before ended, the first one with its pass run.
/// What is known of the op stays: the pass run itself goes on.
void Chainer::forwardStep(Dump &dump) {
  if (!dump.outline)
    return;
  auto isSameOp = [&](const Dump &other) {
    const OutlineOp &mine = dump.outline->ops.front();
    const OutlineOp &its = other.outline->ops.front();
    return mine.op == its.op && mine.symbol == its.symbol;
  };
  if (lastStep && isSameOp(*lastStep))
    dump.run->before = ownState(*lastStep, names);
  else
    dump.run->before =
        knownState(dump, *dump.run, world.find(*dump.outline, 0));
  lastStep = &dump;
}

void Chainer::forward(Dump &dump) {
  if (dump.run->isStep)
    return forwardStep(dump);
  lastStep = nullptr;
  if (pairUnread(dump) || !dump.outline)
    return;
  World::Found found = world.find(*dump.outline, 0);
  if (isRestart(dump, found)) {
    world.clear();
    firstDump = &dump;
    open.clear();
    dump.startsCompilation = true;
    found = World::Found();
  }
  if (dump.isBefore)
    open[keyOf(*dump.run)].push_back(&dump);
  else if (dump.run->gapBefore)
    noteGap(*dump.run, "before");
  else if (!pairUp(dump))
    dump.run->before = knownState(dump, *dump.run, found);
  update(dump, found);
}

void Chainer::backward(Dump &dump) {
  if (!dump.outline || dump.run->isStep)
    return;
  if (dump.isBefore) {
    World::Found found = world.find(*dump.outline, 0);
    if (!dump.merged && dump.run->gapAfter)
      noteGap(*dump.run, "after");
    else if (!dump.merged)
      dump.run->after = knownState(dump, *dump.run, found);
    update(dump, found);
  }
  // What comes after this dump is of another compilation than what is before.
  if (dump.startsCompilation)
    world.clear();
}

void Chainer::run(OutlineOf outlineOf) {
  dumps.reserve(runs.size());
  for (PassRun &run : runs)
    if (run.before || run.after)
      addDump(run, outlineOf);
  if (initial != SnapshotId::None)
    world.addInitial(initial, *outlineOf(initial).outline);
  for (Dump &dump : dumps)
    forward(dump);
  world.clear();
  if (last != SnapshotId::None)
    world.addInitial(last, *outlineOf(last).outline);
  for (Dump &dump : llvm::reverse(dumps))
    backward(dump);
  for (const Dump &dump : dumps)
    if (dump.merged && !dump.isBefore)
      dropped.set(unsigned(dump.run - timeline.passRuns.data()));
}

/// Drops the after dumps that are part of another run, and numbers the rest.
static void dropMerged(std::vector<PassRun> &runs,
                       const llvm::BitVector &dropped) {
  size_t kept = 0;
  for (size_t index = 0; index < runs.size(); ++index) {
    if (dropped.test(unsigned(index)))
      continue;
    if (kept != index)
      runs[kept] = std::move(runs[index]);
    runs[kept].id = PassRunId(kept);
    ++kept;
  }
  runs.resize(kept);
}

void passdelta::chain(SourceResult &source, Interner &names,
                      OutlineOf outlineOf) {
  if (source.chained)
    return;
  Timeline &timeline = source.timeline;
  llvm::MutableArrayRef<PassRun> runs = timeline.passRuns;
  llvm::BitVector dropped(unsigned(runs.size()));
  for (size_t begin = 0, end = 0; begin < runs.size(); begin = end) {
    unsigned group = runs[begin].group;
    while (end < runs.size() && runs[end].group == group)
      ++end;
    if (timeline.groups.empty() || timeline.groups[group].needsChain)
      Chainer(source, runs.slice(begin, end - begin), names, dropped)
          .run(outlineOf);
  }
  dropMerged(timeline.passRuns, dropped);
  source.chained = true;
}
