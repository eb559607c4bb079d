//===- Parser.h - MLIR text to an op graph ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A recursive descent over ops and regions. What an op's custom syntax means
// is not known, so its tokens are sorted: `%x` is an operand or a definition,
// `^x` a successor, `{` a region, a dictionary or a group, `:` starts types,
// and the rest is the attribute "asm". See docs/lenient-reader.md.
//
//   Parser.cpp     errors, places, one op        Region.cpp     regions, blocks
//   CustomOp.cpp   the tokens of custom syntax   GenericOp.cpp  "a.b"(...)
//   PlainOp.cpp    the common shape, fast
//   Header.cpp     operands and definitions      Signature.cpp  types
//   Document.cpp   the top level, and what is not IR
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_READER_LENIENT_PARSER_H
#define PASSDELTA_READER_LENIENT_PARSER_H

#include "Lexer.h"
#include "OpNames.h"
#include "Scope.h"
#include "Texts.h"
#include "passdelta/Reader/Reader.h"
#include "llvm/Support/Allocator.h"
#include <deque>

namespace passdelta::lenient {

/// True if `p` is at a type that needs no context to be one: `!x.y`, `f32`,
/// `vector<`.
bool looksLikeType(const char *p, const char *end);

/// An op name that was seen, with what follows from it.
struct OpName {
  NameId id;
  OpTraits traits;
};

/// What a line of the plain shape makes; see PlainOp.cpp.
struct PlainLine {
  const OpName *name;
  NameId asmText; ///< Value of the attribute "asm", or empty.
  NameId type;    ///< Of the result, if there is one.
};

/// What the last token was, where it matters for the next one.
enum class Token : uint8_t {
  Start, ///< Nothing yet but the op's name.
  Word,  ///< identifier, number, string, attribute
  Value, ///< %x
  As,    ///< the word `as`
  Attrs, ///< the words `attributes` and `attrs`
  Comma,
  Equals,
  Colon,
  Arrow,
  Open,   ///< ( [ {
  Close,  ///< ) ] }
  Type,   ///< the end of a signature
  Region, ///< the end of a region
};

/// A `%x` in the header of an op.
struct ValueRef {
  StringRef name;
  StringRef type; ///< As written behind it in its group, or empty.
  bool isDefinition;
  bool listed; ///< It begins an entry of a list in brackets.
};

/// An open bracket in the header of an op.
struct OpenBracket {
  const char *at;
  uint32_t firstRef; ///< In Parser::refs.
  Token before;      ///< The token in front of it.
};

/// The op that is being read. The `*Base` fields are the heights of the shared
/// stacks of the parser at its begin.
struct OpState {
  OpId id = OpId::None;
  const OpName *name = nullptr;
  const char *textBegin = nullptr;
  const char *shortBody = nullptr; ///< The `a.b` of `linalg.map { a.b }` ...
  uint32_t shortLine = 0, shortColumn = 0; ///< ... and its place.
  ValueId firstResult = ValueId::None;
  uint32_t numResults = 0;
  uint32_t numSuccessors = 0;
  uint32_t operandBase, attrBase, asmBase, bracketBase, typeBase, defBase;
  Token last = Token::Start, beforeLast = Token::Start;
  bool hasSymbol = false;
  bool hasParameters = false; ///< `(` or `<` follows its symbol.
  bool hasSignature = false;
  bool hasArrow = false;
  bool isGeneric = false;
  bool ended = false; ///< Nothing of it can follow: `loc(...)` was read.
};

/// True if `text` is more than a list of values.
bool hasAsm(StringRef text);

/// Most operands of an op of the plain shape.
static constexpr unsigned maxPlainValues = 8;

/// A type in the signature of an op.
struct TypeRef {
  NameId type;
  bool isResult;
};

class Parser {
public:
  Parser(const ReaderInput &input, Interner &names);

  llvm::Expected<ReaderOutput> read();

private:
  // Parser.cpp
  bool fail(const char *at, const llvm::Twine &reason);
  bool fail(const BracketError &error);
  /// Line of `at` in the file; cheap for ascending places.
  uint32_t lineOf(const char *at);
  uint32_t lineFromStart(const char *at) const;
  const OpName *nameOf(StringRef text);
  /// Reads the op at `p`; moves `p` behind it.
  bool parseOp();
  bool parseResults(OpState &op);
  bool parseOpName(OpState &op);
  void beginOp(OpState &op, const char *nameAt);
  void finishOp(OpState &op);
  void finishLeaf(OpState &op, const char *textEnd);
  void addImplicitTerminator(const OpTraits &traits);
  bool recoverLine();
  void checkIndentation(const OpState &op);

  // CustomOp.cpp
  bool parseCustom(OpState &op);
  bool startsNext(const OpState &op);
  bool startsInLine();
  bool parseToken(OpState &op);
  bool parseWord(OpState &op);
  bool parseSymbol(OpState &op);
  bool parseSuccessor(OpState &op);
  bool parseBrace(OpState &op);
  bool parseAngle(OpState &op);
  bool openBracket(OpState &op);
  bool closeBracket(OpState &op);
  void dropRepeats(size_t firstRef);
  bool parseOpaque(OpState &op);
  void addAsm(OpState &op, StringRef text);
  /// Appends normalised `raw`; `glued` leaves out the blank in front.
  void addAsmText(OpState &op, StringRef raw, bool glued);
  void setLast(OpState &op, Token token) {
    op.beforeLast = op.last;
    op.last = token;
  }
  bool isFlat(const OpState &op) const {
    return brackets.size() == op.bracketBase;
  }

  // PlainOp.cpp
  bool parseKnownLine(OpState &op);
  bool parsePlain(OpState &op);
  const char *scanLine(const OpState &op);
  const char *scanPlain(OpState &op);
  const char *nextAfter(OpState &op, const char *lineEnd);
  void addPlain(OpState &op, const PlainLine &line);
  void rememberLine(const OpState &op, const PlainLine &line);

  // Header.cpp
  bool parseValue(OpState &op);
  void closeGroup(OpState &op, const OpenBracket &bracket);
  void reorderRefs(OpState &op);
  void markDefinitions(size_t firstRef);
  /// Turns `refs` into operands and definitions.
  void flushRefs(OpState &op, bool beforeRegion);
  void addOperand(OpState &op, StringRef name);

  // GenericOp.cpp
  bool parseGeneric(OpState &op);
  bool parseGenericOperands(OpState &op);
  bool parseGenericSuccessors(OpState &op);
  bool parseGenericRegions(OpState &op);
  bool parseGenericTypes(OpState &op);
  bool parseDictionary(const char *closing);
  bool parseLocation(OpState &op);
  void sortAttrs(OpState &op);

  // Signature.cpp
  bool parseSignature(OpState &op, bool isResult);
  bool parseTypeList(OpState &op, bool isResult);
  bool parseTypeEntry(OpState &op, const char *close, bool isResult);
  bool parseDimensions(OpState &op);
  bool startsTied(const OpState &op);
  bool listsValues(const OpState &op);
  bool parseTied(OpState &op);
  bool parseGroupTypes(OpState &op);
  void assignResultTypes(OpState &op);
  NameId impliedType(OpState &op, ArrayRef<TypeRef> all, uint32_t number);
  void setInitTypes(OpState &op);
  NameId applyRule(ResultRule rule, NameId type);
  NameId computeRule(ResultRule rule, NameId type);

  // Region.cpp
  enum class Brace { Region, Dictionary, Group, Elided };
  Brace classifyBrace(const OpState &op);
  bool parseRegion(OpState &op);
  bool parseBlockLabel(RegionId region);
  bool parseBlockArguments(BlockId block);
  void beginEntryBlock(OpState &op);
  void defineArguments(BlockId block, llvm::ArrayRef<ValueRef> arguments);
  bool parseShortBody(OpState &op);
  bool buildShortBody(OpState &op);

  // Document.cpp
  bool parseTopLevel();
  bool startsTopLevelOp();
  bool isSecondPrint(unsigned blankLines);
  bool skipAliasDefinition();
  bool skipResources();

  const ReaderInput &input;
  Interner &names;
  OpGraphBuilder builder;
  Texts texts;
  Scope scope;
  Labels labels;

  NameId asmName;
  const char *p, *begin, *end;
  const char *irBegin = nullptr, *irEnd = nullptr;
  /// Where lineOf() counted last.
  const char *counted, *lineStart;
  uint32_t line;

  llvm::Error error = llvm::Error::success();
  unsigned nesting = 0;
  uint32_t numOps = 0, numValues = 0;
  RegionId region = RegionId::None;
  StringRef defaultDialect = "builtin";
  /// The dialect of the op around, or empty for functions and modules.
  StringRef regionDialect;
  /// The last op of the current block that is finished.
  const OpName *lastOp = nullptr;
  /// Results of an op that names none: those of the op around it.
  uint32_t unnamedResults = 0;
  /// `<` before this place do not pair up.
  const char *unpairedUntil = nullptr;
  /// What the first top-level op was.
  NameId firstTopName = NameId::Empty, firstTopSymbol = NameId::Empty;

  /// Where lines of another text seem to stand in this one, or null; and why.
  const char *tornAt = nullptr;
  const char *tornReason = nullptr;
  /// Blanks in front of the first op of the region that starts a line.
  static constexpr uint32_t unknownIndent = ~0u;
  uint32_t regionIndent = unknownIndent;

  /// applyRule() of each rule and type.
  llvm::DenseMap<uint64_t, NameId> ruleCache;

  std::deque<OpName> opNames;
  TextTable<const OpName *> opNameTable;

  /// The lines that were seen, with `%` for each value.
  TextTable<PlainLine> knownLines;
  llvm::BumpPtrAllocator lineKeys;
  llvm::SmallString<192> lineKey; ///< Of the current line; or empty.
  StringRef plainValues[maxPlainValues];
  unsigned numPlainValues = 0;

  // Stacks that the nested ops share, so that an op allocates nothing.
  std::vector<ValueRef> refs; ///< Not yet operands or definitions.
  std::vector<ValueRef> defs; ///< Arguments of the region to come.
  std::vector<ValueId> operands;
  std::vector<Attribute> attrs;
  std::vector<OpenBracket> brackets;
  std::vector<TypeRef> types;
  llvm::SmallString<256> asmText;
  struct ResultName {
    StringRef name;
    uint32_t count;
  };
  std::vector<ResultName> resultNames;
  std::string nameStorage;
};

} // namespace passdelta::lenient

#endif // PASSDELTA_READER_LENIENT_PARSER_H
