//===- MlirReader.h - Snapshots through MLIR's own parser -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Proofs need real operations. This reader makes them where MLIR can parse the
// text (registered dialects, unregistered ops in generic form), and gives the
// same graph that the lenient reader gives.
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_READER_MLIRREADER_H
#define PASSDELTA_READER_MLIRREADER_H

#include "mlir/IR/Location.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "passdelta/Reader/Reader.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace passdelta {

/// Where an op stands in the text; see OpData.
struct TextPlace {
  unsigned line = 0, column = 0;
  uint32_t begin = 0, end = 0;
  bool isGeneric = false; ///< Written as `"dialect.op"(...)`, with all regions.
};

/// Operations that are kept alive for proofs, and their ids in the op graph.
class MlirSnapshot {
public:
  /// Takes `root`; `context` is kept alive as long as the snapshot. `skipRoot`
  /// is true where the root is a module that the text does not have.
  MlirSnapshot(std::shared_ptr<mlir::MLIRContext> context,
               mlir::OwningOpRef<mlir::Operation *> root, bool skipRoot);

  mlir::Operation *root() const { return ownedRoot.get(); }
  /// The operation of `id`, in the graph made by toOpGraph(). O(1).
  mlir::Operation *operation(OpId id) const { return operations[uint32_t(id)]; }
  /// The id of `op`, or None for an op that is not in the graph.
  OpId idOf(mlir::Operation *op) const;

  /// The graph of all ops, in pre-order. `placeOf` gives an op's place (all
  /// zero where it is not known).
  using PlaceOf = llvm::function_ref<TextPlace(mlir::Operation *)>;
  /// The location to show for an op: all of it by default, nothing for null.
  using LocOf = llvm::function_ref<mlir::LocationAttr(mlir::Operation *)>;
  OpGraph toOpGraph(Interner &names, PlaceOf placeOf, LocOf locOf = nullptr);

private:
  std::shared_ptr<mlir::MLIRContext> context;
  mlir::OwningOpRef<mlir::Operation *> ownedRoot;
  bool skipRoot;
  std::vector<mlir::Operation *> operations;
  llvm::DenseMap<mlir::Operation *, OpId> ids;
};

/// Parses `input` in `context` with the verifier off. Ops get the lines of the
/// file. Diagnostics are captured: the first error is the InputError.
llvm::Expected<ReaderOutput>
readWithMlir(const ReaderInput &input, Interner &names,
             std::shared_ptr<mlir::MLIRContext> context);

/// The IR of `input` as MLIR's printer writes it, in the generic form if the
/// input starts with it; without locations. What people write by hand
/// (`0.0`, `affine_map<(i) -> (i)>`, an alias or none) is normalised by that.
///
/// \errors MLIR does not parse it, or it is not valid.
llvm::Expected<std::string>
reprintWithMlir(const ReaderInput &input,
                std::shared_ptr<mlir::MLIRContext> context);

/// A context with `registry`, unregistered dialects allowed, one thread.
std::shared_ptr<mlir::MLIRContext>
makeContext(const mlir::DialectRegistry &registry);

} // namespace passdelta

#endif // PASSDELTA_READER_MLIRREADER_H
