//===- reader-fuzzer.cpp - The lenient reader on any bytes ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever the text is, it is read or there is an error with a place in it, and
// the graph is whole: ranges inside the arrays, ids that exist.
//
//===----------------------------------------------------------------------===//

#include "passdelta/Model/Hashing.h"
#include "passdelta/Reader/Reader.h"

using namespace passdelta;

static void require(bool condition) {
  if (!condition)
    __builtin_trap();
}

static void checkOp(const OpGraph &graph, OpId id, size_t textSize) {
  const OpData &op = graph[id];
  require(uint32_t(op.end) > uint32_t(id) &&
          uint32_t(op.end) <= graph.numOps());
  require(op.textBegin <= op.textEnd && op.textEnd <= textSize);
  for (ValueId operand : graph.operands(id))
    require(operand == ValueId::None ||
            uint32_t(operand) < graph.values.size());
  for (BlockId successor : graph.successors(id))
    require(successor == BlockId::None ||
            uint32_t(successor) < graph.blocks.size());
  for (unsigned i = 0; i < op.numResults; ++i)
    require(graph.definingOp(graph.result(id, i)) == id);
  graph.forEachBlock(id, [&](BlockId block) {
    require(graph.parentOp(block) == id);
    OpId last = graph[block].firstOp;
    graph.forEachOp(block, [&](OpId inner) {
      require(graph.contains(id, inner));
      last = graph.next(inner);
    });
    require(last == graph[block].endOp);
  });
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  StringRef text(reinterpret_cast<const char *>(data), size);
  for (bool isDump : {false, true}) {
    Interner names;
    auto output = getLenientReader().read({text, "fuzz", 7, isDump}, names);
    if (!output) {
      require(!llvm::toString(output.takeError()).empty());
      continue;
    }
    require(output->begin <= output->end && output->end <= size);
    OpGraph &graph = output->graph;
    for (uint32_t id = 0; id < graph.numOps(); ++id)
      checkOp(graph, OpId(id), size);
    graph.computeUses();
    hashGraph(graph);
  }
  return 0;
}
