//===- World.h - What a log has shown of the IR so far ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A forest. Each tree is the last dump of an outermost op; parts of it may be
// replaced by later dumps of ops inside it, which are trees again:
//
//   module (dump 7) --- @f (dump 9)
//                   '-- @g            still as in dump 7
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_LIB_SOURCE_WORLD_H
#define PASSDELTA_LIB_SOURCE_WORLD_H

#include "passdelta/Source/Chain.h"
#include <map>
#include <set>

namespace passdelta {

/// A dump, with the newer dumps of ops in it.
struct DumpTree {
  SnapshotId snapshot = SnapshotId::None;
  std::shared_ptr<const Outline> outline;
  bool isRead = true;
  /// By index in `outline`; disjoint subtrees.
  std::map<uint32_t, std::unique_ptr<DumpTree>> newer;
  /// Those keys of `newer` whose trees have ops below their first.
  std::vector<uint32_t> newerContainers;
  /// Dumps of the first op since the last one of an op around it.
  unsigned numDumps = 0;
  uint32_t root = 0; ///< Index of the outermost tree, in the world.
};

/// An op of the world: entry `index` of a tree's outline.
struct WorldOp {
  DumpTree *tree = nullptr;
  uint32_t index = 0;
  explicit operator bool() const { return tree; }
  const OutlineOp &op() const { return tree->outline->ops[index]; }
};

/// What is known of all ops at one moment of a log.
class World {
public:
  explicit World(const Interner &names) : names(names) {}

  /// Which op of the world a dump shows.
  struct Found {
    WorldOp op; ///< Null: none, or several that could be it.
    bool ambiguous = false;
    /// No op, but a dump that could not be read may have held it.
    bool mayBeUnread = false;
  };
  /// Looks for the op that `outline.ops[index]` is a later (or earlier) state
  /// of: by op name and symbol, then by contents.
  ///
  /// \cost O(ops of that name and symbol), however many others there are.
  Found find(const Outline &outline, uint32_t index);

  /// The state of `op`, composed of its dump and the newer ones inside it.
  IRState state(WorldOp op) const;

  /// Replaces the state of `op` by a dump of it.
  void replace(WorldOp op, SnapshotId snapshot,
               std::shared_ptr<const Outline> outline, bool isRead);
  /// Adds a dump of an op that is not in the world; ops of the world that are
  /// inside it become part of it.
  void add(SnapshotId snapshot, std::shared_ptr<const Outline> outline,
           bool isRead);
  /// A state that was given, the input of the first pass (or the result of the
  /// last one); it need not have a module around it.
  void addInitial(SnapshotId snapshot, const Outline &outline);
  /// The state of all that addInitial() added, for a dump of the module that
  /// the compiler puts around it; none if there is no such thing (any more).
  std::optional<IRState> initialState() const;

  void clear() {
    roots.clear();
    rootsByKey.clear();
    unreadRoots.clear();
    initial = SnapshotId::None;
  }

private:
  void collect(DumpTree &tree, NameId op, NameId symbol,
               std::vector<WorldOp> &found) const;
  Found choose(ArrayRef<WorldOp> candidates, const Outline &outline,
               uint32_t index) const;

  /// Enters what a new tree of root `root` shows into the look-ups.
  void index(uint32_t root, const Outline &outline, bool isRead);
  bool holdsUnread();

  const Interner &names;
  /// Null: became part of a later one.
  std::vector<std::unique_ptr<DumpTree>> roots;
  /// Roots in which an op of that name and symbol is or was, ascending.
  llvm::DenseMap<std::pair<unsigned, unsigned>, std::vector<uint32_t>>
      rootsByKey;
  /// Roots in which a dump that could not be read is or was.
  std::set<uint32_t> unreadRoots;
  SnapshotId initial = SnapshotId::None;
};

/// The steps from the top level of `outline` to op `index`, `from` excluded
/// (noParent: from the top level).
std::vector<OpKey> pathTo(const Outline &outline, uint32_t index, uint32_t from,
                          const Interner &names);

} // namespace passdelta

#endif // PASSDELTA_LIB_SOURCE_WORLD_H
