//===- DefUse.cpp - Stage 6: along def-use edges --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem: an op that no hash explains still has neighbours that are known.
//
// Method: for each link, from the ones next to free ops on: the ops that define
// the same operand slot are linked if they have one name and equal result
// types, and the users in the same slot if each side has exactly one free user
// of that name there. New links are followed in turn. O(n + e).
//
//===----------------------------------------------------------------------===//

#include "Matcher.h"
#include "passdelta/Support/Hash.h"
#include "llvm/ADT/SmallVector.h"

using namespace passdelta;

/// Users beyond this number are not told apart by their slot anyway.
static constexpr size_t maxUsers = 256;

namespace {

class Propagation {
public:
  explicit Propagation(Matcher &matcher)
      : matcher(matcher), before(matcher.before.graph),
        after(matcher.after.graph) {}

  void run();

private:
  void seed();
  void followOperands(OpId b, OpId a);
  void followUses(OpId b, OpId a);
  bool haveEqualTypes(OpId b, OpId a) const;
  void link(OpId b, OpId a) {
    if (matcher.connect(b, a, Stage::DefUse))
      queue.push_back(b);
  }

  Matcher &matcher;
  const OpGraph &before, &after;
  std::vector<OpId> queue;
};

} // namespace

void Propagation::seed() {
  if (matcher.freeOps(true).empty() || matcher.freeOps(false).empty())
    return;
  std::vector<bool> isQueued(before.numOps(), false);
  auto add = [&](OpId op) {
    if (op == OpId::None || matcher.isFreeBefore(op) || isQueued[uint32_t(op)])
      return;
    isQueued[uint32_t(op)] = true;
    queue.push_back(op);
  };
  for (OpId op : matcher.freeOps(true)) {
    for (ValueId operand : before.operands(op))
      if (operand != ValueId::None)
        add(before.definingOp(operand));
    for (uint32_t k = 0; k < before[op].numResults; ++k)
      for (OpGraph::Use use :
           before.uses(before.result(op, k)).take_front(maxUsers))
        add(use.op);
  }
  std::sort(queue.begin(), queue.end());
}

bool Propagation::haveEqualTypes(OpId b, OpId a) const {
  if (before[b].numResults != after[a].numResults)
    return false;
  for (uint32_t i = 0; i < before[b].numResults; ++i)
    if (before[before.result(b, i)].type != after[after.result(a, i)].type)
      return false;
  return true;
}

void Propagation::followOperands(OpId b, OpId a) {
  if (before[b].name != after[a].name ||
      before[b].numOperands != after[a].numOperands)
    return;
  for (auto [bv, av] : llvm::zip(before.operands(b), after.operands(a))) {
    if (bv == ValueId::None || av == ValueId::None)
      continue;
    OpId bd = before.definingOp(bv), ad = after.definingOp(av);
    if (before[bv].isBlockArg && after[av].isBlockArg &&
        before[bv].index == after[av].index) {
      // A loop is the one that makes the induction variable.
      bd = before.parentOp(BlockId(before[bv].owner));
      ad = after.parentOp(BlockId(after[av].owner));
    }
    if (bd == OpId::None || ad == OpId::None || !matcher.isFreeBefore(bd) ||
        !matcher.isFreeAfter(ad) || before[bd].name != after[ad].name ||
        !haveEqualTypes(bd, ad))
      continue;
    link(bd, ad);
  }
}

void Propagation::followUses(OpId b, OpId a) {
  if (before[b].numResults == 0 || after[a].numResults == 0)
    return;
  struct Users {
    uint32_t numBefore = 0, numAfter = 0;
    OpId before = OpId::None, after = OpId::None;
  };
  // In order of first appearance, so that the result has an order.
  llvm::SmallVector<uint64_t, 8> keys;
  llvm::SmallDenseMap<uint64_t, Users, 8> users;
  auto collect = [&](const OpGraph &graph, OpId op, bool isBefore) {
    for (uint32_t k = 0; k < graph[op].numResults; ++k) {
      ArrayRef<OpGraph::Use> uses = graph.uses(graph.result(op, k));
      if (uses.size() > maxUsers)
        continue;
      for (OpGraph::Use use : uses) {
        if ((isBefore ? !matcher.isFreeBefore(use.op)
                      : !matcher.isFreeAfter(use.op)) ||
            matcher.endsOnlyBlock(graph, use.op))
          continue;
        uint64_t key = uint64_t(graph[use.op].name) << 32 | use.index << 8 |
                       std::min(k, 255u);
        auto [entry, isNew] = users.try_emplace(key);
        if (isNew)
          keys.push_back(key);
        if (isBefore)
          ++entry->second.numBefore, entry->second.before = use.op;
        else
          ++entry->second.numAfter, entry->second.after = use.op;
      }
    }
  };
  collect(before, b, true);
  if (keys.empty())
    return;
  collect(after, a, false);
  for (uint64_t key : keys) {
    const Users &entry = users[key];
    if (entry.numBefore == 1 && entry.numAfter == 1)
      link(entry.before, entry.after);
  }
}

void Propagation::run() {
  seed();
  for (size_t next = 0; next < queue.size(); ++next) {
    OpId b = queue[next], a = matcher.image(b);
    followOperands(b, a);
    followUses(b, a);
  }
}

void passdelta::matchDefUse(Matcher &matcher) { Propagation(matcher).run(); }
