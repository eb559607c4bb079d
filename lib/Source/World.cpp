//===- World.cpp - What a log has shown of the IR so far ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "World.h"
#include "llvm/ADT/STLExtras.h"

using namespace passdelta;

std::vector<OpKey> passdelta::pathTo(const Outline &outline, uint32_t index,
                                     uint32_t from, const Interner &names) {
  std::vector<OpKey> path;
  for (uint32_t at = index; at != from && at != OutlineOp::noParent;
       at = outline.ops[at].parent) {
    const OutlineOp &op = outline.ops[at];
    path.push_back(
        {names.str(op.op).str(), names.str(op.symbol).str(), op.ordinal});
  }
  std::reverse(path.begin(), path.end());
  return path;
}

/// The nearest of `index` and the ops around it that has a newer dump.
static std::optional<uint32_t> newerAround(const DumpTree &tree,
                                           uint32_t index) {
  if (tree.newer.empty())
    return std::nullopt;
  for (uint32_t at = index; at != OutlineOp::noParent;
       at = tree.outline->ops[at].parent)
    if (tree.newer.count(at))
      return at;
  return std::nullopt;
}

void World::collect(DumpTree &tree, NameId op, NameId symbol,
                    std::vector<WorldOp> &found) const {
  for (uint32_t index : tree.outline->find(op, symbol)) {
    auto around = newerAround(tree, index);
    if (!around)
      found.push_back({&tree, index});
    else if (*around == index &&
             !llvm::is_contained(tree.newerContainers, index))
      collect(*tree.newer.at(index), op, symbol, found);
    // Inside a newer dump the outline is out of date.
  }
  for (uint32_t index : tree.newerContainers)
    collect(*tree.newer.at(index), op, symbol, found);
}

/// The symbols inside an op. They survive most passes, op names do not.
static std::set<NameId> symbolsIn(const Outline &outline, uint32_t index) {
  std::set<NameId> symbols;
  for (uint32_t at = index + 1; at < outline.ops[index].end; ++at)
    if (outline.ops[at].symbol != NameId::Empty)
      symbols.insert(outline.ops[at].symbol);
  return symbols;
}

/// How well op `index` of `outline` continues `candidate`: at least 1 where
/// symbols inside agree, less than 0 where it is another op.
static double score(WorldOp candidate, const Outline &outline, uint32_t index) {
  double alike = similarity(candidate.op(), outline.ops[index]);
  auto mine = symbolsIn(outline, index);
  auto others = symbolsIn(*candidate.tree->outline, candidate.index);
  if (mine.empty() && others.empty())
    return alike;
  size_t common =
      llvm::count_if(mine, [&](NameId symbol) { return others.count(symbol); });
  if (!common && !mine.empty() && !others.empty())
    return alike >= 0.5 ? alike : -1;
  size_t all = mine.size() + others.size() - common;
  return double(common) / double(all) + alike;
}

/// Dumps of `op` itself since the last dump of an op around it.
static unsigned numDumps(WorldOp op) {
  return op.index == 0 ? op.tree->numDumps : 0;
}

/// What sets two candidates apart at least.
static constexpr double clearMargin = 0.05;

World::Found World::choose(ArrayRef<WorldOp> candidates, const Outline &outline,
                           uint32_t index) const {
  WorldOp best;
  double bestScore = -1, second = -1;
  for (WorldOp candidate : candidates) {
    // A dump that was not read shows nothing that could be compared.
    double value =
        candidate.tree->isRead ? score(candidate, outline, index) : clearMargin;
    // Equal ops side by side are dumped in turn.
    bool inTurn =
        value == bestScore && best && numDumps(candidate) < numDumps(best);
    if (value > bestScore || inTurn) {
      second = inTurn ? second : bestScore;
      bestScore = value;
      best = candidate;
    } else if (value < bestScore) {
      second = std::max(second, value);
    }
  }
  Found found;
  if (bestScore < 0)
    return found;
  if (second >= 0 && bestScore - second < clearMargin)
    found.ambiguous = true;
  else
    found.op = best;
  return found;
}

static bool hasUnread(const DumpTree &tree) {
  return !tree.isRead || llvm::any_of(tree.newer, [](const auto &entry) {
    return hasUnread(*entry.second);
  });
}

void World::index(uint32_t root, const Outline &outline, bool isRead) {
  for (const OutlineOp &op : outline.ops) {
    auto &known = rootsByKey[{unsigned(op.op), unsigned(op.symbol)}];
    auto at = llvm::lower_bound(known, root);
    if (at == known.end() || *at != root)
      known.insert(at, root);
  }
  if (!isRead)
    unreadRoots.insert(root);
}

bool World::holdsUnread() {
  while (!unreadRoots.empty()) {
    const auto &root = roots[*unreadRoots.begin()];
    if (root && hasUnread(*root))
      return true;
    unreadRoots.erase(unreadRoots.begin());
  }
  return false;
}

World::Found World::find(const Outline &outline, uint32_t index) {
  const OutlineOp &op = outline.ops[index];
  std::vector<WorldOp> candidates;
  auto known = rootsByKey.find({unsigned(op.op), unsigned(op.symbol)});
  if (known != rootsByKey.end())
    for (uint32_t root : known->second)
      if (roots[root])
        collect(*roots[root], op.op, op.symbol, candidates);
  Found found;
  // A symbol says enough, an op without one must have similar contents.
  if (candidates.size() == 1 && op.symbol != NameId::Empty)
    found.op = candidates.front();
  else if (!candidates.empty())
    found = choose(candidates, outline, index);
  if (!found.op && !found.ambiguous)
    found.mayBeUnread = holdsUnread();
  return found;
}

/// Appends the newer dumps in op `index` of `tree`; `path` leads to the tree's
/// first op, from the op whose state is described.
static void addNewer(const DumpTree &tree, uint32_t index, ArrayRef<OpKey> path,
                     const Interner &names, IRState &state) {
  uint32_t end = tree.outline->ops[index].end;
  for (auto it = tree.newer.lower_bound(index); it != tree.newer.end(); ++it) {
    if (it->first >= end)
      break;
    std::vector<OpKey> steps(path.begin(), path.end());
    llvm::append_range(steps, pathTo(*tree.outline, it->first, index, names));
    state.newer.push_back({steps, it->second->snapshot});
    addNewer(*it->second, 0, steps, names, state);
  }
}

IRState World::state(WorldOp op) const {
  IRState state;
  state.snapshot = op.tree->snapshot;
  state.path = pathTo(*op.tree->outline, op.index, OutlineOp::noParent, names);
  auto own = op.tree->newer.find(op.index);
  if (own == op.tree->newer.end()) {
    addNewer(*op.tree, op.index, {}, names, state);
    return state;
  }
  return this->state({own->second.get(), 0});
}

static std::unique_ptr<DumpTree>
makeTree(SnapshotId snapshot, std::shared_ptr<const Outline> outline,
         bool isRead, uint32_t root) {
  auto tree = std::make_unique<DumpTree>();
  tree->snapshot = snapshot;
  tree->outline = std::move(outline);
  tree->isRead = isRead;
  tree->numDumps = 1;
  tree->root = root;
  return tree;
}

void World::replace(WorldOp op, SnapshotId snapshot,
                    std::shared_ptr<const Outline> outline, bool isRead) {
  DumpTree &tree = *op.tree;
  index(tree.root, *outline, isRead);
  if (op.index == 0) {
    tree.snapshot = snapshot;
    tree.outline = std::move(outline);
    tree.isRead = isRead;
    tree.newer.clear();
    tree.newerContainers.clear();
    ++tree.numDumps;
    return;
  }
  uint32_t end = tree.outline->ops[op.index].end;
  tree.newer.erase(tree.newer.lower_bound(op.index),
                   tree.newer.lower_bound(end));
  llvm::erase_if(tree.newerContainers, [&](uint32_t index) {
    return index >= op.index && index < end;
  });
  if (outline->ops.size() > 1)
    tree.newerContainers.push_back(op.index);
  tree.newer[op.index] =
      makeTree(snapshot, std::move(outline), isRead, tree.root);
}

void World::add(SnapshotId snapshot, std::shared_ptr<const Outline> outline,
                bool isRead) {
  for (const OutlineOp &op : outline->ops) {
    if (op.symbol == NameId::Empty)
      continue;
    auto known = rootsByKey.find({unsigned(op.op), unsigned(op.symbol)});
    if (known == rootsByKey.end())
      continue;
    llvm::erase_if(known->second, [&](uint32_t root) {
      if (!roots[root])
        return true;
      const OutlineOp &first = roots[root]->outline->ops.front();
      if (first.op != op.op || first.symbol != op.symbol)
        return false;
      roots[root].reset();
      return true;
    });
  }
  uint32_t root = uint32_t(roots.size());
  index(root, *outline, isRead);
  roots.push_back(makeTree(snapshot, std::move(outline), isRead, root));
}

void World::addInitial(SnapshotId snapshot, const Outline &outline) {
  initial = snapshot;
  for (Outline &part : splitTopLevel(outline))
    add(snapshot, std::make_shared<Outline>(std::move(part)), true);
}

std::optional<IRState> World::initialState() const {
  if (initial == SnapshotId::None)
    return std::nullopt;
  IRState state;
  state.snapshot = initial;
  for (const auto &root : roots) {
    if (!root)
      continue;
    std::vector<OpKey> path =
        pathTo(*root->outline, 0, OutlineOp::noParent, names);
    if (root->snapshot != initial)
      state.newer.push_back({path, root->snapshot});
    addNewer(*root, 0, path, names, state);
  }
  return state;
}
