//===- Symbols.cpp - Stage 1: roots and symbols ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem: a symbol is the one name in the IR that is meant to last.
//
// Method: two ops are linked if the symbols around them and their own are equal
// and no other op has the same path, whatever their names are (func.func
// becomes llvm.func); where several have it, if as many of equal name have it
// on both sides, in order. A renamed function is found by its body: equal
// subtrees below it, unique on both sides. O(n).
//
//===----------------------------------------------------------------------===//

#include "Matcher.h"
#include "passdelta/Support/Hash.h"
#include "llvm/ADT/SmallVector.h"

using namespace passdelta;

namespace {

using SymbolsByKey = llvm::DenseMap<uint64_t, llvm::SmallVector<OpId, 1>>;

/// DenseMap reserves two keys.
uint64_t tableKey(uint64_t hash) { return hash >> 1; }

} // namespace

/// The symbol ops of `graph` by path, and in pre-order.
static SymbolsByKey collectPaths(const OpGraph &graph,
                                 std::vector<OpId> &symbols) {
  SymbolsByKey byPath;
  llvm::SmallVector<std::pair<OpId, uint64_t>, 8> open;
  for (uint32_t i = 0; i < graph.numOps(); ++i) {
    OpId id = OpId(i);
    while (!open.empty() && graph[open.back().first].end <= id)
      open.pop_back();
    if (graph[id].symbol == NameId::Empty)
      continue;
    uint64_t path = open.empty() ? 0 : open.back().second;
    path = hashCombine(path, graph.names().hash(graph[id].symbol));
    open.push_back({id, path});
    byPath[tableKey(path)].push_back(id);
    symbols.push_back(id);
  }
  return byPath;
}

/// Hash of what is inside `op`, or 0 for an op without a body.
static uint64_t bodyHash(const Side &side, OpId op) {
  if (side.graph.subtreeSize(op) < 3)
    return 0;
  uint64_t hash = side.graph.subtreeSize(op);
  side.graph.forEachBlock(op, [&](BlockId block) {
    side.graph.forEachOp(
        block, [&](OpId child) { hash = hashCombine(hash, side.tree(child)); });
  });
  return hash | 1;
}

static void matchRenamed(Matcher &matcher, ArrayRef<OpId> symbolsBefore,
                         ArrayRef<OpId> symbolsAfter) {
  SymbolsByKey bodies[2];
  for (OpId op : symbolsBefore)
    if (matcher.isFreeBefore(op))
      if (uint64_t body = bodyHash(matcher.before, op))
        bodies[0][tableKey(body)].push_back(op);
  for (OpId op : symbolsAfter)
    if (matcher.isFreeAfter(op))
      if (uint64_t body = bodyHash(matcher.after, op))
        bodies[1][tableKey(body)].push_back(op);
  for (OpId op : symbolsBefore) {
    if (!matcher.isFreeBefore(op))
      continue;
    uint64_t body = bodyHash(matcher.before, op);
    if (!body || bodies[0][tableKey(body)].size() != 1)
      continue;
    auto found = bodies[1].find(tableKey(body));
    if (found != bodies[1].end() && found->second.size() == 1)
      matcher.connect(op, found->second.front(), Stage::Symbol);
  }
}

void passdelta::matchSymbols(Matcher &matcher) {
  const OpGraph &before = matcher.before.graph, &after = matcher.after.graph;
  auto single = [](const OpGraph &graph) {
    return graph.numOps() && graph.subtreeSize(OpId(0)) == graph.numOps();
  };
  if (single(before) && single(after) &&
      before[OpId(0)].name == after[OpId(0)].name)
    matcher.connect(OpId(0), OpId(0), Stage::Root);

  std::vector<OpId> symbolsBefore, symbolsAfter;
  SymbolsByKey pathsBefore = collectPaths(before, symbolsBefore);
  SymbolsByKey pathsAfter = collectPaths(after, symbolsAfter);
  // By path again, in pre-order: the tables have no order of their own.
  llvm::DenseMap<uint32_t, uint64_t> pathOf;
  for (auto &[path, ops] : pathsBefore)
    for (OpId op : ops)
      pathOf[uint32_t(op)] = path;
  for (OpId op : symbolsBefore) {
    uint64_t path = pathOf[uint32_t(op)];
    auto found = pathsAfter.find(path);
    if (found == pathsAfter.end())
      continue;
    auto &b = pathsBefore[path];
    auto &a = found->second;
    if (b.front() != op || b.size() != a.size())
      continue;
    for (size_t i = 0; i < b.size(); ++i)
      if (b.size() == 1 || before[b[i]].name == after[a[i]].name)
        matcher.connect(b[i], a[i], Stage::Symbol);
  }
  matchRenamed(matcher, symbolsBefore, symbolsAfter);
}
