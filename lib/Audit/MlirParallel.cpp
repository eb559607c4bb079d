//===- MlirParallel.cpp - What MLIR says of scf.parallel ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// scf-parallel-loop-fusion asks no public predicate but alias analysis and the
// effects of ops; its other conditions are compared here as it compares them.
//
//===----------------------------------------------------------------------===//

#include "Proofs.h"
#include "mlir/Analysis/AliasAnalysis.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace passdelta;
using namespace passdelta::auditing;
using mlir::scf::ParallelOp;

static bool hasNested(ParallelOp loop) {
  return loop.getBody()
      ->walk([](ParallelOp) { return mlir::WalkResult::interrupt(); })
      .wasInterrupted();
}

/// "64", or "a value".
static std::string boundText(mlir::Value bound) {
  auto constant = mlir::getConstantIntValue(bound);
  return constant ? std::to_string(*constant) : "a value";
}

/// The pass wants the same SSA values as bounds and steps.
static void proveBounds(const AuditInput &input, ParallelOp first,
                        ParallelOp second, Reasons &reasons) {
  llvm::SmallVector<OpId, 2> both = {idOf(input, first), idOf(input, second)};
  if (first.getNumLoops() != second.getNumLoops()) {
    addReason(reasons, "shape-mismatch", Basis::Proved,
              "the loops have " + llvm::Twine(first.getNumLoops()) + " and " +
                  llvm::Twine(second.getNumLoops()) + " dimensions",
              both);
    return;
  }
  struct Range {
    StringRef name;
    mlir::OperandRange first, second;
  } ranges[] = {{"lower bounds", first.getLowerBound(), second.getLowerBound()},
                {"upper bounds", first.getUpperBound(), second.getUpperBound()},
                {"steps", first.getStep(), second.getStep()}};
  for (const Range &range : ranges)
    for (auto [one, other] : llvm::zip(range.first, range.second)) {
      if (one == other)
        continue;
      auto oneConstant = mlir::getConstantIntValue(one);
      if (oneConstant && oneConstant == mlir::getConstantIntValue(other))
        addReason(reasons, "prerequisite", Basis::Proved,
                  "the " + range.name + " are both " +
                      llvm::Twine(*oneConstant) +
                      " but two values; the pass wants one (run cse first)",
                  both);
      else
        addReason(reasons, "shape-mismatch", Basis::Proved,
                  "the " + range.name + " differ: " + boundText(one) + " and " +
                      boundText(other),
                  both);
      return;
    }
}

/// An op between the loops that is not free of effects.
static void proveNoOpBetween(const AuditInput &input, ParallelOp first,
                             ParallelOp second, Reasons &reasons) {
  for (mlir::Operation *op = first->getNextNode(); op && op != second;
       op = op->getNextNode())
    if (!mlir::isMemoryEffectFree(op) || op->getNumRegions()) {
      addReason(reasons, "intervening-op", Basis::Proved,
                op->getName().getStringRef() +
                    " stands between the loops and is not free of effects",
                idOf(input, op));
      return;
    }
}

namespace {

/// The stores of one loop and the loads of the other.
struct Flow {
  const AuditInput &input;
  ParallelOp from, to;
  mlir::AliasAnalysis &aliases;
  Reasons &reasons;

  void prove();
  void proveLoad(mlir::memref::LoadOp load,
                 llvm::ArrayRef<mlir::memref::StoreOp> stores);
};

} // namespace

void Flow::proveLoad(mlir::memref::LoadOp load,
                     llvm::ArrayRef<mlir::memref::StoreOp> stores) {
  auto evidence = [&](mlir::Operation *store) {
    return llvm::SmallVector<OpId, 2>{idOf(input, store), idOf(input, load)};
  };
  mlir::Operation *definition = load.getMemRef().getDefiningOp();
  if (definition && definition->getBlock() == load->getBlock()) {
    addReason(reasons, "may-alias", Basis::Proved,
              "a buffer that is loaded is defined inside the loop; the pass "
              "does not analyse it",
              idOf(input, load));
    return;
  }
  mlir::memref::StoreOp same;
  for (mlir::memref::StoreOp store : stores) {
    if (store.getMemRef() != load.getMemRef()) {
      if (!aliases.alias(store.getMemRef(), load.getMemRef()).isNo())
        addReason(reasons, "may-alias", Basis::Proved,
                  "the buffer that one loop stores and the one the other loop "
                  "loads may be the same memory",
                  evidence(store));
      continue;
    }
    if (same) {
      addReason(reasons, "loop-carried-dependence", Basis::Proved,
                "one loop stores a buffer more than once that the other loads",
                evidence(store));
      return;
    }
    same = store;
  }
  if (!same || same.getIndices().size() != load.getIndices().size())
    return;
  for (auto [stored, loaded] :
       llvm::zip(same.getIndices(), load.getIndices())) {
    auto argument = mlir::dyn_cast<mlir::BlockArgument>(stored);
    mlir::Value mapped = stored;
    if (argument && argument.getOwner() == from.getBody() &&
        argument.getArgNumber() < to.getBody()->getNumArguments())
      mapped = to.getBody()->getArgument(argument.getArgNumber());
    if (mapped == loaded)
      continue;
    addReason(reasons, "loop-carried-dependence", Basis::Proved,
              "one loop stores a buffer at other indices than the other loads "
              "it, so an iteration may need another iteration's value",
              evidence(same));
    return;
  }
}

void Flow::prove() {
  llvm::SmallVector<mlir::memref::StoreOp, 4> stores;
  from.getBody()->walk(
      [&](mlir::memref::StoreOp store) { stores.push_back(store); });
  size_t before = reasons.size();
  to.getBody()->walk([&](mlir::memref::LoadOp load) {
    if (reasons.size() == before)
      proveLoad(load, stores);
  });
}

void auditing::proveParallelFusion(const AuditInput &input, OpId firstId,
                                   OpId secondId, Reasons &reasons) {
  auto first = mlir::dyn_cast_or_null<ParallelOp>(operationOf(input, firstId));
  auto second =
      mlir::dyn_cast_or_null<ParallelOp>(operationOf(input, secondId));
  if (!first || !second || first->getBlock() != second->getBlock())
    return;
  proveNoOpBetween(input, first, second, reasons);
  for (ParallelOp loop : {first, second})
    if (hasNested(loop))
      addReason(reasons, "innermost-only", Basis::Proved,
                "the loop has another scf.parallel inside; only innermost ones "
                "are fused",
                idOf(input, loop));
  proveBounds(input, first, second, reasons);
  if (first.getNumLoops() == second.getNumLoops()) {
    mlir::Operation *root = first->getParentOp();
    while (root->getParentOp())
      root = root->getParentOp();
    mlir::AliasAnalysis aliases(root);
    Flow{input, first, second, aliases, reasons}.prove();
    Flow{input, second, first, aliases, reasons}.prove();
  }
  for (mlir::Value result : first.getResults())
    for (mlir::Operation *user : result.getUsers())
      if (second->isProperAncestor(user) || user == second) {
        addReason(reasons, "dominance", Basis::Proved,
                  "the second loop uses the result of the first loop's "
                  "reduction",
                  idOf(input, user));
        return;
      }
}
