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

/// What one induction variable does to an op inside its loop.
struct LoopTile {
  OpId loop;
  int dim = -1; ///< The dimension of the iteration space; -1 not known.
  std::optional<int64_t> size;
  bool partial = false; ///< The last tile is smaller, or may be.
};

/// One entry an induction variable of `loops` (outermost first), from the
/// slices that `op` reads and writes.
std::vector<LoopTile> analyzeTiles(const OpGraph &graph, OpId op,
                                   ArrayRef<OpId> loops);

/// The value that `value` is a slice of, through slices of slices, casts and
/// what loops carry; `value` itself if it is none.
ValueId slicedValue(const OpGraph &graph, ValueId value);

/// "by [8, 16, 0], loop order n, m, last tile of m partial". `op` may be
/// missing: then sizes are in loop order. Fills `details`: sizes, order,
/// partial.
std::string describeTiles(const std::optional<StructuredOp> &op,
                          ArrayRef<LoopTile> tiles,
                          llvm::json::Object &details);

/// "gpu.block<y>, gpu.block<x>" of the mapping of an scf.forall among `loops`.
std::string mappingText(const OpGraph &graph, ArrayRef<OpId> loops);

} // namespace passdelta

#endif // PASSDELTA_LIB_RECOGNIZE_TILEANALYSIS_H
