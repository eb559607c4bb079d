//===- TypeText.cpp - Shapes and integer arrays as text -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passdelta/Knowledge/TypeText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace passdelta;

bool ShapedText::isStatic() const {
  return !llvm::is_contained(dims, Dynamic) &&
         !llvm::is_contained(scalable, true);
}

std::optional<int64_t> ShapedText::numElements() const {
  if (!isStatic())
    return std::nullopt;
  int64_t product = 1;
  for (int64_t dim : dims)
    if (__builtin_mul_overflow(product, dim, &product))
      return std::nullopt;
  return product;
}

/// Takes `4x`, `?x` or `[8]x` off the front of `text`.
static bool consumeDim(StringRef &text, ShapedText &shaped) {
  StringRef rest = text;
  int64_t dim = ShapedText::Dynamic;
  bool scalable = rest.consume_front("[");
  if (!rest.consume_front("?") && rest.consumeInteger(10, dim))
    return false;
  if (scalable && !rest.consume_front("]"))
    return false;
  if (!rest.consume_front("x"))
    return false;
  shaped.dims.push_back(dim);
  shaped.scalable.push_back(scalable);
  text = rest;
  return true;
}

std::optional<ShapedText> passdelta::parseShaped(StringRef type) {
  ShapedText shaped;
  type = type.trim();
  for (StringRef container : {"tensor", "memref", "vector"})
    if (type.starts_with(container))
      shaped.container = container;
  if (shaped.container.empty() || !type.consume_front(shaped.container) ||
      !type.consume_front("<") || !type.consume_back(">") ||
      type.starts_with("*"))
    return std::nullopt;
  while (consumeDim(type, shaped))
    ;
  llvm::SmallVector<StringRef, 4> parts = splitTopLevel(type);
  if (parts.empty())
    return std::nullopt;
  shaped.element = parts.front();
  if (parts.size() > 1)
    shaped.rest = type.substr(parts[1].data() - type.data());
  return shaped;
}

std::optional<unsigned> passdelta::bitWidth(StringRef elementType) {
  if (elementType == "index")
    return 64;
  StringRef text = elementType;
  if (text == "bf16")
    return 16;
  if (text == "tf32")
    return 19;
  if (!text.consume_front("si") && !text.consume_front("ui") &&
      !text.consume_front("i") && !text.consume_front("f"))
    return std::nullopt;
  unsigned bits = 0;
  if (text.consumeInteger(10, bits) || (!text.empty() && text[0] != 'E'))
    return std::nullopt;
  return bits;
}

llvm::SmallVector<StringRef, 4> passdelta::splitTopLevel(StringRef text) {
  llvm::SmallVector<StringRef, 4> parts;
  int depth = 0;
  size_t begin = 0;
  bool inString = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (inString) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        inString = false;
      continue;
    }
    if (c == '"')
      inString = true;
    else if (c == '(' || c == '[' || c == '{' || c == '<')
      ++depth;
    else if (c == ')' || c == ']' || c == '}' ||
             (c == '>' && (i == 0 || text[i - 1] != '-')))
      --depth;
    else if (c == ',' && depth == 0) {
      parts.push_back(text.slice(begin, i).trim());
      begin = i + 1;
    }
  }
  StringRef last = text.substr(begin).trim();
  if (!last.empty() || !parts.empty())
    parts.push_back(last);
  return parts;
}

std::optional<llvm::SmallVector<int64_t, 4>>
passdelta::parseIntArray(StringRef text) {
  text = text.trim();
  if (text.consume_front("array<")) {
    if (!text.consume_back(">"))
      return std::nullopt;
    text = text.contains(':') ? text.split(':').second : StringRef();
  } else if (text.consume_front("dense<")) {
    text = text.take_until([](char c) { return c == '>'; });
    text.consume_front("[");
    text.consume_back("]");
  } else if (!text.consume_front("[") || !text.consume_back("]")) {
    return std::nullopt;
  }
  llvm::SmallVector<int64_t, 4> values;
  for (StringRef part : splitTopLevel(text)) {
    std::optional<int64_t> value = parseLeadingInt(part);
    if (!value)
      return std::nullopt;
    values.push_back(*value);
  }
  return values;
}

std::optional<int64_t> passdelta::parseLeadingInt(StringRef text) {
  text = text.trim();
  if (text.starts_with("true"))
    return 1;
  if (text.starts_with("false"))
    return 0;
  int64_t value;
  if (text.consumeInteger(10, value))
    return std::nullopt;
  // `1.5`, `1e3` and `1x` are no integers.
  if (!text.empty() && (text[0] == '.' || llvm::isAlnum(text[0])))
    return std::nullopt;
  return value;
}
