//===- TextTable.h - Slices of the text as small numbers --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_READER_LENIENT_TEXTTABLE_H
#define PASSDELTA_READER_LENIENT_TEXTTABLE_H

#include "passdelta/Support/Hash.h"
#include <cstring>
#include <vector>

namespace passdelta::lenient {
using llvm::StringRef;

/// A hash for this table only: inline, and without a library call for the
/// short names that make up most of the text.
inline uint32_t hashText(StringRef text) {
  const char *data = text.data();
  size_t size = text.size();
  auto load = [](const char *from, size_t bytes) {
    uint64_t word = 0;
    bytes == 8 ? std::memcpy(&word, from, 8) : std::memcpy(&word, from, 4);
    return word;
  };
  if (size > 64)
    return uint32_t(hashBytes(text));
  uint64_t hash = size;
  if (size >= 8) {
    size_t i = 0;
    for (; i + 8 < size; i += 8)
      hash = hashCombine(hash, load(data + i, 8));
    hash = hashCombine(hash, load(data + size - 8, 8));
  } else if (size >= 4) {
    hash = hashCombine(hash, load(data, 4) | load(data + size - 4, 4) << 32);
  } else if (size) {
    hash = hashCombine(hash, uint64_t(uint8_t(data[0])) |
                                 uint64_t(uint8_t(data[size / 2])) << 8 |
                                 uint64_t(uint8_t(data[size - 1])) << 16);
  }
  return uint32_t(hash);
}

/// memcmp, inline for names.
inline bool sameBytes(const char *first, const char *second, size_t size) {
  if (size > 32)
    return std::memcmp(first, second, size) == 0;
  for (; size >= 8; first += 8, second += 8, size -= 8) {
    uint64_t left, right;
    std::memcpy(&left, first, 8);
    std::memcpy(&right, second, 8);
    if (left != right)
      return false;
  }
  for (; size; --size)
    if (*first++ != *second++)
      return false;
  return true;
}

/// A map from slices of the text to `T`, with open addressing and no copy of
/// the keys: they point into the text. One probe, one compare for a hit.
template <typename T>
class TextTable {
public:
  TextTable() : slots(256, 0) {}

  /// The value of `key`; default-made if new. The reference is valid until the
  /// next call. `isNew` tells which.
  T &get(StringRef key, bool &isNew) {
    uint32_t hash = hashText(key);
    size_t slot = slotOf(key, hash);
    isNew = !slots[slot];
    if (!isNew)
      return entries[slots[slot] - 1].value;
    entries.push_back({key.data(), uint32_t(key.size()), hash, T()});
    slots[slot] = uint32_t(entries.size());
    if (entries.size() * 2 > slots.size())
      grow();
    return entries.back().value;
  }

  /// The value of `key`, or null. Valid until the next get().
  const T *find(StringRef key) const {
    size_t slot = slotOf(key, hashText(key));
    return slots[slot] ? &entries[slots[slot] - 1].value : nullptr;
  }

  size_t size() const { return entries.size(); }

private:
  struct Entry {
    const char *data;
    uint32_t size;
    uint32_t hash;
    T value;
  };

  /// Where `key` is, or the free slot where it would be.
  size_t slotOf(StringRef key, uint32_t hash) const {
    size_t mask = slots.size() - 1;
    size_t slot = hash & mask;
    for (; slots[slot]; slot = (slot + 1) & mask) {
      const Entry &entry = entries[slots[slot] - 1];
      if (entry.hash == hash && entry.size == key.size() &&
          sameBytes(entry.data, key.data(), key.size()))
        break;
    }
    return slot;
  }

  void grow() {
    std::vector<uint32_t> bigger(slots.size() * 2, 0);
    size_t mask = bigger.size() - 1;
    for (size_t i = 0; i < entries.size(); ++i) {
      size_t slot = entries[i].hash & mask;
      while (bigger[slot])
        slot = (slot + 1) & mask;
      bigger[slot] = uint32_t(i + 1);
    }
    slots = std::move(bigger);
  }

  std::vector<Entry> entries;
  std::vector<uint32_t> slots; ///< Index + 1 into entries; 0 is free.
};

} // namespace passdelta::lenient

#endif // PASSDELTA_READER_LENIENT_TEXTTABLE_H
