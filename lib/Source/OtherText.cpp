//===- OtherText.cpp - Text between the dumps -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passdelta/Source/OtherText.h"
#include "llvm/ADT/StringExtras.h"

using namespace passdelta;

StringRef passdelta::firstOpLine(StringRef text, unsigned maxLines) {
  for (unsigned lines = 0; lines < maxLines && !text.empty(); ++lines) {
    auto [line, rest] = text.split('\n');
    text = rest;
    line = line.trim();
    if (!line.empty() && !line.starts_with("//") && !line.starts_with("#") &&
        !line.starts_with("!"))
      return line;
  }
  return "";
}

StringRef passdelta::leadingName(StringRef line) {
  return line.take_while([](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$';
  });
}

bool passdelta::looksLikeIR(StringRef text) {
  if (text.consume_front("\xef\xbb\xbf"))
    text = text.ltrim();
  for (unsigned lines = 0; lines < 10000 && !text.empty(); ++lines) {
    auto [line, rest] = text.split('\n');
    text = rest;
    line = line.trim();
    if (line.empty() || line.starts_with("//"))
      continue;
    // `#map = ...`, `!type = ...`, `{-# ...`
    if (line.starts_with("{-#"))
      return true;
    if (line.starts_with("#") || line.starts_with("!")) {
      if (line.contains(" = "))
        continue;
      return false;
    }
    if (line.starts_with("%") || line.starts_with("^bb"))
      return line.contains('=') || line.ends_with(":");
    if (line.starts_with("\""))
      return line.contains("\"(");
    StringRef word = leadingName(line);
    // `a.b c`, `a.b(`, but not the `a.b:3` of a diagnostic.
    StringRef next = line.drop_front(word.size()).take_front(1);
    if (!next.empty() && !StringRef(" (@%<{\"").contains(next))
      return false;
    if (word == "module" || word.contains('.'))
      return !word.ends_with(".") && llvm::isAlpha(word.front());
    // Prettily printed without dialect: func @f, old MLIR.
    return (word == "func" || word == "gpu") && line.contains('@');
  }
  return false;
}

/// The text after `: error: ` and the like, or "" for another line.
static StringRef diagnosticOf(StringRef line, StringRef severity) {
  size_t at = line.find(severity);
  if (at == StringRef::npos || (at > 0 && !line.take_front(at).ends_with(": ")))
    return "";
  return line.drop_front(at + severity.size()).trim();
}

/// True if `text` closes a bracket that it does not open, and has ops in it.
static bool looksLikeTail(StringRef text) {
  int depth = 0, lowest = 0;
  bool hasOp = false;
  for (StringRef rest = text; !rest.empty();) {
    auto [line, tail] = rest.split('\n');
    rest = tail;
    line = line.trim();
    for (char c : line) {
      depth += (StringRef("([{").contains(c) ? 1 : 0) -
               (StringRef(")]}").contains(c) ? 1 : 0);
      lowest = std::min(lowest, depth);
    }
    hasOp |= (line.starts_with("%") && line.contains(" = ")) ||
             line.starts_with("return") || line.starts_with("func.return");
  }
  return lowest < 0 && hasOp;
}

static StringRef describe(StringRef text) {
  if (looksLikeIR(text))
    return "IR without a banner";
  if (looksLikeTail(text))
    return "a dump without its head";
  if (text.contains("Execution time report"))
    return "timing report";
  if (text.contains("Pass statistics report"))
    return "pass statistics";
  for (StringRef rest = text; !rest.empty();) {
    auto [line, tail] = rest.split('\n');
    for (StringRef severity : {"error: ", "warning: ", "remark: ", "note: "})
      if (!diagnosticOf(line, severity).empty())
        return "diagnostics";
    rest = tail;
  }
  return "other text";
}

void passdelta::addOtherText(std::vector<SkippedText> &skipped, StringRef text,
                             unsigned input, unsigned firstLine) {
  StringRef trimmed = text.rtrim();
  while (true) {
    auto [line, rest] = trimmed.split('\n');
    if (!line.trim().empty() || trimmed.empty())
      break;
    trimmed = rest;
    ++firstLine;
  }
  if (trimmed.empty())
    return;
  unsigned lines = unsigned(trimmed.count('\n')) + 1;
  skipped.push_back({input, firstLine, lines, describe(trimmed).str()});
}

StringRef passdelta::lastError(StringRef text) {
  StringRef found;
  for (StringRef rest = text; !rest.empty();) {
    auto [line, tail] = rest.split('\n');
    StringRef message = diagnosticOf(line, "error: ");
    if (!message.empty())
      found = message;
    rest = tail;
  }
  return found;
}
