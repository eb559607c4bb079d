//===- Hash.h - Hashes that are the same in every process -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_SUPPORT_HASH_H
#define PASSDELTA_SUPPORT_HASH_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace passdelta {

/// A 64-bit hash of bytes: XXH3 of LLVM for long strings, a multiply-fold for
/// short ones. Not for use against an adversary.
uint64_t hashBytes(llvm::StringRef bytes);

/// Mixes `value` into `seed`; the order of the calls matters.
inline uint64_t hashCombine(uint64_t seed, uint64_t value) {
  unsigned __int128 product =
      (unsigned __int128)(seed ^ 0x9e3779b97f4a7c15ull) *
      (value ^ 0xbf58476d1ce4e5b9ull);
  return uint64_t(product) ^ uint64_t(product >> 64) ^ (seed << 1);
}

} // namespace passdelta

#endif // PASSDELTA_SUPPORT_HASH_H
