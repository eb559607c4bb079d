//===- StringEscapes.cpp - Escapes in string literals ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StringEscapes.h"
#include "llvm/ADT/StringExtras.h"

using namespace passdelta;

void passdelta::appendUtf8(std::string &text, uint32_t code) {
  auto tail = [&](unsigned shift) {
    text += char(0x80 | ((code >> shift) & 0x3f));
  };
  if (code < 0x80) {
    text += char(code);
  } else if (code < 0x800) {
    text += char(0xc0 | (code >> 6));
    tail(0);
  } else if (code < 0x10000) {
    text += char(0xe0 | (code >> 12));
    tail(6);
    tail(0);
  } else {
    text += char(0xf0 | (code >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
}

void EscapeDecoder::finish(std::string &text) {
  // Octal digits may be fewer than three.
  if (state == Digits && base == 8)
    complete(text);
  else if (state != None)
    text += raw;
  state = None;
  raw.clear();
}

void EscapeDecoder::complete(std::string &text) {
  state = None;
  raw.clear();
  bool isLow = code >= 0xdc00 && code < 0xe000;
  if (code >= 0xd800 && code < 0xdc00) {
    highSurrogate = code;
    return;
  }
  if (highSurrogate && isLow)
    code = 0x10000 + ((highSurrogate - 0xd800) << 10) + (code - 0xdc00);
  highSurrogate = 0;
  if (code < 0x110000)
    appendUtf8(text, code);
}

void EscapeDecoder::takeKind(char c, std::string &text) {
  static constexpr llvm::StringRef simple(
      "n\nt\tr\rb\bf\fv\va\a\\\\\"\"''``//");
  code = 0;
  if (c == 'u' || c == 'x' || c == 'U') {
    state = Digits;
    base = 16;
    digitsLeft = c == 'u' ? 4 : c == 'x' ? 2 : 8;
    return;
  }
  if (c >= '0' && c <= '7') {
    state = Digits;
    base = 8;
    digitsLeft = 2;
    code = uint32_t(c - '0');
    return;
  }
  for (size_t at = 0; at < simple.size(); at += 2)
    if (simple[at] == c) {
      text += simple[at + 1];
      raw.clear();
      state = None;
      return;
    }
  finish(text);
}

void EscapeDecoder::takeDigit(char c, std::string &text) {
  unsigned digit = llvm::hexDigitValue(c);
  if (digit >= base) {
    if (base == 8) { // Its end; `c` is a character of its own.
      complete(text);
      take(c, text);
    } else {
      finish(text);
    }
    return;
  }
  code = code * base + digit;
  if (--digitsLeft == 0)
    complete(text);
}

void EscapeDecoder::take(char c, std::string &text) {
  if (state == None) {
    if (c == '\\') {
      raw = c;
      state = Kind;
    } else {
      text += c;
    }
    return;
  }
  // Only octal escapes end before a character that is not theirs.
  if (!(state == Digits && base == 8))
    raw += c;
  if (state == Kind)
    takeKind(c, text);
  else
    takeDigit(c, text);
}
