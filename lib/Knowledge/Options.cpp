//===- Options.cpp - Reads the options text of a pass ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passdelta/Knowledge/Knowledge.h"
#include "llvm/ADT/StringExtras.h"

using namespace passdelta;

/// True if `text` starts with `open` and the bracket that closes it is the last
/// character.
static bool isWrapped(StringRef text, char open, char close) {
  if (text.size() < 2 || text.front() != open || text.back() != close)
    return false;
  if (open == close)
    return text.drop_front().find(close) == text.size() - 2;
  unsigned depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == open;
    depth -= text[i] == close;
    if (depth == 0)
      return i + 1 == text.size();
  }
  return false;
}

/// Where the item that starts at `begin` ends: at a blank outside of quotes
/// and brackets, or at the end of the text.
static size_t findItemEnd(StringRef text, size_t begin) {
  unsigned depth = 0;
  char quote = 0;
  for (size_t i = begin; i < text.size(); ++i) {
    char c = text[i];
    if (quote) {
      if (c == quote)
        quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '{' || c == '[' || c == '(') {
      ++depth;
    } else if ((c == '}' || c == ']' || c == ')') && depth) {
      --depth;
    } else if (depth == 0 && llvm::isSpace(c)) {
      return i;
    }
  }
  return text.size();
}

static StringRef unwrap(StringRef value) {
  if (isWrapped(value, '{', '}') || isWrapped(value, '"', '"') ||
      isWrapped(value, '\'', '\''))
    return value.drop_front().drop_back().trim();
  return value;
}

std::optional<std::string> passdelta::findOption(StringRef options,
                                                 StringRef key) {
  options = options.trim();
  if (isWrapped(options, '{', '}'))
    options = options.drop_front().drop_back();
  std::optional<std::string> found;
  for (size_t begin = 0; begin < options.size();) {
    if (llvm::isSpace(options[begin])) {
      ++begin;
      continue;
    }
    size_t end = findItemEnd(options, begin);
    auto [name, value] = options.slice(begin, end).split('=');
    if (name == key)
      found = unwrap(value).str();
    begin = end;
  }
  return found;
}
