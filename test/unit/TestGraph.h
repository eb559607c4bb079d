//===- TestGraph.h - Op graphs by hand, for unit tests ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_TEST_UNIT_TESTGRAPH_H
#define PASSDELTA_TEST_UNIT_TESTGRAPH_H

#include "passdelta/Model/OpGraph.h"
#include <initializer_list>
#include <utility>

namespace passdelta {

/// Shorthands over OpGraphBuilder.
class TestGraph {
public:
  using Attrs = std::initializer_list<std::pair<StringRef, StringRef>>;

  explicit TestGraph(Interner &names) : names(names), builder(names) {}

  /// An op without regions. Its results: result(0) ... until the next op.
  OpId op(StringRef name, ArrayRef<ValueId> operands = {},
          ArrayRef<StringRef> types = {}, Attrs attrs = {}) {
    OpId id = open(name, operands, types, attrs);
    builder.endOp();
    return id;
  }
  /// An op with one region of one block, until end().
  OpId begin(StringRef name, ArrayRef<ValueId> operands = {},
             ArrayRef<StringRef> types = {}, Attrs attrs = {},
             ArrayRef<StringRef> argTypes = {}) {
    OpId id = open(name, operands, types, attrs);
    builder.beginRegion();
    BlockId block = builder.beginBlock();
    firstArg = builder.addArguments(block, argTypes.size());
    for (size_t i = 0; i < argTypes.size(); ++i)
      builder.value(ValueId(uint32_t(firstArg) + i)).type =
          names.intern(argTypes[i]);
    return id;
  }
  void end() {
    builder.endBlock();
    builder.endRegion();
    builder.endOp();
  }
  /// Of the op that was made last.
  ValueId result(unsigned i = 0) const {
    return ValueId(uint32_t(firstResult) + i);
  }
  /// Of the block that was begun last.
  ValueId arg(unsigned i = 0) const { return ValueId(uint32_t(firstArg) + i); }
  ValueId constant(StringRef text) {
    op("arith.constant", {}, {"index"}, {{"value", text}});
    return result();
  }
  OpGraph take() {
    OpGraph graph = builder.take();
    graph.computeUses();
    return graph;
  }

private:
  OpId open(StringRef name, ArrayRef<ValueId> operands,
            ArrayRef<StringRef> types, Attrs attrs) {
    OpId id = builder.beginOp(names.intern(name));
    builder.op(id).line = ++line;
    builder.setOperands(id, operands);
    firstResult = builder.addResults(id, types.size());
    for (size_t i = 0; i < types.size(); ++i)
      builder.value(result(i)).type = names.intern(types[i]);
    llvm::SmallVector<Attribute, 4> list;
    for (auto [key, value] : attrs) {
      // As the readers do.
      if (key == "sym_name")
        builder.op(id).symbol = names.intern(value);
      list.push_back({names.intern(key), names.intern(value)});
    }
    builder.setAttrs(id, list);
    return id;
  }

  Interner &names;
  OpGraphBuilder builder;
  ValueId firstResult = ValueId::None, firstArg = ValueId::None;
  unsigned line = 0;
};

} // namespace passdelta

#endif // PASSDELTA_TEST_UNIT_TESTGRAPH_H
