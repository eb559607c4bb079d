//===- AffineText.cpp - Affine maps as text -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A recursive descent over MLIR's affine grammar:
//
//   sum  ::= term (('+' | '-') term)*
//   term ::= atom (('*' | 'mod' | 'floordiv' | 'ceildiv') atom)*
//   atom ::= integer | name | '-' atom | '(' sum ')'
//
//===----------------------------------------------------------------------===//

#include "passdelta/Knowledge/TypeText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace passdelta;

bool AffineExprText::isConstant() const {
  auto isZero = [](int64_t coefficient) { return coefficient == 0; };
  return llvm::all_of(dims, isZero) && llvm::all_of(symbols, isZero);
}

std::optional<unsigned> AffineExprText::asDim() const {
  std::optional<unsigned> only;
  if (!linear || constant != 0)
    return std::nullopt;
  for (unsigned i = 0; i < dims.size(); ++i) {
    if (dims[i] == 0)
      continue;
    if (dims[i] != 1 || only)
      return std::nullopt;
    only = i;
  }
  for (int64_t coefficient : symbols)
    if (coefficient != 0)
      return std::nullopt;
  return only;
}

bool AffineMapText::isIdentity() const {
  if (numSymbols != 0 || results.size() != numDims)
    return false;
  for (unsigned i = 0; i < numDims; ++i)
    if (results[i].asDim() != i)
      return false;
  return true;
}

bool AffineMapText::isProjectedPermutation() const {
  llvm::SmallVector<bool, 8> seen(numDims, false);
  for (const AffineExprText &result : results) {
    std::optional<unsigned> dim = result.asDim();
    if (!dim || seen[*dim])
      return false;
    seen[*dim] = true;
  }
  return true;
}

namespace {

class MapParser {
public:
  explicit MapParser(StringRef text) : rest(text.trim()) {}

  std::optional<AffineMapText> parse() {
    bool wrapped = rest.consume_front("affine_map<");
    if (!parseNames('(', ')', dims))
      return std::nullopt;
    if (peek('[') && !parseNames('[', ']', symbols))
      return std::nullopt;
    skip();
    if (!rest.consume_front("->") || !eat('('))
      return std::nullopt;
    AffineMapText map;
    map.numDims = dims.size();
    map.numSymbols = symbols.size();
    while (!peek(')')) {
      map.results.push_back(parseSum());
      if (failed || (!eat(',') && !peek(')')))
        return std::nullopt;
    }
    eat(')');
    if (wrapped && !eat('>'))
      return std::nullopt;
    skip();
    if (!rest.empty())
      return std::nullopt;
    return map;
  }

private:
  using Names = llvm::SmallVector<StringRef, 4>;

  void skip() { rest = rest.ltrim(); }
  bool peek(char c) {
    skip();
    return rest.starts_with(StringRef(&c, 1));
  }
  bool eat(char c) {
    skip();
    return rest.consume_front(StringRef(&c, 1));
  }
  StringRef parseName() {
    skip();
    StringRef name =
        rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    rest = rest.drop_front(name.size());
    return name;
  }
  bool parseNames(char open, char close, Names &names) {
    if (!eat(open))
      return false;
    while (!eat(close)) {
      StringRef name = parseName();
      if (name.empty())
        return false;
      names.push_back(name);
      if (!eat(',') && !peek(close))
        return false;
    }
    return true;
  }

  AffineExprText zero() const {
    AffineExprText expr;
    expr.dims.assign(dims.size(), 0);
    expr.symbols.assign(symbols.size(), 0);
    return expr;
  }
  /// a + factor * b
  static AffineExprText add(AffineExprText a, const AffineExprText &b,
                            int64_t factor) {
    for (size_t i = 0; i < a.dims.size(); ++i)
      a.dims[i] += factor * b.dims[i];
    for (size_t i = 0; i < a.symbols.size(); ++i)
      a.symbols[i] += factor * b.symbols[i];
    a.constant += factor * b.constant;
    a.linear &= b.linear;
    return a;
  }

  AffineExprText parseSum() {
    AffineExprText sum = parseTerm();
    while (!failed) {
      if (eat('+')) {
        sum = add(sum, parseTerm(), 1);
        continue;
      }
      skip();
      if (rest.starts_with("->") || !eat('-'))
        break;
      sum = add(sum, parseTerm(), -1);
    }
    return sum;
  }

  AffineExprText parseTerm() {
    AffineExprText term = parseAtom();
    while (!failed) {
      if (eat('*')) {
        term = multiply(term, parseAtom());
        continue;
      }
      skip();
      if (!rest.consume_front("mod") && !rest.consume_front("floordiv") &&
          !rest.consume_front("ceildiv"))
        break;
      term = add(term, parseAtom(), 1);
      term.linear = false;
    }
    return term;
  }

  AffineExprText multiply(const AffineExprText &a, const AffineExprText &b) {
    if (a.isConstant() && a.linear)
      return add(zero(), b, a.constant);
    if (b.isConstant() && b.linear)
      return add(zero(), a, b.constant);
    AffineExprText product = add(a, b, 1);
    product.linear = false;
    return product;
  }

  AffineExprText parseAtom() {
    AffineExprText expr = zero();
    if (eat('(')) {
      expr = parseSum();
      failed |= !eat(')');
      return expr;
    }
    if (eat('-'))
      return add(zero(), parseAtom(), -1);
    StringRef name = parseName();
    if (name.empty() || !name.getAsInteger(10, expr.constant)) {
      failed |= name.empty();
      return expr;
    }
    if (const auto *dim = llvm::find(dims, name); dim != dims.end())
      expr.dims[dim - dims.begin()] = 1;
    else if (const auto *symbol = llvm::find(symbols, name);
             symbol != symbols.end())
      expr.symbols[symbol - symbols.begin()] = 1;
    else
      failed = true;
    return expr;
  }

  StringRef rest;
  Names dims, symbols;
  bool failed = false;
};

} // namespace

std::optional<AffineMapText> passdelta::parseAffineMap(StringRef text) {
  return MapParser(text).parse();
}
