//===- Matcher.h - What the stages of the aligner share ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state that the stages read and extend. A stage is a function that takes
// the Matcher and connects free ops; it never undoes a link of another stage.
// Align.cpp says in which order they run, docs/alignment.md says why.
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_ALIGN_MATCHER_H
#define PASSDELTA_ALIGN_MATCHER_H

#include "passdelta/Model/Alignment.h"
#include "passdelta/Model/Hashing.h"
#include "llvm/ADT/DenseMap.h"

namespace passdelta {

/// One of the two snapshots, with its hashes.
class Side {
public:
  explicit Side(const OpGraph &graph) : graph(graph), hashes(hashOps(graph)) {}

  const OpGraph &graph;

  uint64_t label(OpId op) const { return hashes.label[uint32_t(op)]; }
  uint64_t tree(OpId op) const { return hashes.tree[uint32_t(op)]; }
  /// Hash of the op with its operands and users, `rounds` (1 or 2) edges far
  /// (Weisfeiler-Lehman). Computed when it is first asked for. Only for telling
  /// apart ops of equal tree, never as the key of a sequence alignment.
  uint64_t context(OpId op, unsigned rounds);
  /// True for an op without operands and regions but with a result.
  bool isConstantLike(OpId op) const {
    const OpData &data = graph[op];
    return data.numOperands == 0 && data.numResults != 0 &&
           data.firstRegion == RegionId::None;
  }

private:
  OpHashes hashes;
  std::vector<uint64_t> near, far; ///< By op; 0: not computed yet.
};

/// Both sides and the links made so far.
class Matcher {
public:
  Matcher(const OpGraph &before, const OpGraph &after, Alignment &alignment);

  Side before, after;
  Alignment &alignment;

  OpId image(OpId op) const { return alignment.afterOf(op); }
  OpId preimage(OpId op) const { return alignment.beforeOf(op); }
  bool isFreeBefore(OpId op) const { return image(op) == OpId::None; }
  bool isFreeAfter(OpId op) const { return preimage(op) == OpId::None; }

  /// The ops of a side that are free, ascending; those that become so no more
  /// while the caller works stay in the list until the next call.
  /// O(what was free at the last call).
  ArrayRef<OpId> freeOps(bool isBefore);

  /// Links two ops if both are free. O(1).
  bool connect(OpId beforeOp, OpId afterOp, Stage stage);
  /// Links two subtrees of equal tree hash, op by op. O(size).
  void connectSubtrees(OpId beforeOp, OpId afterOp, Stage stage);

  /// True if the values are the same as far as is known: images of each other,
  /// or the same argument of linked ops.
  bool sameValue(ValueId beforeValue, ValueId afterValue) const;
  /// How the operands of two ops agree with the links made so far.
  struct Agreement {
    unsigned same = 0;     ///< Slots that hold images of each other.
    unsigned contrary = 0; ///< Slots that hold something else.
  };
  Agreement operandAgreement(OpId beforeOp, OpId afterOp) const;
  /// Operands that are the same argument of linked ops. One that is another
  /// value now says nothing: the argument may have been bound.
  unsigned sameArguments(OpId beforeOp, OpId afterOp) const;
  /// As operandAgreement, of the uses of block arguments: a linked user of an
  /// argument of `beforeOp` should read an argument of `afterOp`. Looks at 4
  /// uses each.
  void addArgumentAgreement(OpId beforeOp, OpId afterOp,
                            Agreement &agreement) const;

  /// For each op of a side, the after id plus 1 of the nearest linked symbol at
  /// or around it; 0 where there is none. O(n).writes in order.
  std::vector<uint32_t> scopesOf(bool isBefore) const;
  /// True if the ops around the two are linked, or both are at the top.
  bool haveLinkedParents(OpId beforeOp, OpId afterOp) const;

  /// True for the last op of a block that makes no value, if all ops of its
  /// name are such, on both sides. O(1).
  bool isTerminator(const OpGraph &graph, OpId op) const {
    return endsBlocks[uint32_t(graph[op].name)] == 1;
  }
  /// The same, in a region of one block: matched by matchTerminators alone,
  /// unless the subtree around it is. Those of several blocks are landmarks
  /// in their order and have successors that tell them apart.
  bool endsOnlyBlock(const OpGraph &graph, OpId op) const {
    if (!isTerminator(graph, op))
      return false;
    RegionId region = graph[graph[op].block].region;
    return graph[graph[region].firstBlock].next == BlockId::None;
  }
  /// The last op of `block` if it is a terminator, or None. O(depth).
  OpId terminatorOf(const OpGraph &graph, BlockId block) const;

  /// Equal for ops that do the same in different dialects: arith.addf and
  /// llvm.fadd, scf.for and affine.for.
  uint64_t siblingKey(NameId name);

  /// builtin.unrealized_conversion_cast, which holds a conversion together.
  const NameId glue;

  /// Cells of weighted alignments that are left for large sequences.
  size_t cellBudget = size_t(1) << 22;
  /// Links made so far.
  size_t numLinks = 0;

private:
  void findTerminators(const OpGraph &graph);

  llvm::DenseMap<uint32_t, uint64_t> siblingKeys;
  /// By name: 0 not seen, 1 all ops of the name end a block, 2 some do not.
  std::vector<uint8_t> endsBlocks;
  /// Of the before and the after side; most ops are linked by the first stages,
  /// and the later ones should not look at them again.
  std::vector<OpId> freeLists[2];
  bool haveFreeLists = false;
  std::vector<OpId> symbolsBefore, symbolsAfter; ///< All of them, ascending.
};

/// The ops around `ops`, ascending, each once.
std::vector<OpId> parentsOf(const OpGraph &graph, ArrayRef<OpId> ops);

/// 0: equal locations that are unique on both sides.
void matchLocations(Matcher &matcher);
/// The ops around everything, and 1: equal symbol paths, then equal bodies.
void matchSymbols(Matcher &matcher);
/// 3: equal subtrees, in order, in all linked containers.
void matchTreesInOrder(Matcher &matcher);
/// 5: equal labels, in order, in all linked containers, where no link made so
/// far contradicts.
void matchLabelsInOrder(Matcher &matcher);
/// 5a: the same across containers: what is left of a symbol, in the order of
/// the text.
void matchLabelsAcross(Matcher &matcher);
/// 4: ops whose context or tree is unique, first in linked symbols, then
/// everywhere.
void matchUnique(Matcher &matcher);
/// 6: the rest of a def-use edge one end of which is linked.
void matchDefUse(Matcher &matcher);
/// 6a: the ends of blocks that became each other.
/// \param isLast False while more ops may be linked, which then say more.
void matchTerminators(Matcher &matcher, bool isLast);
/// 7a: ops around the same linked ops, from the inside out.
void matchContainers(Matcher &matcher);
/// 7: the best scored neighbour of a link. Returns false if it found nothing.
bool matchSimilar(Matcher &matcher);
/// 8: what is not one to one.
void findGroups(Matcher &matcher);
/// 9: kept, modified, moved or replaced.
void setRelations(Matcher &matcher);

} // namespace passdelta

#endif // PASSDELTA_ALIGN_MATCHER_H
