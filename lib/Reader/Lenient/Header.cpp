//===- Header.cpp - Operands and definitions in an op's header ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which `%x` define an argument of the op's region, and which are operands:
//
//   %x =                       a definition:   scf.for %i = , iter_args(%a =
//                              (not where %x is visible and in no brackets)
//   %b) %v as %x, (%v -> %x)       the second is:  async.execute, omp.parallel
//   (%x, ...) = (              all are:        scf.parallel, affine.parallel
//   (%x, ...) in (             all are:        scf.forall, gpu.launch
//   (%x, ...) : type = (       all are:        omp.loop_nest
//   = (%x : type, ...) {       all are:        flow.dispatch.workgroups
//   @f(%x : type, ...)         all are, where the op defines @f
//   (%x : type = %y)           the first is: pipeline.scheduled
//   (%x, %y : type) ... {      those are that nothing defines yet
//   %x in, %x : type =         is, if nothing defines it yet
//
// Everything else is an operand, in the order of the text.
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

using namespace passdelta;
using namespace passdelta::lenient;

bool Parser::parseValue(OpState &op) {
  const char *at = p;
  p = skipWhile(p + 1, end, SuffixPart);
  // A `->` that touches the name is not of it.
  if (p != end && *p == '>' && p[-1] == '-')
    --p;
  if (p != end && *p == '#' && end - p > 1 && is(p[1], Digit))
    p = skipWhile(p + 1, end, Digit);
  bool flat = isFlat(op);
  bool listed = !flat && (op.last == Token::Open || op.last == Token::Comma);
  ValueRef ref{slice(at, p), StringRef(), false, listed};
  bool arrowDefines =
      op.last == Token::Arrow && op.beforeLast == Token::Value && !flat;
  if (op.last == Token::As || arrowDefines)
    ref.isDefinition = true;
  else if (startsEquals(skipSpace(p, end), end))
    ref.isDefinition = !flat || !scope.isVisible(ref.name);
  else if (op.hasSymbol && !flat && !op.name->traits.refersToSymbol)
    ref.isDefinition = !scope.isVisible(ref.name);
  refs.push_back(ref);
  // The arguments of a function are its type; their names do not matter.
  if (!(op.hasSymbol && ref.isDefinition))
    addAsm(op, "%");
  setLast(op, Token::Value);
  return true;
}

void Parser::markDefinitions(size_t firstRef) {
  for (size_t i = firstRef; i < refs.size(); ++i)
    refs[i].isDefinition = true;
}

/// Looks behind the group that was just closed.
void Parser::closeGroup(OpState &op, const OpenBracket &bracket) {
  if (*bracket.at != '(' || bracket.firstRef >= refs.size())
    return;
  const char *next = skipSpace(p, end);
  if (next == end)
    return;
  StringRef rest = slice(next, end);
  if (*next == ':' && isFlat(op)) {
    // (%i) : i32 = (
    const char *type = skipSpace(next + 1, end);
    if (type != end && is(*type, IdentStart)) {
      next = skipSpace(skipWhile(type, end, IdentPart), end);
      if (!startsEquals(next, end))
        return;
    }
  }
  bool equals = startsEquals(next, end);
  if (equals || rest.starts_with("in ") || rest.starts_with("in(")) {
    const char *open = skipSpace(next + (equals ? 1 : 2), end);
    if (open != end && (*open == '(' || (!equals && *open == '#')))
      markDefinitions(bracket.firstRef);
  } else if (bracket.before == Token::Equals && *next == '{') {
    markDefinitions(bracket.firstRef);
  }
}

void Parser::reorderRefs(OpState &op) {
  if (refs.size() < 2 || operands.size() != op.operandBase)
    return;
  switch (op.name->traits.operandOrder) {
  case OperandOrder::Text:
    return;
  case OperandOrder::SwapFirst:
    std::swap(refs[0], refs[1]);
    return;
  case OperandOrder::LastSecond:
    std::rotate(refs.begin() + 1, refs.end() - 1, refs.end());
    return;
  }
}

void Parser::addOperand(OpState &op, StringRef name) {
  operands.push_back(
      scope.use(name, op.id, uint32_t(operands.size()) - op.operandBase));
}

/// linalg.transpose and its like print no result types: they are those of the
/// last values in front of the body.
void Parser::setInitTypes(OpState &op) {
  size_t last = refs.size();
  while (last && (refs[last - 1].isDefinition || refs[last - 1].type.empty() ||
                  !scope.isVisible(refs[last - 1].name)))
    --last;
  for (uint32_t i = op.numResults; i && last; --i, --last)
    builder.value(ValueId(uint32_t(op.firstResult) + i - 1)).type =
        texts.intern(refs[last - 1].type);
}

void Parser::flushRefs(OpState &op, bool beforeRegion) {
  if (op.numResults && op.name->traits.resultRule == ResultRule::Inits &&
      !refs.empty())
    setInitTypes(op);
  for (ValueRef &ref : refs) {
    if (ref.isDefinition ||
        (beforeRegion && (ref.listed || !ref.type.empty()) &&
         !scope.isVisible(ref.name)))
      defs.push_back(ref);
    else
      addOperand(op, ref.name);
  }
  refs.clear();
  if (!beforeRegion || !op.name->traits.launchArguments)
    return;
  // [clusters, cluster sizes,] blocks, grid sizes, threads, block sizes become
  // blocks, threads, grid sizes, block sizes [, clusters, cluster sizes].
  auto first = defs.begin() + op.defBase;
  size_t count = size_t(defs.end() - first);
  if (count >= 18)
    std::rotate(first, first + 6, first + 18);
  if (count >= 12)
    std::rotate(first + 3, first + 6, first + 9);
}
