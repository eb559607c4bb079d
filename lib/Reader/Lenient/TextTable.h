//===- TextTable.h - Slices of the text as small numbers --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_READER_LENIENT_TEXTTABLE_H
#define PASSDELTA_READER_LENIENT_TEXTTABLE_H

#include "passdelta/Support/Hash.h"
#include <vector>

namespace passdelta::lenient {
using llvm::StringRef;

/// A map from slices of the text to `T`, with open addressing and no copy of
/// the keys: they point into the text. One probe, one compare for a hit.
template <typename T>
class TextTable {
public:
  TextTable() : slots(256, 0) {}

  /// The value of `key`; default-made if new. The reference is valid until the
  /// next call. `isNew` tells which.
  T &get(StringRef key, bool &isNew) {
    uint32_t hash = uint32_t(hashBytes(key));
    size_t mask = slots.size() - 1;
    size_t slot = hash & mask;
    for (; slots[slot]; slot = (slot + 1) & mask) {
      Entry &entry = entries[slots[slot] - 1];
      if (entry.hash == hash && entry.size == key.size() &&
          std::memcmp(entry.data, key.data(), key.size()) == 0) {
        isNew = false;
        return entry.value;
      }
    }
    isNew = true;
    entries.push_back({key.data(), uint32_t(key.size()), hash, T()});
    slots[slot] = uint32_t(entries.size());
    if (entries.size() * 2 > slots.size())
      grow();
    return entries.back().value;
  }

private:
  struct Entry {
    const char *data;
    uint32_t size;
    uint32_t hash;
    T value;
  };

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
