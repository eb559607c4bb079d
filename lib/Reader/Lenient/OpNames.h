//===- OpNames.h - What the reader has to know of an op by name -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reader needs no dialect, but MLIR's printer leaves things out that only
// the op's name can tell: dialect prefixes, terminators, bodies of named linalg
// ops. The tables are listed in docs/lenient-reader.md.
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_READER_LENIENT_OPNAMES_H
#define PASSDELTA_READER_LENIENT_OPNAMES_H

#include "llvm/ADT/StringRef.h"

namespace passdelta::lenient {
using llvm::StringRef;

/// How the result type of an op follows from the one type it prints.
enum class ResultRule : uint8_t {
  Same,    ///< arith.addf ... : f32
  Bool,    ///< arith.cmpi ... : vector<4xi32> gives vector<4xi1>
  Element, ///< memref.load ... : memref<4xf32> gives f32
  Index,   ///< memref.dim ... : memref<?xf32> gives index
  First,   ///< math.fpowi ... : f32, i32 gives f32
  Each,    ///< tt.split ... -> T gives T to each of its results
  Inits,   ///< linalg.map ... outs(%x : T) gives T
  Outer,   ///< vector.outerproduct ... : vector<2xf32>, vector<3xf32>
  Unknown, ///< the type is that of an operand: firrtl.subfield
};

/// Where the order of the operands is not that of the text.
enum class OperandOrder : uint8_t {
  Text,
  SwapFirst,  ///< llvm.insertvalue %value, %container[0]
  LastSecond, ///< linalg.pack %source ... into %destination
};

/// What follows from a full op name.
struct OpTraits {
  /// Name of the terminator that the printer may leave out, or empty.
  StringRef implicitTerminator;
  /// Dialect whose prefix the printer drops directly inside, or empty.
  StringRef defaultDialect;
  /// Dialect of an op that no other rule gives one directly inside, or empty.
  StringRef regionDialect;
  bool isTerminator = false;
  /// No outer SSA name is visible inside.
  bool isIsolated = false;
  /// The implicit terminator passes on the results of the op before it, whose
  /// custom form names none here.
  bool forwardsResults = false;
  /// An empty region still has its one block.
  bool hasBlock = false;
  /// The custom form prints no body though there is one (linalg.matmul).
  bool hidesBody = false;
  /// An `@x` it names is a reference, not its own symbol.
  bool refersToSymbol = false;
  /// `[...]` is an affine map of SSA ids: equal names are one operand.
  bool affineSubscripts = false;
  OperandOrder operandOrder = OperandOrder::Text;
  /// Both regions get the arguments that the header defines.
  bool sharesArguments = false;
  /// gpu.launch: the text has ids and sizes in turn, the block has ids first.
  bool launchArguments = false;
  /// `op {inner} ins(...)` is short for a body of one op.
  bool hasShortBody = false;
  bool isModule = false;
  /// It has one result, also where nobody named it.
  bool hasResult = false;
  ResultRule resultRule = ResultRule::Same;
  /// The type of each result if the op prints none, or empty.
  StringRef resultType;
};

OpTraits traitsOf(StringRef name);

/// The full name of `name` as printed in a region whose default dialect is
/// `defaultDialect`, or empty if `name` starts no op there. Names with a dot
/// are full already. `storage` keeps the text.
StringRef expandOpName(StringRef name, StringRef defaultDialect,
                       std::string &storage);

} // namespace passdelta::lenient

#endif // PASSDELTA_READER_LENIENT_OPNAMES_H
