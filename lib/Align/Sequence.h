//===- Sequence.h - Longest common subsequences -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_ALIGN_SEQUENCE_H
#define PASSDELTA_ALIGN_SEQUENCE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>
#include <vector>

namespace passdelta {

/// Positions in the two sequences, ascending in both.
using PositionPairs = std::vector<std::pair<uint32_t, uint32_t>>;

/// Aligns two sequences so that the sum of the weights of the aligned pairs is
/// largest. Appends the pairs to `pairs`.
///
/// \param weight Of the pair of positions (before, after); 0: may not be
///   aligned. Called once a pair.
/// \cost O(numBefore * numAfter) in time and memory; the caller bounds it.
void alignByWeight(uint32_t numBefore, uint32_t numAfter,
                   llvm::function_ref<uint32_t(uint32_t, uint32_t)> weight,
                   PositionPairs &pairs);

/// A common subsequence of two sequences of keys: the longest one unless they
/// differ so much that finding it would take too long. Appends to `pairs`.
///
/// \cost O((n + m) * D) with D the number of differences, at most about
///   O((n + m) * 512); memory O(n + m).
/// \source E. Myers, "An O(ND) difference algorithm and its variations", 1986,
///   section 4b, with the cut-off of GNU diff and git.
void alignByKey(llvm::ArrayRef<uint64_t> before, llvm::ArrayRef<uint64_t> after,
                PositionPairs &pairs);

/// Positions of the keys that also occur in `other`, ascending. O(n + m).
std::vector<uint32_t> positionsOfCommon(llvm::ArrayRef<uint64_t> keys,
                                        llvm::ArrayRef<uint64_t> other);

} // namespace passdelta

#endif // PASSDELTA_ALIGN_SEQUENCE_H
