//===- Hashing.cpp - Hashes of ops and snapshots --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three questions, three hashes:
//
//   which op may be which?            hashOps        local, tolerant
//   did anything change at all?       hashGraph      exact, positions count
//   did anything change that counts?  hashUnordered  values count, not places
//
// The last one is in UnorderedHash.cpp.
//
//===----------------------------------------------------------------------===//

#include "passdelta/Model/Hashing.h"
#include "passdelta/Support/Hash.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"

using namespace passdelta;

bool passdelta::isCommutative(StringRef opName) {
  auto [dialect, op] = opName.split('.');
  if (dialect == "arith" || dialect == "index")
    return llvm::StringSwitch<bool>(op)
        .Cases({"addi", "addf", "muli", "mulf"}, true)
        .Cases({"andi", "ori", "xori", "add", "mul", "and", "or", "xor"}, true)
        .Cases({"maximumf", "minimumf", "maxnumf", "minnumf"}, true)
        .Cases({"maxsi", "maxui", "minsi", "minui"}, true)
        .Cases({"maxs", "maxu", "mins", "minu"}, true)
        .Default(false);
  if (dialect == "llvm")
    return llvm::StringSwitch<bool>(op)
        .Cases({"add", "fadd", "mul", "fmul", "and", "or", "xor"}, true)
        .Default(false);
  return false;
}

static uint64_t hashLabel(const OpGraph &graph, OpId id) {
  const Interner &names = graph.names();
  const OpData &op = graph[id];
  uint64_t hash = hashCombine(names.hash(op.name), names.hash(op.symbol));
  // A sum, so that the order in which a reader lists attributes is nothing.
  uint64_t attrs = 0;
  for (Attribute attr : graph.attrs(id))
    attrs += hashCombine(names.hash(attr.name), names.hash(attr.value));
  hash = hashCombine(hash, attrs);
  for (uint32_t i = 0; i < op.numResults; ++i)
    hash = hashCombine(hash, names.hash(graph[graph.result(id, i)].type));
  if (op.firstRegion == RegionId::None)
    return hash;
  graph.forEachBlock(id, [&](BlockId block) {
    const BlockData &data = graph[block];
    hash = hashCombine(hash, data.numArgs);
    for (uint32_t i = 0; i < data.numArgs; ++i)
      hash =
          hashCombine(hash, names.hash(graph[graph.argument(block, i)].type));
  });
  return hashCombine(hash, graph.numRegions(id));
}

uint64_t passdelta::hashOperandKind(const OpGraph &graph,
                                    ArrayRef<uint64_t> labels, ValueId value) {
  if (value == ValueId::None)
    return 1;
  const Interner &names = graph.names();
  const ValueData &data = graph[value];
  uint64_t type = names.hash(data.type);
  if (!data.isBlockArg) {
    const OpData &def = graph[OpId(data.owner)];
    bool isLeaf = def.numOperands == 0 && def.firstRegion == RegionId::None;
    uint64_t what = isLeaf ? labels[data.owner] : names.hash(def.name);
    return hashCombine(hashCombine(what, data.index), type);
  }
  RegionId region = graph[BlockId(data.owner)].region;
  uint64_t owner =
      region == RegionId::None ? 2 : names.hash(graph[graph[region].op].name);
  return hashCombine(hashCombine(owner, data.index), type + 1);
}

OpHashes passdelta::hashOps(const OpGraph &graph) {
  size_t numOps = graph.numOps();
  OpHashes hashes;
  hashes.label.resize(numOps);
  hashes.tree.resize(numOps);
  std::vector<uint8_t> commutes(graph.names().size(), 2);
  for (uint32_t i = 0; i < numOps; ++i)
    hashes.label[i] = hashLabel(graph, OpId(i));
  // Backward: the ops of a subtree come after its root.
  for (uint32_t i = uint32_t(numOps); i-- > 0;) {
    OpId id = OpId(i);
    uint64_t hash = hashes.label[i];
    uint8_t &commutative = commutes[uint32_t(graph[id].name)];
    if (commutative == 2)
      commutative = isCommutative(graph.name(id));
    uint64_t sum = 0;
    for (ValueId operand : graph.operands(id)) {
      uint64_t kind = hashOperandKind(graph, hashes.label, operand);
      if (commutative)
        sum += kind;
      else
        hash = hashCombine(hash, kind);
    }
    hash = hashCombine(hash, sum + graph[id].numOperands);
    if (graph[id].firstRegion != RegionId::None)
      graph.forEachBlock(id, [&](BlockId block) {
        hash = hashCombine(hash, 3);
        graph.forEachOp(block, [&](OpId child) {
          hash = hashCombine(hash, hashes.tree[uint32_t(child)]);
        });
      });
    hashes.tree[i] = hash;
  }
  return hashes;
}

namespace {

/// Hashes a range of ops exactly: values by where they are made.
class ExactHasher {
public:
  ExactHasher(const OpGraph &graph, uint32_t begin, uint32_t end)
      : graph(graph), begin(begin), end(end) {}

  uint64_t run() {
    uint64_t hash = end - begin;
    for (uint32_t i = begin; i < end; ++i)
      hash = hashCombine(hash, hashOp(OpId(i)));
    return hash;
  }

private:
  /// Number of `region` in its op, in the upper half.
  uint64_t regionPlace(RegionId region) const {
    uint64_t place = 1;
    for (RegionId other = graph[graph[region].op].firstRegion; other != region;
         other = graph[other].next)
      place += uint64_t(1) << 32;
    return place;
  }

  /// Where `block` is in its op. Walks each region once.
  uint64_t blockPlace(BlockId block) {
    // A label without a block, in a text that was cut.
    if (block == BlockId::None)
      return ~uint64_t(0);
    if (places.empty())
      places.assign(graph.blocks.size(), ~uint64_t(0));
    uint64_t &place = places[uint32_t(block)];
    if (place != ~uint64_t(0))
      return place;
    RegionId region = graph[block].region;
    if (region == RegionId::None)
      return place = 0;
    uint64_t next = regionPlace(region);
    for (BlockId each = graph[region].firstBlock; each != BlockId::None;
         each = graph[each].next)
      places[uint32_t(each)] = next++;
    return place;
  }

  uint64_t hashValue(ValueId value) {
    if (value == ValueId::None)
      return 1;
    const ValueData &data = graph[value];
    uint32_t owner = data.owner;
    uint64_t place = 2;
    if (data.isBlockArg) {
      RegionId region = graph[BlockId(data.owner)].region;
      owner = region == RegionId::None ? ~0u : uint32_t(graph[region].op);
      place = 3 + blockPlace(BlockId(data.owner));
    }
    bool isInside = owner >= begin && owner < end;
    if (!isInside) {
      auto [found, isNew] =
          outside.try_emplace(uint32_t(value), uint32_t(outside.size()));
      return hashCombine(4, found->second);
    }
    return hashCombine(hashCombine(owner - begin, place), data.index);
  }

  uint64_t hashOp(OpId id) {
    const OpData &op = graph[id];
    uint64_t hash =
        hashCombine(hashLabel(graph, id), uint32_t(op.end) - uint32_t(id));
    for (ValueId operand : graph.operands(id))
      hash = hashCombine(hash, hashValue(operand));
    for (BlockId successor : graph.successors(id))
      hash = hashCombine(hash, blockPlace(successor));
    hash = hashCombine(hash, op.numOperands);
    if (op.block == BlockId::TopLevel || uint32_t(id) == begin)
      return hash;
    return hashCombine(hash, blockPlace(op.block));
  }

  const OpGraph &graph;
  uint32_t begin, end;
  std::vector<uint64_t> places; ///< By block: region << 32 | number; lazy.
  llvm::DenseMap<uint32_t, uint32_t> outside;
};

} // namespace

uint64_t passdelta::hashGraph(const OpGraph &graph) {
  return ExactHasher(graph, 0, uint32_t(graph.numOps())).run();
}

uint64_t passdelta::hashSubtree(const OpGraph &graph, OpId root) {
  return ExactHasher(graph, uint32_t(root), uint32_t(graph[root].end)).run();
}
