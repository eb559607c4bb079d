//===- Lexer.cpp - Characters and brackets of MLIR text -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lexer.h"
#include "llvm/ADT/SmallVector.h"

using namespace passdelta::lenient;

const char *passdelta::lenient::skipString(const char *p, const char *end) {
  for (++p; p != end; ++p) {
    if (*p == '"')
      return p + 1;
    if (*p == '\n')
      return nullptr;
    if (*p == '\\' && ++p == end)
      return nullptr;
  }
  return nullptr;
}

static char closerOf(char open) {
  return open == '(' ? ')' : open == '[' ? ']' : open == '{' ? '}' : '>';
}

namespace {
/// The bracket stack of one balanced text.
struct Brackets {
  llvm::SmallVector<const char *, 32> open;
  BracketError &error;

  bool fail(const char *at, const char *reason) {
    error = {at, open.empty() ? nullptr : open.back(), reason};
    return false;
  }
  bool close(const char *at) {
    // A `<` that has no partner was a comparison.
    while (!open.empty() && *open.back() == '<')
      open.pop_back();
    if (open.empty() || closerOf(*open.back()) != *at)
      return fail(at, "closing bracket does not match");
    open.pop_back();
    return true;
  }
};
} // namespace

/// Takes the one token at `p` into account; null on an error.
static const char *step(const char *p, const char *end, Brackets &brackets) {
  switch (*p) {
  case '"': {
    const char *next = skipString(p, end);
    if (!next)
      brackets.fail(p, "the string is not closed");
    return next;
  }
  case '(':
  case '[':
  case '{':
    brackets.open.push_back(p);
    return p + 1;
  case '<':
    if (end - p > 1 && p[1] == '=')
      return p + 2;
    brackets.open.push_back(p);
    return p + 1;
  case '-':
    return p + (end - p > 1 && p[1] == '>' ? 2 : 1);
  case '>':
    if (end - p > 1 && p[1] == '=' && !brackets.open.empty() &&
        *brackets.open.back() != '<')
      return p + 2;
    if (!brackets.open.empty() && *brackets.open.back() == '<')
      brackets.open.pop_back();
    return p + 1;
  case ')':
  case ']':
  case '}':
    return brackets.close(p) ? p + 1 : nullptr;
  case '/':
    if (end - p > 1 && p[1] == '/') {
      bool newline = false;
      return skipSpace(p, end, newline);
    }
    return p + 1;
  default:
    return p + 1;
  }
}

const char *passdelta::lenient::skipBalanced(const char *p, const char *end,
                                             BracketError &error) {
  // Most groups are short and flat: `<4xf32>`, `(i32)`.
  char close = closerOf(*p);
  for (const char *q = p + 1; q != end; ++q) {
    if (is(*q, IdentPart | Blank) || *q == ',' || *q == '?' || *q == ':')
      continue;
    if (*q == close && q[-1] != '-')
      return q + 1;
    break;
  }
  Brackets brackets{{}, error};
  brackets.open.push_back(p);
  for (++p; p != end;) {
    p = step(p, end, brackets);
    if (!p)
      return nullptr;
    if (brackets.open.empty())
      return p;
  }
  brackets.fail(end, "the text ends inside brackets");
  return nullptr;
}

const char *passdelta::lenient::skipToSeparator(const char *p, const char *end,
                                                BracketError &error) {
  Brackets brackets{{}, error};
  while (p != end) {
    if (brackets.open.empty() &&
        (*p == ',' || *p == ')' || *p == ']' || *p == '}'))
      return p;
    if (*p == '<' && !(end - p > 1 && p[1] == '=')) {
      // Balanced on its own, so that a comma in it does not separate.
      p = skipBalanced(p, end, error);
    } else {
      p = step(p, end, brackets);
    }
    if (!p)
      return nullptr;
  }
  brackets.fail(end, "the text ends inside brackets");
  return nullptr;
}

const char *passdelta::lenient::skipType(const char *p, const char *end,
                                         BracketError &error) {
  // Iterates over the results of function types: `(a) -> (b) -> c`.
  while (true) {
    if (*p == '(') {
      p = skipBalanced(p, end, error);
      if (!p)
        return nullptr;
      const char *arrow = skipSpace(p, end);
      if (end - arrow < 2 || arrow[0] != '-' || arrow[1] != '>')
        return p;
      const char *result = skipSpace(arrow + 2, end);
      if (!startsType(result, end))
        return p;
      p = result;
      continue;
    }
    p = skipWhile(p + 1, end, *p == '!' ? SuffixPart : IdentPart);
    if (p != end && *p == '<')
      p = skipBalanced(p, end, error);
    return p;
  }
}

bool passdelta::lenient::startsResults(const char *p, const char *end) {
  while (true) {
    p = skipWhile(p + 1, end, SuffixPart);
    if (p != end && *p == ':')
      p = skipWhile(p + 1, end, Digit);
    p = skipSpace(p, end);
    if (p == end)
      return false;
    if (*p == '=')
      return end - p < 2 || p[1] != '=';
    if (*p != ',')
      return false;
    p = skipSpace(p + 1, end);
    if (p == end || *p != '%')
      return false;
  }
}

const char *passdelta::lenient::skipBareLocation(const char *p,
                                                 const char *end) {
  const char *q = p;
  while (q != end && !is(*q, Blank) && *q != ':' && *q != ',' && *q != ')' &&
         *q != '"' && *q != '<' && *q != '(')
    ++q;
  for (int part = 0; part < 2; ++part) {
    if (q == end || *q != ':')
      return nullptr;
    const char *digits = q + 1;
    q = skipWhile(digits, end, Digit);
    if (q == digits)
      return nullptr;
  }
  return q;
}
