//===- OpGraph.h - A snapshot, neutral and compact --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The form of a snapshot that every stage after the readers works on.
//
//   region > block > op > region > ...          ids, no pointers; flat arrays
//
// Ops are numbered in pre-order, the order of the text, so a subtree is a range
// of ids: [op, op.end). The ops of a block are found by hopping over subtrees.
// Block 0 is the top level and belongs to no region; a snapshot may hold
// several top-level ops.
//
// Bytes: 68 an op, 16 a value, 4 an operand, 8 an attribute, 28 a block, 12 a
// region; the strings are the interner's.
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_MODEL_OPGRAPH_H
#define PASSDELTA_MODEL_OPGRAPH_H

#include "passdelta/Support/Interner.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/iterator_range.h"
#include <cassert>

namespace passdelta {
using llvm::ArrayRef;
using llvm::MutableArrayRef;

enum class OpId : uint32_t { None = ~0u };
enum class ValueId : uint32_t { None = ~0u };
enum class BlockId : uint32_t { TopLevel = 0, None = ~0u };
enum class RegionId : uint32_t { None = ~0u };

/// A name and a value, both as text. Aliases are expanded and white space is
/// normalised, so equal attributes have equal ids.
struct Attribute {
  NameId name;
  NameId value;
  friend bool operator==(Attribute, Attribute) = default;
};

/// One operation. `first*` and `num*` are ranges in the arrays of the graph.
struct OpData {
  NameId name;           ///< "linalg.generic", always with its dialect.
  NameId symbol;         ///< Its symbol without `@` and quotes, or empty.
  NameId loc;            ///< Text of its `loc(...)`, aliases expanded.
  BlockId block;         ///< The block it stands in.
  OpId end;              ///< One past the last op of its subtree.
  RegionId firstRegion;  ///< Follow RegionData::next.
  uint32_t firstOperand; ///< In OpGraph::operandPool.
  uint32_t numOperands;
  uint32_t firstResult; ///< A ValueId; results are consecutive.
  uint32_t numResults;
  uint32_t firstAttr; ///< In OpGraph::attrPool.
  uint16_t numAttrs;
  uint16_t numSuccessors;
  uint32_t firstSuccessor; ///< In OpGraph::successorPool.
  uint32_t line;   ///< In the file the snapshot came from, from 1; 0 unknown.
  uint32_t column; ///< From 1, in bytes.
  uint32_t textBegin; ///< Byte range of its text, from the start of the
  uint32_t textEnd;   ///< snapshot; empty where it has no text.
};

static_assert(sizeof(OpData) == 68, "see the bytes at the top");

/// A result or a block argument.
struct ValueData {
  NameId type;    ///< As text, aliases expanded; empty where it is not known.
  NameId name;    ///< "%5", "%arg0", as printed; empty where not printed.
  uint32_t owner; ///< OpId of a result, BlockId of a block argument.
  uint32_t index : 31; ///< Number of the result or of the argument.
  uint32_t isBlockArg : 1;
};

struct BlockData {
  RegionId region; ///< None for the top level.
  BlockId next;    ///< The next block of the region, or None.
  OpId firstOp;    ///< Pre-order range of all ops in it, nested ones too.
  OpId endOp;
  uint32_t firstArg; ///< A ValueId; arguments are consecutive.
  uint32_t numArgs;
  NameId label; ///< "^bb0" as printed, or empty.
};

struct RegionData {
  OpId op;
  BlockId firstBlock; ///< Follow BlockData::next; None for an empty region.
  RegionId next;      ///< The next region of the op, or None.
};

/// A snapshot as a graph. Plain data: readers fill the arrays (with
/// OpGraphBuilder), everybody else uses the accessors. Movable, not copyable.
class OpGraph {
public:
  /// `names` must outlive the graph; graphs that are compared share it.
  explicit OpGraph(Interner &names) : interner(&names) {}
  OpGraph(OpGraph &&) = default;
  OpGraph &operator=(OpGraph &&) = default;

  Interner &names() const { return *interner; }
  StringRef str(NameId id) const { return interner->str(id); }

  size_t numOps() const { return ops.size(); }
  const OpData &operator[](OpId id) const { return ops[uint32_t(id)]; }
  const ValueData &operator[](ValueId id) const { return values[uint32_t(id)]; }
  const BlockData &operator[](BlockId id) const { return blocks[uint32_t(id)]; }
  const RegionData &operator[](RegionId id) const {
    return regions[uint32_t(id)];
  }

  StringRef name(OpId id) const { return str((*this)[id].name); }
  /// The part of the name before the first dot; "" for a name without one.
  StringRef dialect(OpId id) const;
  StringRef symbol(OpId id) const { return str((*this)[id].symbol); }

  ArrayRef<ValueId> operands(OpId id) const {
    const OpData &op = (*this)[id];
    return ArrayRef(operandPool).slice(op.firstOperand, op.numOperands);
  }
  ValueId result(OpId id, unsigned number = 0) const {
    assert(number < (*this)[id].numResults && "no such result");
    return ValueId((*this)[id].firstResult + number);
  }
  ArrayRef<Attribute> attrs(OpId id) const {
    const OpData &op = (*this)[id];
    return ArrayRef(attrPool).slice(op.firstAttr, op.numAttrs);
  }
  /// The text of attribute `name`, or "" where the op has none. A unit
  /// attribute has the text "unit".
  StringRef attr(OpId id, StringRef name) const;
  ArrayRef<BlockId> successors(OpId id) const {
    const OpData &op = (*this)[id];
    return ArrayRef(successorPool).slice(op.firstSuccessor, op.numSuccessors);
  }

  /// The op that defines `value`, or None for a block argument.
  OpId definingOp(ValueId value) const {
    const ValueData &data = (*this)[value];
    return data.isBlockArg ? OpId::None : OpId(data.owner);
  }
  StringRef type(ValueId value) const { return str((*this)[value].type); }
  ValueId argument(BlockId block, unsigned number) const {
    assert(number < (*this)[block].numArgs && "no such argument");
    return ValueId((*this)[block].firstArg + number);
  }

  /// The op around `id`, or None at the top level.
  OpId parent(OpId id) const { return parentOp((*this)[id].block); }
  OpId parentOp(BlockId block) const {
    RegionId region = (*this)[block].region;
    return region == RegionId::None ? OpId::None : (*this)[region].op;
  }
  /// The op after `id` in its block; compare with BlockData::endOp.
  OpId next(OpId id) const { return (*this)[id].end; }
  /// True if `inner` is `outer` or inside it.
  bool contains(OpId outer, OpId inner) const {
    return inner >= outer && inner < (*this)[outer].end;
  }
  size_t subtreeSize(OpId id) const {
    return uint32_t((*this)[id].end) - uint32_t(id);
  }
  /// Number of ops around `id`.
  unsigned depth(OpId id) const;

  /// Calls `visit(OpId)` for the ops of `block` in order, not for nested ones.
  template <typename Visit>
  void forEachOp(BlockId block, Visit visit) const {
    const BlockData &data = (*this)[block];
    for (OpId op = data.firstOp; op != data.endOp; op = next(op))
      visit(op);
  }
  /// Calls `visit(BlockId)` for the blocks of all regions of `op`, in order.
  template <typename Visit>
  void forEachBlock(OpId op, Visit visit) const {
    for (RegionId region = (*this)[op].firstRegion; region != RegionId::None;
         region = (*this)[region].next)
      for (BlockId block = (*this)[region].firstBlock; block != BlockId::None;
           block = (*this)[block].next)
        visit(block);
  }
  unsigned numRegions(OpId op) const;

  /// One use of a value: operand `index` of `op`.
  struct Use {
    OpId op;
    uint32_t index;
  };
  /// The uses of `value` in pre-order of the users. computeUses() first.
  ArrayRef<Use> uses(ValueId value) const {
    assert(!useStart.empty() && "computeUses() was not called");
    uint32_t begin = useStart[uint32_t(value)];
    return ArrayRef(usePool).slice(begin,
                                   useStart[uint32_t(value) + 1] - begin);
  }
  /// Fills the table behind uses(); O(values + operands), idempotent.
  void computeUses();

  /// The nearest op at or around `id` that has a symbol and is not a module or
  /// another mere container of functions; None if there is none.
  OpId enclosingFunction(OpId id) const;
  /// "@f", or "" where there is no enclosing function.
  std::string functionName(OpId id) const;

  /// Bytes held by the arrays, without the interner.
  size_t memoryUsage() const;

  std::vector<OpData> ops;
  std::vector<ValueData> values;
  std::vector<BlockData> blocks;
  std::vector<RegionData> regions;
  /// Operands of all ops. ValueId::None is an operand whose definition is not
  /// in the snapshot.
  std::vector<ValueId> operandPool;
  std::vector<Attribute> attrPool;
  std::vector<BlockId> successorPool;
  /// The text left out regions that ops have: `func.func @f() {...}`.
  bool hasElidedRegions = false;
  /// The text is in the generic form: attributes have other names and values
  /// than those of a custom form have here.
  bool isGeneric = false;

private:
  Interner *interner;
  std::vector<uint32_t> useStart;
  std::vector<Use> usePool;
};

/// Builds a graph in the order of its text, top down. begin/end calls nest:
///
///   id = builder.beginOp(name); builder.setOperands(id, ...);
///   builder.addResults(id, 1) builder.beginRegion(); builder.beginBlock(); ...
///   nested ops ... builder.endBlock(); builder.endRegion(); builder.endOp();
///
/// Results and operands of an op may be set at any time before its endOp, also
/// after nested ops, but each list in one go (addResults/setOperands once).
class OpGraphBuilder {
public:
  explicit OpGraphBuilder(Interner &names);

  /// Room for as many ops, values and operands; a hint.
  void reserve(size_t ops, size_t values, size_t operands);

  OpId beginOp(NameId name);
  void endOp();
  /// The op that was begun last and is not ended.
  OpId currentOp() const { return openOps.back(); }
  /// For line, column, loc, symbol and text range.
  OpData &op(OpId id) { return graph.ops[uint32_t(id)]; }

  ValueId addResults(OpId id, unsigned count);
  void setOperands(OpId id, ArrayRef<ValueId> operands);
  void setAttrs(OpId id, ArrayRef<Attribute> attrs);
  void setSuccessors(OpId id, ArrayRef<BlockId> successors);
  ValueData &value(ValueId id) { return graph.values[uint32_t(id)]; }

  RegionId beginRegion();
  void endRegion();
  /// A block of the open region.
  BlockId beginBlock(NameId label = NameId::Empty);
  ValueId addArguments(BlockId block, unsigned count);
  void endBlock();

  /// Says that the text is in the generic form.
  void markGeneric() { graph.isGeneric = true; }
  /// Says that the text left out a region.
  void markElidedRegion() { graph.hasElidedRegions = true; }

  /// The finished graph; every op must be ended.
  OpGraph take();

private:
  OpGraph graph;
  std::vector<OpId> openOps;
  std::vector<RegionId> openRegions;
  std::vector<BlockId> openBlocks;
  std::vector<RegionId> lastRegionOfOp;   ///< parallel to openOps
  std::vector<BlockId> lastBlockOfRegion; ///< parallel to openRegions
};

} // namespace passdelta

#endif // PASSDELTA_MODEL_OPGRAPH_H
