//===- Region.cpp - Regions, blocks, and what a `{` opens -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parser.h"
#include "llvm/ADT/StringExtras.h"

using namespace passdelta;
using namespace passdelta::lenient;

/// What the `{` at `p` opens, by what follows it.
Parser::Brace Parser::classifyBrace(const OpState &op) {
  bool newline = false;
  const char *q = skipSpace(p + 1, end, newline);
  StringRef rest = slice(q, end);
  if (rest.empty())
    return Brace::Region;
  if (rest.starts_with("...")) {
    q = skipSpace(q + 3, end);
    return q != end && *q == '}' ? Brace::Elided : Brace::Group;
  }
  bool wantsAttrs = op.last == Token::Attrs || op.last == Token::Equals;
  switch (*q) {
  case '}':
    return wantsAttrs ? Brace::Dictionary : Brace::Region;
  case '^':
    return Brace::Region;
  case '%':
    return startsResults(q, end) ? Brace::Region : Brace::Group;
  case '"': {
    const char *next = skipString(q, end);
    next = next ? skipSpace(next, end) : end;
    if (next != end && *next == '(')
      return Brace::Region;
    return next != end && (*next == '=' || *next == ',' || *next == '}')
               ? Brace::Dictionary
               : Brace::Group;
  }
  default:
    break;
  }
  if (!is(*q, IdentStart))
    return Brace::Group;
  const char *wordEnd = skipWhile(q, end, SuffixPart);
  StringRef word = slice(q, wordEnd);
  const char *next = skipSpace(wordEnd, end);
  if (next == end)
    return Brace::Region;
  if (*next == ',')
    return Brace::Dictionary;
  if (*next == '=')
    return end - next > 1 && next[1] == '=' ? Brace::Group : Brace::Dictionary;
  bool isOp =
      word.contains('.') ||
      !expandOpName(word, op.name->traits.defaultDialect, nameStorage).empty();
  if (op.name->traits.hasShortBody && op.last == Token::Start && isOp)
    return Brace::Region;
  if (*next == '}') {
    if (wantsAttrs)
      return Brace::Dictionary;
    return isOp && (newline || traitsOf(word).isTerminator) ? Brace::Region
                                                            : Brace::Dictionary;
  }
  return isOp ? Brace::Region : Brace::Group;
}

bool Parser::parseBrace(OpState &op) {
  bool inParens = !isFlat(op);
  Brace brace = classifyBrace(op);
  // In parentheses only a region of the generic form, `({`, can stand; other
  // brackets hold the cases of a switch.
  if (inParens && *brackets.back().at == '(' && brace == Brace::Region &&
      op.last != Token::Open && op.last != Token::Region)
    brace = Brace::Dictionary;
  if (inParens && brace == Brace::Region) {
    const char *q = skipSpace(p + 1, end);
    if (q != end && *q == '}')
      brace = Brace::Dictionary;
  }
  switch (brace) {
  case Brace::Region:
    if (op.name->traits.hasShortBody && operands.size() == op.operandBase &&
        refs.empty() && defs.size() == op.defBase)
      return parseShortBody(op);
    return parseRegion(op);
  case Brace::Elided:
    builder.markElidedRegion();
    flushRefs(op, /*beforeRegion=*/true);
    defs.resize(op.defBase);
    builder.beginRegion();
    builder.endRegion();
    p = static_cast<const char *>(std::memchr(p, '}', size_t(end - p))) + 1;
    setLast(op, Token::Region);
    return true;
  case Brace::Group:
    return openBracket(op);
  case Brace::Dictionary:
    break;
  }
  if (inParens || (op.last == Token::Equals && op.beforeLast != Token::Attrs)) {
    BracketError bracket;
    const char *close = skipBalanced(p, end, bracket);
    if (!close)
      return fail(bracket);
    addAsmText(op, slice(p, close), /*glued=*/false);
    p = close;
    return true;
  }
  // `attrs = {` prints a `=` of its own.
  if (op.last == Token::Equals && asmText.size() != op.asmBase)
    asmText.pop_back();
  ++p;
  setLast(op, Token::Close);
  return parseDictionary("}");
}

/// `linalg.map { arith.addf } ins(...)`: the body is built when the operands
/// are known.
bool Parser::parseShortBody(OpState &op) {
  const char *q = skipSpace(p + 1, end);
  if (q == end || !is(*q, IdentStart))
    return parseRegion(op);
  BracketError bracket;
  const char *close = skipBalanced(p, end, bracket);
  if (!close)
    return fail(bracket);
  op.shortBody = q;
  op.shortLine = lineOf(q);
  op.shortColumn = uint32_t(q - lineStart) + 1;
  p = close;
  setLast(op, Token::Close);
  return true;
}

/// The body that `{ arith.addf }` stands for: an argument an operand, the op,
/// and its yield. A reduction passes the initial value first; a map does not
/// pass it.
bool Parser::buildShortBody(OpState &op) {
  uint32_t count = uint32_t(operands.size()) - op.operandBase;
  builder.beginRegion();
  BlockId block = builder.beginBlock();
  ValueId first = builder.addArguments(block, count);
  numValues += count;
  llvm::SmallVector<ValueId> payload;
  bool isReduction = names.str(op.name->id) == "linalg.reduce";
  if (count && isReduction)
    payload.push_back(ValueId(uint32_t(first) + count - 1));
  for (uint32_t i = 0; i + 1 < count; ++i)
    payload.push_back(ValueId(uint32_t(first) + i));
  const char *rest = p;
  p = op.shortBody;
  OpState inner;
  inner.textBegin = p;
  inner.shortLine = op.shortLine;
  inner.shortColumn = op.shortColumn;
  inner.numResults = 1;
  resultNames.clear();
  // A word is there, so this cannot fail.
  parseOpName(inner);
  const char *next = skipSpace(p, end);
  if (next != end && *next == '{') {
    p = next + 1;
    if (!parseDictionary("}"))
      return false;
  }
  operands.insert(operands.end(), payload.begin(), payload.end());
  ValueId result = inner.firstResult;
  finishOp(inner);
  OpId yield = builder.beginOp(names.intern("linalg.yield"));
  ++numOps;
  builder.setOperands(yield, result);
  builder.endOp();
  builder.endBlock();
  builder.endRegion();
  p = rest;
  lastOp = op.name;
  return true;
}

void Parser::defineArguments(BlockId block, ArrayRef<ValueRef> arguments) {
  if (arguments.empty())
    return;
  ValueId first = builder.addArguments(block, uint32_t(arguments.size()));
  numValues += uint32_t(arguments.size());
  for (size_t i = 0; i < arguments.size(); ++i) {
    ValueId value = ValueId(uint32_t(first) + uint32_t(i));
    NameId name = scope.define(arguments[i].name, value, 1);
    builder.value(value).name = name;
    builder.value(value).type = texts.intern(arguments[i].type);
  }
}

void Parser::beginEntryBlock(OpState &op) {
  BlockId block = builder.beginBlock();
  defineArguments(block, ArrayRef(defs).drop_front(op.defBase));
}

/// `^bb0(%a: t loc(...), %b: t):` at `p`; begins the block.
bool Parser::parseBlockLabel(RegionId region) {
  const char *at = p;
  p = skipWhile(p + 1, end, SuffixPart);
  NameId label = names.intern(slice(at, p));
  BlockId block = builder.beginBlock(label);
  labels.define(region, label, block);
  p = skipSpace(p, end);
  if (p != end && *p == '(' && !parseBlockArguments(block))
    return false;
  p = skipSpace(p, end);
  if (p != end && *p == ':')
    ++p;
  return true;
}

bool Parser::parseBlockArguments(BlockId block) {
  const char *open = p++;
  BracketError bracket;
  size_t base = refs.size();
  while (true) {
    p = skipSpace(p, end);
    if (p == end)
      return fail({end, open, "the text ends inside block arguments"});
    if (*p == ')')
      break;
    if (*p != '%') {
      ++p;
      continue;
    }
    const char *at = p;
    p = skipWhile(p + 1, end, SuffixPart);
    ValueRef ref{slice(at, p), StringRef(), true, true};
    p = skipSpace(p, end);
    if (p != end && *p == ':') {
      const char *type = skipSpace(p + 1, end);
      if (startsType(type, end)) {
        p = skipType(type, end, bracket);
        if (!p)
          return fail(bracket);
        ref.type = slice(type, p);
      }
    }
    refs.push_back(ref);
    // `loc(...)` and attributes up to the next argument.
    p = skipToSeparator(p, end, bracket);
    if (!p)
      return fail(bracket);
    if (*p == ']' || *p == '}')
      return fail({p, open, "closing bracket does not match"});
  }
  ++p;
  defineArguments(block, ArrayRef(refs).drop_front(base));
  refs.resize(base);
  return true;
}

/// `p` is at the `{` of a region of `op`.
bool Parser::parseRegion(OpState &op) {
  const OpTraits &traits = op.name->traits;
  const char *open = p++;
  flushRefs(op, /*beforeRegion=*/true);
  RegionId outerRegion = region;
  StringRef outerDialect = defaultDialect, outerRegionDialect = regionDialect;
  region = builder.beginRegion();
  defaultDialect = traits.defaultDialect;
  regionDialect = traits.regionDialect;
  scope.enter(traits.isIsolated || op.hasParameters, numOps, numValues);
  lastOp = nullptr;
  uint32_t outerUnnamed = unnamedResults;
  uint32_t outerIndent = regionIndent;
  regionIndent = unknownIndent;
  unnamedResults = traits.forwardsResults ? op.numResults : 0;
  bool inBlock = false;
  unsigned numBlocks = 0;
  while (true) {
    p = skipSpace(p, end);
    if (p == end)
      return fail({end, open, "the text ends inside a region"});
    if (*p == '}')
      break;
    if (*p == '^') {
      if (inBlock)
        builder.endBlock();
      if (!parseBlockLabel(region))
        return false;
      inBlock = true;
      lastOp = nullptr;
      ++numBlocks;
      continue;
    }
    if (!inBlock) {
      beginEntryBlock(op);
      inBlock = true;
      ++numBlocks;
    }
    const char *at = p;
    if (!parseOp())
      return false;
    if (p == at) // A stray `}`-like byte that recovery does not pass.
      ++p;
  }
  if (!inBlock &&
      ((traits.hasBlock && !op.isGeneric) || defs.size() > op.defBase)) {
    beginEntryBlock(op);
    inBlock = true;
  }
  if (inBlock) {
    if (!traits.implicitTerminator.empty() && !op.isGeneric && numBlocks < 2 &&
        !(lastOp && lastOp->traits.isTerminator))
      addImplicitTerminator(traits);
    builder.endBlock();
  }
  ++p;
  scope.leave();
  builder.endRegion();
  region = outerRegion;
  unnamedResults = outerUnnamed;
  regionIndent = outerIndent;
  defaultDialect = outerDialect;
  regionDialect = outerRegionDialect;
  if (!traits.sharesArguments)
    defs.resize(op.defBase);
  lastOp = op.name;
  setLast(op, Token::Region);
  return true;
}
