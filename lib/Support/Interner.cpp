//===- Interner.cpp - Strings as small numbers ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passdelta/Support/Interner.h"
#include "passdelta/Support/Hash.h"
#include "llvm/Support/xxhash.h"
#include <cstring>

using namespace passdelta;

/// The first `size` <= 8 bytes as a number; without a call of memcpy, which a
/// size that is not constant would be.
static uint64_t loadUpTo8(const char *data, size_t size) {
  auto load4 = [](const char *from) {
    uint32_t word;
    std::memcpy(&word, from, 4);
    return uint64_t(word);
  };
  if (size >= 4)
    return load4(data) | load4(data + size - 4) << (8 * (size - 4));
  uint64_t word = 0;
  for (size_t i = 0; i < size; ++i)
    word |= uint64_t(uint8_t(data[i])) << (8 * i);
  return word;
}

uint64_t passdelta::hashBytes(StringRef bytes) {
  size_t size = bytes.size();
  if (size > 16)
    return llvm::xxh3_64bits(bytes);
  uint64_t low = loadUpTo8(bytes.data(), size < 8 ? size : 8);
  uint64_t high = size > 8 ? loadUpTo8(bytes.data() + 8, size - 8) : 0;
  return hashCombine(hashCombine(size, low), high);
}

Interner::Interner() : slots(1024, 0) {
  strings.push_back(StringRef());
  hashes.push_back(hashBytes(StringRef()));
}

NameId Interner::intern(StringRef text) {
  if (text.empty())
    return NameId::Empty;
  uint64_t hash = hashBytes(text);
  size_t mask = slots.size() - 1;
  size_t slot = hash & mask;
  for (; slots[slot]; slot = (slot + 1) & mask) {
    uint32_t id = slots[slot] - 1;
    if (hashes[id] == hash && strings[id] == text)
      return NameId(id);
  }
  uint32_t id = uint32_t(strings.size());
  strings.push_back(text.copy(allocator));
  hashes.push_back(hash);
  slots[slot] = id + 1;
  if (strings.size() * 2 > slots.size())
    grow();
  return NameId(id);
}

NameId Interner::find(StringRef text) const {
  if (text.empty())
    return NameId::Empty;
  uint64_t hash = hashBytes(text);
  size_t mask = slots.size() - 1;
  for (size_t slot = hash & mask; slots[slot]; slot = (slot + 1) & mask) {
    uint32_t id = slots[slot] - 1;
    if (hashes[id] == hash && strings[id] == text)
      return NameId(id);
  }
  return NameId::Empty;
}

void Interner::grow() {
  std::vector<uint32_t> bigger(slots.size() * 2, 0);
  size_t mask = bigger.size() - 1;
  for (uint32_t id = 1; id < strings.size(); ++id) {
    size_t slot = hashes[id] & mask;
    while (bigger[slot])
      slot = (slot + 1) & mask;
    bigger[slot] = id + 1;
  }
  slots = std::move(bigger);
}
