//===- Copies.cpp - Stage 8a: copies of an op -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem: unrolling, peeling, inlining and tiling clone ops. One clone may be
// the op itself; the others are new, but say the same.
//
// Method: in the order of the text, a free after op is a copy of the before op
// of equal label whose operands its own operands come from. Operands that were
// copied before count, so a chain is followed from its start. Ops without
// operands need a parent that is a copy or an image of the parent of the
// original. At most 64 originals of one label in one symbol are looked at, so
// the cost is O(n + e) times 64 at worst.
//
//===----------------------------------------------------------------------===//

#include "Groups.h"
#include "passdelta/Support/Hash.h"
#include "llvm/ADT/SmallVector.h"

using namespace passdelta;

static constexpr size_t maxOriginals = 64;

namespace {

class Copies {
public:
  Copies(Matcher &matcher, Origins &origins)
      : matcher(matcher), origins(origins), before(matcher.before.graph),
        after(matcher.after.graph) {}

  void run();

private:
  float score(OpId b, OpId a) const;
  /// How likely the after value is a copy of the before value: 1 it is, 0 not
  /// known, -1 it is not.
  float compare(ValueId b, ValueId a) const;
  /// True if what stands before `a` is a copy of what stands before `b`, or of
  /// the end of the loop body that `b` begins.
  bool followsCopy(OpId b, OpId a) const;

  Matcher &matcher;
  Origins &origins;
  const OpGraph &before, &after;
  /// By op: the op before it in its block; for the first op of a before block
  /// the last one but the terminator.
  std::vector<OpId> previousBefore, previousAfter;
};

} // namespace

static std::vector<OpId> previousOps(const OpGraph &graph, bool wraps) {
  std::vector<OpId> previous(graph.numOps(), OpId::None);
  for (uint32_t i = 0; i < graph.blocks.size(); ++i) {
    OpId last = OpId::None, lastButOne = OpId::None, first = OpId::None;
    graph.forEachOp(BlockId(i), [&](OpId op) {
      previous[uint32_t(op)] = last;
      lastButOne = last;
      last = op;
      if (first == OpId::None)
        first = op;
    });
    if (wraps && first != OpId::None)
      previous[uint32_t(first)] = lastButOne;
  }
  return previous;
}

bool Copies::followsCopy(OpId b, OpId a) const {
  OpId pa = previousAfter[uint32_t(a)], pb = previousBefore[uint32_t(b)];
  // Ops that were made to stand for an induction variable stand in between.
  for (unsigned skip = 0; skip < 2 && pa != OpId::None; ++skip) {
    OpId origin = origins.of(pa);
    if (origin != OpId::None)
      return origin == pb;
    pa = previousAfter[uint32_t(pa)];
  }
  return pa == OpId::None && pb == OpId::None;
}

float Copies::compare(ValueId bv, ValueId av) const {
  if (bv == ValueId::None || av == ValueId::None)
    return bv == av ? 0 : -0.5f;
  OpId b = before.definingOp(bv), a = after.definingOp(av);
  if (b != OpId::None && a != OpId::None)
    return origins.of(a) == b ? 1 : -0.5f;
  if (b == OpId::None && a == OpId::None) {
    OpId bo = before.parentOp(BlockId(before[bv].owner));
    OpId ao = after.parentOp(BlockId(after[av].owner));
    bool same = before[bv].index == after[av].index && ao != OpId::None &&
                bo != OpId::None && origins.of(ao) == bo;
    return same ? 1 : -0.25f;
  }
  // An induction variable that became a value, or an argument that was bound.
  return b == OpId::None ? 0.25f : -0.5f;
}

float Copies::score(OpId b, OpId a) const {
  ArrayRef<ValueId> bs = before.operands(b), as = after.operands(a);
  if (bs.size() != as.size())
    return -1;
  float total = 0;
  for (size_t i = 0; i < bs.size(); ++i)
    total += compare(bs[i], as[i]);
  OpId bp = before.parent(b), ap = after.parent(a);
  if (bp != OpId::None && ap != OpId::None && origins.of(ap) == bp)
    total += 1;
  if (followsCopy(b, a))
    total += 0.5f;
  // The original is still there: that is what a copy is a copy of.
  if (!matcher.isFreeBefore(b))
    total += 0.25f;
  return total;
}

void Copies::run() {
  ArrayRef<OpId> freeAfter = matcher.freeOps(false);
  if (freeAfter.empty())
    return;
  previousBefore = previousOps(before, /*wraps=*/true);
  previousAfter = previousOps(after, /*wraps=*/false);
  std::vector<uint32_t> scopeBefore = matcher.scopesOf(true);
  std::vector<uint32_t> scopeAfter = matcher.scopesOf(false);
  using List = llvm::SmallVector<OpId, 2>;
  llvm::DenseMap<uint64_t, List> inScope, anywhere;
  for (uint32_t i = 0; i < before.numOps(); ++i) {
    uint64_t label = matcher.before.label(OpId(i));
    List &list = inScope[hashCombine(label, scopeBefore[i]) >> 1];
    if (list.size() < maxOriginals)
      list.push_back(OpId(i));
    List &all = anywhere[label >> 1];
    if (all.size() <= maxOriginals / 8)
      all.push_back(OpId(i));
  }
  for (OpId a : freeAfter) {
    uint64_t label = matcher.after.label(a);
    OpId best = OpId::None;
    float bestScore = 0;
    auto look = [&](ArrayRef<OpId> candidates) {
      for (OpId b : candidates) {
        float value = score(b, a);
        if (value > bestScore)
          bestScore = value, best = b;
      }
    };
    auto near = inScope.find(hashCombine(label, scopeAfter[uint32_t(a)]) >> 1);
    if (near != inScope.end())
      look(near->second);
    if (best == OpId::None) {
      auto far = anywhere.find(label >> 1);
      if (far != anywhere.end() && far->second.size() <= maxOriginals / 8)
        look(far->second);
    }
    if (best != OpId::None && bestScore >= 0.5f)
      origins.set(a, best, Stage::Copy);
  }
}

void passdelta::findCopies(Matcher &matcher, Origins &origins) {
  Copies(matcher, origins).run();
}
