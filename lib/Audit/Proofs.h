//===- Proofs.h - Reasons that MLIR itself gives ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function asks the predicates of MLIR that the pass asks, about the
// before operations, and appends every reason that holds. All of them need
// AuditInput::mlir and do nothing, or give nothing, where it is null or the op
// is not of the kind they know. No other file of the room includes MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_LIB_AUDIT_PROOFS_H
#define PASSDELTA_LIB_AUDIT_PROOFS_H

#include "Common.h"

namespace mlir {
class Operation;
} // namespace mlir

namespace passdelta::auditing {

/// The operation behind a before op, or null.
mlir::Operation *operationOf(const AuditInput &input, OpId op);
/// The before op of an operation, or None.
OpId idOf(const AuditInput &input, mlir::Operation *op);

/// Why linalg elementwise fusion does not take the edge from `producer` to
/// operand `operand` of `consumer`.
void proveLinalgFusion(const AuditInput &input, OpId producer, OpId consumer,
                       unsigned operand, Reasons &reasons);
/// Why the linalg vectorizer refuses `op`, with the vector sizes (empty: none
/// given).
void proveLinalgVectorization(const AuditInput &input, OpId op,
                              ArrayRef<int64_t> sizes, bool vectorizeExtract,
                              Reasons &reasons);

/// Why affine-loop-fusion does not fuse the loop `producer` into `consumer`.
void proveAffineFusion(const AuditInput &input, OpId producer, OpId consumer,
                       Reasons &reasons);
/// Why affine-loop-tile refuses a band of perfectly nested loops.
void proveAffineTiling(const AuditInput &input, ArrayRef<OpId> band,
                       Reasons &reasons);
/// Why affine-super-vectorize refuses the loop.
void proveAffineVectorization(const AuditInput &input, OpId loop,
                              Reasons &reasons);
/// Why scf-parallel-loop-fusion does not fuse two scf.parallel that follow one
/// another.
void proveParallelFusion(const AuditInput &input, OpId first, OpId second,
                         Reasons &reasons);

/// The number of iterations of an affine.for, if it is constant.
std::optional<uint64_t> tripCountOf(const AuditInput &input, OpId loop);

} // namespace passdelta::auditing

#endif // PASSDELTA_LIB_AUDIT_PROOFS_H
