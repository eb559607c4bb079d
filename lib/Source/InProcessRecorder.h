//===- InProcessRecorder.h - Watches a pass manager -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_LIB_SOURCE_INPROCESSRECORDER_H
#define PASSDELTA_LIB_SOURCE_INPROCESSRECORDER_H

#include "InProcessPlaces.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Pass/PassInstrumentation.h"

namespace passdelta {

/// Tells whether the IR of an op is still the same. MLIR's fingerprint leaves
/// the op names out, so an op that was replaced by one at the same address
/// could pass for it.
class IRFingerprint {
public:
  explicit IRFingerprint(mlir::Operation *op);
  bool operator==(const IRFingerprint &other) const {
    return structure == other.structure && names == other.names;
  }

private:
  mlir::OperationFingerPrint structure;
  uint64_t names = 0;
};

/// Turns what a pass manager does into pass runs of a timeline.
class PassRecorder : public mlir::PassInstrumentation {
public:
  PassRecorder(Timeline &timeline, Interner &names,
               std::shared_ptr<mlir::MLIRContext> context);

  /// Before each run of the pass manager; `places` must live as long.
  void beginInput(InputPlaces &places);

  /// Marks the pass runs that were under way when a pass crashed.
  void noteCrash();

  /// Keeps an error for the note of the pass run that fails with it.
  void noteError(std::string text);

  void runBeforePass(mlir::Pass *pass, mlir::Operation *op) override;
  void runAfterPass(mlir::Pass *pass, mlir::Operation *op) override;
  void runAfterPassFailed(mlir::Pass *pass, mlir::Operation *op) override;

private:
  /// The snapshot of `op` as it is now: the last one, if it did not change.
  SnapshotId snapshotOf(mlir::Operation *op);
  SnapshotId takeSnapshot(mlir::Operation *op);

  Timeline &timeline;
  Interner &names;
  std::shared_ptr<mlir::MLIRContext> context;
  InputPlaces *places = nullptr;
  std::vector<size_t> running; ///< Indices of pass runs, outermost first.

  struct Seen {
    IRFingerprint fingerprint;
    SnapshotId snapshot;
  };
  /// Looked up by op only. The address of an erased op may come again; then
  /// the fingerprint tells.
  llvm::DenseMap<mlir::Operation *, Seen> seen;
  /// The op of the pass run that ended last: as long as no pass runs, nothing
  /// changes it, and its fingerprint need not be taken again.
  mlir::Operation *settled = nullptr;
  /// The first error since the outermost pass began or the last one failed.
  std::string pendingError;
};

} // namespace passdelta

#endif // PASSDELTA_LIB_SOURCE_INPROCESSRECORDER_H
