//===- TileAnalysis.h - Tile sizes from slices ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_LIB_RECOGNIZE_TILEANALYSIS_H
#define PASSDELTA_LIB_RECOGNIZE_TILEANALYSIS_H

#include "passdelta/Knowledge/LoopInfo.h"
#include "passdelta/Knowledge/StructuredOp.h"
#include "llvm/Support/JSON.h"

namespace passdelta {

/// What one induction variable does to an op inside its loop, or one number of
/// a workgroup or thread to an op of it.
struct LoopTile {
  OpId loop;    ///< Or the op that gives the number.
  int dim = -1; ///< The dimension of the iteration space; -1 not known.
  std::optional<int64_t> size;
  bool partial = false; ///< The last tile is smaller, or may be.
  /// "thread x", "workgroup y" where the iterations are spread over them.
  std::string over;
};

/// One entry an induction variable of `loops` (outermost first), from the
/// slices that `op` reads and writes.
std::vector<LoopTile> analyzeTiles(const OpGraph &graph, OpId op,
                                   ArrayRef<OpId> loops);

/// The same for `op` with the structure `structured`, of which slices of its
/// operands are read or written: `slices` has a list an operand.
std::vector<LoopTile>
analyzeSlices(const OpGraph &graph, const StructuredOp &structured,
              ArrayRef<llvm::SmallVector<SliceInfo, 2>> slices,
              ArrayRef<OpId> loops);

/// One entry for each op of `ids` (they give the number of a thread or a
/// workgroup) that the slices of `op` depend on.
std::vector<LoopTile> analyzeDistribution(const OpGraph &graph, OpId op,
                                          ArrayRef<OpId> ids);

/// "thread x", "workgroup y" for an op that gives such a number; else "".
std::string idText(const OpGraph &graph, OpId op);

/// True if `value` is `base`, a slice of it or carried through a loop from it.
bool isPartOf(const OpGraph &graph, ValueId value, ValueId base);

/// True if `value` is a slice of `base`, through slices of slices, copies,
/// casts and what loops carry.
bool isSliceOf(const OpGraph &graph, ValueId value, ValueId base);

/// "by [8, 16, 0], loop order n, m, last tile of m partial". `op` may be
/// missing: then sizes are in loop order. A dimension that no tile walks has
/// the size of `rest`, or 0. Fills `details`: sizes, order, partial, over.
std::string describeTiles(const std::optional<StructuredOp> &op,
                          ArrayRef<LoopTile> tiles,
                          ArrayRef<std::optional<int64_t>> rest,
                          llvm::json::Object &details);

/// "gpu.block<y>, gpu.block<x>" of the mapping of an scf.forall among `loops`.
std::string mappingText(const OpGraph &graph, ArrayRef<OpId> loops);

} // namespace passdelta

#endif // PASSDELTA_LIB_RECOGNIZE_TILEANALYSIS_H
