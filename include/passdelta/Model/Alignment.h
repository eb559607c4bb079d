//===- Alignment.h - Which before op is which after op ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_MODEL_ALIGNMENT_H
#define PASSDELTA_MODEL_ALIGNMENT_H

#include "passdelta/Model/OpGraph.h"
#include "llvm/ADT/SmallVector.h"

namespace passdelta {

/// What a link says. The first four are identity: one op is the other.
enum class Relation : uint8_t {
  Kept,     ///< Same op, nothing of it changed.
  Modified, ///< Same op; operands, attributes or types changed.
  Moved,    ///< Same op in another block, or in another order.
  Replaced, ///< An op of another name stands for it (lowered 1 to 1, renamed).
  Fused,    ///< N to 1.
  Split,    ///< 1 to N.
  Copied,   ///< The after ops are copies of the before op (unroll, inline).
  Merged,   ///< N equal ops became one (CSE).
  Lowered,  ///< N to M, other dialect.
  Erased,   ///< No after side.
  Created,  ///< No before side.
};
StringRef toString(Relation relation);
inline bool isIdentity(Relation relation) {
  return relation <= Relation::Replaced;
}

/// The rule that made a link.
enum class Stage : uint8_t {
  None,
  Root,
  Location,   ///< Unique location on both sides.
  Symbol,     ///< Equal symbol path.
  Merkle,     ///< LCS of equal subtrees in one block.
  Context,    ///< Unique hash with its surroundings (moves).
  Label,      ///< LCS of equal name, attributes and types.
  DefUse,     ///< Same operand slot, or only user of its kind, of a link.
  Similarity, ///< Best scored neighbour.
  Terminator, ///< Last op of linked blocks.
  Container,  ///< Around the same linked ops.
  Copy,       ///< Copy-of group.
  Frontier,   ///< Group with the same boundary.
  Absorbed,   ///< Went into its consumer.
  ValueEqual, ///< Erased, but an equal op is left.
};
StringRef toString(Stage stage);

/// N before ops, M after ops and how they relate.
struct Group {
  Relation relation;
  Stage stage;
  float confidence; ///< In [0, 1]: estimated probability that it is right.
  llvm::SmallVector<OpId, 4> before; ///< Ascending.
  llvm::SmallVector<OpId, 4> after;  ///< Ascending.
};

/// A link of one before op to one after op.
struct Link {
  OpId other = OpId::None; ///< None: this op has no identity on the other side.
  Relation relation = Relation::Erased;
  Stage stage = Stage::None;
  float confidence = 0;
};

/// Which before ops correspond to which after ops. Identity is 1 to 1; groups
/// cover what is not. An op without identity may be in several groups.
class Alignment {
public:
  Alignment(size_t numBefore, size_t numAfter)
      : beforeLinks(numBefore), afterLinks(numAfter) {}

  /// The after op that `before` is, or None.
  OpId afterOf(OpId before) const {
    return beforeLinks[uint32_t(before)].other;
  }
  OpId beforeOf(OpId after) const { return afterLinks[uint32_t(after)].other; }
  const Link &link(OpId before) const { return beforeLinks[uint32_t(before)]; }
  /// The same link, seen from the after side.
  const Link &linkOfAfter(OpId after) const {
    return afterLinks[uint32_t(after)];
  }
  size_t numBefore() const { return beforeLinks.size(); }
  size_t numAfter() const { return afterLinks.size(); }

  /// Links two ops that are both free. Returns false, and does nothing, if one
  /// of them is not.
  bool connect(OpId before, OpId after, Stage stage, float confidence);
  void setRelation(OpId before, Relation relation);
  void setConfidence(OpId before, float confidence);

  /// N-M groups, by ascending first after op, then first before op.
  std::vector<Group> groups;

private:
  std::vector<Link> beforeLinks;
  std::vector<Link> afterLinks;
};

} // namespace passdelta

#endif // PASSDELTA_MODEL_ALIGNMENT_H
