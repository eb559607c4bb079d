//===- PlainOp.cpp - The common shape of an op, fast ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nine of ten lines of a dump are `name word, %a, %b[%c, 4] : type`. They need
// none of the general machinery: no definitions, regions or dictionaries. What
// is seen here is checked before anything is recorded, so that every other
// shape can still go the general way; both give the same graph.
//
// Most of them are also one of a few hundred lines but for the names of their
// values. So what a line makes is remembered under its text with `%` for each
// value, and the next one needs a scan and a lookup.
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

using namespace passdelta;
using namespace passdelta::lenient;

/// Longest key of a line, in bytes.
static constexpr size_t maxLineKey = 192;
/// Most lines that are remembered: a text of only different ones must not
/// be kept twice.
static constexpr size_t maxKnownLines = 1 << 15;

/// Words that mean something to the general way.
static bool isSpecialWord(StringRef word) {
  return word == "loc" || word == "in" || word == "as" || word == "attrs" ||
         word == "attributes";
}

/// One past the value at `p`, which is at its `%`: `%a`, `%a#1`. Null where
/// it may end before a dash.
static const char *skipValue(const char *p, const char *end) {
  p = skipWhile(p + 1, end, SuffixPart);
  if (p != end && *p == '#')
    p = skipWhile(p + 1, end, Digit);
  return p == end || p[-1] == '-' ? nullptr : p;
}

/// Reads the rest of the line into `lineKey` and `plainValues`; its end. Null
/// if what is in it tells already that it is not plain.
const char *Parser::scanLine(const OpState &op) {
  numPlainValues = 0;
  char key[maxLineKey];
  char *k = key;
  *k++ = op.numResults ? '=' : ' ';
  const char *q = p, *stop = q + std::min(size_t(end - q), maxLineKey - 1);
  while (true) {
    while (q != stop && *q != '%' && *q != '\n')
      *k++ = *q++;
    if (q == stop)
      return nullptr;
    if (*q == '\n')
      break;
    const char *next = skipValue(q, end);
    if (!next || numPlainValues == maxPlainValues)
      return nullptr;
    plainValues[numPlainValues++] = slice(q, next);
    *k++ = '%';
    // The key is never longer than the text it was made from.
    stop = next + std::min(size_t(end - next), size_t(key + maxLineKey - k));
    q = next;
  }
  lineKey.assign(key, k);
  return q;
}

/// Reads the tokens up to the `:` into `plainValues` and `asmText`. Null if
/// there is another one than those of the plain shape.
const char *Parser::scanPlain(OpState &op) {
  numPlainValues = 0;
  const char *q = p;
  bool open = false;
  while (true) {
    while (q != end && *q == ' ')
      ++q;
    if (q == end)
      return nullptr;
    char c = *q;
    if (c == '%') {
      if (numPlainValues == maxPlainValues)
        return nullptr;
      const char *at = q;
      q = skipValue(q, end);
      if (!q || (*q == ' ' && q + 1 != end && (q[1] == '=' || q[1] == 'l')))
        return nullptr;
      plainValues[numPlainValues++] = slice(at, q);
      addAsm(op, "%");
    } else if (c == ',') {
      addAsm(op, ",");
      ++q;
    } else if (c == '[' || c == ']') {
      if (open == (c == '['))
        return nullptr;
      open = !open;
      addAsm(op, StringRef(q, 1));
      ++q;
    } else if (c == ':') {
      return open || (q + 1 != end && q[1] == ':') ? nullptr : q + 1;
    } else if (is(c, IdentPart) || startsNumber(q, end)) {
      const char *at = q;
      q = startsNumber(q, end) ? skipNumber(q, end)
                               : skipWhile(q + 1, end, IdentPart);
      if (q == end || (*q != ' ' && *q != ',' && *q != ']') ||
          isSpecialWord(slice(at, q)))
        return nullptr;
      addAsm(op, slice(at, q));
    } else {
      return nullptr;
    }
  }
}

/// What follows `op`, whose type ends the line at `lineEnd`, if that is the
/// next op or the end of the block; else null: the op may go on.
const char *Parser::nextAfter(OpState &op, const char *lineEnd) {
  const char *next = skipSpace(lineEnd, end);
  if (next == end)
    return nullptr;
  if (*next == '}')
    return next;
  const char *start = p;
  p = next;
  op.last = Token::Type;
  bool ends = startsNext(op);
  op.last = Token::Start;
  p = start;
  return ends ? next : nullptr;
}

void Parser::addPlain(OpState &op, const PlainLine &line) {
  for (StringRef value : ArrayRef(plainValues, numPlainValues))
    addOperand(op, value);
  if (op.numResults)
    builder.value(op.firstResult).type = line.type;
  if (line.asmText != NameId::Empty)
    attrs.push_back({asmName, line.asmText});
}

/// Reads the op at `p`, its name, if its line was seen before. Else changes
/// nothing but `lineKey`.
bool Parser::parseKnownLine(OpState &op) {
  lineKey.clear();
  // The region or its op may give results to an op that names none.
  if (op.numResults > 1 || (unnamedResults && !op.numResults))
    return false;
  const char *lineEnd = scanLine(op);
  const PlainLine *line = lineEnd ? knownLines.find(lineKey) : nullptr;
  if (!line)
    return false;
  ++nesting;
  const char *next = nextAfter(op, lineEnd);
  --nesting;
  if (!next)
    return false;
  op.name = line->name;
  beginOp(op, p);
  addPlain(op, *line);
  finishLeaf(op, lineEnd);
  // The top level looks at the blank lines between ops.
  p = nesting ? next : lineEnd;
  counted = lineStart = lineEnd + 1;
  ++this->line;
  return true;
}

/// Keeps what the line of `op` made. A name without a dialect means another op
/// in another region.
void Parser::rememberLine(const OpState &op, const PlainLine &line) {
  bool isNamed = resultNames.size() == op.numResults;
  if (lineKey.empty() || !isNamed || knownLines.size() >= maxKnownLines)
    return;
  StringRef key = StringRef(lineKey);
  if (!key.drop_front()
           .take_until([](char c) { return c == ' '; })
           .contains('.'))
    return;
  bool isNew;
  knownLines.get(key.copy(lineKeys), isNew) = line;
}

/// Reads the rest of `op` if it has the plain shape; else changes nothing.
bool Parser::parsePlain(OpState &op) {
  const OpTraits &traits = op.name->traits;
  if (traits.operandOrder != OperandOrder::Text || traits.affineSubscripts ||
      op.numResults > 1)
    return false;
  const char *q = scanPlain(op);
  // Without values and results the types are part of the op.
  bool plain = q && (numPlainValues || op.numResults);
  BracketError bracket;
  const char *type = nullptr, *typeEnd = nullptr;
  if (plain) {
    type = skipSpace(q, end);
    plain = type != end && (*type == '!' || is(*type, IdentStart));
    typeEnd = plain ? skipType(type, end, bracket) : nullptr;
    plain =
        typeEnd && typeEnd != end && *typeEnd == '\n' && nextAfter(op, typeEnd);
  }
  StringRef asmPart = StringRef(asmText).drop_front(op.asmBase).rtrim(' ');
  PlainLine line = {op.name, NameId::Empty, NameId::Empty};
  if (plain && hasAsm(asmPart))
    line.asmText = texts.internNormal(asmPart);
  asmText.resize(op.asmBase);
  if (!plain)
    return false;
  if (op.numResults)
    line.type =
        impliedType(op, TypeRef{texts.intern(slice(type, typeEnd)), false}, 0);
  addPlain(op, line);
  rememberLine(op, line);
  p = typeEnd;
  return true;
}
