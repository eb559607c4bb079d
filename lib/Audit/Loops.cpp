//===- Loops.cpp - Loops and their accesses, by structure -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loops.h"
#include "llvm/ADT/STLExtras.h"

using namespace passdelta;
using namespace passdelta::auditing;

std::vector<Access> auditing::accessesIn(const OpGraph &graph, OpId root) {
  std::vector<Access> accesses;
  for (OpId op = root; op < graph[root].end; op = OpId(uint32_t(op) + 1)) {
    auto [dialect, name] = graph.name(op).split('.');
    if (dialect != "affine" && dialect != "memref")
      continue;
    bool isStore = name == "store" || name == "vector_store";
    if (!isStore && name != "load" && name != "vector_load")
      continue;
    ArrayRef<ValueId> operands = graph.operands(op);
    if (operands.size() > size_t(isStore) && operands[isStore] != ValueId::None)
      accesses.push_back({op, operands[isStore], isStore});
  }
  return accesses;
}

ValueId auditing::flowsThrough(ArrayRef<Access> first,
                               ArrayRef<Access> second) {
  for (const Access &store : first)
    if (store.isStore)
      for (const Access &load : second)
        if (!load.isStore && load.memref == store.memref)
          return load.memref;
  return ValueId::None;
}

std::vector<OpId> auditing::opsNamed(const OpGraph &graph, StringRef name) {
  std::vector<OpId> ops;
  for (uint32_t op = 0; op < graph.numOps(); ++op)
    if (graph.name(OpId(op)) == name)
      ops.push_back(OpId(op));
  return ops;
}

llvm::SmallVector<OpId, 2> auditing::innerLoops(const OpGraph &graph, OpId loop,
                                                StringRef name) {
  llvm::SmallVector<OpId, 2> loops;
  graph.forEachBlock(loop, [&](BlockId block) {
    graph.forEachOp(block, [&](OpId op) {
      if (graph.name(op) == name)
        loops.push_back(op);
    });
  });
  return loops;
}

static bool isTerminator(const OpGraph &graph, OpId op) {
  return graph.name(op).ends_with(".yield") || graph.name(op) == "scf.reduce";
}

OpId auditing::opBeside(const OpGraph &graph, OpId loop, OpId inner) {
  OpId beside = OpId::None;
  graph.forEachBlock(loop, [&](BlockId block) {
    graph.forEachOp(block, [&](OpId op) {
      if (op != inner && beside == OpId::None && !isTerminator(graph, op))
        beside = op;
    });
  });
  return beside;
}

llvm::SmallVector<OpId, 4> auditing::perfectNest(const OpGraph &graph,
                                                 OpId root) {
  llvm::SmallVector<OpId, 4> nest = {root};
  while (true) {
    auto inner = innerLoops(graph, nest.back(), graph.name(root));
    if (inner.size() != 1 ||
        opBeside(graph, nest.back(), inner.front()) != OpId::None)
      return nest;
    nest.push_back(inner.front());
  }
}

bool auditing::isInnermost(const OpGraph &graph, OpId loop) {
  for (OpId op = OpId(uint32_t(loop) + 1); op < graph[loop].end;
       op = OpId(uint32_t(op) + 1))
    if (graph.name(op) == graph.name(loop))
      return false;
  return true;
}

std::string auditing::tripText(std::optional<int64_t> trips) {
  return trips ? std::to_string(*trips) : "an unknown number of";
}
