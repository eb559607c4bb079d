//===- StringEscapes.h - Escapes in string literals -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_LIB_SOURCE_STRINGESCAPES_H
#define PASSDELTA_LIB_SOURCE_STRINGESCAPES_H

#include <cstdint>
#include <string>

namespace passdelta {

/// Appends the UTF-8 of a code point.
void appendUtf8(std::string &text, uint32_t code);

/// Decodes the escapes of JSON, JavaScript, Python and C one character at a
/// time, so that a string may come in pieces. An escape that none of them knows
/// stays as it is.
class EscapeDecoder {
public:
  /// Takes the next character of a string; appends what it completes to `text`.
  void take(char c, std::string &text);
  /// True after a backslash: the next character does not end the string.
  bool isOpen() const { return state != None; }
  /// The string ended, or the line did: what is open is no escape.
  void finish(std::string &text);

private:
  void takeKind(char c, std::string &text);
  void takeDigit(char c, std::string &text);
  void complete(std::string &text);

  enum { None, Kind, Digits } state = None;
  unsigned base = 16, digitsLeft = 0;
  uint32_t code = 0, highSurrogate = 0;
  std::string raw; ///< The escape so far.
};

} // namespace passdelta

#endif // PASSDELTA_LIB_SOURCE_STRINGESCAPES_H
