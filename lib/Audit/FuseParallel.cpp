//===- FuseParallel.cpp - scf.parallel loops that stayed apart ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A candidate is an scf.parallel and the next one in its block, if they work on
// the same memory or over the same iterations. Others nobody would fuse.
//
//===----------------------------------------------------------------------===//

#include "Loops.h"
#include "Proofs.h"
#include "llvm/ADT/STLExtras.h"

using namespace passdelta;
using namespace passdelta::auditing;

namespace {

struct LoopPair {
  OpId first, second;
};

} // namespace

static bool shareMemory(const OpGraph &graph, const LoopPair &pair) {
  std::vector<Access> first = accessesIn(graph, pair.first);
  std::vector<Access> second = accessesIn(graph, pair.second);
  return llvm::any_of(first, [&](const Access &one) {
    return llvm::any_of(second, [&](const Access &other) {
      return one.memref == other.memref;
    });
  });
}

static bool haveSameBounds(const OpGraph &graph, const LoopPair &pair) {
  auto first = getLoopInfo(graph, pair.first);
  auto second = getLoopInfo(graph, pair.second);
  if (!first || !second || first->dims.size() != second->dims.size())
    return false;
  for (auto [one, other] : llvm::zip(first->dims, second->dims))
    if (one.lower != other.lower || one.upper != other.upper ||
        one.step != other.step)
      return false;
  return true;
}

static std::vector<LoopPair> findPairs(const OpGraph &graph) {
  std::vector<LoopPair> pairs;
  for (uint32_t block = 0; block < graph.blocks.size(); ++block) {
    OpId last = OpId::None;
    graph.forEachOp(BlockId(block), [&](OpId op) {
      if (graph.name(op) != "scf.parallel")
        return;
      LoopPair pair = {last, op};
      if (last != OpId::None &&
          (shareMemory(graph, pair) || haveSameBounds(graph, pair)))
        pairs.push_back(pair);
      last = op;
    });
  }
  llvm::stable_sort(pairs, [](const LoopPair &one, const LoopPair &other) {
    return one.first < other.first;
  });
  return pairs;
}

static bool isLeft(const AuditInput &input, const LoopPair &pair) {
  OpId first = imageOf(input, pair.first);
  OpId second = imageOf(input, pair.second);
  return first != OpId::None && second != OpId::None &&
         !isInChange(input, Kind::Fused, {pair.first, pair.second}) &&
         input.after[first].block == input.after[second].block;
}

void auditing::auditParallelFusion(const AuditInput &input, Missed &missed) {
  std::vector<LoopPair> pairs = findPairs(input.before);
  auto fused = llvm::find_if(
      pairs, [&](const LoopPair &pair) { return !isLeft(input, pair); });
  for (const LoopPair &pair : pairs) {
    if (!isLeft(input, pair))
      continue;
    MissedCandidate candidate;
    candidate.kind = Kind::Fused;
    candidate.before = {pair.first, pair.second};
    candidate.after = {imageOf(input, pair.first), imageOf(input, pair.second)};
    candidate.text = "not fused";
    proveParallelFusion(input, pair.first, pair.second, candidate.reasons);
    finishReasons(candidate.reasons, "fused");
    if (fused != pairs.end()) {
      candidate.contrast = {fused->first, fused->second};
      candidate.contrastText = "these loops were fused";
    }
    missed.push_back(std::move(candidate));
  }
}
