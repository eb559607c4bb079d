//===- ReadText.h - Helpers of the reader's tests ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_TEST_UNIT_READER_READTEXT_H
#define PASSDELTA_TEST_UNIT_READER_READTEXT_H

#include "passdelta/Reader/Reader.h"
#include "gtest/gtest.h"

namespace passdelta {

/// The graph of `text`; an empty one and a test failure if it is not read.
inline OpGraph readText(StringRef text, Interner &names) {
  auto output = getLenientReader().read({text, "t.mlir", 1}, names);
  if (!output) {
    ADD_FAILURE() << llvm::toString(output.takeError());
    return OpGraph(names);
  }
  return std::move(output->graph);
}

/// The message of the error that reading `text` gives, or "".
inline std::string errorOf(StringRef text) {
  Interner names;
  auto output = getLenientReader().read({text, "t.mlir", 1}, names);
  return output ? "" : llvm::toString(output.takeError());
}

/// The ops as one line: "a.b(c.d)(e.f) g.h", parentheses around each block.
inline std::string shapeOf(const OpGraph &graph,
                           BlockId block = BlockId::TopLevel) {
  std::string text;
  graph.forEachOp(block, [&](OpId op) {
    text += (text.empty() ? "" : " ") + graph.name(op).str();
    graph.forEachBlock(
        op, [&](BlockId inner) { text += "(" + shapeOf(graph, inner) + ")"; });
  });
  return text;
}

/// The operands of the first op named `name`, as the names of their values;
/// "?" for one that is not bound.
inline std::string operandsOf(const OpGraph &graph, StringRef name) {
  std::string text;
  for (uint32_t i = 0; i < graph.numOps(); ++i) {
    if (graph.name(OpId(i)) != name)
      continue;
    for (ValueId value : graph.operands(OpId(i))) {
      text += text.empty() ? "" : " ";
      text += value == ValueId::None ? "?" : graph.str(graph[value].name).str();
    }
    return text;
  }
  return "no such op";
}

/// The arguments of the first block of the first op named `name`.
inline std::string argumentsOf(const OpGraph &graph, StringRef name,
                               unsigned wantedBlock = 0) {
  std::string text;
  for (uint32_t i = 0; i < graph.numOps(); ++i) {
    if (graph.name(OpId(i)) != name)
      continue;
    unsigned number = 0;
    graph.forEachBlock(OpId(i), [&](BlockId block) {
      if (number++ != wantedBlock)
        return;
      for (unsigned arg = 0; arg < graph[block].numArgs; ++arg)
        text += (arg ? " " : "") +
                graph.str(graph[graph.argument(block, arg)].name).str();
    });
    return text;
  }
  return "no such op";
}

} // namespace passdelta

#endif // PASSDELTA_TEST_UNIT_READER_READTEXT_H
