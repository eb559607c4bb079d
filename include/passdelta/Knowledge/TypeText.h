//===- TypeText.h - Shapes, arrays and affine maps as text ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types and attributes are text in an op graph. These are the few whose
// meaning recognizers and audits need: shaped types, integer arrays and affine
// maps. Text that is not understood gives std::nullopt, never a guess.
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_KNOWLEDGE_TYPETEXT_H
#define PASSDELTA_KNOWLEDGE_TYPETEXT_H

#include "passdelta/Support/Interner.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace passdelta {

/// `tensor<4x?x[8]xf32, ...>`, a memref or a vector.
struct ShapedText {
  static constexpr int64_t Dynamic = -1;

  StringRef container; ///< "tensor", "memref" or "vector".
  llvm::SmallVector<int64_t, 4> dims;
  llvm::SmallVector<bool, 4> scalable; ///< One a dim.
  StringRef element;                   ///< "f32"
  StringRef rest; ///< Layout, encoding, memory space; without the comma.

  bool isVector() const { return container == "vector"; }
  bool isStatic() const;
  /// Number of elements, if static and without scalable dims.
  std::optional<int64_t> numElements() const;
};
/// \returns Nothing for an unranked or another type.
std::optional<ShapedText> parseShaped(StringRef type);

/// Bits of a builtin integer, float or index type ("i8", "f32", "bf16"); index
/// counts as 64.
std::optional<unsigned> bitWidth(StringRef elementType);

/// The integers of `[1, 2]`, `array<i64: 1, 2>` or `dense<[1, 2]> : ...`;
/// `array<i64>` and `[]` are empty. Elements may have types (`1 : i64`).
std::optional<llvm::SmallVector<int64_t, 4>> parseIntArray(StringRef text);

/// The integer at the start of `8 : index`; also `true` and `false`.
std::optional<int64_t> parseLeadingInt(StringRef text);

/// Splits `a, b<c, d>` at the commas that are in no bracket or string; blanks
/// around the pieces are dropped. An empty text has no pieces.
llvm::SmallVector<StringRef, 4> splitTopLevel(StringRef text);

/// One result of an affine map.
struct AffineExprText {
  llvm::SmallVector<int64_t, 4> dims;    ///< Coefficient of each dim.
  llvm::SmallVector<int64_t, 2> symbols; ///< Coefficient of each symbol.
  int64_t constant = 0;
  /// False if there is a mod or a division: then a nonzero coefficient only
  /// says that the dim or symbol occurs.
  bool linear = true;

  bool isConstant() const;
  /// The dim if the expression is just that dim.
  std::optional<unsigned> asDim() const;
};

/// `affine_map<(d0, d1)[s0] -> (d0 * 2 + s0, d1)>`
struct AffineMapText {
  unsigned numDims = 0, numSymbols = 0;
  llvm::SmallVector<AffineExprText, 4> results;

  bool isIdentity() const;
  /// Every result is a dim, no dim occurs twice.
  bool isProjectedPermutation() const;
};
/// Reads the map with or without `affine_map<` `>` around it.
std::optional<AffineMapText> parseAffineMap(StringRef text);

} // namespace passdelta

#endif // PASSDELTA_KNOWLEDGE_TYPETEXT_H
