//===- Compare.cpp - Two states as a whole --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "passdelta/Model/Hashing.h"
#include "passdelta/Support/Hash.h"
#include <set>

using namespace passdelta;

/// What differs between two graphs that are equal op for op; "" if nothing.
static std::string describeNames(const OpGraph &before, const OpGraph &after) {
  bool locations = false, values = false;
  for (uint32_t id = 0; id < before.numOps(); ++id)
    locations |= before[OpId(id)].loc != after[OpId(id)].loc;
  for (uint32_t id = 0; id < before.values.size(); ++id)
    values |= before.values[id].name != after.values[id].name;
  if (locations && values)
    return "only locations and SSA names differ";
  if (locations)
    return "only locations differ";
  return values ? "only SSA names differ" : "";
}

/// True if `op` and all ops in it are known to have no effects.
static bool isPure(const OpGraph &graph, const Knowledge &knowledge, OpId op) {
  for (OpId id = op; id != graph[op].end; id = OpId(uint32_t(id) + 1)) {
    Roles roles = knowledge.roles(graph.name(id));
    // A terminator only ends a region that is looked at as a whole.
    bool inner = id != op && (roles & Roles(Role::Terminator));
    if (!inner && !(roles & Roles(Role::Pure)))
      return false;
  }
  return true;
}

Sameness passdelta::compareWhole(const StateGraph &before,
                                 const StateGraph &after,
                                 const Knowledge &knowledge,
                                 std::string &note) {
  auto same = [&] {
    if (!before.graph->hasElidedRegions && !after.graph->hasElidedRegions)
      return Sameness::Same;
    note = "the dump shows no difference, but leaves out the regions of ops";
    return Sameness::Unknown;
  };
  if (before.key == after.key)
    return same();
  if (before.graph->numOps() != after.graph->numOps())
    return Sameness::Different;
  if (hashGraph(*before.graph) == hashGraph(*after.graph)) {
    note = describeNames(*before.graph, *after.graph);
    return same();
  }
  auto unordered = [&](const OpGraph &graph) {
    return hashUnordered(graph,
                         [&](OpId op) { return isPure(graph, knowledge, op); });
  };
  if (unordered(*before.graph) != unordered(*after.graph))
    return Sameness::Different;
  note = "only the order of independent ops differs";
  return same();
}

StateGraph passdelta::withoutAttributes(const StateGraph &state) {
  StateGraph plain = state;
  plain.key = hashCombine(state.key, 2);
  Splicer copier;
  SourceOp all{copier.addGraph(*state.graph), OpId::None};
  plain.graph = std::make_shared<OpGraph>(copier.copy(all).graph);
  for (OpData &op : plain.graph->ops)
    op.numAttrs = 0;
  for (ValueData &value : plain.graph->values)
    if (value.isBlockArg)
      value.type = NameId::Empty;
  plain.graph->computeUses();
  return plain;
}

static std::set<NameId> symbolsOf(const OpGraph &graph) {
  std::set<NameId> symbols;
  for (const OpData &op : graph.ops)
    if (op.symbol != NameId::Empty)
      symbols.insert(op.symbol);
  return symbols;
}

SharedSymbols passdelta::countShared(const OpGraph &before,
                                     const OpGraph &after) {
  std::set<NameId> first = symbolsOf(before), second = symbolsOf(after);
  SharedSymbols shared;
  shared.common = size_t(llvm::count_if(
      first, [&](NameId symbol) { return second.count(symbol); }));
  shared.fewer = std::min(first.size(), second.size());
  return shared;
}
