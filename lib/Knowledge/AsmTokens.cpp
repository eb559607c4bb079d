//===- AsmTokens.cpp - The pseudo attribute "asm", in tokens --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsmTokens.h"
#include "passdelta/Knowledge/TypeText.h"
#include "llvm/ADT/StringExtras.h"

using namespace passdelta;

static bool isWordChar(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$';
}

/// Length of the token at the start of `text`, which has no leading blank.
static size_t tokenLength(StringRef text) {
  if (text.starts_with("->"))
    return 2;
  if (text[0] == '"') {
    size_t end = 1;
    while (end < text.size() && text[end] != '"')
      end += text[end] == '\\' ? 2 : 1;
    return std::min(end + 1, text.size());
  }
  if (text.starts_with("affine_map<") || text.starts_with("affine_set<")) {
    size_t end = text.find(">", text.find("->") + 2);
    return end == StringRef::npos ? text.size() : end + 1;
  }
  size_t end = 0;
  if (text[0] == '%' || text[0] == '#' || text[0] == '@' || text[0] == '^' ||
      (text[0] == '-' && text.size() > 1 && llvm::isDigit(text[1])))
    end = 1;
  while (end < text.size() && isWordChar(text[end]))
    ++end;
  // A result of several: `%0#1`.
  if (text[0] == '%' && end < text.size() && text[end] == '#') {
    ++end;
    while (end < text.size() && llvm::isDigit(text[end]))
      ++end;
  }
  return end == 0 ? 1 : end;
}

llvm::SmallVector<StringRef, 32> passdelta::tokenizeAsm(StringRef text) {
  llvm::SmallVector<StringRef, 32> tokens;
  for (text = text.ltrim(); !text.empty(); text = text.ltrim()) {
    size_t length = tokenLength(text);
    tokens.push_back(text.take_front(length));
    text = text.drop_front(length);
  }
  return tokens;
}

IndexText passdelta::indexOf(const OpGraph &graph, ValueId value) {
  IndexText index;
  index.operands.push_back(value);
  if (value != ValueId::None)
    index.constant = constantValue(graph, value);
  return index;
}

IndexText passdelta::mapIndex(const OpGraph &graph, StringRef text,
                              ArrayRef<ValueId> operands) {
  IndexText index;
  std::optional<AffineMapText> map = parseAffineMap(text);
  if (!map || map->results.empty())
    return index;
  if (map->results.size() == 1 && map->results[0].isConstant() &&
      map->results[0].linear) {
    index.constant = map->results[0].constant;
    return index;
  }
  // `(d0) -> (d0)` and `()[s0] -> (s0)` print as the plain value.
  const AffineExprText &first = map->results[0];
  if (map->results.size() == 1 && operands.size() == 1 && first.linear &&
      first.constant == 0 && first.dims.size() + first.symbols.size() == 1 &&
      (first.dims.empty() ? first.symbols[0] : first.dims[0]) == 1)
    return indexOf(graph, operands[0]);
  index.map = text;
  index.operands.assign(operands.begin(), operands.end());
  return index;
}

AsmCursor::AsmCursor(const OpGraph &graph, OpId op)
    : graph(graph), operands(graph.operands(op)),
      tokens(tokenizeAsm(graph.attr(op, "asm"))) {}

bool AsmCursor::eat(StringRef token) {
  if (done() || tokens[next] != token)
    return false;
  ++next;
  return true;
}

bool AsmCursor::skipPast(StringRef token, bool asOperands) {
  while (!done()) {
    if (eat(token))
      return true;
    if (atValue() && asOperands)
      takeOperand();
    else
      take();
  }
  return false;
}

ValueId AsmCursor::takeOperand() {
  take();
  return nextOperand < operands.size() ? operands[nextOperand++]
                                       : ValueId::None;
}

IndexText AsmCursor::takeIndex() {
  if (atValue())
    return indexOf(graph, takeOperand());
  IndexText index;
  if (peek() == "min" || peek() == "max")
    take();
  if (peek().starts_with("affine_map<")) {
    index.map = take();
    for (StringRef close : {")", "]"}) {
      if (!eat(close == ")" ? "(" : "["))
        continue;
      while (!done() && !eat(close)) {
        if (atValue())
          index.operands.push_back(takeOperand());
        else
          take();
      }
    }
    return mapIndex(graph, index.map, index.operands);
  }
  if (eat("symbol")) {
    eat("(");
    index = indexOf(graph, takeOperand());
    eat(")");
    return index;
  }
  if (std::optional<int64_t> constant = parseLeadingInt(peek())) {
    index.constant = constant;
    take();
  }
  return index;
}

bool AsmCursor::takeIndexList(StringRef open, StringRef close,
                              llvm::SmallVectorImpl<IndexText> &list) {
  if (!eat(open))
    return false;
  while (!done() && !eat(close)) {
    size_t before = next;
    list.push_back(takeIndex());
    if (next == before)
      return false;
    if (!eat(",") && peek() != close)
      return false;
  }
  return true;
}
