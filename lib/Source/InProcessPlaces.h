//===- InProcessPlaces.h - Where the ops of a run stood ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op of a run has two places: where it stands in the input, and the user's
// location that it carries. MLIR has one location for both, and passes hand it
// on to the ops they create. So an op that has no loc(...) keeps the place that
// the parser gives it, and one that has gets both, as
//
//   fused<"passdelta.place">[user's loc, "in.mlir":line:column]
//
// The user's comes first: passes that ask for the first location of a kind get
// the answer they would get without us.
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_LIB_SOURCE_INPROCESSPLACES_H
#define PASSDELTA_LIB_SOURCE_INPROCESSPLACES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "passdelta/Reader/MlirReader.h"
#include "llvm/Support/MemoryBuffer.h"

namespace mlir {
class Diagnostic;
} // namespace mlir

namespace passdelta {

/// The places of all ops of one piece of an input, also after passes.
class InputPlaces {
public:
  /// `file` is the name of the buffer that was parsed, null if its locations
  /// say nothing about the input (bytecode). `firstLine` is the line of the
  /// piece in the file.
  InputPlaces(mlir::StringAttr file, unsigned firstLine);

  /// Where the op stands, or the first op it was made from; all zero where that
  /// is not known. An op inlined from a function has its place there.
  TextPlace placeOf(mlir::LocationAttr loc);
  /// The location without our part of it; null if nothing is left.
  mlir::LocationAttr userLoc(mlir::LocationAttr loc);

  /// Gives every op that has a loc(...) both places. `positionOf` is the
  /// place in the piece.
  void tag(mlir::Operation *root,
           llvm::function_ref<TextPlace(mlir::Operation *)> positionOf);

private:
  bool isInput(mlir::LocationAttr loc) const;
  TextPlace findPlace(mlir::LocationAttr loc);
  mlir::LocationAttr strip(mlir::LocationAttr loc);

  mlir::StringAttr file;
  unsigned firstLine;
  llvm::DenseMap<mlir::Attribute, TextPlace> places;
  llvm::DenseMap<mlir::Attribute, mlir::LocationAttr> userLocs;
};

/// A piece of an input: all of it, or what is between two `// -----` lines.
struct InputPiece {
  StringRef text;
  unsigned firstLine = 1;
};
/// Cuts as mlir-opt does: at every `// -----`; the rest of that line is
/// dropped.
std::vector<InputPiece> splitInput(StringRef text);

struct ParsedPiece {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  InputPlaces places;
};
/// Parses text or bytecode as mlir-opt does: verified, in a module.
/// \errors InputError with the first error of MLIR.
llvm::Expected<ParsedPiece> parsePiece(const InputPiece &piece, StringRef path,
                                       mlir::MLIRContext &context);

/// "in.mlir:3:5: error: text", one entry for the diagnostic and one per note.
std::vector<std::string> describe(mlir::Diagnostic &diagnostic,
                                  InputPlaces &places, StringRef path);

} // namespace passdelta

#endif // PASSDELTA_LIB_SOURCE_INPROCESSPLACES_H
