//===- Hashing.h - Hashes of ops and snapshots ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All hashes here are made of the hashes of texts (Interner::hash), never of
// ids or addresses: they are the same in every process and may be stored.
// None of them sees locations or SSA names. 64 bits: two different snapshots
// collide with a probability of 5e-20, so equal hashes are taken as equal.
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_MODEL_HASHING_H
#define PASSDELTA_MODEL_HASHING_H

#include "passdelta/Model/OpGraph.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace passdelta {

/// Hashes of each op of a graph, indexed by op id.
struct OpHashes {
  /// Name, attributes, result types, and the number of regions and arguments.
  std::vector<uint64_t> label;
  /// The label, what kind of value each operand is, and the subtree below.
  ///
  /// An operand counts as its type and what makes it: the label of an op
  /// without operands (a constant), the name of any other op, and for a block
  /// argument the name of the op around it. Nothing of the subtree of that op
  /// is seen, so an edit in a loop changes the hash of the loop and of what is
  /// around it, but not of its other ops. Operands of commutative ops have no
  /// order.
  std::vector<uint64_t> tree;
};

/// \cost O(ops + operands + attributes).
OpHashes hashOps(const OpGraph &graph);

/// What an operand is, for OpHashes::tree.
uint64_t hashOperandKind(const OpGraph &graph, ArrayRef<uint64_t> labels,
                         ValueId value);

/// True for the few ops whose operands have no order (arith.addf, llvm.mul).
bool isCommutative(StringRef opName);

/// Hash of all of `graph` but locations and SSA names: equal for two snapshots
/// iff op for op everything is the same. O(n).
uint64_t hashGraph(const OpGraph &graph);

/// The same for the subtree of `root`. Values from outside count by the order
/// of their first use, so the place of `root` in its graph does not matter.
uint64_t hashSubtree(const OpGraph &graph, OpId root);

/// As hashGraph, but ops for which `isPure` holds may stand anywhere in their
/// block: equal hashes say that two snapshots differ at most in locations, SSA
/// names and the order of independent ops. Ops that are not pure keep their
/// order, and the order of commutative operands counts.
///
/// Known to be wrong: pure ops that are alike in all they use and in all that
/// uses them are not told apart, but no reader of the IR could either.
///
/// \param isPure Must answer for an op with its regions.
/// \cost O(n log(uses)).
uint64_t hashUnordered(const OpGraph &graph,
                       llvm::function_ref<bool(OpId)> isPure);

} // namespace passdelta

#endif // PASSDELTA_MODEL_HASHING_H
