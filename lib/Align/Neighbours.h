//===- Neighbours.h - Where the ops beside an op are now --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_ALIGN_NEIGHBOURS_H
#define PASSDELTA_ALIGN_NEIGHBOURS_H

#include "passdelta/Model/OpGraph.h"

namespace passdelta {

/// The op before `op` in its block, or None. O(depth of what is in that op).
inline OpId previousInBlock(const OpGraph &graph, OpId op) {
  BlockId block = graph[op].block;
  if (graph[block].firstOp == op)
    return OpId::None;
  OpId previous = OpId(uint32_t(op) - 1);
  while (graph[previous].block != block)
    previous = graph.parent(previous);
  return previous;
}

/// Of each op of `list`: the ids on the other side that its image must stand
/// between, those of the linked ops next to it in its block. O(list * depth).
template <typename ImageOf>
std::vector<std::pair<OpId, OpId>>
neighbourImages(const OpGraph &graph, ArrayRef<OpId> list, ImageOf imageOf) {
  std::vector<std::pair<OpId, OpId>> between(list.size(),
                                             {OpId::None, OpId::None});
  for (size_t i = 0; i < list.size(); ++i) {
    OpId previous = previousInBlock(graph, list[i]);
    if (previous != OpId::None)
      between[i].first = i && previous == list[i - 1] ? between[i - 1].first
                                                      : imageOf(previous);
  }
  for (size_t i = list.size(); i-- > 0;) {
    OpId next = graph.next(list[i]);
    if (next != graph[graph[list[i]].block].endOp)
      between[i].second = i + 1 < list.size() && next == list[i + 1]
                              ? between[i + 1].second
                              : imageOf(next);
  }
  return between;
}

/// True if `op` is between the two ids, as far as they are in its region and in
/// order themselves.
inline bool standsBetween(const OpGraph &graph, OpId op,
                          std::pair<OpId, OpId> between) {
  auto [low, high] = between;
  RegionId region = graph[graph[op].block].region;
  bool hasLow = low != OpId::None && graph[graph[low].block].region == region;
  bool hasHigh =
      high != OpId::None && graph[graph[high].block].region == region;
  if (hasLow && hasHigh && high < low)
    return true;
  return (!hasLow || low < op) && (!hasHigh || op < high);
}

} // namespace passdelta

#endif // PASSDELTA_ALIGN_NEIGHBOURS_H
