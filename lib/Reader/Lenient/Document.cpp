//===- Document.cpp - The top level, and what is not IR -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between two banners of a log stand diagnostics, aliases, one or more ops,
// aliases again, resources, and then anything: program output, reports, a
// second print of the final module. The IR begins at the first line that can
// only be an op or an alias, and ends before the first line behind an op that
// is none.
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

using namespace passdelta;
using namespace passdelta::lenient;

/// The rest of the line at `p`.
static StringRef restOfLine(const char *p, const char *end) {
  const void *eol = std::memchr(p, '\n', size_t(end - p));
  return slice(p, eol ? static_cast<const char *>(eol) : end);
}

/// True if a top-level op starts at `p`. Stricter than inside a region, where
/// only ops can stand: `foo.mlir:3:1: error: x` and prose are none.
bool Parser::startsTopLevelOp() {
  if (*p == '%')
    return startsResults(p, end);
  if (*p == '"') {
    const char *close = skipString(p, end);
    if (!close || slice(p, close).contains(' '))
      return false;
    const char *next = skipSpace(close, end);
    return next != end && *next == '(';
  }
  if (!is(*p, IdentStart) || skipBareLocation(p, end))
    return false;
  const char *wordEnd = skipWhile(p, end, IdentPart);
  StringRef word = slice(p, wordEnd);
  if (word.ends_with(".") || expandOpName(word, "builtin", nameStorage).empty())
    return false;
  StringRef line = restOfLine(wordEnd, end).rtrim();
  if (line.empty())
    return word.contains('.');
  if (!is(line[0], Blank) && line[0] != '(' && line[0] != '{' && line[0] != '<')
    return false;
  StringRef rest = line.ltrim();
  if (rest[0] == '(')
    return rest.size() < 2 || !is(rest[1], Digit);
  return StringRef("@%{\"[<#!:").contains(rest[0]) || rest.contains('@') ||
         rest.starts_with("attributes") || rest.ends_with("{") ||
         rest.contains(" : ");
}

/// `#x = ...`, `!x = ...` at `p`; skips it.
bool Parser::skipAliasDefinition() {
  if (*p != '#' && *p != '!')
    return false;
  const char *nameEnd = skipWhile(p + 1, end, SuffixPart);
  const char *equals = skipSpace(nameEnd, end);
  if (nameEnd == p + 1 || equals == end || *equals != '=')
    return false;
  const char *body = skipSpace(equals + 1, end);
  const char *q = body;
  BracketError bracket;
  while (q != end && *q != '\n') {
    bool opens = *q == '(' || *q == '[' || *q == '{' || *q == '<';
    const char *next = *q == '"' ? skipString(q, end)
                       : opens   ? skipBalanced(q, end, bracket)
                                 : q + 1;
    q = next ? next : q + 1;
  }
  texts.defineAlias(slice(p, nameEnd), slice(body, q).rtrim());
  p = q;
  return true;
}

/// `{-# ... #-}` at `p`; skips it.
bool Parser::skipResources() {
  StringRef rest = slice(p, end);
  if (!rest.starts_with("{-#"))
    return false;
  size_t close = rest.find("#-}");
  p = close == StringRef::npos ? end : p + close + 3;
  return true;
}

/// True if the module at `p` is a second print of what was read: the final
/// module on stdout behind the last snapshot of a log.
bool Parser::isSecondPrint(unsigned blankLines) {
  StringRef rest = slice(p, end);
  if (!blankLines || firstTopName == NameId::Empty ||
      !(rest.starts_with("module") || rest.starts_with("builtin.module") ||
        rest.starts_with("\"builtin.module\"")))
    return false;
  StringRef symbol = names.str(firstTopSymbol);
  if (names.str(firstTopName) == "builtin.module") {
    StringRef header = restOfLine(p, end);
    return blankLines > 1 && header.contains('@') == !symbol.empty() &&
           (symbol.empty() || header.contains(symbol));
  }
  if (symbol.empty())
    return false;
  // The op again, now in a module.
  StringRef opName = names.str(firstTopName);
  opName = opName.drop_front(opName.rfind('.') + 1);
  std::string header = ("@" + symbol + "(").str();
  for (size_t at = rest.find(header); at != StringRef::npos;
       at = rest.find(header, at + 1)) {
    size_t lineStart = rest.rfind('\n', at) + 1;
    if (rest.slice(lineStart, at).contains(opName))
      return true;
  }
  return false;
}

bool Parser::parseTopLevel() {
  unsigned blankLines = 0;
  const char *aliasBegin = nullptr;
  while (true) {
    const char *lineBegin = p;
    p = skipSpace(p, end);
    if (p == end)
      return true;
    size_t newlines = slice(lineBegin, p).count('\n');
    unsigned blankHere = newlines > 1 ? unsigned(newlines - 1) : 0;
    // Those in front of aliases count for the op behind them.
    blankLines = aliasBegin ? std::max(blankLines, blankHere) : blankHere;
    const char *at = p;
    if (skipAliasDefinition()) {
      if (!aliasBegin)
        aliasBegin = at;
      // Behind an op they belong to it if nothing is between.
      if (irEnd && !blankLines && aliasBegin == at) {
        irEnd = p;
        aliasBegin = nullptr;
      }
      continue;
    }
    if (skipResources()) {
      if (irEnd)
        irEnd = p;
      continue;
    }
    if (!startsTopLevelOp()) {
      if (numOps) {
        if (*p == '}' && !tornAt) {
          tornAt = p;
          tornReason = "this closes nothing";
        }
        return true;
      }
      p = restOfLine(p, end).end();
      aliasBegin = nullptr;
      continue;
    }
    if (isSecondPrint(blankLines))
      return true;
    if (!irBegin)
      irBegin = aliasBegin ? aliasBegin : at;
    aliasBegin = nullptr;
    OpId id = OpId(numOps);
    if (!parseOp())
      return false;
    if (p == at) {
      p = restOfLine(p, end).end();
      continue;
    }
    if (numOps > uint32_t(id)) {
      irEnd = at + (builder.op(id).textEnd - builder.op(id).textBegin);
      if (id == OpId(0)) {
        firstTopName = builder.op(id).name;
        firstTopSymbol = builder.op(id).symbol;
      }
    }
  }
}
