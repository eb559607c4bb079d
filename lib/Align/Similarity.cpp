//===- Similarity.cpp - Stage 7: the best neighbour -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem: ops that were rewritten (another name, other types, other operands)
// share no hash with what they became.
//
// Method: an op can only have become something that stands where it stood in
// the data flow. Candidates for a free op are the free users of the images of
// its operands, the free definitions of what the images of its users read, and
// the free sibling at the same rank among its kind in the linked container.
// Each gets a score; the best scores are linked first, ties in id order.
//
//   score = .45 data flow + .30 name + .10 types + .05 attributes
//         + .30 overlap of regions (for ops with regions)
//
// Cost: O(c n log n) with at most 32 users looked at per value.
//
//===----------------------------------------------------------------------===//

#include "Matcher.h"
#include "passdelta/Support/Hash.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>

using namespace passdelta;

static constexpr size_t maxUsers = 32;
static constexpr size_t maxSiblings = 64;

namespace {

struct Candidate {
  float score;
  OpId before, after;
};

class Similarity {
public:
  explicit Similarity(Matcher &matcher)
      : matcher(matcher), before(matcher.before.graph),
        after(matcher.after.graph) {}

  bool run();

private:
  void collectSiblings();
  void collectCandidates(OpId op);
  ValueId imageOfArgument(ValueId argument) const;
  void addEvidence(OpId candidate, float amount);
  float score(OpId b, OpId a, float flow);
  float attributeOverlap(OpId b, OpId a) const;
  float regionOverlap(OpId b, OpId a) const;
  bool allUsersAgree(OpId b, OpId a) const;

  Matcher &matcher;
  const OpGraph &before, &after;
  std::vector<Candidate> candidates;
  /// Evidence for the candidates of one op, in order of discovery.
  llvm::SmallVector<std::pair<OpId, float>, 32> evidence;
  /// By before op: the free after sibling of its rank, and how well it fits.
  llvm::DenseMap<uint32_t, std::pair<OpId, float>> siblings;
};

} // namespace

void Similarity::addEvidence(OpId candidate, float amount) {
  for (auto &[op, sum] : evidence)
    if (op == candidate) {
      sum += amount;
      return;
    }
  evidence.push_back({candidate, amount});
}

/// The free children of linked ops, by kind: the k-th of each side may be one.
void Similarity::collectSiblings() {
  siblings.clear();
  using Lists =
      std::pair<llvm::SmallVector<OpId, 4>, llvm::SmallVector<OpId, 4>>;
  auto collect = [&](auto forEachBefore, auto forEachAfter) {
    llvm::SmallVector<uint64_t, 8> keys;
    llvm::SmallDenseMap<uint64_t, Lists, 8> byKind;
    forEachBefore([&](OpId op) {
      if (!matcher.isFreeBefore(op))
        return;
      uint64_t key = matcher.siblingKey(before[op].name) >> 1;
      auto [entry, isNew] = byKind.try_emplace(key);
      if (isNew)
        keys.push_back(key);
      entry->second.first.push_back(op);
    });
    if (keys.empty())
      return;
    forEachAfter([&](OpId op) {
      if (!matcher.isFreeAfter(op))
        return;
      auto entry = byKind.find(matcher.siblingKey(after[op].name) >> 1);
      if (entry != byKind.end())
        entry->second.second.push_back(op);
    });
    for (uint64_t key : keys) {
      auto &[b, a] = byKind[key];
      if (a.empty() || b.size() > maxSiblings || a.size() > maxSiblings)
        continue;
      for (size_t i = 0; i < b.size(); ++i)
        siblings[uint32_t(b[i])] = {a[std::min(i, a.size() - 1)],
                                    b.size() == a.size() ? 0.7f : 0.2f};
    }
  };
  auto children = [](const OpGraph &graph, OpId op) {
    return [&graph, op](auto visit) {
      graph.forEachBlock(op,
                         [&](BlockId block) { graph.forEachOp(block, visit); });
    };
  };
  auto topLevel = [](const OpGraph &graph) {
    return [&graph](auto visit) { graph.forEachOp(BlockId::TopLevel, visit); };
  };
  collect(topLevel(before), topLevel(after));
  for (OpId op : parentsOf(before, matcher.freeOps(true))) {
    OpId image = matcher.image(op);
    if (image != OpId::None)
      collect(children(before, op), children(after, image));
  }
}

float Similarity::attributeOverlap(OpId b, OpId a) const {
  ArrayRef<Attribute> ba = before.attrs(b), aa = after.attrs(a);
  size_t common = 0;
  for (Attribute attr : ba)
    common += llvm::is_contained(aa, attr);
  size_t all = ba.size() + aa.size() - common;
  return all ? float(common) / float(all) : 0;
}

float Similarity::regionOverlap(OpId b, OpId a) const {
  size_t larger = std::max(before.subtreeSize(b), after.subtreeSize(a)) - 1;
  if (!larger)
    return 0;
  size_t common = 0;
  for (uint32_t i = uint32_t(b) + 1; i < uint32_t(before[b].end); ++i) {
    OpId image = matcher.image(OpId(i));
    common += image != OpId::None && after.contains(a, image);
  }
  return float(common) / float(larger);
}

/// True if `b` has users and each is linked to a user of `a`.
bool Similarity::allUsersAgree(OpId b, OpId a) const {
  bool hasUser = false;
  for (uint32_t k = 0; k < before[b].numResults; ++k)
    for (OpGraph::Use use : before.uses(before.result(b, k))) {
      hasUser = true;
      OpId image = matcher.image(use.op);
      if (image == OpId::None)
        return false;
      bool reads = llvm::any_of(after.operands(image), [&](ValueId value) {
        return value != ValueId::None && after.definingOp(value) == a;
      });
      if (!reads)
        return false;
    }
  return hasUser;
}

float Similarity::score(OpId b, OpId a, float flow) {
  bool isSameName = before[b].name == after[a].name;
  float name =
      isSameName ? 1.0f
      : matcher.siblingKey(before[b].name) == matcher.siblingKey(after[a].name)
          ? 0.7f
          : 0;
  float types = 0;
  if (before[b].numResults == after[a].numResults) {
    types = 1;
    for (uint32_t i = 0; i < before[b].numResults; ++i)
      if (before[before.result(b, i)].type != after[after.result(a, i)].type)
        types = 0.3f;
  }
  bool hasRegions = before[b].firstRegion != RegionId::None ||
                    after[a].firstRegion != RegionId::None;
  float regions = hasRegions ? regionOverlap(b, a) : 0;
  // A constant of another value is another constant, unless all users moved.
  if (matcher.before.isConstantLike(b) && isSameName &&
      attributeOverlap(b, a) < 1 && !allUsersAgree(b, a))
    return 0;
  // A terminator belongs to its block; see Terminators.cpp.
  if (matcher.endsOnlyBlock(before, b) || matcher.endsOnlyBlock(after, a) ||
      (name == 0 && matcher.isTerminator(before, b)))
    return 0;
  // Glue between types is nobody's successor.
  if (!isSameName &&
      (before[b].name == matcher.glue || after[a].name == matcher.glue))
    return 0;
  // Names that have nothing in common need strong evidence.
  if (name == 0 && flow < 0.5f && regions < 0.5f)
    return 0;
  return 0.45f * flow + 0.30f * name + 0.10f * types +
         0.05f * attributeOverlap(b, a) + 0.30f * regions;
}

/// The argument of the same number in the entry block of the same region of the
/// linked op, or None.
ValueId Similarity::imageOfArgument(ValueId argument) const {
  RegionId region = before[BlockId(before[argument].owner)].region;
  if (region == RegionId::None ||
      before[region].firstBlock != BlockId(before[argument].owner))
    return ValueId::None;
  OpId owner = before[region].op, image = matcher.image(owner);
  if (image == OpId::None)
    return ValueId::None;
  RegionId other = after[image].firstRegion;
  for (RegionId each = before[owner].firstRegion;
       each != region && other != RegionId::None; each = before[each].next)
    other = after[other].next;
  if (other == RegionId::None || after[other].firstBlock == BlockId::None)
    return ValueId::None;
  BlockId block = after[other].firstBlock;
  uint32_t number = before[argument].index;
  return number < after[block].numArgs ? after.argument(block, number)
                                       : ValueId::None;
}

void Similarity::collectCandidates(OpId b) {
  evidence.clear();
  ArrayRef<ValueId> operands = before.operands(b);
  for (auto [index, operand] : llvm::enumerate(operands)) {
    auto addUsers = [&, index = index](ValueId value) {
      for (OpGraph::Use use : after.uses(value).take_front(maxUsers))
        if (matcher.isFreeAfter(use.op))
          addEvidence(use.op, use.index == index ? 1.0f : 0.6f);
    };
    if (operand == ValueId::None)
      continue;
    OpId def = before.definingOp(operand);
    if (def == OpId::None) {
      ValueId argument = imageOfArgument(operand);
      if (argument != ValueId::None)
        addUsers(argument);
      continue;
    }
    OpId image = matcher.image(def);
    if (image == OpId::None)
      continue;
    for (uint32_t k = 0; k < after[image].numResults; ++k)
      addUsers(after.result(image, k));
  }
  size_t numUsers = 0;
  for (uint32_t k = 0; k < before[b].numResults; ++k) {
    ArrayRef<OpGraph::Use> uses = before.uses(before.result(b, k));
    numUsers += uses.size();
    for (OpGraph::Use use : uses.take_front(maxUsers)) {
      OpId image = matcher.image(use.op);
      if (image == OpId::None)
        continue;
      for (auto [index, value] : llvm::enumerate(after.operands(image))) {
        OpId def =
            value == ValueId::None ? OpId::None : after.definingOp(value);
        if (def != OpId::None && matcher.isFreeAfter(def))
          addEvidence(def, index == use.index ? 1.0f : 0.5f);
      }
    }
  }
  auto sibling = siblings.find(uint32_t(b));
  if (sibling != siblings.end())
    addEvidence(sibling->second.first, sibling->second.second);
  float degree = float(
      std::max<size_t>(1, operands.size() + std::min<size_t>(numUsers, 4)));
  for (auto [a, sum] : evidence) {
    float total = score(b, a, std::min(1.0f, sum / degree));
    if (total >= 0.35f)
      candidates.push_back({total, b, a});
  }
}

bool Similarity::run() {
  bool foundAny = false;
  for (unsigned round = 0; round < 2; ++round) {
    if (matcher.freeOps(true).empty() || matcher.freeOps(false).empty())
      break;
    candidates.clear();
    collectSiblings();
    for (OpId op : matcher.freeOps(true))
      collectCandidates(op);
    llvm::stable_sort(candidates, [](const Candidate &x, const Candidate &y) {
      return x.score > y.score;
    });
    bool foundNow = false;
    for (const Candidate &each : candidates)
      foundNow |= matcher.connect(each.before, each.after, Stage::Similarity);
    if (!foundNow)
      break;
    foundAny = true;
  }
  return foundAny;
}

bool passdelta::matchSimilar(Matcher &matcher) {
  return Similarity(matcher).run();
}
