//===- AsmTokens.h - The pseudo attribute "asm", in tokens ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_LIB_KNOWLEDGE_ASMTOKENS_H
#define PASSDELTA_LIB_KNOWLEDGE_ASMTOKENS_H

#include "passdelta/Knowledge/LoopInfo.h"

namespace passdelta {

/// Walks over the syntax of one op. Values are tokens like any other; the
/// operands of the op are taken from the graph, in the order of their tokens.
class AsmCursor {
public:
  AsmCursor(const OpGraph &graph, OpId op);

  bool done() const { return next == tokens.size(); }
  StringRef peek() const { return done() ? StringRef() : tokens[next]; }
  bool atValue() const { return peek().starts_with("%"); }
  /// Takes the next token if it is `token`.
  bool eat(StringRef token);
  /// Takes the next token.
  StringRef take() { return done() ? StringRef() : tokens[next++]; }
  /// Takes tokens up to and including `token`; false (at the end) if it does
  /// not come. Values on the way count as operands if `asOperands`.
  bool skipPast(StringRef token, bool asOperands);
  /// Takes a value token; gives the operand it stands for.
  ValueId takeOperand();

  /// Takes an integer, a value or `[min|max] map(dims)[symbols]`.
  IndexText takeIndex();
  /// Takes `open a, b, ... close`. False if it does not start here or contains
  /// something else.
  bool takeIndexList(StringRef open, StringRef close,
                     llvm::SmallVectorImpl<IndexText> &list);
  /// Number of operands taken so far.
  size_t operandsTaken() const { return nextOperand; }

private:
  const OpGraph &graph;
  ArrayRef<ValueId> operands;
  llvm::SmallVector<StringRef, 32> tokens;
  size_t next = 0, nextOperand = 0;
};

/// Splits `text`: values, words, integers, strings, `affine_map<...>`, `->`,
/// single characters.
llvm::SmallVector<StringRef, 32> tokenizeAsm(StringRef text);

/// An index that is `value`, and its constant where it has one.
IndexText indexOf(const OpGraph &graph, ValueId value);

/// An affine map of `operands`; a constant or identity map becomes its
/// constant or operand.
IndexText mapIndex(const OpGraph &graph, StringRef map,
                   ArrayRef<ValueId> operands);

} // namespace passdelta

#endif // PASSDELTA_LIB_KNOWLEDGE_ASMTOKENS_H
