//===- MlirAffineFusion.cpp - What MLIR says of fusing loops --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proofs.h"
#include "mlir/Dialect/Affine/Analysis/AffineAnalysis.h"
#include "mlir/Dialect/Affine/Analysis/Utils.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/LoopFusionUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace passdelta;
using namespace passdelta::auditing;
using namespace mlir::affine;

static AffineForOp loopOf(const AuditInput &input, OpId loop) {
  return mlir::dyn_cast_or_null<AffineForOp>(operationOf(input, loop));
}

namespace {

struct Accesses {
  llvm::SmallVector<mlir::Operation *, 4> loads, stores;
  mlir::Operation *conditional = nullptr; ///< An affine.if.
  mlir::Operation *other = nullptr;       ///< A memory op that is not affine.
};

} // namespace

static Accesses accessesIn(AffineForOp loop) {
  Accesses accesses;
  loop.walk([&](mlir::Operation *op) {
    if (mlir::isa<AffineReadOpInterface>(op))
      accesses.loads.push_back(op);
    else if (mlir::isa<AffineWriteOpInterface>(op))
      accesses.stores.push_back(op);
    else if (mlir::isa<AffineIfOp>(op))
      accesses.conditional = op;
    else if (!accesses.other && op->getNumRegions() == 0 &&
             !mlir::isMemoryEffectFree(op))
      accesses.other = op;
  });
  return accesses;
}

/// The memrefs that `producer` stores and `consumer` loads.
static llvm::DenseSet<mlir::Value> sharedMemrefs(const Accesses &producer,
                                                 const Accesses &consumer) {
  llvm::DenseSet<mlir::Value> shared;
  gatherProducerConsumerMemrefs(producer.stores, consumer.loads, shared);
  return shared;
}

/// Ops between the loops that use one of `memrefs`.
static llvm::SmallVector<OpId, 2>
usersBetween(const AuditInput &input, mlir::Operation *first,
             mlir::Operation *last,
             const llvm::DenseSet<mlir::Value> &memrefs) {
  llvm::SmallVector<OpId, 2> users;
  for (mlir::Operation *op = first->getNextNode(); op && op != last;
       op = op->getNextNode()) {
    bool uses = false;
    op->walk([&](mlir::Operation *inner) {
      uses |= llvm::any_of(inner->getOperands(), [&](mlir::Value operand) {
        return memrefs.contains(operand);
      });
    });
    if (uses && !mlir::isMemoryEffectFree(op))
      users.push_back(idOf(input, op));
  }
  return users;
}

/// The legality of fusing at each depth, as the pass asks it.
static void proveFusionLegality(
    const AuditInput &input, AffineForOp producer, AffineForOp consumer,
    unsigned maxDepth, llvm::SmallVectorImpl<ComputationSliceState> &slices,
    const llvm::DenseSet<mlir::Value> &shared, Reasons &reasons) {
  unsigned around = getNestingDepth(consumer);
  FusionResult first = FusionResult::FailPrecondition;
  for (unsigned depth = 1; depth <= maxDepth; ++depth) {
    slices.emplace_back();
    FusionResult result =
        canFuseLoops(producer, consumer, depth + around, &slices.back(),
                     FusionStrategy::ProducerConsumer);
    if (depth == 1)
      first = result;
    if (result.value != FusionResult::Success) {
      slices.pop_back();
      break;
    }
  }
  if (!slices.empty())
    return;
  OpId producerId = idOf(input, producer), consumerId = idOf(input, consumer);
  switch (first.value) {
  case FusionResult::FailBlockDependence: {
    llvm::DenseSet<mlir::Value> all = shared;
    for (AffineForOp loop : {producer, consumer})
      loop.walk([&](mlir::Operation *op) {
        if (auto load = mlir::dyn_cast<AffineReadOpInterface>(op))
          all.insert(load.getMemRef());
        if (auto store = mlir::dyn_cast<AffineWriteOpInterface>(op))
          all.insert(store.getMemRef());
      });
    addReason(reasons, "intervening-op", Basis::Proved,
              "an op between the two loops accesses the same memory, so "
              "neither loop can move to the other",
              usersBetween(input, producer, consumer, all));
    return;
  }
  case FusionResult::FailFusionDependence:
    addReason(reasons, "loop-carried-dependence", Basis::Proved,
              "fusing would reverse a dependence: an iteration of the consumer "
              "needs what a later iteration of it or of the producer writes",
              {producerId, consumerId});
    return;
  case FusionResult::FailIncorrectSlice:
    addReason(reasons, "shape-mismatch", Basis::Proved,
              "the part of the producer that an iteration of the consumer "
              "needs does not match its bounds (canFuseLoops: incorrect slice)",
              {producerId, consumerId});
    return;
  case FusionResult::FailComputationSlice:
  case FusionResult::FailPrecondition:
    addReason(reasons, "unknown", Basis::Inferred,
              "MLIR cannot compute which iterations of the producer one "
              "iteration of the consumer needs (canFuseLoops: no slice)",
              {producerId, consumerId});
    return;
  case FusionResult::Success:
    return;
  }
}

/// Whether the cost model declines, given the legal slices by depth.
static void proveFusionCost(const AuditInput &input, AffineForOp producer,
                            AffineForOp consumer,
                            llvm::ArrayRef<ComputationSliceState> slices,
                            Reasons &reasons) {
  OpId producerId = idOf(input, producer), consumerId = idOf(input, consumer);
  LoopNestStats producerStats, consumerStats;
  if (!getLoopNestStats(producer, &producerStats) ||
      !getLoopNestStats(consumer, &consumerStats)) {
    addReason(reasons, "dynamic-shape", Basis::Proved,
              "a trip count is not constant, so the cost of fusing cannot be "
              "computed",
              {producerId, consumerId});
    return;
  }
  double tolerance = 0.3;
  if (auto text = option(input, "compute-tolerance"))
    llvm::StringRef(*text).getAsDouble(tolerance);
  int64_t separate = getComputeCost(producer, producerStats) +
                     getComputeCost(consumer, consumerStats);
  std::optional<int64_t> best;
  for (const ComputationSliceState &slice : slices) {
    int64_t cost;
    if (!slice.isEmpty() &&
        getFusionComputeCost(producer, producerStats, consumer, consumerStats,
                             slice, &cost))
      best = std::min(best.value_or(cost), cost);
  }
  if (!best || isOptionSet(input, "maximal"))
    return;
  double extra = double(*best) / double(separate) - 1;
  if (extra < tolerance)
    return;
  addReason(reasons, "cost-model",
            knowsOptions(input) ? Basis::Proved : Basis::Inferred,
            "legal, but fusing recomputes the producer: " + llvm::Twine(*best) +
                " op instances instead of " + llvm::Twine(separate) + " (+" +
                llvm::Twine(int64_t(extra * 100)) +
                " %, compute-tolerance is " +
                llvm::Twine(int64_t(tolerance * 100)) + " %)",
            {producerId, consumerId});
}

/// An op with a region in the block makes the dependence graph fail, and with
/// it every fusion in the block.
static bool proveNoGraph(const AuditInput &input, mlir::Block &block,
                         Reasons &reasons) {
  MemRefDependenceGraph graph(block);
  if (graph.init(/*fullAffineDependences=*/false))
    return false;
  mlir::Operation *cause = nullptr;
  for (mlir::Operation &op : block)
    if (!cause && op.getNumRegions() && !mlir::isa<AffineForOp>(op))
      cause = &op;
  std::string name = cause ? cause->getName().getStringRef().str() : "an op";
  llvm::SmallVector<OpId, 1> evidence;
  if (cause)
    evidence.push_back(idOf(input, cause));
  addReason(reasons, "unsupported-op", Basis::Proved,
            name + " stands in the same block: MLIR builds no dependence graph "
                   "there, and fuses no loop of the block",
            evidence);
  return true;
}

void auditing::proveAffineFusion(const AuditInput &input, OpId producerId,
                                 OpId consumerId, Reasons &reasons) {
  AffineForOp producer = loopOf(input, producerId);
  AffineForOp consumer = loopOf(input, consumerId);
  if (!producer || !consumer || producer->getBlock() != consumer->getBlock() ||
      !producer->isBeforeInBlock(consumer))
    return;
  if (proveNoGraph(input, *producer->getBlock(), reasons))
    return;
  for (auto [loop, id] :
       {std::pair(producer, producerId), std::pair(consumer, consumerId)})
    if (loop.getNumResults())
      addReason(reasons, "iter-args", Basis::Proved,
                "the loop carries values (iter_args); loops with results are "
                "not fused",
                id);
  Accesses first = accessesIn(producer), second = accessesIn(consumer);
  for (const Accesses *accesses : {&first, &second}) {
    if (accesses->conditional)
      addReason(reasons, "unsupported-op", Basis::Proved,
                "an affine.if is inside the loop; loops with conditions are "
                "not fused",
                idOf(input, accesses->conditional));
    if (accesses->other)
      addReason(reasons,
                accesses->other->getName().getDialectNamespace() == "memref"
                    ? "non-affine"
                    : "side-effect",
                Basis::Inferred,
                accesses->other->getName().getStringRef() +
                    " in the loop touches memory and is no affine access",
                idOf(input, accesses->other));
  }
  llvm::DenseSet<mlir::Value> shared = sharedMemrefs(first, second);
  if (shared.empty() || !reasons.empty())
    return;
  llvm::SmallVector<mlir::Operation *, 4> users;
  for (const auto *list : {&second.loads, &second.stores})
    for (mlir::Operation *op : *list) {
      auto load = mlir::dyn_cast<AffineReadOpInterface>(op);
      mlir::Value memref =
          load ? load.getMemRef()
               : mlir::cast<AffineWriteOpInterface>(op).getMemRef();
      if (shared.contains(memref))
        users.push_back(op);
    }
  unsigned depth = getInnermostCommonLoopDepth(users);
  unsigned around = getNestingDepth(consumer);
  llvm::SmallVector<ComputationSliceState, 4> slices;
  proveFusionLegality(input, producer, consumer,
                      depth > around ? depth - around : 0, slices, shared,
                      reasons);
  if (!reasons.empty())
    return;
  llvm::SmallVector<OpId, 2> between =
      usersBetween(input, producer, consumer, shared);
  if (!between.empty())
    addReason(reasons, "intervening-op", Basis::Inferred,
              input.before.name(between.front()) +
                  " between the two loops uses the memory they share",
              between);
  proveFusionCost(input, producer, consumer, slices, reasons);
}
