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

bool passdelta::lenient::looksLikeType(const char *p, const char *end) {
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

/// True if the `%x` at `p`, where a result type can stand, says that a result
/// is tied to that operand: `-> %x`, `-> %x as T`. It is no operand of its own.
bool Parser::startsTied(const OpState &op) {
  if (p == end || *p != '%' || (!op.numResults && !op.hasSymbol))
    return false;
  const char *next = skipWhile(p + 1, end, SuffixPart);
  if (next != end && *next == '#')
    next = skipWhile(next + 1, end, Digit);
  next = skipSpace(next, end);
  return next == end || (*next != ':' && *next != '[' && *next != '(');
}

/// `%x`, `%x as T` at `p`. The result has the type T or that of `%x`.
bool Parser::parseTied(OpState &op) {
  const char *at = p;
  p = skipWhile(p + 1, end, SuffixPart);
  if (p != end && *p == '#')
    p = skipWhile(p + 1, end, Digit);
  StringRef name = slice(at, p);
  auto tied = llvm::find_if(
      refs, [&](const ValueRef &ref) { return ref.name == name; });
  addAsm(op, "->");
  addAsm(op,
         tied == refs.end() ? "%" : "%" + std::to_string(tied - refs.begin()));
  const char *next = skipSpace(p, end);
  const char *type =
      slice(next, end).starts_with("as ") ? skipSpace(next + 3, end) : end;
  if (startsType(type, end)) {
    BracketError bracket;
    p = skipType(type, end, bracket);
    if (!p)
      return fail(bracket);
    types.push_back({texts.intern(slice(type, p)), true});
    return true;
  }
  NameId same = NameId::Empty;
  if (scope.isVisible(name))
    if (ValueId value = scope.use(name, op.id, 0); value != ValueId::None)
      same = builder.value(value).type;
  types.push_back({same, true});
  return true;
}

/// `{%n, %m}` behind the type of a value whose dimensions they are.
bool Parser::parseDimensions(OpState &op) {
  size_t outer = brackets.size();
  openBracket(op);
  while (brackets.size() > outer) {
    p = skipSpace(p, end);
    if (p == end)
      return fail({end, brackets.back().at, "the text ends inside an op"});
    if (!parseToken(op))
      return false;
  }
  return true;
}

/// One entry of a list of types in parentheses that ends at `close`, up to the
/// comma: `T`, `name: T`, `T {attributes}`, `T{%n}`, `%tied as T{%n}`.
bool Parser::parseTypeEntry(OpState &op, const char *close, bool isResult) {
  BracketError bracket;
  const char *next = skipToSeparator(p, close, bracket);
  if (!next)
    return fail(bracket);
  const char *typeEnd = nullptr;
  if (isResult && *p == '%') {
    if (!parseTied(op))
      return false;
    typeEnd = p;
  } else {
    const char *word = skipWhile(p, next, SuffixPart);
    const char *type = skipSpace(word, next);
    if (word != p && type != next && *type == ':' && type[1] != ':')
      p = skipSpace(type + 1, next);
    if (p == next)
      return true;
    typeEnd = startsType(p, next) ? skipType(p, next, bracket) : nullptr;
    if (!typeEnd || typeEnd == next || *typeEnd != '{')
      typeEnd = next;
    types.push_back({texts.intern(slice(p, typeEnd).rtrim()), isResult});
  }
  p = skipSpace(typeEnd, next);
  if (p != next && *p == '{' && !parseDimensions(op))
    return false;
  p = next;
  return true;
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
        if (!parseTypeEntry(op, close, isResult))
          return false;
        p = p == close - 1 ? p : skipSpace(p + 1, end);
      }
      p = close;
    } else if (isResult && *p == '%') {
      if (!parseTied(op))
        return false;
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

/// True if a list that defines values is at `p`: `-> (%a, %b) in` of xla.loop,
/// `-> (%out: i1)` of calyx.component. Other values there are tied results.
bool Parser::listsValues(const OpState &op) {
  const char *at = p != end && *p == '(' ? skipSpace(p + 1, end) : end;
  // The permutation of memref.transpose: `(d0, d1) -> (d1, d0)`.
  if (at != end && *at == 'd' && end - at > 1 && is(at[1], Digit))
    return true;
  if (at == end || *at != '%')
    return false;
  const char *nameEnd = skipWhile(at + 1, end, SuffixPart);
  const char *next = skipSpace(nameEnd, end);
  return (next != end && *next == ':') ||
         (!op.hasSymbol && !scope.isVisible(slice(at, nameEnd)));
}

/// `p` is behind a flat `:` or `->`.
bool Parser::parseSignature(OpState &op, bool isResult) {
  p = skipSpace(p, end);
  bool namesValues = isResult && listsValues(op);
  if (!(startsType(p, end) || (isResult && startsTied(op))) || namesValues) {
    addAsm(op, isResult ? "->" : ":");
    setLast(op, isResult ? Token::Arrow : Token::Colon);
    return true;
  }
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
  // `sv.generate.for %i : i32 = 0 to 4`.
  if (op.last == Token::Value && types.size() == op.typeBase + 1 &&
      startsEquals(skipSpace(p, end), end) &&
      !scope.isVisible(refs.back().name)) {
    refs.back().isDefinition = true;
    types.pop_back();
  }
  setLast(op, Token::Type);
  return true;
}

/// `p` is behind a `:` in brackets that follows a value: `(%a, %b : T, T)`. The
/// last type is that of the last value.
bool Parser::parseGroupTypes(OpState &op) {
  llvm::SmallVector<StringRef, 8> list;
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
    list.push_back(type);
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
  size_t first = std::min<size_t>(brackets.back().firstRef, refs.size());
  size_t ref = refs.size();
  while (ref > first && refs[ref - 1].type.empty() && !list.empty()) {
    refs[--ref].type = list.back();
    list.pop_back();
  }
  // `(%x : T = %y)`.
  if (!refs.empty() && startsEquals(skipSpace(p, end), end))
    refs.back().isDefinition = true;
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
  case ResultRule::First:
  case ResultRule::Each:
  case ResultRule::Inits:
    return type;
  case ResultRule::Outer:
  case ResultRule::Unknown:
    return NameId::Empty;
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

/// `vector<2x3xf32>` of `vector<2xf32>` and `vector<3xf32>`; the first if the
/// second is no vector.
static std::string outerProduct(StringRef first, StringRef second) {
  StringRef element = elementOf(first);
  if (!second.starts_with("vector<") || !first.ends_with(">") ||
      element.size() == first.size())
    return first.str();
  size_t at = size_t(element.data() - first.data());
  return (first.take_front(at) + second.drop_front(7)).str();
}

/// The type of result `number` where the op prints one that is not its own, or
/// none at all.
NameId Parser::impliedType(OpState &op, ArrayRef<TypeRef> all,
                           uint32_t number) {
  const OpTraits &traits = op.name->traits;
  if (all.empty() || traits.resultRule == ResultRule::Unknown)
    return traits.resultType.empty() ? NameId::Empty
                                     : names.intern(traits.resultType);
  if (all.size() == op.numResults && all.size() > 1)
    return all[number].type;
  if (traits.resultRule == ResultRule::First)
    return all.front().type;
  if (traits.resultRule == ResultRule::Outer && all.size() == 2)
    return names.intern(
        outerProduct(names.str(all[0].type), names.str(all[1].type)));
  return applyRule(traits.resultRule, all.back().type);
}

/// The types behind `->`, `to` and `into` if there are as many as results; else
/// what follows from the op and the types that are printed.
void Parser::assignResultTypes(OpState &op) {
  ArrayRef<TypeRef> all = ArrayRef(types).drop_front(op.typeBase);
  bool bare = !op.numResults && operands.size() == op.operandBase;
  ArrayRef<TypeRef> results =
      all.drop_while([](const TypeRef &type) { return !type.isResult; });
  ResultRule rule = op.name->traits.resultRule;
  size_t used = std::min<size_t>(op.numResults, results.size());
  // Fewer types than results say little of which they are, but for the first.
  bool fewer = used && used < op.numResults;
  for (uint32_t i = 0; i < op.numResults; ++i) {
    ValueData &value = builder.value(ValueId(uint32_t(op.firstResult) + i));
    if (results.empty()) {
      if (value.type == NameId::Empty)
        value.type = impliedType(op, all, i);
    } else if (i < used) {
      value.type = results[i].type;
    } else if (fewer && rule == ResultRule::Each) {
      value.type = results.back().type;
    }
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
    if (type.type != NameId::Empty)
      addAsm(op, names.str(type.type));
  }
}
