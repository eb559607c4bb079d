//===- MlirLinalg.cpp - What MLIR says of linalg ops ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proofs.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "passdelta/Reader/MlirReader.h"
#include "llvm/ADT/BitVector.h"

using namespace passdelta;
using namespace passdelta::auditing;
namespace linalg = mlir::linalg;

mlir::Operation *auditing::operationOf(const AuditInput &input, OpId op) {
  if (!input.mlir)
    return nullptr;
  if (!input.mlirIds.empty())
    return input.mlir->operation(OpId(input.mlirIds[uint32_t(op)]));
  return input.mlir->operation(OpId(uint32_t(op) + input.mlirOffset));
}

OpId auditing::idOf(const AuditInput &input, mlir::Operation *op) {
  OpId id = input.mlir->idOf(op);
  if (!input.mlirIds.empty()) {
    auto found = llvm::lower_bound(input.mlirIds, uint32_t(id));
    return found != input.mlirIds.end() && *found == uint32_t(id)
               ? OpId(found - input.mlirIds.begin())
               : OpId::None;
  }
  if (id == OpId::None || uint32_t(id) < input.mlirOffset ||
      uint32_t(id) - input.mlirOffset >= input.before.numOps())
    return OpId::None;
  return OpId(uint32_t(id) - input.mlirOffset);
}

template <typename T>
static std::string print(T value) {
  std::string text;
  llvm::raw_string_ostream(text) << value;
  return text;
}

/// "d1", "d0 and d2": the loops of `op` that are not parallel.
static std::string reducedLoops(linalg::LinalgOp op) {
  std::string text;
  for (auto [index, iterator] : llvm::enumerate(op.getIteratorTypesArray()))
    if (iterator != mlir::utils::IteratorType::parallel)
      text += (text.empty() ? "d" : " and d") + std::to_string(index);
  return text;
}

/// The loops of `consumer` that no operand would bound once the edge is fused
/// away, as areElementwiseOpsFusable() computes them.
static std::string uncoveredLoops(linalg::GenericOp producer,
                                  linalg::GenericOp consumer,
                                  mlir::OpOperand &edge) {
  llvm::BitVector covered(consumer.getNumLoops());
  auto cover = [&](mlir::AffineMap map) {
    for (mlir::AffineExpr result : map.getResults())
      if (auto dim = mlir::dyn_cast<mlir::AffineDimExpr>(result))
        covered.set(dim.getPosition());
  };
  for (auto [operand, map] :
       llvm::zip(consumer->getOperands(), consumer.getIndexingMapsArray()))
    if (operand != edge.get())
      cover(map);
  mlir::AffineMap consumerMap = consumer.getMatchingIndexingMap(&edge);
  mlir::AffineMap inverse =
      mlir::inversePermutation(producer.getIndexingMapMatchingResult(
          mlir::cast<mlir::OpResult>(edge.get())));
  for (mlir::OpOperand *operand : producer.getDpsInputOperands())
    if (inverse)
      cover(producer.getMatchingIndexingMap(operand).compose(
          inverse.compose(consumerMap)));
  std::string text;
  covered.flip();
  for (unsigned loop : covered.set_bits())
    text += (text.empty() ? "d" : " and d") + std::to_string(loop);
  return text;
}

/// The gates on two linalg.generic that an edge of tensors joins.
static void proveGenericFusion(linalg::GenericOp producer,
                               linalg::GenericOp consumer,
                               mlir::OpOperand &edge, OpId producerId,
                               OpId consumerId, Reasons &reasons) {
  auto prove = [&](StringRef code, const llvm::Twine &text, OpId evidence) {
    addReason(reasons, code, Basis::Proved, text, evidence);
  };
  if (!consumer.isDpsInput(&edge))
    prove("init-operand",
          "the producer feeds an init (outs) operand of the consumer; only "
          "inputs are fused",
          consumerId);
  if (unsigned reductions =
          producer.getNumLoops() - producer.getNumParallelLoops())
    prove("not-elementwise",
          "the producer is not elementwise: it reduces over " +
              reducedLoops(producer) + " (" + llvm::Twine(reductions) + " of " +
              llvm::Twine(producer.getNumLoops()) + " loops)",
          producerId);
  mlir::AffineMap read = consumer.getMatchingIndexingMap(&edge);
  if (read.getNumResults() != producer.getNumLoops())
    prove("indexing-map",
          "the consumer reads " + llvm::Twine(read.getNumResults()) +
              " dimensions of a producer with " +
              llvm::Twine(producer.getNumLoops()) + " loops",
          consumerId);
  mlir::AffineMap written = producer.getIndexingMapMatchingResult(
      mlir::cast<mlir::OpResult>(edge.get()));
  if (!written.isPermutation())
    prove("indexing-map",
          "the producer writes its result through " + print(written) +
              ", which is no permutation of its loops",
          producerId);
  if (reasons.empty() && !linalg::areElementwiseOpsFusable(&edge)) {
    std::string loops = uncoveredLoops(producer, consumer, edge);
    prove("init-operand",
          loops.empty()
              ? llvm::Twine("MLIR finds a loop of the consumer that no other "
                            "operand would bound")
              : "the bound of loop " + loops +
                    " of the consumer would be lost: only the producer's init "
                    "(outs) operand gives it, and fusion drops that",
          producerId);
  }
}

void auditing::proveLinalgFusion(const AuditInput &input, OpId producerId,
                                 OpId consumerId, unsigned operand,
                                 Reasons &reasons) {
  mlir::Operation *producer = operationOf(input, producerId);
  mlir::Operation *consumer = operationOf(input, consumerId);
  if (!producer || !consumer || operand >= consumer->getNumOperands())
    return;
  auto linalgProducer = mlir::dyn_cast<linalg::LinalgOp>(producer);
  auto linalgConsumer = mlir::dyn_cast<linalg::LinalgOp>(consumer);
  mlir::OpOperand &edge = consumer->getOpOperand(operand);
  if (!linalgProducer || !linalgConsumer ||
      linalg::areElementwiseOpsFusable(&edge)) {
    // Legal: what is left is the pass's own condition.
  } else if (!linalgProducer.hasPureTensorSemantics() ||
             !mlir::isa<mlir::RankedTensorType>(edge.get().getType())) {
    addReason(reasons, "buffer-semantics", Basis::Proved,
              "the ops work on memrefs; only ops on tensors are fused",
              {producerId, consumerId});
  }
  auto genericProducer = mlir::dyn_cast<linalg::GenericOp>(producer);
  auto genericConsumer = mlir::dyn_cast<linalg::GenericOp>(consumer);
  if (!genericProducer || !genericConsumer) {
    OpId named = genericProducer ? consumerId : producerId;
    addReason(reasons, "wrong-op-form", Basis::Proved,
              input.before.name(named) +
                  " is a named op; only linalg.generic is fused (run "
                  "linalg-generalize-named-ops first)",
              named);
  } else if (edge.get().getDefiningOp() == producer && reasons.empty()) {
    proveGenericFusion(genericProducer, genericConsumer, edge, producerId,
                       consumerId, reasons);
  }
  if (edge.get().getDefiningOp() != producer || producer->hasOneUse())
    return;
  llvm::SmallVector<OpId, 2> others;
  for (mlir::OpOperand &use : producer->getUses())
    if (&use != &edge)
      if (OpId other = idOf(input, use.getOwner()); other != OpId::None)
        others.push_back(other);
  llvm::sort(others);
  addReason(reasons, "multi-use", Basis::Proved,
            "the producer has " +
                llvm::Twine(
                    std::distance(producer->use_begin(), producer->use_end())) +
                " uses; only a producer with 1 use is fused",
            others);
}

/// The first op of the body whose operands or results cannot be elements of a
/// vector.
static mlir::Operation *findUnsupportedType(linalg::LinalgOp op,
                                            mlir::Type &type) {
  for (mlir::Operation &inner : op->getRegion(0).front()) {
    auto check = [&](mlir::Type candidate) {
      if (mlir::VectorType::isValidElementType(candidate) ||
          mlir::isa<mlir::ShapedType>(candidate))
        return false;
      type = candidate;
      return true;
    };
    if (llvm::any_of(inner.getOperandTypes(), check) ||
        llvm::any_of(inner.getResultTypes(), check))
      return &inner;
  }
  return nullptr;
}

/// The parts of linalg::vectorizeOpPrecondition() that name a reason.
static void proveRefusal(const AuditInput &input, linalg::LinalgOp op, OpId id,
                         bool vectorizeExtract, Reasons &reasons) {
  auto prove = [&](StringRef code, const llvm::Twine &text, OpId evidence) {
    addReason(reasons, code, Basis::Proved, text, evidence);
  };
  mlir::Type type;
  if (mlir::Operation *inner = findUnsupportedType(op, type))
    prove("unsupported-type",
          "type " + print(type) + " in the body is no element type of a vector",
          idOf(input, inner));
  for (mlir::Value operand : op->getOperands())
    if (auto shaped = mlir::dyn_cast<mlir::ShapedType>(operand.getType()))
      if (shaped.hasRank() && llvm::is_contained(shaped.getShape(), 0))
        prove("shape-mismatch", "an operand has a dimension of size 0", id);
  for (mlir::Operation &inner : op->getRegion(0).front())
    if (inner.getName().getStringRef() == "tensor.extract" && !vectorizeExtract)
      prove("option-off",
            "the body has a tensor.extract; it is vectorized only with "
            "vectorize_nd_extract",
            idOf(input, &inner));
    else if (inner.getNumRegions())
      prove("unsupported-op",
            inner.getName().getStringRef() +
                " in the body has a region; there is no vector form of it",
            idOf(input, &inner));
  if (linalg::isElementwise(op))
    return;
  if (!linalg::allIndexingsAreProjectedPermutation(op) &&
      !mlir::isa<linalg::ConvolutionOpInterface>(op.getOperation()))
    prove("indexing-map",
          "an indexing map is no projected permutation of the loops", id);
}

void auditing::proveLinalgVectorization(const AuditInput &input, OpId id,
                                        ArrayRef<int64_t> sizes,
                                        bool vectorizeExtract,
                                        Reasons &reasons) {
  mlir::Operation *operation = operationOf(input, id);
  if (!operation)
    return;
  if (!linalg::hasVectorizationImpl(operation)) {
    addReason(reasons, "unsupported-op", Basis::Proved,
              "the vectorizer has no implementation for " +
                  input.before.name(id),
              id);
    return;
  }
  auto op = mlir::dyn_cast<linalg::LinalgOp>(operation);
  if (!op || op->getNumRegions() != 1 || op->getRegion(0).empty())
    return;
  llvm::SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  auto dynamic = llvm::find(ranges, mlir::ShapedType::kDynamic);
  if (sizes.empty() && dynamic != ranges.end())
    addReason(reasons, "dynamic-shape", Basis::Proved,
              "the size of loop d" +
                  llvm::Twine(std::distance(ranges.begin(), dynamic)) +
                  " is dynamic and no vector sizes are given",
              id);
  if (!sizes.empty() && sizes.size() != ranges.size()) {
    addReason(reasons, "shape-mismatch", Basis::Proved,
              llvm::Twine(sizes.size()) + " vector sizes are given for " +
                  llvm::Twine(ranges.size()) + " loops",
              id);
    return;
  }
  for (auto [size, range] : llvm::zip(sizes, ranges))
    if (size != 0 && range != mlir::ShapedType::kDynamic && size < range) {
      addReason(reasons, "shape-mismatch", Basis::Proved,
                "vector size " + llvm::Twine(size) +
                    " is below the loop's size " + llvm::Twine(range),
                id);
      break;
    }
  if (mlir::succeeded(linalg::vectorizeOpPrecondition(operation, sizes, {},
                                                      vectorizeExtract)))
    return;
  size_t before = reasons.size();
  proveRefusal(input, op, id, vectorizeExtract, reasons);
  if (reasons.size() != before || before != 0)
    return;
  if (op.getNumReductionLoops())
    addReason(reasons, "reduction", Basis::Inferred,
              "MLIR's vectorizer refuses it, and it reduces over " +
                  reducedLoops(op) + "; the combiner may be unknown to it",
              id);
  else
    addReason(reasons, "unsupported-op", Basis::Inferred,
              "MLIR's vectorizer refuses it (vectorizeOpPrecondition)", id);
}
