//===- Deduplicated.cpp - An op is gone, an equal one is left -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Value numbering over the before graph: ops of equal name, attributes, types
// and (numbered) operands are twins. A gone op with a surviving twin that its
// users read now was deduplicated.
//
//===----------------------------------------------------------------------===//

#include "List.h"
#include "View.h"
#include "passdelta/Support/Hash.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace passdelta;

namespace {

class Numbering {
public:
  explicit Numbering(const View &view) : view(view), graph(view.before) {}

  /// The representative of `value`.
  ValueId find(ValueId value) const {
    auto it = twinOf.find(uint32_t(value));
    return it == twinOf.end() ? value : it->second;
  }
  void merge(OpId op, OpId twin) {
    for (unsigned i = 0; i < graph[op].numResults; ++i)
      twinOf[uint32_t(graph.result(op, i))] = find(graph.result(twin, i));
  }
  uint64_t hash(OpId op) const {
    uint64_t seed = uint64_t(graph[op].name);
    for (Attribute attribute : graph.attrs(op))
      if (!isName(attribute))
        seed = hashCombine(hashCombine(seed, uint64_t(attribute.name)),
                           uint64_t(attribute.value));
    for (ValueId operand : graph.operands(op))
      seed = hashCombine(seed, uint64_t(find(operand)));
    return hashCombine(seed, graph.subtreeSize(op));
  }
  /// Equal ops, subtrees included.
  bool isEqual(OpId a, OpId b) const;

private:
  bool isName(Attribute attribute) const {
    return graph.str(attribute.name) == "sym_name";
  }
  bool hasEqualAttrs(OpId a, OpId b) const;

  const View &view;
  const OpGraph &graph;
  llvm::DenseMap<uint32_t, ValueId> twinOf;
};

} // namespace

bool Numbering::hasEqualAttrs(OpId a, OpId b) const {
  ArrayRef<Attribute> first = graph.attrs(a), second = graph.attrs(b);
  if (first.size() != second.size())
    return false;
  // What was elided may be anything.
  for (Attribute attribute : first)
    if (graph.str(attribute.value).contains("__elided__"))
      return false;
  for (size_t i = 0; i < first.size(); ++i)
    if (!(first[i] == second[i]) && !(isName(first[i]) && isName(second[i])))
      return false;
  return true;
}

bool Numbering::isEqual(OpId a, OpId b) const {
  if (graph.subtreeSize(a) != graph.subtreeSize(b))
    return false;
  // Values that the subtrees define, of `a` to those of `b`.
  llvm::DenseMap<uint32_t, ValueId> inner;
  auto mapBlocks = [&](OpId x, OpId y) {
    RegionId rx = graph[x].firstRegion, ry = graph[y].firstRegion;
    for (; rx != RegionId::None && ry != RegionId::None;
         rx = graph[rx].next, ry = graph[ry].next) {
      BlockId bx = graph[rx].firstBlock, by = graph[ry].firstBlock;
      for (; bx != BlockId::None && by != BlockId::None;
           bx = graph[bx].next, by = graph[by].next) {
        if (graph[bx].numArgs != graph[by].numArgs)
          return false;
        for (unsigned i = 0; i < graph[bx].numArgs; ++i) {
          ValueId u = graph.argument(bx, i), v = graph.argument(by, i);
          if (graph[u].type != graph[v].type)
            return false;
          inner[uint32_t(u)] = v;
        }
      }
      if (bx != by)
        return false;
    }
    return rx == ry;
  };
  uint32_t distance = uint32_t(b) - uint32_t(a);
  for (uint32_t i = uint32_t(a); i < uint32_t(graph[a].end); ++i) {
    OpId x = OpId(i), y = OpId(i + distance);
    if (graph[x].name != graph[y].name ||
        graph.subtreeSize(x) != graph.subtreeSize(y) ||
        graph[x].numResults != graph[y].numResults ||
        graph[x].numOperands != graph[y].numOperands || !hasEqualAttrs(x, y) ||
        graph[x].numSuccessors != graph[y].numSuccessors || !mapBlocks(x, y))
      return false;
    for (unsigned r = 0; r < graph[x].numResults; ++r) {
      if (graph[graph.result(x, r)].type != graph[graph.result(y, r)].type)
        return false;
      inner[uint32_t(graph.result(x, r))] = graph.result(y, r);
    }
    for (unsigned o = 0; o < graph[x].numOperands; ++o) {
      ValueId u = graph.operands(x)[o], v = graph.operands(y)[o];
      auto it = inner.find(uint32_t(u));
      if (u == ValueId::None || v == ValueId::None ||
          (it != inner.end() ? it->second != v : find(u) != find(v)))
        return false;
    }
  }
  return true;
}

/// True if `twin` is seen where `op` stands: it is in the block of `op` or in
/// one around it; constants may have been gathered from anywhere in the
/// function.
static bool isVisible(const OpGraph &graph, OpId twin, OpId op) {
  if (graph[op].numOperands == 0 && graph.name(op).ends_with(".constant"))
    return graph.enclosingFunction(op) == graph.enclosingFunction(twin);
  OpId around = ancestorIn(graph, op, graph[twin].block);
  if (around == OpId::None)
    return false;
  return graph[op].block == graph[twin].block || twin < around;
}

namespace {

enum class Agreement { Disagree, NoUsers, Agree };

} // namespace

/// Whether what still uses results of `op` uses those of the image of `twin`.
static Agreement checkUsers(const View &view, OpId op, OpId twin) {
  Agreement agreement = Agreement::NoUsers;
  for (unsigned i = 0; i < view.before[op].numResults; ++i) {
    ValueId expected = view.imageValue(view.before.result(twin, i));
    for (OpGraph::Use use : view.before.uses(view.before.result(op, i))) {
      OpId user = view.image(use.op);
      if (user == OpId::None ||
          view.after[user].numOperands != view.before[use.op].numOperands)
        continue;
      if (view.after.operands(user)[use.index] != expected)
        return Agreement::Disagree;
      agreement = Agreement::Agree;
    }
  }
  return agreement;
}

/// True if `op` has users and all of them are in `ops`.
static bool allUsersIn(const OpGraph &graph, OpId op,
                       const llvm::DenseSet<uint32_t> &ops) {
  bool any = false;
  for (unsigned i = 0; i < graph[op].numResults; ++i)
    for (OpGraph::Use use : graph.uses(graph.result(op, i))) {
      any = true;
      if (!ops.contains(uint32_t(use.op)))
        return false;
    }
  return any;
}

/// True if `text` has `@name` and not only as the start of a longer name.
static bool mentions(StringRef text, StringRef name) {
  std::string symbol = ("@" + name).str();
  for (size_t at = text.find(symbol); at != StringRef::npos;
       at = text.find(symbol, at + 1)) {
    StringRef rest = text.drop_front(at + symbol.size());
    if (rest.empty() || !(llvm::isAlnum(rest[0]) || rest[0] == '_' ||
                          rest[0] == '.' || rest[0] == '$'))
      return true;
  }
  return false;
}

/// True if an op that referred to the symbol `op` refers to that of `twin` now.
static bool refersToTwin(const View &view, OpId op, OpId twin) {
  StringRef name = view.before.symbol(op), other = view.before.symbol(twin);
  auto anyAttr = [](const OpGraph &graph, OpId id, StringRef symbol) {
    return llvm::any_of(graph.attrs(id), [&](Attribute attribute) {
      return mentions(graph.str(attribute.value), symbol);
    });
  };
  for (uint32_t i = 0; i < view.before.numOps(); ++i) {
    OpId now = view.image(OpId(i));
    if (now != OpId::None && anyAttr(view.before, OpId(i), name) &&
        !anyAttr(view.before, OpId(i), other) &&
        anyAttr(view.after, now, other))
      return true;
  }
  return false;
}

static void recognize(const RecognizeInput &input, Recognized &found) {
  View view(input, found);
  const OpGraph &graph = input.before;
  llvm::DenseSet<uint32_t> goneNames;
  for (uint32_t i = 0; i < graph.numOps(); ++i)
    if (view.isFreeGone(OpId(i)))
      goneNames.insert(uint32_t(graph[OpId(i)].name));
  if (goneNames.empty())
    return;
  Numbering numbering(view);
  llvm::DenseMap<uint64_t, OpList> buckets;
  std::vector<std::pair<OpId, OpId>> twins; // Gone op, surviving op.
  for (uint32_t i = 0; i < graph.numOps(); ++i) {
    OpId op = OpId(i);
    if (!goneNames.contains(uint32_t(graph[op].name)) ||
        (graph[op].numResults == 0 && graph[op].symbol == NameId::Empty))
      continue;
    bool gone = view.isGone(op);
    OpList &bucket = buckets[numbering.hash(op)];
    // The nearest that its users read; without users that tell, the nearest.
    std::optional<std::pair<OpId, OpId>> best;
    for (OpId other : llvm::reverse(bucket)) {
      if (view.isGone(other) == gone || !numbering.isEqual(other, op))
        continue;
      OpId erased = gone ? op : other, twin = gone ? other : op;
      if (!view.isFreeBefore(erased) || !isVisible(graph, twin, erased))
        continue;
      Agreement agreement = checkUsers(view, erased, twin);
      if (agreement == Agreement::Agree ||
          (agreement == Agreement::NoUsers && !best))
        best = {erased, twin};
      if (agreement == Agreement::Agree)
        break;
    }
    if (best) {
      twins.push_back(*best);
      numbering.merge(best->first, best->second);
    }
    if (bucket.size() >= 16)
      bucket.erase(bucket.begin());
    bucket.push_back(op);
  }
  // From the last to the first: an op whose users are all deduplicated is too.
  llvm::sort(twins);
  llvm::DenseSet<uint32_t> accepted;
  std::vector<std::pair<OpId, OpId>> reported;
  for (auto [op, twin] : llvm::reverse(twins)) {
    if (accepted.contains(uint32_t(op)))
      continue;
    // Every user that is left reads the twin now; without any, all of them are
    // deduplicated themselves.
    bool good = checkUsers(view, op, twin) == Agreement::Agree;
    if (graph[op].numResults == 0)
      good = refersToTwin(view, op, twin);
    else if (!good)
      good = allUsersIn(graph, op, accepted);
    if (!good)
      continue;
    accepted.insert(uint32_t(op));
    reported.push_back({op, twin});
  }
  for (auto [op, twin] : llvm::reverse(reported)) {
    // The twin stays free: more may be said of it.
    bool twinFree = view.isFreeBefore(twin);
    OpId now = view.image(twin);
    bool nowFree = view.isFreeAfter(now);
    view.claimSubtreeBefore(op);
    float confidence =
        (checkUsers(view, op, twin) == Agreement::Agree ? 0.98f : 0.85f) *
        view.alignment.link(twin).confidence;
    // What stands in the place of the first is the first, whatever the link
    // says.
    bool isSwapped =
        op < twin && view.alignment.link(twin).relation == Relation::Moved;
    if (isSwapped) {
      view.add(Kind::Deduplicated, {twin, op}, {now}, "", confidence);
      continue;
    }
    view.add(Kind::Deduplicated, {op, twin}, {now}, "", confidence);
    if (twinFree)
      found.explainedBefore.reset(uint32_t(twin));
    if (nowFree)
      found.explainedAfter.reset(uint32_t(now));
  }
}

Recognizer passdelta::getDeduplicatedRecognizer() {
  return {"deduplicated", "ops that are gone while an equal one is left",
          recognize};
}
