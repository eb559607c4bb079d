//===- Splice.h - One graph out of several dumps ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The before state of a module pass may be a dump of the module with newer
// dumps of its functions. Splicer copies them into one graph.
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_LIB_DRIVER_SPLICE_H
#define PASSDELTA_LIB_DRIVER_SPLICE_H

#include "passdelta/Model/Timeline.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <map>

namespace passdelta {

/// An op of one of the graphs that are put together.
struct SourceOp {
  unsigned graph = 0;
  OpId op = OpId::None; ///< None: the top level.
  friend auto operator<=>(const SourceOp &, const SourceOp &) = default;
};

/// From here on ops are of this graph; see Splicer::Result.
struct SplicePart {
  OpId begin;
  unsigned graph;
};

/// Puts a graph together of parts of several.
class Splicer {
public:
  /// The graphs must outlive the splicer and share one interner.
  unsigned addGraph(const OpGraph &graph);

  /// The op at the end of `path` from `from`, through replaced ops; none if
  /// there is no such op.
  std::optional<SourceOp> find(SourceOp from, ArrayRef<OpKey> path);
  /// From now on the first top-level op of `graph` stands for `at`.
  void replace(SourceOp at, unsigned graph);

  struct Result {
    OpGraph graph;
    /// Which graph each op is of, by runs of ids; the first begins at 0.
    llvm::SmallVector<SplicePart, 1> parts;
    /// The new id of the op asked for with `mark`, or None.
    OpId marked = OpId::None;
  };
  /// Copies `root` (a whole graph where its op is None), or only what its
  /// blocks hold. Values defined outside become ValueId::None.
  Result copy(SourceOp root, bool bodyOnly = false, SourceOp mark = {});

private:
  struct ChildKey {
    NameId op, symbol;
    unsigned ordinal;
    friend auto operator<=>(const ChildKey &, const ChildKey &) = default;
  };
  struct Children {
    unsigned numSearches = 0;
    std::map<ChildKey, OpId> table; ///< Made when there are many searches.
  };
  OpId findChild(SourceOp op, const ChildKey &key);
  SourceOp resolve(SourceOp op) const;

  friend class SpliceCopier;
  std::vector<const OpGraph *> graphs;
  std::map<SourceOp, SourceOp> replaced;
  std::map<SourceOp, Children> children;
};

} // namespace passdelta

#endif // PASSDELTA_LIB_DRIVER_SPLICE_H
