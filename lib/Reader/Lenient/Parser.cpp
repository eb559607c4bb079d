//===- Parser.cpp - Errors, places, one op --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

using namespace passdelta;
using namespace passdelta::lenient;

/// Deepest nesting of ops. Real IR stays below a hundred.
static constexpr unsigned maxNesting = 1000;

Parser::Parser(const ReaderInput &input, Interner &names)
    : input(input), names(names), builder(names), texts(input.text, names),
      scope(names), asmName(names.intern("asm")), p(input.text.begin()),
      begin(p), end(input.text.end()), counted(p), lineStart(p),
      line(input.firstLine) {}

llvm::Expected<ReaderOutput> Parser::read() {
  // Most lines are an op; growing by copies costs a fifth of the time. What a
  // program printed behind a dump may have any number of lines.
  constexpr size_t maxReserved = 1 << 23;
  size_t lines = std::min(texts.numLines(), maxReserved);
  builder.reserve(lines + 1, lines + 1, lines + lines / 2);
  bool ok = parseTopLevel();
  if (error)
    return std::move(error);
  if (!ok || !numOps)
    return inputError(input.path, input.firstLine, 0,
                      "there is no MLIR op in the text");
  if (input.isDump && tornAt) {
    fail(tornAt,
         llvm::Twine(tornReason) +
             ", so lines of the dump are missing or stand in another one");
    return std::move(error);
  }
  ReaderOutput output{builder.take(), size_t(irBegin - begin),
                      size_t(irEnd - begin), nullptr};
  scope.patch(output.graph);
  labels.patch(output.graph);
  return output;
}

uint32_t Parser::lineFromStart(const char *at) const {
  return input.firstLine + uint32_t(slice(begin, at).count('\n'));
}

bool Parser::fail(const char *at, const llvm::Twine &reason) {
  if (error)
    return false;
  const char *start = at;
  while (start != begin && start[-1] != '\n')
    --start;
  error = inputError(input.path, lineFromStart(at), unsigned(at - start) + 1,
                     reason);
  return false;
}

bool Parser::fail(const BracketError &bracket) {
  std::string reason = bracket.reason;
  if (bracket.opened)
    reason += std::string("; `") + *bracket.opened + "` was opened at line " +
              std::to_string(lineFromStart(bracket.opened));
  return fail(bracket.at, reason);
}

uint32_t Parser::lineOf(const char *at) {
  assert(at >= counted && "lines are counted once");
  while (const void *eol = std::memchr(counted, '\n', size_t(at - counted))) {
    counted = lineStart = static_cast<const char *>(eol) + 1;
    ++line;
  }
  counted = at;
  return line;
}

const OpName *Parser::nameOf(StringRef text) {
  bool isNew;
  const OpName *&known = opNameTable.get(text, isNew);
  if (isNew) {
    NameId id = names.intern(text);
    opNames.push_back({id, traitsOf(names.str(id))});
    known = &opNames.back();
  }
  return known;
}

bool Parser::parseOp() {
  if (nesting >= maxNesting)
    return fail(p, "ops are nested deeper than " + llvm::Twine(maxNesting) +
                       " levels");
  OpState op;
  op.textBegin = p;
  resultNames.clear();
  if (*p == '%' && !parseResults(op))
    return recoverLine();
  if (parseKnownLine(op))
    return true;
  if (!parseOpName(op))
    return recoverLine();
  ++nesting;
  bool ok = op.isGeneric ? parseGeneric(op) : parseCustom(op);
  --nesting;
  if (!ok)
    return false;
  finishOp(op);
  return true;
}

/// `%a, %b:2 =`. False if it is none; `p` is anywhere then.
bool Parser::parseResults(OpState &op) {
  while (true) {
    if (p == end || *p != '%')
      return false;
    const char *nameEnd = skipWhile(p + 1, end, SuffixPart);
    uint32_t count = 1;
    StringRef name = slice(p, nameEnd);
    p = nameEnd;
    if (p != end && *p == ':') {
      const char *digits = p + 1;
      p = skipWhile(digits, end, Digit);
      // More results than the text has bytes is damage.
      if (slice(digits, p).getAsInteger(10, count) ||
          count > uint64_t(end - begin))
        return false;
    }
    resultNames.push_back({name, count});
    op.numResults += count;
    p = skipSpace(p, end);
    if (p == end)
      return false;
    if (*p == '=') {
      p = skipSpace(p + 1, end);
      return p != end;
    }
    if (*p != ',')
      return false;
    p = skipSpace(p + 1, end);
  }
}

bool Parser::parseOpName(OpState &op) {
  if (p == end)
    return false;
  const char *at = p;
  StringRef text;
  if (*p == '"') {
    const char *close = skipString(p, end);
    if (!close)
      return fail(p, "the string is not closed");
    text = slice(p + 1, close - 1);
    p = close;
    op.isGeneric = true;
  } else {
    p = skipWhile(p, end, IdentPart);
    text = slice(at, p);
    if (text.empty() || !is(*at, IdentStart))
      return false;
    if (!text.contains('.')) {
      StringRef full = expandOpName(text, defaultDialect, nameStorage);
      // `constant @f` is of today's func dialect, `constant 1` of std.
      const char *next = skipSpace(p, end);
      if (text == "constant" && next != end && *next == '@')
        full = "func.constant";
      // Behind a `=` there is an op name, known or not. What prints no dialect
      // is of that of the op around it.
      if (full.empty() && !regionDialect.empty()) {
        nameStorage = (regionDialect + "." + text).str();
        full = nameStorage;
      }
      text = names.str(names.intern(full.empty() ? text : full));
    }
  }
  op.name = nameOf(text);
  if (!op.numResults && unnamedResults && !op.name->traits.isTerminator)
    op.numResults = unnamedResults;
  if (!op.numResults && op.name->traits.hasResult && !op.isGeneric)
    op.numResults = 1;
  beginOp(op, at);
  return true;
}

void Parser::beginOp(OpState &op, const char *nameAt) {
  op.id = builder.beginOp(op.name->id);
  ++numOps;
  OpData &data = builder.op(op.id);
  // The inner op of a short body was passed long ago.
  data.line = op.shortLine ? op.shortLine : lineOf(nameAt);
  data.column =
      op.shortLine ? op.shortColumn : uint32_t(nameAt - lineStart) + 1;
  data.textBegin = uint32_t(op.textBegin - begin);
  if (region != RegionId::None)
    checkIndentation(op);
  op.operandBase = uint32_t(operands.size());
  op.attrBase = uint32_t(attrs.size());
  op.asmBase = uint32_t(asmText.size());
  op.bracketBase = uint32_t(brackets.size());
  op.typeBase = uint32_t(types.size());
  op.defBase = uint32_t(defs.size());
  if (!op.numResults)
    return;
  op.firstResult = builder.addResults(op.id, op.numResults);
  numValues += op.numResults;
  uint32_t first = uint32_t(op.firstResult);
  for (const ResultName &result : resultNames) {
    if (!tornAt && scope.isVisible(result.name)) {
      tornAt = result.name.begin();
      tornReason = "a value is defined a second time";
    }
    NameId name = scope.define(result.name, ValueId(first), result.count);
    builder.value(ValueId(first)).name = name;
    for (uint32_t i = 1; i < result.count; ++i)
      builder.value(ValueId(first + i)).name =
          names.intern((result.name + "#" + llvm::Twine(i)).str());
    first += result.count;
  }
}

/// A printer puts the ops of a region below each other. `op` was just begun.
void Parser::checkIndentation(const OpState &op) {
  ptrdiff_t indent = op.textBegin - lineStart;
  if (tornAt || indent == ptrdiff_t(regionIndent) || indent < 0 ||
      skipWhile(lineStart, op.textBegin, Blank) != op.textBegin)
    return;
  if (regionIndent == unknownIndent) {
    regionIndent = uint32_t(indent);
    return;
  }
  tornAt = op.textBegin;
  tornReason = "an op is not indented like those before it";
}

bool lenient::hasAsm(StringRef text) {
  for (char c : text)
    if (c != '%' && c != ',' && c != ' ')
      return true;
  return false;
}

void Parser::finishOp(OpState &op) {
  const char *textEnd = p;
  while (textEnd != op.textBegin && is(textEnd[-1], Blank))
    --textEnd;
  assignResultTypes(op);
  while (asmText.size() > op.asmBase && asmText.back() == ' ')
    asmText.pop_back();
  if (hasAsm(StringRef(asmText).drop_front(op.asmBase)))
    attrs.push_back({asmName, texts.internNormal(
                                  StringRef(asmText).drop_front(op.asmBase))});
  sortAttrs(op);
  // The generic form has the symbol among the attributes.
  if (builder.op(op.id).symbol == NameId::Empty)
    for (Attribute attr : ArrayRef(attrs).drop_front(op.attrBase)) {
      StringRef value = names.str(attr.value);
      if (names.str(attr.name) == "sym_name" && value.consume_front("\"") &&
          value.consume_back("\""))
        builder.op(op.id).symbol = names.intern(value);
    }
  if (op.numSuccessors)
    builder.setSuccessors(
        op.id, llvm::SmallVector<BlockId>(op.numSuccessors, BlockId::None));
  finishLeaf(op, textEnd);
  asmText.resize(op.asmBase);
  brackets.resize(op.bracketBase);
  types.resize(op.typeBase);
  defs.resize(op.defBase);
}

/// The end of an op that has only operands, results and sorted attributes.
void Parser::finishLeaf(OpState &op, const char *textEnd) {
  builder.op(op.id).textEnd = uint32_t(textEnd - begin);
  builder.setOperands(op.id, ArrayRef(operands).drop_front(op.operandBase));
  builder.setAttrs(op.id, ArrayRef(attrs).drop_front(op.attrBase));
  builder.endOp();
  operands.resize(op.operandBase);
  attrs.resize(op.attrBase, Attribute{});
  lastOp = op.name;
}

void Parser::addImplicitTerminator(const OpTraits &traits) {
  OpId last = OpId(numOps - 1);
  const OpName *name = nameOf(traits.implicitTerminator);
  OpId id = builder.beginOp(name->id);
  ++numOps;
  if (traits.forwardsResults && lastOp) {
    llvm::SmallVector<ValueId> results;
    for (uint32_t i = 0; i < builder.op(last).numResults; ++i)
      results.push_back(ValueId(builder.op(last).firstResult + i));
    builder.setOperands(id, results);
  }
  if (name->traits.hasBlock) {
    builder.beginRegion();
    builder.beginBlock();
    builder.endBlock();
    builder.endRegion();
  }
  builder.endOp();
}

/// Skips a line that is no op, in whole brackets: one odd line must not lose
/// the rest.
bool Parser::recoverLine() {
  if (error)
    return false;
  BracketError bracket;
  while (p != end && *p != '\n' && *p != '}') {
    if (*p == '"')
      p = skipString(p, end) ? skipString(p, end) : p + 1;
    else if (*p == '(' || *p == '[' || *p == '{') {
      const char *next = skipBalanced(p, end, bracket);
      if (!next)
        return fail(bracket);
      p = next;
    } else {
      ++p;
    }
  }
  return true;
}

static llvm::Expected<ReaderOutput> readLenient(const ReaderInput &input,
                                                Interner &names) {
  return Parser(input, names).read();
}

Reader passdelta::getLenientReader() {
  return {"lenient", "any MLIR text, no dialect needed", readLenient};
}

ArrayRef<Reader> passdelta::getReaders() {
  static const Reader readers[] = {getLenientReader()};
  return readers;
}
