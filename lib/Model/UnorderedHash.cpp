//===- UnorderedHash.cpp - A snapshot without the order of pure ops -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Works like value numbering:
//
//   forward   value(op) = label, values of the operands, number among the
//             impure ops of its block unless it is pure, values of its blocks
//   backward  place(op) = value(op), places of its users (sorted), block
//   result    sum of the places, which has no order
//
// The backward pass tells apart equal ops that have different users: without
// it, f(a) g(b) and f(a) g(a) with a == b would be the same. Operands that are
// defined later in the text (graph regions, loops of blocks) count as the label
// of their op. Linear but for the sort of the uses.
//
//===----------------------------------------------------------------------===//

#include "passdelta/Model/Hashing.h"
#include "passdelta/Support/Hash.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace passdelta;

namespace {

class UnorderedHasher {
public:
  UnorderedHasher(const OpGraph &graph, llvm::function_ref<bool(OpId)> isPure)
      : graph(graph), isPure(isPure), labels(hashOps(graph).label),
        value(graph.numOps(), 0), place(graph.numOps(), 0),
        blockNumber(graph.blocks.size(), 0) {}

  uint64_t run() {
    numberBlocks();
    collectUses();
    hashForward();
    return hashBackward();
  }

private:
  /// Number of each block in its op, from 1.
  void numberBlocks() {
    for (uint32_t i = 0; i < graph.numOps(); ++i) {
      uint32_t next = 0;
      if (graph[OpId(i)].firstRegion != RegionId::None)
        graph.forEachBlock(OpId(i), [&](BlockId block) {
          blockNumber[uint32_t(block)] = ++next;
        });
    }
  }

  void collectUses() {
    useStart.assign(graph.values.size() + 2, 0);
    for (ValueId operand : graph.operandPool)
      if (operand != ValueId::None)
        ++useStart[uint32_t(operand) + 2];
    for (size_t i = 2; i < useStart.size(); ++i)
      useStart[i] += useStart[i - 1];
    uses.resize(useStart.back());
    for (uint32_t op = 0; op < graph.numOps(); ++op)
      for (auto [index, operand] : llvm::enumerate(graph.operands(OpId(op))))
        if (operand != ValueId::None)
          uses[useStart[uint32_t(operand) + 1]++] = {OpId(op), uint32_t(index)};
  }

  uint64_t hashOperand(OpId user, ValueId operand) const {
    if (operand == ValueId::None)
      return 1;
    const ValueData &data = graph[operand];
    if (data.isBlockArg) {
      // By the op around: its depth below the user says which one it is.
      RegionId region = graph[BlockId(data.owner)].region;
      OpId owner = region == RegionId::None ? OpId::None : graph[region].op;
      uint64_t hash = owner == OpId::None ? 2 : value[uint32_t(owner)];
      return hashCombine(hashCombine(hash, blockNumber[data.owner]),
                         data.index + 5);
    }
    OpId def = OpId(data.owner);
    uint64_t hash =
        def < user ? value[data.owner] : labels[data.owner] ^ 0x5bd1e995;
    return hashCombine(hash, data.index);
  }

  /// Ends the op `id`: adds the sum of its blocks to its value.
  void finish(OpId id) {
    if (graph[id].firstRegion == RegionId::None)
      return;
    uint64_t hash = value[uint32_t(id)];
    graph.forEachBlock(id, [&](BlockId block) {
      uint64_t sum = 0;
      graph.forEachOp(block,
                      [&](OpId child) { sum += mix(value[uint32_t(child)]); });
      hash = hashCombine(hash, sum);
    });
    value[uint32_t(id)] = hash;
  }

  void hashForward() {
    std::vector<uint32_t> impure(graph.blocks.size(), 0);
    llvm::SmallVector<OpId, 16> open;
    for (uint32_t i = 0; i < graph.numOps(); ++i) {
      OpId id = OpId(i);
      while (!open.empty() && graph[open.back()].end <= id)
        finish(open.pop_back_val());
      const OpData &op = graph[id];
      uint64_t hash = hashCombine(labels[i], blockNumber[uint32_t(op.block)]);
      for (ValueId operand : graph.operands(id))
        hash = hashCombine(hash, hashOperand(id, operand));
      for (BlockId successor : graph.successors(id))
        // A label may have no block, in a text that was cut.
        hash = hashCombine(hash, successor == BlockId::None
                                     ? ~0u
                                     : blockNumber[uint32_t(successor)]);
      if (!isPure(id))
        hash = hashCombine(hash, ++impure[uint32_t(op.block)]);
      // What is inside sees what the op is and where, but not its insides.
      value[i] = hashCombine(hash, parentValue(id));
      open.push_back(id);
    }
    while (!open.empty())
      finish(open.pop_back_val());
  }

  uint64_t parentValue(OpId id) const {
    OpId parent = graph.parent(id);
    return parent == OpId::None ? 0 : value[uint32_t(parent)];
  }

  uint64_t hashBackward() {
    uint64_t sum = graph.numOps();
    llvm::SmallVector<uint64_t, 16> users;
    for (uint32_t i = uint32_t(graph.numOps()); i-- > 0;) {
      users.clear();
      const OpData &op = graph[OpId(i)];
      for (uint32_t k = 0; k < op.numResults; ++k) {
        uint32_t result = op.firstResult + k;
        for (uint32_t u = useStart[result]; u < useStart[result + 1]; ++u) {
          uint32_t user = uint32_t(uses[u].op);
          uint64_t hash = user > i ? place[user] : value[user];
          users.push_back(hashCombine(hashCombine(hash, uses[u].index), k));
        }
      }
      llvm::sort(users);
      uint64_t hash = value[i];
      for (uint64_t user : users)
        hash = hashCombine(hash, user);
      place[i] = hash;
      sum += mix(hash);
    }
    return sum;
  }

  static uint64_t mix(uint64_t hash) { return hashCombine(hash, 0x9e37); }

  const OpGraph &graph;
  llvm::function_ref<bool(OpId)> isPure;
  std::vector<uint64_t> labels, value, place;
  std::vector<uint32_t> blockNumber;
  std::vector<uint32_t> useStart;
  std::vector<OpGraph::Use> uses;
};

} // namespace

uint64_t passdelta::hashUnordered(const OpGraph &graph,
                                  llvm::function_ref<bool(OpId)> isPure) {
  return UnorderedHasher(graph, isPure).run();
}
