//===- TextWriter.cpp - Lines with a place on the right -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextWriter.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Unicode.h"
#include "llvm/Support/raw_ostream.h"

using namespace passdelta;

unsigned passdelta::columnsOf(StringRef text) {
  int columns = llvm::sys::unicode::columnWidthUTF8(text);
  return columns < 0 ? text.size() : columns;
}

std::string passdelta::printable(StringRef text) {
  std::string result =
      llvm::json::isUTF8(text) ? text.str() : llvm::json::fixUTF8(text);
  for (char &c : result)
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7f)
      c = ' ';
  return result;
}

std::string passdelta::shortened(StringRef text, unsigned columns) {
  if (columnsOf(text) <= columns || columns < 8)
    return text.str();
  auto isContinuation = [&](size_t at) {
    return (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80;
  };
  size_t head = (columns - 3) * 2 / 3,
         tail = text.size() - (columns - 3 - head);
  while (head && isContinuation(head))
    --head;
  while (tail < text.size() && isContinuation(tail))
    ++tail;
  return (text.take_front(head) + "..." + text.drop_front(tail)).str();
}

std::string passdelta::counted(unsigned count, StringRef noun,
                               StringRef plural) {
  if (count == 1)
    return "1 " + noun.str();
  return std::to_string(count) + " " +
         (plural.empty() ? noun.str() + "s" : plural.str());
}

TextLine &TextLine::add(const llvm::Twine &text, Style style) {
  std::string safe = printable(text.str());
  columns += columnsOf(safe);
  pieces.push_back({std::move(safe), style});
  return *this;
}

TextLine &TextLine::padTo(unsigned column) {
  unsigned spaces = column > columns ? column - columns : 1;
  return add(std::string(spaces, ' '));
}

static StringRef escapeOf(Style style) {
  switch (style) {
  case Style::Plain:
    return "";
  case Style::Bold:
    return "\033[1m";
  case Style::Dim:
    return "\033[2m";
  case Style::Green:
    return "\033[32m";
  case Style::Yellow:
    return "\033[1;33m";
  case Style::Red:
    return "\033[1;31m";
  }
  llvm_unreachable("unknown Style");
}

void TextWriter::print(const TextLine &text) {
  for (const TextLine::Piece &piece : text.pieces) {
    StringRef escape = options.colour ? escapeOf(piece.style) : "";
    os << escape << piece.text << (escape.empty() ? "" : "\033[0m");
  }
}

void TextWriter::line(const TextLine &text, const llvm::Twine &place) {
  print(text);
  std::string right = printable(place.str());
  if (!right.empty()) {
    unsigned columns = columnsOf(right);
    unsigned used = text.width();
    if (used + 2 + columns > options.width && used) {
      os << '\n';
      used = 0;
    }
    os.indent(options.width > used + columns ? options.width - used - columns
                                             : 2);
    print(TextLine().add(right, Style::Dim));
  }
  os << '\n';
}

void TextWriter::blank() { os << '\n'; }
