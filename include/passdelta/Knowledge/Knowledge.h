//===- Knowledge.h - What ops and passes mean -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lenient reader knows no dialect, so what an op is for comes from
// dialects/*.yaml: roles of ops, intents of passes. The files are compiled in;
// --dialect-info adds more. The grammar is documented in docs/dialect-info.md.
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_KNOWLEDGE_KNOWLEDGE_H
#define PASSDELTA_KNOWLEDGE_KNOWLEDGE_H

#include "passdelta/Model/Finding.h"
#include "passdelta/Support/Error.h"
#include "llvm/ADT/StringMap.h"

namespace passdelta {

/// What an op may be asked for. An op may have several.
enum class Role : uint32_t {
  Pure = 1 << 0,     ///< No memory effect, may be erased and reordered.
  Constant = 1 << 1, ///< No operands, its value is its attributes.
  Terminator = 1 << 2,
  Commutative = 1 << 3, ///< Operand order does not matter.
  Elementwise = 1 << 4, ///< Scalar math that maps over shaped operands.
  Structured = 1 << 5,  ///< A linalg-like op: ins, outs, loops over a body.
  Contraction = 1 << 6, ///< A matmul, a dot, a convolution.
  Loop = 1 << 7,
  ParallelLoop = 1 << 8,
  Load = 1 << 9,
  Store = 1 << 10,
  Alloc = 1 << 11,
  Dealloc = 1 << 12,
  Copy = 1 << 13,
  View = 1 << 14, ///< Same memory, other shape: subview, cast, reshape.
  Cast = 1 << 15, ///< Type changes only: unrealized_conversion_cast ...
  Call = 1 << 16,
  Function = 1 << 17,
  Container = 1 << 18, ///< A module.
  Transpose = 1 << 19,
  LayoutConversion = 1 << 20,
  Quantize = 1 << 21,
  Dequantize = 1 << 22,
  Branch = 1 << 23, ///< Structured or CFG control flow: scf.if, cf.br.
  Slice = 1 << 24,  ///< extract_slice, insert_slice, subview.
  Barrier = 1 << 25,
};
using Roles = uint32_t;
inline Roles operator|(Role a, Role b) { return Roles(a) | Roles(b); }

/// One pass of the catalogue.
struct PassInfo {
  std::string argument; ///< "linalg-fuse-elementwise-ops"
  std::string
      className; ///< "LinalgElementwiseOpFusionPass", without namespace.
  std::string summary;
  std::string anchor; ///< "func.func", or "any".
  std::vector<Kind> intents;
  std::vector<std::string> lowersFrom, lowersTo; ///< Dialects or op names.
  /// Ops the intent applies to: op names ("affine.for"), dialects ("linalg.*").
  std::vector<std::string> candidates;
  /// Option names with their default values as text.
  std::vector<std::pair<std::string, std::string>> options;
  /// Known only from name and summary: all that follows is at most inferred.
  bool inferred = false;
};

/// Roles of ops and intents of passes. Immutable after loading; cheap look-ups.
class Knowledge {
public:
  /// The catalogue that is compiled in. A mistake in it is a programming error.
  static Knowledge builtin();

  /// Adds a file of the user. Errors carry file, line and column.
  llvm::Error addFile(StringRef path);
  /// The same from memory; `path` is for errors.
  llvm::Error addText(StringRef text, StringRef path);

  /// Roles of the op `name`; 0 for an unknown one.
  Roles roles(StringRef name) const;
  bool has(StringRef name, Role role) const {
    return roles(name) & Roles(role);
  }

  /// By argument first, then by class name (with or without a trailing "Pass"
  /// and namespaces, since names drift between versions). Null if unknown.
  const PassInfo *findPass(StringRef argument, StringRef className) const;
  /// What name and summary of an unknown pass suggest (`inferred` is set);
  /// none if nothing.
  std::optional<PassInfo> guessPass(StringRef argument,
                                    StringRef className) const;

  /// All passes, by argument.
  ArrayRef<PassInfo> passes() const { return passList; }

private:
  llvm::StringMap<Roles> opRoles;
  llvm::StringMap<Roles> dialectRoles;
  std::vector<PassInfo> passList;
  llvm::StringMap<unsigned> passByArgument, passByClass;
};

/// Reads the value of an option in pass options text: `key=value` items that
/// are separated by blanks, values may be braced or quoted. Nothing if absent;
/// "" for a flag without value.
std::optional<std::string> findOption(StringRef options, StringRef key);

} // namespace passdelta

#endif // PASSDELTA_KNOWLEDGE_KNOWLEDGE_H
