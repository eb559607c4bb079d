//===- MlirAffine.cpp - What MLIR says of tiling and vectorizing ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proofs.h"
#include "mlir/Dialect/Affine/Analysis/AffineAnalysis.h"
#include "mlir/Dialect/Affine/Analysis/AffineStructures.h"
#include "mlir/Dialect/Affine/Analysis/LoopAnalysis.h"
#include "mlir/Dialect/Affine/Analysis/NestedMatcher.h"
#include "mlir/Dialect/Affine/Analysis/Utils.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/IR/AffineValueMap.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace passdelta;
using namespace passdelta::auditing;
using namespace mlir::affine;

static AffineForOp loopOf(const AuditInput &input, OpId loop) {
  return mlir::dyn_cast_or_null<AffineForOp>(operationOf(input, loop));
}

std::optional<uint64_t> auditing::tripCountOf(const AuditInput &input,
                                              OpId loop) {
  AffineForOp op = loopOf(input, loop);
  return op ? getConstantTripCount(op) : std::nullopt;
}

/// The loop of the band whose bounds use the induction variable of an outer
/// one, or null.
static AffineForOp findDependentBound(llvm::ArrayRef<AffineForOp> band,
                                      AffineForOp &outer) {
  for (AffineForOp inner : band)
    for (mlir::Value operand : inner->getOperands())
      for (AffineForOp candidate : band) {
        if (candidate == inner)
          break;
        llvm::SmallVector<mlir::Operation *, 2> applies;
        getReachableAffineApplyOps(operand, applies);
        mlir::Value iv = candidate.getInductionVar();
        bool reaches =
            operand == iv || llvm::any_of(applies, [&](mlir::Operation *apply) {
              return llvm::is_contained(apply->getOperands(), iv);
            });
        if (!reaches)
          continue;
        outer = candidate;
        return inner;
      }
  return nullptr;
}

void auditing::proveAffineTiling(const AuditInput &input, ArrayRef<OpId> ids,
                                 Reasons &reasons) {
  llvm::SmallVector<AffineForOp, 4> band;
  for (OpId id : ids)
    if (AffineForOp loop = loopOf(input, id))
      band.push_back(loop);
  if (band.empty() || band.size() != ids.size())
    return;
  for (auto [loop, id] : llvm::zip(band, ids))
    if (loop.getNumResults()) {
      addReason(reasons, "iter-args", Basis::Proved,
                "the loop carries values (iter_args); a band with such a loop "
                "is not tiled",
                id);
      break;
    }
  llvm::SmallVector<mlir::Operation *, 4> ops(band.begin(), band.end());
  FlatAffineValueConstraints domain;
  bool known = mlir::succeeded(getIndexSet(ops, &domain));
  if (!known || !domain.isHyperRectangular(0, band.size())) {
    AffineForOp outer;
    AffineForOp inner = findDependentBound(band, outer);
    if (inner)
      addReason(reasons, "non-rectangular", Basis::Proved,
                "a bound of loop " +
                    llvm::Twine(llvm::find(band, inner) - band.begin() + 1) +
                    " of the band depends on the induction variable of loop " +
                    llvm::Twine(llvm::find(band, outer) - band.begin() + 1),
                {idOf(input, inner), idOf(input, outer)});
    else
      addReason(reasons, "non-rectangular", Basis::Proved,
                known ? "the iteration space of the band is no rectangle"
                      : "MLIR cannot compute the iteration space of the band",
                ids);
  }
  if (!isTilingValid(band))
    addReason(reasons, "loop-carried-dependence", Basis::Proved,
              "a dependence runs backwards along a loop of the band, so tiles "
              "would depend on each other",
              ids);
}

namespace {

/// One affine access inside a loop, seen along its induction variable.
struct Stride {
  mlir::Operation *op = nullptr;
  mlir::MemRefType type;
  llvm::SmallVector<unsigned, 2> dims; ///< Memref dimensions that vary.
};

} // namespace

static Stride strideOf(mlir::Operation *op, AffineForOp loop) {
  Stride stride;
  auto load = mlir::dyn_cast<AffineLoadOp>(op);
  auto store = mlir::dyn_cast<AffineStoreOp>(op);
  if (!load && !store)
    return stride;
  stride.op = op;
  stride.type = load ? load.getMemRefType() : store.getMemRefType();
  AffineValueMap map;
  MemRefAccess(op).getAccessMap(&map);
  for (unsigned dim = 0; dim < map.getNumResults(); ++dim)
    if (map.isFunctionOf(dim, loop.getInductionVar()))
      stride.dims.push_back(dim);
  return stride;
}

template <typename T>
static std::string print(T value) {
  std::string text;
  llvm::raw_string_ostream(text) << value;
  return text;
}

/// "the load moves along dimension 0 of memref<64x4xf32> (stride 4)"
static std::string describeStride(const Stride &stride) {
  std::string text =
      mlir::isa<AffineLoadOp>(stride.op) ? "the load" : "the store";
  if (stride.dims.size() > 1)
    return text + " moves along " + std::to_string(stride.dims.size()) +
           " dimensions of " + print(stride.type) + " at once";
  text += " moves along dimension " + std::to_string(stride.dims.front()) +
          " of " + print(stride.type);
  int64_t elements = 1;
  for (int64_t size :
       stride.type.getShape().drop_front(stride.dims.front() + 1))
    elements = size == mlir::ShapedType::kDynamic || elements < 0
                   ? -1
                   : elements * size;
  return elements < 0 ? text
                      : text + " (stride " + std::to_string(elements) + ")";
}

/// Why the accesses of the loop are not along one dimension.
static void proveStrides(const AuditInput &input, AffineForOp loop,
                         Reasons &reasons) {
  llvm::SmallVector<Stride, 4> moving;
  loop.walk([&](mlir::Operation *op) {
    Stride stride = strideOf(op, loop);
    if (stride.op && !stride.type.getLayout().isIdentity())
      addReason(reasons, "non-unit-stride", Basis::Proved,
                print(stride.type) + " has a layout that is not the identity",
                idOf(input, op));
    if (!stride.dims.empty())
      moving.push_back(stride);
  });
  for (const Stride &stride : moving) {
    unsigned last = stride.type.getRank() - 1;
    if (stride.dims.size() == 1 && stride.dims.front() == last)
      continue;
    addReason(reasons, "non-unit-stride", Basis::Proved, describeStride(stride),
              idOf(input, stride.op));
    return;
  }
}

/// The parts of isVectorizableLoopBody().
static void proveBody(const AuditInput &input, AffineForOp loop,
                      Reasons &reasons) {
  auto prove = [&](StringRef code, const llvm::Twine &text,
                   mlir::Operation *op) {
    addReason(reasons, code, Basis::Proved, text, idOf(input, op));
  };
  auto elementOf = [](mlir::Type type) {
    auto memref = mlir::dyn_cast<mlir::MemRefType>(type);
    return memref ? memref.getElementType() : type;
  };
  loop.getBody()->walk([&](mlir::Operation *op) {
    if (mlir::isa<AffineIfOp>(op)) {
      prove("unsupported-op", "an affine.if is inside the loop", op);
    } else if (op->getNumRegions() && !mlir::isa<AffineForOp>(op)) {
      prove("unsupported-op",
            op->getName().getStringRef() +
                " inside the loop has a region the vectorizer does not enter",
            op);
    } else if (op->getName().getDialectNamespace() == "vector") {
      prove("already-done", "the loop has vector ops already", op);
    } else if (!mlir::isa<AffineForOp>(op)) {
      for (mlir::TypeRange types : {mlir::TypeRange(op->getOperandTypes()),
                                    mlir::TypeRange(op->getResultTypes())})
        for (mlir::Type type : types)
          if (!mlir::VectorType::isValidElementType(elementOf(type))) {
            prove("unsupported-type",
                  "type " + print(elementOf(type)) +
                      " is no element of a vector",
                  op);
            return;
          }
    }
  });
}

/// Why isLoopParallel() says no.
static void proveSequential(const AuditInput &input, AffineForOp loop,
                            Reasons &reasons) {
  OpId id = idOf(input, loop);
  size_t first = reasons.size();
  if (unsigned carried = loop.getNumIterOperands()) {
    llvm::SmallVector<LoopReduction, 2> reductions;
    if (isLoopParallel(loop, &reductions)) {
      bool known = knowsOptions(input);
      addReason(reasons, "option-off",
                known && !isOptionSet(input, "vectorize-reductions")
                    ? Basis::Proved
                    : Basis::Inferred,
                "the loop is a reduction; reductions are vectorized only with "
                "vectorize-reductions",
                id);
      return;
    }
    getSupportedReductions(loop, reductions);
    if (reductions.size() != carried)
      addReason(reasons, "iter-args", Basis::Proved,
                "the loop carries " + counted(carried, "value") +
                    ", and MLIR recognises " + llvm::Twine(reductions.size()) +
                    " of them as reductions",
                id);
  }
  loop.getBody()->walk([&](mlir::Operation *op) {
    if (mlir::isa<AffineReadOpInterface, AffineWriteOpInterface>(op) ||
        op->getNumRegions() || mlir::isMemoryEffectFree(op) ||
        mlir::hasSingleEffect<mlir::MemoryEffects::Allocate>(op))
      return;
    bool isAccess = op->getName().getDialectNamespace() == "memref";
    addReason(reasons, isAccess ? "non-affine" : "side-effect", Basis::Proved,
              op->getName().getStringRef() +
                  (isAccess ? " is no affine access: MLIR cannot tell that "
                              "iterations are independent"
                            : " may have effects: MLIR takes iterations for "
                              "dependent"),
              idOf(input, op));
  });
  if (reasons.size() != first)
    return;
  llvm::SmallVector<OpId, 2> evidence;
  loop.getBody()->walk([&](AffineWriteOpInterface store) {
    evidence.push_back(idOf(input, store));
  });
  addReason(reasons, "loop-carried-dependence", Basis::Proved,
            "an iteration depends on an earlier one: the loop is not parallel "
            "(isLoopParallel)",
            evidence);
}

void auditing::proveAffineVectorization(const AuditInput &input, OpId id,
                                        Reasons &reasons) {
  AffineForOp loop = loopOf(input, id);
  if (!loop)
    return;
  auto sizes = integerOption(input, "virtual-vector-size");
  if (knowsOptions(input) && sizes.empty())
    addReason(reasons, "option-off", Basis::Proved,
              "virtual-vector-size is not given; without it the pass does "
              "nothing",
              id);
  llvm::SmallVector<LoopReduction, 2> reductions;
  bool takesReductions = isOptionSet(input, "vectorize-reductions");
  if (!isLoopParallel(loop, takesReductions ? &reductions : nullptr))
    proveSequential(input, loop, reasons);
  NestedPatternContext context;
  NestedPattern transfers = matcher::Op([](mlir::Operation &op) {
    return op.getName().getStringRef().starts_with("vector.transfer");
  });
  int dimension = -1;
  if (!isVectorizableLoopBody(loop, transfers)) {
    proveBody(input, loop, reasons);
  } else if (!isVectorizableLoopBody(loop, &dimension, transfers)) {
    proveStrides(input, loop, reasons);
  } else {
    auto fastest = integerOption(input, "test-fastest-varying");
    if (!fastest.empty() && dimension != -1 && fastest.front() != -1 &&
        fastest.front() != dimension)
      proveStrides(input, loop, reasons);
  }
  unsigned nest = 0;
  for (mlir::Operation *op = loop; mlir::isa_and_nonnull<AffineForOp>(op);
       op = op->getParentOp())
    ++nest;
  if (sizes.size() > nest)
    addReason(reasons, "shape-mismatch", Basis::Proved,
              "virtual-vector-size has " + counted(sizes.size(), "size") +
                  ", the loop nest has " + counted(nest, "loop"),
              id);
  for (mlir::OpOperand &use : loop.getInductionVar().getUses()) {
    mlir::Operation *user = use.getOwner();
    if (mlir::isa<AffineForOp, AffineApplyOp, AffineReadOpInterface,
                  AffineWriteOpInterface>(user))
      continue;
    addReason(reasons, "unsupported-op", Basis::Inferred,
              user->getName().getStringRef() +
                  " uses the induction variable as a value; the vectorizer "
                  "makes no vector of it",
              idOf(input, user));
    break;
  }
}
