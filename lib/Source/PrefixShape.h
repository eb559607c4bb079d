//===- PrefixShape.h - What stands in front of every line -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_LIB_SOURCE_PREFIXSHAPE_H
#define PASSDELTA_LIB_SOURCE_PREFIXSHAPE_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace passdelta {
using llvm::StringRef;

/// The shape of a prefix: its words, blanks and other characters. A word with a
/// digit in it may be any such word (a clock goes on, so does a counter), other
/// words are what they are:
///
///   2024-09-17T08:12:01.0001370Z        [stderr]        service_1  |
class PrefixShape {
public:
  explicit PrefixShape(StringRef prefix);

  /// The length of the prefix at the start of `line`, if it has one. Blanks at
  /// the end of the prefix may lack at the end of the line.
  std::optional<size_t> match(StringRef line) const;
  /// As match(), but with any words in the place of words: another stream that
  /// is written to the same log.
  std::optional<size_t> matchAnyWords(StringRef line) const;

  /// Equal shapes match the same lines. Words with a digit count as equal.
  friend bool operator==(const PrefixShape &, const PrefixShape &) = default;
  /// It has no word that must be the same: only blanks and marks, say.
  bool hasFixedWords() const;
  /// As in Undone::what: "timestamps", "quote marks", "indentation", "line
  /// prefixes".
  StringRef what() const;

private:
  struct Token {
    enum Kind : uint8_t { Word, Counter, Blanks, Mark } kind;
    std::string text;
    friend bool operator==(const Token &a, const Token &b) {
      return a.kind == b.kind &&
             (a.kind == Counter || a.kind == Blanks || a.text == b.text);
    }
  };
  std::optional<size_t> match(StringRef line, bool anyWords) const;
  static Token takeToken(StringRef &text);

  llvm::SmallVector<Token, 16> tokens;
};

} // namespace passdelta

#endif // PASSDELTA_LIB_SOURCE_PREFIXSHAPE_H
