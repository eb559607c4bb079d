//===- PrefixShape.cpp - What stands in front of every line ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrefixShape.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace passdelta;

/// A word of a date: it changes with time as a number does.
static bool isCalendarWord(StringRef word) {
  return llvm::StringSwitch<bool>(word.lower())
      .Cases({"jan", "feb", "mar", "apr", "may", "jun"}, true)
      .Cases({"jul", "aug", "sep", "oct", "nov", "dec"}, true)
      .Cases({"mon", "tue", "wed", "thu", "fri", "sat", "sun"}, true)
      .Cases({"am", "pm"}, true)
      .Default(false);
}

PrefixShape::Token PrefixShape::takeToken(StringRef &text) {
  auto isWordChar = [](char c) { return llvm::isAlnum(c) || (c & 0x80); };
  auto isBlank = [](char c) { return c == ' '; };
  StringRef taken = text.take_while(isWordChar);
  Token token{Token::Word, ""};
  if (taken.empty()) {
    taken = text.take_while(isBlank);
    token.kind = Token::Blanks;
  } else if (llvm::any_of(taken, llvm::isDigit) || isCalendarWord(taken)) {
    token.kind = Token::Counter;
  }
  if (taken.empty()) {
    taken = text.take_front(1);
    token.kind = Token::Mark;
  }
  token.text = taken.str();
  text = text.drop_front(taken.size());
  return token;
}

PrefixShape::PrefixShape(StringRef prefix) {
  while (!prefix.empty())
    tokens.push_back(takeToken(prefix));
}

std::optional<size_t> PrefixShape::match(StringRef line, bool anyWords) const {
  StringRef rest = line;
  for (const Token &token : tokens) {
    bool isLast = &token == &tokens.back();
    // What follows the last blanks is the text, with its own indentation.
    if (isLast && token.kind == Token::Blanks) {
      if (rest.consume_front(token.text) || rest.trim(" \r").empty())
        break;
      return std::nullopt;
    }
    if (rest.empty())
      return std::nullopt;
    Token found = takeToken(rest);
    bool isWord = found.kind == Token::Word || found.kind == Token::Counter;
    bool isAnyWord =
        anyWords && isWord &&
        (token.kind == Token::Word || token.kind == Token::Counter);
    if (!isAnyWord && !(found == token))
      return std::nullopt;
  }
  return line.size() - rest.size();
}

std::optional<size_t> PrefixShape::match(StringRef line) const {
  return match(line, /*anyWords=*/false);
}

std::optional<size_t> PrefixShape::matchAnyWords(StringRef line) const {
  return match(line, /*anyWords=*/true);
}

bool PrefixShape::hasFixedWords() const {
  return llvm::any_of(
      tokens, [](const Token &token) { return token.kind == Token::Word; });
}

StringRef PrefixShape::what() const {
  bool isBlank = true, isQuote = true;
  unsigned counters = 0;
  for (const Token &token : tokens) {
    bool isQuoteMark = token.kind == Token::Mark && token.text == ">";
    isBlank &= token.kind == Token::Blanks;
    isQuote &= token.kind == Token::Blanks || isQuoteMark;
    counters += token.kind == Token::Counter;
  }
  if (isBlank)
    return "indentation";
  if (isQuote)
    return "quote marks";
  return counters >= 3 ? "timestamps" : "line prefixes";
}
