//===- FuseAffine.cpp - Affine loops that stayed apart --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A candidate is a loop that loads a memref, and the last loop before it in the
// same block that stores to it. Loops of another dialect are candidates only in
// a function without affine loops: there the pass had nothing else to do.
//
//===----------------------------------------------------------------------===//

#include "Loops.h"
#include "Proofs.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace passdelta;
using namespace passdelta::auditing;

namespace {

struct LoopPair {
  OpId producer, consumer;
  ValueId memref;
};

} // namespace

static bool isFusableName(StringRef name) {
  return name == "affine.for" || name == "scf.for" ||
         name == "affine.parallel" || name == "scf.parallel";
}

/// Appends the pairs of one block.
static void collectPairs(const OpGraph &graph, BlockId block,
                         std::vector<LoopPair> &pairs) {
  llvm::DenseMap<ValueId, OpId> writers;
  graph.forEachOp(block, [&](OpId op) {
    if (!isFusableName(graph.name(op)))
      return;
    std::vector<Access> accesses = accessesIn(graph, op);
    size_t first = pairs.size();
    for (const Access &access : accesses) {
      auto writer = writers.find(access.memref);
      if (access.isStore || writer == writers.end() ||
          graph.name(writer->second) != graph.name(op))
        continue;
      if (llvm::none_of(llvm::drop_begin(pairs, first),
                        [&](const LoopPair &pair) {
                          return pair.producer == writer->second;
                        }))
        pairs.push_back({writer->second, op, access.memref});
    }
    for (const Access &access : accesses)
      if (access.isStore)
        writers[access.memref] = op;
  });
}

static std::vector<LoopPair> findPairs(const OpGraph &graph) {
  std::vector<LoopPair> pairs;
  for (uint32_t block = 0; block < graph.blocks.size(); ++block)
    collectPairs(graph, BlockId(block), pairs);
  llvm::stable_sort(pairs, [](const LoopPair &one, const LoopPair &other) {
    return one.producer < other.producer;
  });
  return pairs;
}

/// True if both loops are still there and neither went into the other.
static bool isLeft(const AuditInput &input, const LoopPair &pair) {
  OpId producer = imageOf(input, pair.producer);
  OpId consumer = imageOf(input, pair.consumer);
  if (producer == OpId::None || consumer == OpId::None ||
      isInChange(input, Kind::Fused, {pair.producer, pair.consumer}))
    return false;
  // The producer may be kept and a copy of it fused: then the consumer grew.
  size_t grown = input.before.subtreeSize(pair.producer) +
                 input.before.subtreeSize(pair.consumer);
  return input.after[producer].block == input.after[consumer].block &&
         input.after.subtreeSize(consumer) + 3 < grown + 1;
}

static bool functionHasAffineLoop(const OpGraph &graph, OpId op) {
  OpId function = graph.enclosingFunction(op);
  return function != OpId::None && containsOp(graph, function, "affine.for");
}

void auditing::auditAffineFusion(const AuditInput &input, Missed &missed) {
  const OpGraph &graph = input.before;
  std::vector<LoopPair> pairs = findPairs(graph);
  auto fused = llvm::find_if(pairs, [&](const LoopPair &pair) {
    return graph.name(pair.producer) == "affine.for" && !isLeft(input, pair);
  });
  for (const LoopPair &pair : pairs) {
    bool isAffine = graph.name(pair.producer) == "affine.for";
    if (!isLeft(input, pair) ||
        (!isAffine && functionHasAffineLoop(graph, pair.producer)))
      continue;
    MissedCandidate candidate;
    candidate.kind = Kind::Fused;
    candidate.before = {pair.producer, pair.consumer};
    candidate.after = {imageOf(input, pair.producer),
                       imageOf(input, pair.consumer)};
    candidate.text =
        "not fused through " + nameOf(graph, pair.memref, "a memref");
    if (!isAffine)
      addReason(candidate.reasons, "wrong-op-form", Basis::Proved,
                "the loops are " + graph.name(pair.producer) +
                    "; the pass fuses affine.for only",
                candidate.before);
    else if (input.mlir)
      proveAffineFusion(input, pair.producer, pair.consumer, candidate.reasons);
    finishReasons(candidate.reasons, "fused");
    if (isAffine && fused != pairs.end()) {
      candidate.contrast = {fused->producer, fused->consumer};
      candidate.contrastText = "these loops were fused";
    }
    missed.push_back(std::move(candidate));
  }
}
