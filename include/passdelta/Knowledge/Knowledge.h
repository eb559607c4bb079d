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
  Pure = 1 << 0,     ///< No memory effect and speculatable: may be hoisted.
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
  /// No memory effect, but it may trap or be undefined where it was not meant
  /// to run (arith.divsi): may be erased and reordered, not hoisted. Whatever
  /// is Pure is EffectFree as well.
  EffectFree = 1 << 26,
};
using Roles = uint32_t;
inline Roles operator|(Role a, Role b) { return Roles(a) | Roles(b); }
/// "pure", "parallel-loop", ... as in dialects/*.yaml.
StringRef toString(Role role);
std::optional<Role> parseRole(StringRef text);
/// Every role, in the order of the enumeration.
ArrayRef<Role> getAllRoles();

/// One pass of the catalogue.
struct PassInfo {
  std::string argument; ///< "linalg-fuse-elementwise-ops"
  /// "LinalgElementwiseOpFusionPass", without namespace.
  std::string className;
  /// Former or other arguments and class names.
  std::vector<std::string> aliases;
  std::string summary;
  std::string anchor; ///< "func.func", or "any".
  /// What the pass is for, most important first. Empty: it changes no IR, or
  /// what it changes depends on its input (the transform interpreter).
  std::vector<Kind> intents;
  std::vector<std::string> lowersFrom, lowersTo; ///< Dialects or op names.
  /// Ops the intent applies to: op names ("affine.for"), dialects ("linalg.*").
  /// Empty: not known.
  std::vector<std::string> candidates;
  /// Option names with their default values as text.
  std::vector<std::pair<std::string, std::string>> options;
  /// Where the claims come from; may be empty.
  std::string source;
  /// A run of the pass showed the effect that the entry claims.
  bool checked = false;
  /// Known only from name and summary: all that follows is at most inferred.
  bool inferred = false;
};

/// What one file of dialect information says.
struct DialectInfo {
  /// Roles of an op, or of all ops of a dialect where `op` is "dialect.*".
  struct RoleEntry {
    std::string op;
    Roles include = 0;
    /// Roles of the dialect that this op does not have.
    Roles exclude = 0;
  };
  std::vector<RoleEntry> roles; ///< By name.
  std::vector<PassInfo> passes; ///< In the order of the file.
};

/// Parses the grammar of docs/dialect-info.md.
///
/// \param path For errors.
/// \errors InputError with line and column, of the first mistake.
llvm::Expected<DialectInfo> parseDialectInfo(StringRef text, StringRef path);

/// A key of the grammar; docs/dialect-info.md is checked against them.
struct GrammarKey {
  StringRef place; ///< "file", "pass" or "lowers".
  StringRef key;
  StringRef type; ///< "text", "flag", "list of names", ...
  StringRef meaning;
};
ArrayRef<GrammarKey> getGrammarKeys();

/// Roles of ops and intents of passes. Immutable after loading; cheap look-ups.
class Knowledge {
public:
  /// The catalogue that is compiled in.
  ///
  /// \cost Under 2 ms: the YAML was parsed when passdelta was built.
  static Knowledge builtin();

  /// Adds a file of the user. Errors carry file, line and column.
  llvm::Error addFile(StringRef path);
  /// The same from memory; `path` is for errors.
  llvm::Error addText(StringRef text, StringRef path);
  /// Adds parsed information. Roles are added to those that are known; a pass
  /// replaces the one of the same argument.
  void add(DialectInfo info);

  /// Roles of the op `name`; 0 for an unknown one.
  ///
  /// \cost One or two hash look-ups, 20 ns to 60 ns. Who asks for millions of
  ///   ops caches by NameId.
  Roles roles(StringRef name) const;
  bool has(StringRef name, Role role) const {
    return roles(name) & Roles(role);
  }

  /// The pass with this argument (or alias). An argument that is empty, or is
  /// itself a class name, is looked up among the class names, with or without a
  /// trailing "Pass", namespaces and template arguments, since logs of older
  /// versions name classes only. Null if unknown; in particular, if `argument`
  /// is another compiler's and only the class name happens to be known.
  const PassInfo *findPass(StringRef argument, StringRef className) const;
  /// What the name of an unknown pass suggests (`inferred` is set); none if
  /// nothing. A known class name under an unknown argument is such a hint.
  std::optional<PassInfo> guessPass(StringRef argument,
                                    StringRef className) const;

  /// All passes, by argument.
  ArrayRef<PassInfo> passes() const { return passList; }

private:
  struct OpEntry {
    Roles include = 0, exclude = 0;
    Roles resolved = 0; ///< With the roles of the dialect.
  };
  const PassInfo *findClass(StringRef className) const;
  void addRoles(const DialectInfo::RoleEntry &entry);
  void resolveRoles();
  void indexPasses();

  llvm::StringMap<OpEntry> opRoles;
  llvm::StringMap<Roles> dialectRoles;
  std::vector<PassInfo> passList;
  llvm::StringMap<unsigned> passByArgument, passByClass;
};

/// `className` without namespaces, template arguments and a trailing "Pass":
/// "Foo" of "mlir::(anonymous namespace)::FooPass<int>".
StringRef stripClassName(StringRef className);

/// Reads the value of an option in pass options text: `key=value` items that
/// are separated by blanks, values may be braced or quoted; the braces around
/// all of it may be there or not. Nothing if absent; "" for a flag without
/// value; the last one where a key occurs several times. Quotes and braces
/// around the value are taken off.
std::optional<std::string> findOption(StringRef options, StringRef key);

} // namespace passdelta

#endif // PASSDELTA_KNOWLEDGE_KNOWLEDGE_H
