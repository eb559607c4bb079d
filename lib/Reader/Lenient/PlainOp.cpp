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
//===----------------------------------------------------------------------===//

#include "Parser.h"

using namespace passdelta;
using namespace passdelta::lenient;

/// Most operands of an op that is read here.
static constexpr unsigned maxPlainOperands = 8;

/// Words that mean something to the general way.
static bool isSpecialWord(StringRef word) {
  return word == "loc" || word == "in" || word == "as" || word == "attrs" ||
         word == "attributes";
}

/// Reads the tokens up to the `:` into `values` and `asmText`. Null if there is
/// another one than those of the plain shape.
const char *Parser::scanPlain(OpState &op, StringRef *values, unsigned &count) {
  const char *q = p;
  bool open = false;
  while (true) {
    while (q != end && *q == ' ')
      ++q;
    if (q == end)
      return nullptr;
    char c = *q;
    if (c == '%') {
      if (count == maxPlainOperands)
        return nullptr;
      const char *at = q;
      q = skipWhile(q + 1, end, SuffixPart);
      if (q != end && *q == '#')
        q = skipWhile(q + 1, end, Digit);
      if (q == end || q[-1] == '-' ||
          (*q == ' ' && q + 1 != end && (q[1] == '=' || q[1] == 'l')))
        return nullptr;
      values[count++] = slice(at, q);
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

/// Reads the rest of `op` if it has the plain shape; else changes nothing.
bool Parser::parsePlain(OpState &op) {
  const OpTraits &traits = op.name->traits;
  if (traits.operandOrder != OperandOrder::Text || traits.affineSubscripts ||
      op.numResults > 1)
    return false;
  StringRef values[maxPlainOperands];
  unsigned count = 0;
  const char *q = scanPlain(op, values, count);
  // Without values and results the types are part of the op.
  bool plain = q && (count || op.numResults);
  BracketError bracket;
  const char *type = nullptr, *typeEnd = nullptr;
  if (plain) {
    type = skipSpace(q, end);
    plain = type != end && (*type == '!' || is(*type, IdentStart));
    typeEnd = plain ? skipType(type, end, bracket) : nullptr;
    plain = typeEnd && typeEnd != end && *typeEnd == '\n';
  }
  if (plain) {
    // The next line must be the next op's.
    const char *start = p;
    p = skipSpace(typeEnd, end);
    op.last = Token::Type;
    plain = p != end && (*p == '}' || startsNext(op));
    op.last = Token::Start;
    p = start;
  }
  if (!plain) {
    asmText.resize(op.asmBase);
    return false;
  }
  for (unsigned i = 0; i < count; ++i)
    addOperand(op, values[i]);
  if (op.numResults)
    builder.value(op.firstResult).type =
        applyRule(traits.resultRule, texts.intern(slice(type, typeEnd)));
  p = typeEnd;
  return true;
}
