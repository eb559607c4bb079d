//===- Signature.cpp - Types in an op's text ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace passdelta;
using namespace passdelta::lenient;

/// True if `p` is at a type that needs no context to be one: `!x.y`, `f32`,
/// `vector<`.
static bool looksLikeType(const char *p, const char *end) {
  if (p == end)
    return false;
  if (*p == '!')
    return true;
  if (!is(*p, IdentStart))
    return false;
  StringRef word = slice(p, skipWhile(p, end, IdentPart));
  StringRef digits = word;
  if (digits.consume_front("si") || digits.consume_front("ui") ||
      digits.consume_front("bf") || digits.consume_front("tf") ||
      digits.consume_front("i") || digits.consume_front("f"))
    if (!digits.empty() && is(digits[0], Digit))
      return true;
  return llvm::StringSwitch<bool>(word)
      .Cases({"index", "none", "vector", "tensor", "memref"}, true)
      .Cases({"complex", "tuple"}, true)
      .Default(false);
}

/// `T, T, (T, T)` at `p`, each into `types`.
bool Parser::parseTypeList(OpState &op, bool isResult) {
  BracketError bracket;
  while (true) {
    const char *at = p;
    if (*p == '(') {
      const char *close = skipBalanced(p, end, bracket);
      if (!close)
        return fail(bracket);
      p = skipSpace(p + 1, end);
      while (p < close - 1) {
        const char *next = skipToSeparator(p, close, bracket);
        if (!next)
          return fail(bracket);
        types.push_back({texts.intern(slice(p, next).rtrim()), isResult});
        p = next == close - 1 ? next : skipSpace(next + 1, end);
      }
      p = close;
    } else {
      p = skipType(p, end, bracket);
      if (!p)
        return fail(bracket);
      types.push_back({texts.intern(slice(at, p)), isResult});
    }
    const char *comma = skipSpace(p, end);
    if (comma == end || *comma != ',')
      return true;
    const char *next = skipSpace(comma + 1, end);
    if (!looksLikeType(next, end) && !(next != end && *next == '('))
      return true;
    p = next;
  }
}

/// `p` is behind a flat `:` or `->`.
bool Parser::parseSignature(OpState &op, bool isResult) {
  const char *start = skipSpace(p, end);
  if (!startsType(start, end)) {
    addAsm(op, isResult ? "->" : ":");
    setLast(op, isResult ? Token::Arrow : Token::Colon);
    return true;
  }
  p = start;
  op.hasSignature = true;
  while (true) {
    if (!parseTypeList(op, isResult))
      return false;
    op.hasArrow |= isResult;
    const char *next = skipSpace(p, end);
    StringRef rest = slice(next, end);
    size_t taken = rest.starts_with("->")      ? 2
                   : rest.starts_with("to ")   ? 2
                   : rest.starts_with("into ") ? 4
                                               : 0;
    if (!taken)
      break;
    const char *type = skipSpace(next + taken, end);
    if (!looksLikeType(type, end) &&
        !(taken == 2 && *next == '-' && startsType(type, end)))
      break;
    p = type;
    isResult = true;
  }
  setLast(op, Token::Type);
  return true;
}

/// `p` is behind a `:` in brackets that follows a value: `(%a, %b : T, T)`.
bool Parser::parseGroupTypes(OpState &op) {
  size_t ref = refs.size();
  while (ref > brackets.back().firstRef && refs[ref - 1].type.empty())
    --ref;
  BracketError bracket;
  const char *at = skipSpace(p, end);
  if (!startsType(at, end)) {
    addAsm(op, ":");
    setLast(op, Token::Colon);
    return true;
  }
  while (true) {
    const char *typeEnd = skipType(at, end, bracket);
    if (!typeEnd)
      return fail(bracket);
    StringRef type = slice(at, typeEnd);
    if (ref < refs.size())
      refs[ref++].type = type;
    if (op.hasSymbol)
      addAsmText(op, type, /*glued=*/false);
    p = typeEnd;
    const char *comma = skipSpace(p, end);
    if (comma == end || *comma != ',')
      break;
    at = skipSpace(comma + 1, end);
    if (!looksLikeType(at, end))
      break;
    if (op.hasSymbol)
      addAsm(op, ",");
  }
  setLast(op, Token::Type);
  return true;
}

/// The element type of `vector<4xf32>`, `memref<?x4xf32, 3>`; else all of it.
static StringRef elementOf(StringRef type) {
  size_t open = type.find('<');
  if (open == StringRef::npos || type.starts_with("!"))
    return type;
  StringRef rest = type.drop_front(open + 1);
  rest.consume_back(">");
  while (true) {
    StringRef dim = rest.take_while([](char c) {
      return is(c, Digit) || c == '?' || c == '*' || c == '[' || c == ']';
    });
    if (dim.empty() || !rest.drop_front(dim.size()).starts_with("x"))
      break;
    rest = rest.drop_front(dim.size() + 1);
  }
  // Up to the comma of a layout or a memory space.
  int depth = 0;
  for (size_t i = 0; i < rest.size(); ++i) {
    depth += rest[i] == '<' || rest[i] == '(';
    depth -= rest[i] == '>' || rest[i] == ')';
    if (rest[i] == ',' && depth == 0)
      return rest.take_front(i);
  }
  return rest;
}

NameId Parser::applyRule(ResultRule rule, NameId type) {
  if (rule == ResultRule::Same)
    return type;
  uint64_t key = uint64_t(rule) << 32 | uint32_t(type);
  auto [known, isNew] = ruleCache.try_emplace(key, NameId::Empty);
  if (isNew)
    known->second = computeRule(rule, type);
  return known->second;
}

NameId Parser::computeRule(ResultRule rule, NameId type) {
  StringRef text = names.str(type);
  switch (rule) {
  case ResultRule::Same:
    return type;
  case ResultRule::Index:
    return names.intern("index");
  case ResultRule::Element:
    return names.intern(elementOf(text));
  case ResultRule::Bool: {
    StringRef element = elementOf(text);
    if (element.size() == text.size())
      return names.intern("i1");
    size_t at = size_t(element.data() - text.data());
    return names.intern(
        (text.take_front(at) + "i1" + text.drop_front(at + element.size()))
            .str());
  }
  }
  return type;
}

/// The types behind `->`, `to` and `into` if there are as many as results; else
/// the one type that is printed, or the last of several.
void Parser::assignResultTypes(OpState &op) {
  ArrayRef<TypeRef> all = ArrayRef(types).drop_front(op.typeBase);
  if (all.empty())
    return;
  bool bare = !op.numResults && operands.size() == op.operandBase;
  ArrayRef<TypeRef> results =
      all.drop_while([](const TypeRef &type) { return !type.isResult; });
  size_t used = 0;
  if (op.numResults && results.size() >= op.numResults) {
    used = op.numResults;
    for (uint32_t i = 0; i < op.numResults; ++i)
      builder.value(ValueId(uint32_t(op.firstResult) + i)).type =
          results[i].type;
  } else if (op.numResults && results.empty()) {
    bool each = all.size() == op.numResults && all.size() > 1;
    for (uint32_t i = 0; i < op.numResults; ++i)
      builder.value(ValueId(uint32_t(op.firstResult) + i)).type =
          each ? all[i].type
               : applyRule(op.name->traits.resultRule, all.back().type);
  }
  // Types that no value holds are part of the op.
  if (!bare && (used == 0 || used == results.size()))
    return;
  if (!bare)
    all = results.drop_front(used);
  bool arrow = false;
  for (const TypeRef &type : all) {
    addAsm(op, type.isResult && !arrow             ? "->"
               : type.isResult || &type != &all[0] ? ","
                                                   : ":");
    arrow |= type.isResult;
    addAsm(op, names.str(type.type));
  }
}
