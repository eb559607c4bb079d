//===- DressedBytes.cpp - Control characters that are no text -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dressings.h"
#include "llvm/ADT/StringExtras.h"

using namespace passdelta;

/// The length of the escape sequence (ECMA-48) that `text` starts with: at
/// least the ESC itself.
static size_t escapeLength(StringRef text) {
  auto isBetween = [&](size_t at, char first, char last) {
    return at < text.size() && text[at] >= first && text[at] <= last;
  };
  size_t at = 1;
  if (at == text.size())
    return at;
  char kind = text[at];
  if (kind == '[') { // CSI: parameters, intermediates, a final byte.
    for (++at; isBetween(at, 0x20, 0x3f);)
      ++at;
    return isBetween(at, 0x40, 0x7e) ? at + 1 : at;
  }
  // Strings, ended by BEL or ESC \: titles, links, Buildkite's time stamps.
  if (kind == ']' || kind == '_' || kind == 'P' || kind == '^' || kind == 'X') {
    size_t end = text.find_first_of(StringRef("\a\x1b", 2), at);
    if (end == StringRef::npos)
      return 2;
    return text[end] == '\a' || !isBetween(end + 1, '\\', '\\') ? end + 1
                                                                : end + 2;
  }
  while (isBetween(at, 0x20, 0x2f))
    ++at;
  return isBetween(at, 0x30, 0x7e) ? at + 1 : at;
}

static void takeBytes(const DressedLine &dressed, LineSink &sink) {
  constexpr StringRef special("\r\x1b\0", 3);
  StringRef text = dressed.text;
  bool hasReturn = dressed.isEnd && text.ends_with("\r");
  if (hasReturn)
    text = text.rtrim('\r');
  bool hasEscape = false, hasNul = false, hasInk = false;
  int32_t shift = 0;
  size_t at = 0;
  // Columns are kept as long as what was removed stands before the first ink.
  auto add = [&](StringRef piece) {
    hasInk |= !piece.trim().empty();
    sink.add(piece, {dressed.line, shift});
  };
  while (true) {
    size_t next = text.find_first_of(special, at);
    if (next == StringRef::npos)
      break;
    if (next > at)
      add(text.slice(at, next));
    at = next;
    if (text[at] == '\x1b') {
      at += escapeLength(text.drop_front(at));
      hasEscape = true;
    } else {
      // What comes after a lone CR or a hole in the file is another writing.
      char kind = text[at];
      at = std::min(text.find_first_not_of(kind, at), text.size());
      (kind ? hasReturn : hasNul) = true;
      if (next > 0)
        sink.endLine();
      hasInk = false;
    }
    if (!hasInk)
      shift = int32_t(at);
  }
  add(text.drop_front(at));
  if (dressed.isEnd)
    sink.endLine();
  if (hasReturn)
    sink.countUndone("carriage returns");
  if (hasEscape)
    sink.countUndone("terminal escapes");
  if (hasNul)
    sink.countUndone("NUL bytes");
}

llvm::Expected<std::optional<Layer>>
passdelta::detectBytes(const Survey &survey, const ByteFile &file) {
  if (!survey.hasEscapes && !survey.hasNuls && !survey.hasReturns)
    return std::nullopt;
  return Layer{takeBytes};
}
