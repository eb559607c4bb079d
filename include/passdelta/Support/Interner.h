//===- Interner.h - Strings as small numbers --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_SUPPORT_INTERNER_H
#define PASSDELTA_SUPPORT_INTERNER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include <cstdint>
#include <vector>

namespace passdelta {
using llvm::StringRef;

/// A string that an Interner keeps. Equal ids of one interner are equal
/// strings. The value depends on the order of interning, so it must never
/// decide an order that a user sees.
enum class NameId : uint32_t { Empty = 0 };

/// Keeps each distinct string once. One interner serves all op graphs that are
/// ever compared with each other. Not thread-safe.
///
/// \cost intern() is one hash of the string and an expected O(1) probe; memory
///   is the bytes of the distinct strings plus 24 bytes each.
class Interner {
public:
  Interner();
  Interner(const Interner &) = delete;
  Interner &operator=(const Interner &) = delete;

  /// The id of `text`; a new one if it was not seen before. The empty string
  /// is NameId::Empty.
  NameId intern(StringRef text);

  /// The id of `text` if it was interned before, else NameId::Empty.
  NameId find(StringRef text) const;

  /// The text of `id`. Valid as long as the interner lives.
  StringRef str(NameId id) const { return strings[uint32_t(id)]; }

  /// A 64-bit hash of the text of `id`, the same in every process.
  uint64_t hash(NameId id) const { return hashes[uint32_t(id)]; }

  /// Number of distinct strings, the empty one included.
  size_t size() const { return strings.size(); }

private:
  void grow();

  llvm::BumpPtrAllocator allocator;
  std::vector<StringRef> strings;
  std::vector<uint64_t> hashes;
  /// Open addressing, a power of two; 0 is a free slot, else id + 1.
  std::vector<uint32_t> slots;
};

} // namespace passdelta

#endif // PASSDELTA_SUPPORT_INTERNER_H
