//===- Absorbed.cpp - Stage 8c: where erased ops went ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem: an erased op is either dead, or a twin of it is left (CSE), or it
// went into an op that used it (fusion, folding into the consumer).
//
// Method: in the order of the text, for each free before op
//
//   merged  an op of equal label whose operands are the same values, itself or
//           through merged ops, is linked: the group is all equal ops and the
//           image of the one that stayed
//   fused   all its users are linked to, or went into, one op, whose operands
//           changed so that it now reads what the erased op read. The group is
//           the erased ops, the user, and the image of the user.
//
// Cost: O(n + e) expected.
//
//===----------------------------------------------------------------------===//

#include "Confidence.h"
#include "Groups.h"
#include "passdelta/Support/Hash.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace passdelta;

namespace {

class Absorbed {
public:
  explicit Absorbed(Matcher &matcher)
      : matcher(matcher), before(matcher.before.graph),
        after(matcher.after.graph), into(before.numOps(), OpId::None) {}

  void run(std::vector<Group> &groups);

private:
  void findMerged(std::vector<Group> &groups);
  void findFused(std::vector<Group> &groups);
  uint64_t valueKey(OpId op, ArrayRef<OpId> twin) const;
  bool readsInputsOf(OpId erased, OpId a) const;

  Matcher &matcher;
  const OpGraph &before, &after;
  /// By before op: the after op that it went into.
  std::vector<OpId> into;
};

} // namespace

/// Hash of the label, the scope block and the operands, twins counted as one.
uint64_t Absorbed::valueKey(OpId op, ArrayRef<OpId> twin) const {
  uint64_t hash = matcher.before.label(op);
  for (ValueId operand : before.operands(op)) {
    OpId def =
        operand == ValueId::None ? OpId::None : before.definingOp(operand);
    uint64_t value = uint64_t(uint32_t(operand)) << 1 | 1;
    if (def != OpId::None) {
      OpId first = twin[uint32_t(def)];
      value = uint64_t(uint32_t(first)) << 9 | before[operand].index << 1;
    }
    hash = hashCombine(hash, value);
  }
  return hash;
}

void Absorbed::findMerged(std::vector<Group> &groups) {
  std::vector<OpId> twin(before.numOps());
  llvm::DenseMap<uint64_t, OpId> firstOf;
  firstOf.reserve(unsigned(before.numOps()));
  llvm::DenseMap<uint32_t, size_t> groupOf;
  // The op that stayed of each set of twins.
  std::vector<OpId> survivor(before.numOps(), OpId::None);
  std::vector<uint32_t> scopes = matcher.scopesOf(true);
  for (uint32_t i = 0; i < before.numOps(); ++i) {
    OpId op = OpId(i);
    twin[i] = op;
    // Regions are not compared, and what makes no value is not merged.
    if (before[op].numResults == 0 || before[op].firstRegion != RegionId::None)
      continue;
    uint64_t key = hashCombine(valueKey(op, twin), scopes[i]);
    auto [entry, isNew] = firstOf.try_emplace(key >> 1, op);
    twin[i] = entry->second;
    OpId &stayed = survivor[uint32_t(twin[i])];
    if (stayed == OpId::None && !matcher.isFreeBefore(op))
      stayed = op;
  }
  for (OpId op : matcher.freeOps(true)) {
    if (before[op].numResults == 0)
      continue;
    OpId stayed = survivor[uint32_t(twin[uint32_t(op)])];
    if (stayed == OpId::None ||
        matcher.before.label(op) != matcher.before.label(stayed))
      continue;
    OpId image = matcher.image(stayed);
    into[uint32_t(op)] = image;
    auto [entry, isNew] = groupOf.try_emplace(uint32_t(stayed), groups.size());
    if (isNew)
      groups.push_back({Relation::Merged,
                        Stage::ValueEqual,
                        confidenceOfGroup(Stage::ValueEqual),
                        {stayed},
                        {image}});
    groups[entry->second].before.push_back(op);
  }
}

/// True if an operand of `a`, or of an op in it, is the image of an operand of
/// `erased`, or what one of these went into.
bool Absorbed::readsInputsOf(OpId erased, OpId a) const {
  ArrayRef<ValueId> inputs = before.operands(erased);
  if (inputs.empty())
    return true;
  for (ValueId input : inputs) {
    if (input == ValueId::None)
      continue;
    OpId def = before.definingOp(input);
    if (def != OpId::None && into[uint32_t(def)] == a)
      return true;
    for (ValueId operand : after.operands(a))
      if (operand != ValueId::None && matcher.sameValue(input, operand))
        return true;
  }
  return false;
}

void Absorbed::findFused(std::vector<Group> &groups) {
  llvm::DenseMap<uint32_t, size_t> groupOf;
  // Users come later in the text, so backward follows chains.
  for (OpId op : llvm::reverse(matcher.freeOps(true))) {
    if (into[uint32_t(op)] != OpId::None)
      continue;
    OpId target = OpId::None;
    bool isOne = true;
    for (uint32_t k = 0; k < before[op].numResults && isOne; ++k)
      for (OpGraph::Use use : before.uses(before.result(op, k))) {
        OpId image = matcher.isFreeBefore(use.op) ? into[uint32_t(use.op)]
                                                  : matcher.image(use.op);
        isOne &=
            image != OpId::None && (target == OpId::None || target == image);
        target = image;
        if (!isOne)
          break;
      }
    if (!isOne || target == OpId::None || matcher.before.isConstantLike(op))
      continue;
    OpId main = matcher.preimage(target);
    if (main == OpId::None ||
        matcher.alignment.link(main).relation == Relation::Kept ||
        before[main].end == before[before[main].block].endOp)
      continue;
    into[uint32_t(op)] = target;
    if (!readsInputsOf(op, target)) {
      into[uint32_t(op)] = OpId::None;
      continue;
    }
    auto [entry, isNew] = groupOf.try_emplace(uint32_t(target), groups.size());
    if (isNew)
      groups.push_back({Relation::Fused,
                        Stage::Absorbed,
                        confidenceOfGroup(Stage::Absorbed),
                        {main},
                        {target}});
    groups[entry->second].before.push_back(op);
  }
}

void Absorbed::run(std::vector<Group> &groups) {
  if (matcher.freeOps(true).empty())
    return;
  findMerged(groups);
  findFused(groups);
}

void passdelta::findAbsorbed(Matcher &matcher, std::vector<Group> &groups) {
  Absorbed(matcher).run(groups);
}
