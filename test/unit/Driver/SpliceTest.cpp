//===- SpliceTest.cpp - One graph out of several dumps --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Splice.h"
#include "gtest/gtest.h"

using namespace passdelta;

namespace {
/// Ops of a name, a symbol, and one operand from the op before in the block.
class Maker {
public:
  explicit Maker(Interner &names) : names(names), builder(names) {}
  Maker &begin(StringRef name, StringRef symbol = "") {
    OpId op = builder.beginOp(names.intern(name));
    builder.op(op).symbol = names.intern(symbol);
    builder.op(op).line = ++line;
    builder.beginRegion();
    builder.beginBlock();
    last = ValueId::None;
    return *this;
  }
  Maker &end() {
    builder.endBlock();
    builder.endRegion();
    builder.endOp();
    return *this;
  }
  Maker &op(StringRef name) {
    OpId op = builder.beginOp(names.intern(name));
    builder.op(op).line = ++line;
    if (last != ValueId::None)
      builder.setOperands(op, {last});
    last = builder.addResults(op, 1);
    builder.endOp();
    return *this;
  }
  OpGraph take() { return builder.take(); }

private:
  Interner &names;
  OpGraphBuilder builder;
  ValueId last = ValueId::None;
  unsigned line = 0;
};

std::string print(const OpGraph &graph) {
  std::string text;
  for (uint32_t id = 0; id < graph.numOps(); ++id) {
    text +=
        std::string(graph.depth(OpId(id)), '.') + graph.name(OpId(id)).str();
    for (ValueId operand : graph.operands(OpId(id)))
      text += operand == ValueId::None
                  ? "(?)"
                  : "(" + graph.name(graph.definingOp(operand)).str() + ")";
    text += " ";
  }
  return text;
}

OpGraph makeModule(Interner &names) {
  return Maker(names)
      .begin("module")
      .begin("func", "f")
      .op("a")
      .op("b")
      .end()
      .begin("func", "g")
      .op("c")
      .op("d")
      .end()
      .end()
      .take();
}
} // namespace

TEST(Splice, AnOpIsTakenOutOfItsModule) {
  Interner names;
  OpGraph module = makeModule(names);
  Splicer splicer;
  SourceOp top{splicer.addGraph(module), OpId::None};
  auto g = splicer.find(top, {{"module", "", 0}, {"func", "g", 0}});
  ASSERT_TRUE(g.has_value());
  Splicer::Result result = splicer.copy(*g);
  EXPECT_EQ(print(result.graph), "func .c .d(c) ");
  EXPECT_EQ(result.graph[OpId(1)].line, 6u);
  EXPECT_EQ(result.graph.symbol(OpId(0)), "g");
}

TEST(Splice, ANewerDumpStandsForItsOp) {
  Interner names;
  OpGraph module = makeModule(names);
  OpGraph newer =
      Maker(names).begin("func", "f").op("x").op("y").op("z").end().take();
  Splicer splicer;
  SourceOp top{splicer.addGraph(module), OpId::None};
  auto f = splicer.find(top, {{"module", "", 0}, {"func", "f", 0}});
  splicer.replace(*f, splicer.addGraph(newer));
  Splicer::Result result = splicer.copy(top);
  EXPECT_EQ(print(result.graph), "module .func ..x ..y(x) ..z(y) .func ..c "
                                 "..d(c) ");
  ASSERT_EQ(result.parts.size(), 3u);
  EXPECT_EQ(result.parts[1].begin, OpId(1));
  EXPECT_EQ(result.parts[1].graph, 1u);
  EXPECT_EQ(result.parts[2].begin, OpId(5));
  EXPECT_EQ(result.parts[2].graph, 0u);
}

TEST(Splice, ADumpInsideANewerDump) {
  Interner names;
  OpGraph outer = Maker(names)
                      .begin("module")
                      .begin("exe", "e")
                      .begin("module")
                      .begin("func", "f")
                      .end()
                      .end()
                      .end()
                      .end()
                      .take();
  OpGraph inner = Maker(names)
                      .begin("module")
                      .begin("func", "f")
                      .op("a")
                      .end()
                      .end()
                      .take();
  OpGraph function = Maker(names).begin("func", "f").op("b").end().take();
  Splicer splicer;
  SourceOp top{splicer.addGraph(outer), OpId::None};
  std::vector<OpKey> path = {
      {"module", "", 0}, {"exe", "e", 0}, {"module", "", 0}};
  splicer.replace(*splicer.find(top, path), splicer.addGraph(inner));
  path.push_back({"func", "f", 0});
  splicer.replace(*splicer.find(top, path), splicer.addGraph(function));
  EXPECT_EQ(print(splicer.copy(top).graph), "module .exe ..module ...func "
                                            "....b ");
}

TEST(Splice, AnUnknownOperandStaysUnknown) {
  Interner names;
  OpGraphBuilder builder(names);
  builder.beginOp(names.intern("module"));
  builder.beginRegion();
  builder.beginBlock();
  OpId user = builder.beginOp(names.intern("user"));
  builder.setOperands(user, {ValueId::None, ValueId::None});
  builder.endOp();
  builder.endBlock();
  builder.endRegion();
  builder.endOp();
  OpGraph graph = builder.take();
  Splicer splicer;
  splicer.addGraph(graph);
  OpGraph copy = splicer.copy({0, OpId::None}).graph;
  copy.computeUses();
  EXPECT_EQ(print(copy), "module .user(?)(?) ");
}

TEST(Splice, TheBodyOfAModule) {
  Interner names;
  OpGraph module = makeModule(names);
  Splicer splicer;
  SourceOp root{splicer.addGraph(module), OpId(0)};
  EXPECT_EQ(print(splicer.copy(root, /*bodyOnly=*/true).graph),
            "func .a .b(a) func .c .d(c) ");
}

TEST(Splice, APathThatLeadsNowhere) {
  Interner names;
  OpGraph module = makeModule(names);
  Splicer splicer;
  SourceOp top{splicer.addGraph(module), OpId::None};
  EXPECT_FALSE(splicer.find(top, {{"module", "", 0}, {"func", "h", 0}}));
  EXPECT_FALSE(splicer.find(top, {{"module", "", 1}}));
}
