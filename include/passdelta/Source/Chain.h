//===- Chain.h - The before state of each dump of a log ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A log of -mlir-print-ir-after-all has only after states. The before state of
// a dump is what was known of that op: its own last dump, or its place in the
// last dump of an op around it, with whatever was dumped inside it since. A log
// of before-all is the same, read from its end.
//
// Which op a dump is of is not in the banner, so the contents of the dumps are
// needed: their outlines.
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_SOURCE_CHAIN_H
#define PASSDELTA_SOURCE_CHAIN_H

#include "passdelta/Model/Timeline.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace passdelta {
struct SourceResult;

/// An op that passes may run on: a module, a function, what has a symbol.
struct OutlineOp {
  static constexpr uint32_t noParent = ~0u;
  NameId op;
  NameId symbol;    ///< Empty for an unnamed op.
  uint32_t ordinal; ///< Among the siblings of equal op and symbol.
  uint32_t parent;  ///< Index of the op around it, or noParent.
  uint32_t end;     ///< One past its last inner op, in the outline.
  OpId id;          ///< In the graph it was made from.
  /// The smallest hashes of the ops in it (bottom-k), ascending: what two
  /// outline ops have in common estimates how alike they are.
  llvm::SmallVector<uint32_t, 8> sketch;
};

/// The symbol tree of a snapshot, in pre-order; a few ops where the graph has
/// thousands.
struct Outline {
  std::vector<OutlineOp> ops;
  /// Indices by op name and symbol, ascending.
  llvm::DenseMap<std::pair<unsigned, unsigned>, llvm::SmallVector<uint32_t, 1>>
      byKey;

  ArrayRef<uint32_t> find(NameId op, NameId symbol) const {
    auto found = byKey.find({unsigned(op), unsigned(symbol)});
    return found == byKey.end() ? ArrayRef<uint32_t>()
                                : ArrayRef<uint32_t>(found->second);
  }
};

/// O(ops).
Outline makeOutline(const OpGraph &graph);

/// One outline for each op of the top level. The keys of the ops stay those of
/// the whole.
std::vector<Outline> splitTopLevel(const Outline &outline);

/// An outline with the one op that the text of a snapshot seems to start with,
/// for a snapshot that cannot be read; without ops if that is not clear either.
Outline guessOutline(StringRef text, Interner &names);

/// Share of the contents that two ops have in common, in [0, 1].
double similarity(const OutlineOp &a, const OutlineOp &b);

/// The outline of a snapshot; never null. `isRead` is false if it is a guess.
struct KnownOutline {
  std::shared_ptr<const Outline> outline;
  bool isRead = true;
};
using OutlineOf = llvm::function_ref<KnownOutline(SnapshotId)>;

/// Finds the missing sides of the pass runs of `source`: pairs the before and
/// the after dump of a pass run, chains the rest, and names the op each run was
/// on. A side that is not in the log, or cannot be told, stays empty and
/// `note` says why. Does nothing for a source that is chained already, nor for
/// a group that needs none.
///
/// \cost O(dumps * log) for distinct op names; a dump of an unnamed op is
///   compared with every unnamed op of its kind.
void chain(SourceResult &source, Interner &names, OutlineOf outlineOf);

} // namespace passdelta

#endif // PASSDELTA_SOURCE_CHAIN_H
