//===- Scope.h - SSA names and block labels to ids --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A name is visible in the region of its definition and the regions inside,
// up to a region that is isolated from above. It may be used before it is
// defined (graph regions, back edges). `%12` goes through a plain array, other
// names through a hash table; leaving a region undoes its definitions from a
// log, so every step is amortised O(1).
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_READER_LENIENT_SCOPE_H
#define PASSDELTA_READER_LENIENT_SCOPE_H

#include "TextTable.h"
#include "passdelta/Model/OpGraph.h"
#include "llvm/ADT/DenseMap.h"

namespace passdelta::lenient {

class Scope {
public:
  explicit Scope(Interner &names) : names(names) {}

  /// Enters a region; `nextOp` is the id the next op will get and `numValues`
  /// the number of values so far. In an isolated one, outer names are unknown.
  void enter(bool isolated, uint32_t nextOp, uint32_t numValues);
  void leave();

  /// Defines `name` (with its `%`) as `count` values from `first` on. Returns
  /// the interned name. Earlier uses of it in this region are bound now.
  NameId define(StringRef name, ValueId first, unsigned count);

  /// The value that operand `index` of `op` names: `%x` or `%x#2`. None if it
  /// is not defined yet; then a definition to come is bound to the operand.
  ValueId use(StringRef name, OpId op, uint32_t index);

  /// True if `name` is defined here.
  bool isVisible(StringRef name);

  /// Writes the operands that were bound after their use into `graph`.
  void patch(OpGraph &graph) const;

private:
  static constexpr uint32_t none = ~0u;
  struct Slot {
    uint32_t first = none; ///< First value, or none.
    uint32_t count = 0;
    uint32_t pending = none; ///< Newest unbound use, in `pendings`.
    NameId name = NameId::Empty;
  };
  struct Undo {
    uint32_t slot, first, count;
  };
  struct Pending {
    OpId op;
    uint32_t index;
    uint32_t number; ///< Of the result: 2 of `%x#2`.
    uint32_t next;
  };
  struct Frame {
    size_t undoMark;
    uint32_t firstOp;
    uint32_t barrier; ///< Values below are not visible.
  };
  struct Patch {
    OpId op;
    uint32_t index;
    ValueId value;
  };

  uint32_t slotOf(StringRef name);

  Interner &names;
  std::vector<Slot> slots;
  std::vector<uint32_t> numbered; ///< `%12` to slot + 1.
  TextTable<uint32_t> named;      ///< Other names to slot.
  std::vector<Undo> undo;
  std::vector<Pending> pendings;
  std::vector<Frame> frames = {{0, 0, 0}};
  std::vector<Patch> patches;
};

/// Binds `^bb1` to blocks. A label is known in its region only, and often used
/// before its block, so all are bound at the end.
class Labels {
public:
  void define(RegionId region, NameId label, BlockId block) {
    defined.try_emplace(key(region, label), block);
  }
  void use(RegionId region, NameId label, OpId op, uint32_t index) {
    uses.push_back({region, label, op, index});
  }
  void patch(OpGraph &graph) const;

private:
  static uint64_t key(RegionId region, NameId label) {
    return uint64_t(region) << 32 | uint32_t(label);
  }
  struct LabelUse {
    RegionId region;
    NameId label;
    OpId op;
    uint32_t index;
  };
  llvm::DenseMap<uint64_t, BlockId> defined;
  std::vector<LabelUse> uses;
};

} // namespace passdelta::lenient

#endif // PASSDELTA_READER_LENIENT_SCOPE_H
