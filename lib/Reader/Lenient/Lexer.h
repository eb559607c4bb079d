//===- Lexer.h - Characters and brackets of MLIR text -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A hand-written scanner over [p, end). Nothing is allocated for a token; all
// functions take and return pointers into the text, which need not end in NUL.
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_READER_LENIENT_LEXER_H
#define PASSDELTA_READER_LENIENT_LEXER_H

#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstdint>
#include <cstring>

namespace passdelta::lenient {
using llvm::StringRef;

enum CharClass : uint8_t {
  Blank = 1,      ///< space, tab, newline, carriage return
  IdentStart = 2, ///< letter or _
  IdentPart = 4,  ///< letter, digit, _ $ .
  Digit = 8,
  SuffixPart = 16, ///< what may follow % ^ @ # !: IdentPart and -
};

constexpr std::array<uint8_t, 256> makeCharTable() {
  std::array<uint8_t, 256> table = {};
  for (int c = 0; c < 256; ++c) {
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    bool digit = c >= '0' && c <= '9';
    bool ident = letter || digit || c == '$' || c == '.';
    bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    table[c] = uint8_t(blank * Blank | letter * IdentStart | ident * IdentPart |
                       digit * Digit | (ident || c == '-') * SuffixPart);
  }
  return table;
}
inline constexpr std::array<uint8_t, 256> charTable = makeCharTable();

inline bool is(char c, uint8_t classes) {
  return charTable[uint8_t(c)] & classes;
}

/// One past the last character from `p` on that has a class of `classes`.
inline const char *skipWhile(const char *p, const char *end, uint8_t classes) {
  while (p != end && is(*p, classes))
    ++p;
  return p;
}

/// True if a number starts at `p`: a digit, or a minus before one.
inline bool startsNumber(const char *p, const char *end) {
  return is(*p, Digit) || (*p == '-' && p + 1 != end && is(p[1], Digit));
}

/// The end of the number at `p`, with its exponent: `-5.0e-01`, `0x7F`,
/// `4xf32`.
inline const char *skipNumber(const char *p, const char *end) {
  const char *q = skipWhile(p + 1, end, IdentPart);
  bool isExponent = q != end && (*q == '-' || *q == '+') &&
                    (q[-1] == 'e' || q[-1] == 'E') && q + 1 != end &&
                    is(q[1], Digit);
  return isExponent ? skipWhile(q + 1, end, Digit) : q;
}

/// Skips blanks and `//` comments. `newline` becomes true if a line ended.
inline const char *skipSpace(const char *p, const char *end, bool &newline) {
  constexpr uint64_t blanks = 0x2020202020202020;
  for (; p != end; ++p) {
    if (*p == ' ') {
      // Indentation is a third of the text.
      uint64_t word = 0;
      while (end - p > 8 && (std::memcpy(&word, p + 1, 8), word == blanks))
        p += 8;
      continue;
    }
    if (is(*p, Blank)) {
      newline |= *p == '\n';
      continue;
    }
    if (*p != '/' || end - p < 2 || p[1] != '/')
      return p;
    const void *eol = std::memchr(p, '\n', size_t(end - p));
    if (!eol)
      return end;
    p = static_cast<const char *>(eol);
    newline = true;
  }
  return p;
}
inline const char *skipSpace(const char *p, const char *end) {
  bool newline = false;
  return skipSpace(p, end, newline);
}

/// True if a single `=` is at `p`, not `==` or `=>`.
inline bool startsEquals(const char *p, const char *end) {
  return p != end && *p == '=' &&
         !(end - p > 1 && (p[1] == '=' || p[1] == '>'));
}

/// `p` is at `"`. One past the closing quote, or null if the text ends first
/// or a line does: MLIR strings hold no raw newline.
const char *skipString(const char *p, const char *end);

/// Why brackets do not match, and where.
struct BracketError {
  const char *at = nullptr;     ///< The offending byte, or the end.
  const char *opened = nullptr; ///< The bracket that is open there, or null.
  const char *reason = nullptr;
};

/// `p` is at an opening bracket. One past its partner, or null with `error`
/// set. `<` and `>` may be comparisons: where they do not pair up they are
/// ignored. `->` is an arrow. Iterative, O(length).
const char *skipBalanced(const char *p, const char *end, BracketError &error);

/// From `p` to the first `,` or closing bracket outside brackets and strings.
/// Null with `error` set where brackets do not match.
const char *skipToSeparator(const char *p, const char *end,
                            BracketError &error);

/// True if a type can start at `p`: `!x`, `i32`, `vector<`, `(`.
inline bool startsType(const char *p, const char *end) {
  return p != end && (*p == '!' || *p == '(' || is(*p, IdentStart));
}

/// `p` is at the start of a type. One past it: `!a.b<...>`, `vector<...>`,
/// `(...) -> ...`, `!a.b`, `f32`. Null with `error` set.
const char *skipType(const char *p, const char *end, BracketError &error);

/// True if a list of results and a `=` start at `p`, which is at `%`.
bool startsResults(const char *p, const char *end);

/// If the bare location `path:line:column` of pretty debug info starts at `p`,
/// one past it, else null.
const char *skipBareLocation(const char *p, const char *end);

inline StringRef slice(const char *begin, const char *end) {
  return StringRef(begin, size_t(end - begin));
}

} // namespace passdelta::lenient

#endif // PASSDELTA_READER_LENIENT_LEXER_H
