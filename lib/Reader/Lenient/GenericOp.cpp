//===- GenericOp.cpp - "a.b"(%x)[^bb] <{...}> ({...}) {...} : (t) -> t ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parser.h"
#include "llvm/ADT/STLExtras.h"

using namespace passdelta;
using namespace passdelta::lenient;

bool Parser::parseGeneric(OpState &op) {
  if (op.id == OpId(0))
    builder.markGeneric();
  p = skipSpace(p, end);
  if (p == end || *p != '(') {
    // Not generic after all: custom syntax with a quoted name.
    op.isGeneric = false;
    return parseCustom(op);
  }
  if (!parseGenericOperands(op))
    return false;
  p = skipSpace(p, end);
  if (p != end && *p == '[' && !parseGenericSuccessors(op))
    return false;
  p = skipSpace(p, end);
  if (end - p > 1 && p[0] == '<' && p[1] == '{') {
    p += 2;
    if (!parseDictionary("}"))
      return false;
    p = skipSpace(p, end);
    if (p != end && *p == '>')
      ++p;
  }
  p = skipSpace(p, end);
  if (p != end && *p == '(' && !parseGenericRegions(op))
    return false;
  p = skipSpace(p, end);
  if (p != end && *p == '{') {
    ++p;
    if (!parseDictionary("}"))
      return false;
  }
  p = skipSpace(p, end);
  // What is not understood here may hide regions.
  if (p == end || *p != ':')
    return fail(p, "expected the `:` of a generic op");
  if (!parseGenericTypes(op))
    return false;
  const char *next = skipSpace(p, end);
  if (slice(next, end).starts_with("loc(")) {
    p = next + 3;
    return parseLocation(op);
  }
  return true;
}

bool Parser::parseGenericOperands(OpState &op) {
  const char *open = p++;
  while (true) {
    p = skipSpace(p, end);
    if (p == end)
      return fail({end, open, "the text ends inside an op"});
    if (*p == ')')
      break;
    if (*p == '%') {
      if (!parseValue(op))
        return false;
      refs.back().isDefinition = false;
    } else if (*p == ',') {
      ++p;
    } else {
      return fail(p, "expected an operand of a generic op");
    }
  }
  ++p;
  flushRefs(op, /*beforeRegion=*/false);
  asmText.resize(op.asmBase);
  return true;
}

/// `[^bb1, ^bb2(%x : i32)]`; old text passes operands there.
bool Parser::parseGenericSuccessors(OpState &op) {
  const char *open = p++;
  BracketError bracket;
  while (true) {
    p = skipSpace(p, end);
    if (p == end)
      return fail({end, open, "the text ends inside an op"});
    if (*p == ']')
      break;
    if (*p == '^') {
      parseSuccessor(op);
    } else if (*p == '(') {
      const char *close = skipBalanced(p, end, bracket);
      if (!close)
        return fail(bracket);
      while (p != close) {
        if (*p == '%')
          parseValue(op);
        else
          ++p;
      }
    } else {
      ++p;
    }
  }
  ++p;
  flushRefs(op, /*beforeRegion=*/false);
  asmText.resize(op.asmBase);
  return true;
}

/// `({ ... }, { ... })`.
bool Parser::parseGenericRegions(OpState &op) {
  const char *open = p++;
  while (true) {
    p = skipSpace(p, end);
    if (p == end)
      return fail({end, open, "the text ends inside an op"});
    if (*p == ')')
      break;
    if (*p == '{') {
      if (!parseRegion(op))
        return false;
    } else if (*p == ',') {
      ++p;
    } else {
      return fail(p, "expected a region of a generic op");
    }
  }
  ++p;
  return true;
}

/// `: (T, T) -> (T, T)`.
bool Parser::parseGenericTypes(OpState &op) {
  p = skipSpace(p, end);
  if (p == end || *p != ':')
    return true;
  p = skipSpace(p + 1, end);
  if (p == end || *p != '(')
    return true;
  BracketError bracket;
  const char *close = skipBalanced(p, end, bracket);
  if (!close)
    return fail(bracket);
  p = skipSpace(close, end);
  if (end - p < 2 || p[0] != '-' || p[1] != '>')
    return true;
  p = skipSpace(p + 2, end);
  if (!startsType(p, end))
    return true;
  if (!parseTypeList(op, /*isResult=*/true))
    return false;
  // Results that nobody uses need no name.
  if (uint32_t count = uint32_t(types.size()) - op.typeBase;
      !op.numResults && count) {
    op.numResults = count;
    op.firstResult = builder.addResults(op.id, count);
    numValues += count;
  }
  return true;
}

/// `p` is behind the opening bracket. Entries go to `attrs`.
bool Parser::parseDictionary(const char *closing) {
  const char *open = p - 1;
  BracketError bracket;
  while (true) {
    p = skipSpace(p, end);
    if (p == end)
      return fail({end, open, "the text ends inside a dictionary"});
    if (*p == *closing) {
      ++p;
      return true;
    }
    if (*p == ',') {
      ++p;
      continue;
    }
    const char *at = p;
    StringRef name;
    if (*p == '"') {
      p = skipString(p, end);
      if (!p)
        return fail(at, "the string is not closed");
      name = slice(at + 1, p - 1);
    } else {
      p = skipWhile(p, end, SuffixPart);
      name = slice(at, p);
    }
    p = skipSpace(p, end);
    StringRef value = "unit";
    if (p != end && *p == '=' && !name.empty())
      at = p = skipSpace(p + 1, end);
    else if (!name.empty() && p != end && (*p == ',' || *p == *closing))
      at = nullptr;
    if (at) {
      // Also an entry without a name, which is not of MLIR.
      p = skipToSeparator(p, end, bracket);
      if (!p)
        return fail(bracket);
      value = slice(at, p).rtrim();
      if (*p != ',' && *p != *closing)
        return fail({p, open, "closing bracket does not match"});
    }
    attrs.push_back({names.intern(name), texts.intern(value)});
  }
}

/// MLIR sorts dictionaries; text of people need not be.
void Parser::sortAttrs(OpState &op) {
  auto list = llvm::MutableArrayRef(attrs).drop_front(op.attrBase);
  if (list.size() < 2)
    return;
  auto byName = [&](const Attribute &first, const Attribute &second) {
    return names.str(first.name) < names.str(second.name);
  };
  if (!llvm::is_sorted(list, byName))
    llvm::stable_sort(list, byName);
}

/// `p` is at the `(` of `loc(...)`.
bool Parser::parseLocation(OpState &op) {
  BracketError bracket;
  const char *close = skipBalanced(p, end, bracket);
  if (!close)
    return fail(bracket);
  if (isFlat(op) && op.last == Token::Value) {
    // affine.for %i loc(...) = 0 to 4
    const char *next = skipSpace(close, end);
    if (next != end && *next == '=') {
      refs.back().isDefinition = true;
      p = close;
      return true;
    }
  }
  if (isFlat(op)) {
    builder.op(op.id).loc = texts.internLoc(slice(p + 1, close - 1).trim());
    op.ended = true;
  }
  p = close;
  return true;
}
