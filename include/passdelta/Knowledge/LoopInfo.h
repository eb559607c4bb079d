//===- LoopInfo.h - Bounds and steps of loops -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decodes the loops of MLIR from an op graph, from their attributes (generic
// form, runs in process) or from their syntax (the pseudo attribute "asm" of
// the lenient reader).
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_KNOWLEDGE_LOOPINFO_H
#define PASSDELTA_KNOWLEDGE_LOOPINFO_H

#include "passdelta/Model/OpGraph.h"
#include <optional>

namespace passdelta {

/// An index: a constant, a value, or an affine map of values.
struct IndexText {
  /// Set where it is an integer, also through an arith.constant.
  std::optional<int64_t> constant;
  StringRef map; ///< "affine_map<...>"; empty for a plain value.
  /// One value, or the operands of the map: dims, then symbols.
  llvm::SmallVector<ValueId, 2> operands;

  bool isConstant(int64_t value) const { return constant == value; }
  /// True for a map with several results: a min (upper) or max (lower) of them.
  bool isMinMax() const;
  friend bool operator==(const IndexText &, const IndexText &) = default;
};

/// One induction variable of a loop.
struct LoopDim {
  ValueId iv;
  IndexText lower, upper, step;

  /// Number of iterations, if all three are constant and the step is positive.
  std::optional<int64_t> tripCount() const;
};

enum class LoopKind : uint8_t {
  ScfFor, ///< Also fir.do_loop, of the same form.
  ScfForall,
  ScfParallel,
  AffineFor,
  AffineParallel,
};

struct LoopInfo {
  LoopKind kind;
  BlockId body;
  llvm::SmallVector<LoopDim, 3> dims; ///< Outer to inner.
  /// Values that are carried through the loop: inits, shared outputs.
  ArrayRef<ValueId> inits;
};

/// True if getLoopInfo() knows ops of this name.
bool isKnownLoop(StringRef opName);
/// \returns Nothing for another op, or one that is cut or malformed. A bound
///   that is not understood has neither constant nor operands.
std::optional<LoopInfo> getLoopInfo(const OpGraph &graph, OpId loop);

/// The first block of the first region, or None.
BlockId bodyOf(const OpGraph &graph, OpId op);

/// The integer a constant op (arith, index, llvm) defines.
std::optional<int64_t> constantValue(const OpGraph &graph, ValueId value);

/// How an index depends on an induction variable (or any other value).
struct IndexDependence {
  bool depends = false;
  /// The factor of the variable, where the index is linear in it.
  std::optional<int64_t> factor;
};
/// Looks through affine.apply, min and max, arith.addi, subi and muli, and
/// casts of indices, at most 8 ops deep.
IndexDependence dependenceOn(const OpGraph &graph, ValueId index,
                             ValueId variable);

/// Map and operands of an affine.apply, min or max; nothing for another op.
std::optional<IndexText> getAffineMapOp(const OpGraph &graph, OpId op);

/// Offsets, sizes and strides of a slice op (tensor.extract_slice,
/// insert_slice, parallel_insert_slice, memref.subview, and ops of other
/// dialects that print `[..] [..] [..]` or `offsets = [..], sizes = [..],
/// strides = [..]`).
struct SliceInfo {
  /// The value that is sliced, or sliced into.
  ValueId base = ValueId::None;
  /// The slice that is inserted; None for an extraction.
  ValueId inserted = ValueId::None;
  llvm::SmallVector<IndexText, 4> offsets, sizes, strides;
};
std::optional<SliceInfo> getSliceInfo(const OpGraph &graph, OpId op);

} // namespace passdelta

#endif // PASSDELTA_KNOWLEDGE_LOOPINFO_H
