//===- FreeByBlock.h - Free ops by the block they are in --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_ALIGN_FREEBYBLOCK_H
#define PASSDELTA_ALIGN_FREEBYBLOCK_H

#include "Matcher.h"

namespace passdelta {

/// The free ops of a side, block by block. They were free when the table was
/// filled; the reader asks whether they still are.
class FreeByBlock {
public:
  /// Counting sort of `free`, which ascends. O(blocks + free).
  FreeByBlock(const OpGraph &graph, ArrayRef<OpId> free)
      : start(graph.blocks.size() + 2, 0), ops(free.size()) {
    for (OpId op : free)
      ++start[uint32_t(graph[op].block) + 2];
    for (size_t i = 2; i < start.size(); ++i)
      start[i] += start[i - 1];
    for (OpId op : free)
      ops[start[uint32_t(graph[op].block) + 1]++] = op;
  }
  ArrayRef<OpId> of(BlockId block) const {
    uint32_t begin = start[uint32_t(block)], end = start[uint32_t(block) + 1];
    return ArrayRef(ops).slice(begin, end - begin);
  }

private:
  std::vector<uint32_t> start;
  std::vector<OpId> ops;
};

} // namespace passdelta

#endif // PASSDELTA_ALIGN_FREEBYBLOCK_H
