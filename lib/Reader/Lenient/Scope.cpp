//===- Scope.cpp - SSA names and block labels to ids ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scope.h"
#include "Lexer.h"

using namespace passdelta;
using namespace passdelta::lenient;

/// Numbers up to this one have an entry in the array.
static constexpr uint32_t maxNumber = 1u << 24;

/// The number of `%12`; `none` for other names, `%012` among them.
static uint32_t numberOf(StringRef name, uint32_t none) {
  if (name.size() < 2 || name.size() > 9 || (name[1] == '0' && name.size() > 2))
    return none;
  uint32_t number = 0;
  for (char c : name.drop_front()) {
    if (!is(c, Digit))
      return none;
    number = number * 10 + uint32_t(c - '0');
  }
  return number < maxNumber ? number : none;
}

uint32_t Scope::slotOf(StringRef name) {
  uint32_t number = numberOf(name, none);
  // A number far beyond all others would make the array larger than the text.
  if (number != none && number < 4 * numbered.size() + 4096) {
    if (number >= numbered.size())
      numbered.resize(size_t(number) * 3 / 2 + 64, 0);
    uint32_t &slot = numbered[number];
    if (!slot) {
      slots.emplace_back();
      slot = uint32_t(slots.size());
    }
    return slot - 1;
  }
  bool isNew;
  uint32_t &slot = named.get(name, isNew);
  if (isNew) {
    slot = uint32_t(slots.size());
    slots.emplace_back();
  }
  return slot;
}

void Scope::enter(bool isolated, uint32_t nextOp, uint32_t numValues) {
  frames.push_back(
      {undo.size(), nextOp, isolated ? numValues : frames.back().barrier});
}

void Scope::leave() {
  size_t mark = frames.back().undoMark;
  while (undo.size() > mark) {
    slots[undo.back().slot].first = undo.back().first;
    slots[undo.back().slot].count = undo.back().count;
    undo.pop_back();
  }
  frames.pop_back();
}

NameId Scope::define(StringRef name, ValueId first, unsigned count) {
  uint32_t id = slotOf(name);
  Slot &slot = slots[id];
  undo.push_back({id, slot.first, slot.count});
  slot.first = uint32_t(first);
  slot.count = count;
  if (slot.name == NameId::Empty)
    slot.name = names.intern(name);
  // The newest uses come first; those before this region are not meant.
  for (; slot.pending != none; slot.pending = pendings[slot.pending].next) {
    const Pending &use = pendings[slot.pending];
    if (uint32_t(use.op) < frames.back().firstOp)
      break;
    if (use.number < count)
      patches.push_back(
          {use.op, use.index, ValueId(uint32_t(first) + use.number)});
  }
  return slot.name;
}

/// Splits `%x#2` into name and number.
static StringRef splitNumber(StringRef name, uint32_t &number) {
  number = 0;
  size_t hash = 0;
  while (hash != name.size() && name[hash] != '#')
    ++hash;
  if (hash == name.size())
    return name;
  name.drop_front(hash + 1).getAsInteger(10, number);
  return name.take_front(hash);
}

ValueId Scope::use(StringRef name, OpId op, uint32_t index) {
  uint32_t number;
  Slot &slot = slots[slotOf(splitNumber(name, number))];
  if (slot.first != none && slot.first >= frames.back().barrier)
    return number < slot.count ? ValueId(slot.first + number) : ValueId::None;
  pendings.push_back({op, index, number, slot.pending});
  slot.pending = uint32_t(pendings.size() - 1);
  return ValueId::None;
}

bool Scope::isVisible(StringRef name) {
  uint32_t number;
  const Slot &slot = slots[slotOf(splitNumber(name, number))];
  return slot.first != none && slot.first >= frames.back().barrier;
}

void Scope::patch(OpGraph &graph) const {
  for (const Patch &patch : patches) {
    const OpData &op = graph[patch.op];
    if (patch.index < op.numOperands)
      graph.operandPool[op.firstOperand + patch.index] = patch.value;
  }
}

void Labels::patch(OpGraph &graph) const {
  for (const LabelUse &use : uses) {
    const OpData &op = graph[use.op];
    auto found = defined.find(key(use.region, use.label));
    if (found != defined.end() && use.index < op.numSuccessors)
      graph.successorPool[op.firstSuccessor + use.index] = found->second;
  }
}
