//===- Splice.cpp - One graph out of several dumps ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Splice.h"

using namespace passdelta;

unsigned Splicer::addGraph(const OpGraph &graph) {
  graphs.push_back(&graph);
  return unsigned(graphs.size() - 1);
}

SourceOp Splicer::resolve(SourceOp op) const {
  for (auto it = replaced.find(op); it != replaced.end();
       it = replaced.find(op))
    op = it->second;
  return op;
}

/// Calls `visit(key, op)` for the ops right inside `op` until it returns true.
/// Keys are counted as in an Outline: ops without a symbol count only if they
/// have regions.
template <typename Visit>
static void forEachChild(const OpGraph &graph, OpId op, Visit visit) {
  auto addBlock = [&](BlockId block) {
    const BlockData &data = graph[block];
    for (OpId child = data.firstOp; child != data.endOp;
         child = graph.next(child)) {
      const OpData &childData = graph[child];
      if (childData.symbol == NameId::Empty &&
          childData.firstRegion == RegionId::None)
        continue;
      if (visit(childData.name, childData.symbol, child))
        return;
    }
  };
  if (op == OpId::None)
    addBlock(BlockId::TopLevel);
  else
    graph.forEachBlock(op, addBlock);
}

OpId Splicer::findChild(SourceOp op, const ChildKey &key) {
  const OpGraph &graph = *graphs[op.graph];
  // A table is as much work as a hundred searches; most splices need few.
  Children &known = children[op];
  constexpr unsigned maxScans = 32;
  OpId found = OpId::None;
  if (++known.numSearches <= maxScans) {
    unsigned ordinal = 0;
    forEachChild(graph, op.op, [&](NameId name, NameId symbol, OpId child) {
      if (name == key.op && symbol == key.symbol && ordinal++ == key.ordinal)
        found = child;
      return found != OpId::None;
    });
    return found;
  }
  if (known.table.empty()) {
    std::map<std::pair<NameId, NameId>, unsigned> counts;
    forEachChild(graph, op.op, [&](NameId name, NameId symbol, OpId child) {
      known.table[{name, symbol, counts[{name, symbol}]++}] = child;
      return false;
    });
  }
  auto it = known.table.find(key);
  return it == known.table.end() ? OpId::None : it->second;
}

std::optional<SourceOp> Splicer::find(SourceOp from, ArrayRef<OpKey> path) {
  SourceOp at = resolve(from);
  for (const OpKey &step : path) {
    const Interner &names = graphs[at.graph]->names();
    OpId child = findChild(
        at, {names.find(step.op), names.find(step.symbol), step.ordinal});
    if (child == OpId::None)
      return std::nullopt;
    at = resolve({at.graph, child});
  }
  return at;
}

void Splicer::replace(SourceOp at, unsigned graph) {
  if (graphs[graph]->numOps())
    replaced[at] = {graph, OpId(0)};
}

namespace passdelta {
/// One copy() under way.
class SpliceCopier {
public:
  SpliceCopier(Splicer &splicer, SourceOp mark)
      : splicer(splicer), mark(mark), builder(splicer.graphs.front()->names()),
        values(splicer.graphs.size()), blocks(splicer.graphs.size()) {}

  void copyOp(SourceOp from);
  void copyBlocks(SourceOp op, RegionId region);
  void copyBlockOps(unsigned graph, BlockId block);
  Splicer::Result finish();

private:
  void copyValue(unsigned graph, ValueId from, ValueId to);

  Splicer &splicer;
  SourceOp mark;
  OpGraphBuilder builder;
  /// By graph: the new id of a value or block.
  std::vector<llvm::DenseMap<uint32_t, ValueId>> values;
  std::vector<llvm::DenseMap<uint32_t, BlockId>> blocks;
  std::vector<SourceOp> copied; ///< By new op id.
  Splicer::Result result{
      OpGraph(splicer.graphs.front()->names()), {}, OpId::None};
};
} // namespace passdelta

void SpliceCopier::copyValue(unsigned graph, ValueId from, ValueId to) {
  const ValueData &data = (*splicer.graphs[graph])[from];
  builder.value(to).type = data.type;
  builder.value(to).name = data.name;
  values[graph][uint32_t(from)] = to;
}

void SpliceCopier::copyBlockOps(unsigned graph, BlockId block) {
  splicer.graphs[graph]->forEachOp(block, [&](OpId op) {
    copyOp(splicer.resolve({graph, op}));
  });
}

void SpliceCopier::copyBlocks(SourceOp op, RegionId region) {
  const OpGraph &graph = *splicer.graphs[op.graph];
  for (BlockId block = graph[region].firstBlock; block != BlockId::None;
       block = graph[block].next) {
    const BlockData &data = graph[block];
    BlockId copy = builder.beginBlock(data.label);
    blocks[op.graph][uint32_t(block)] = copy;
    ValueId first = builder.addArguments(copy, data.numArgs);
    for (unsigned i = 0; i < data.numArgs; ++i)
      copyValue(op.graph, graph.argument(block, i),
                ValueId(uint32_t(first) + i));
    copyBlockOps(op.graph, block);
    builder.endBlock();
  }
}

void SpliceCopier::copyOp(SourceOp from) {
  const OpGraph &graph = *splicer.graphs[from.graph];
  const OpData &data = graph[from.op];
  OpId id = builder.beginOp(data.name);
  if (result.parts.empty() || result.parts.back().graph != from.graph)
    result.parts.push_back({id, from.graph});
  if (from == mark)
    result.marked = id;
  copied.push_back(from);
  OpData &copy = builder.op(id);
  copy.symbol = data.symbol;
  copy.loc = data.loc;
  copy.line = data.line;
  copy.column = data.column;
  copy.textBegin = data.textBegin;
  copy.textEnd = data.textEnd;
  builder.setAttrs(id, graph.attrs(from.op));
  ValueId first = builder.addResults(id, data.numResults);
  for (unsigned i = 0; i < data.numResults; ++i)
    copyValue(from.graph, graph.result(from.op, i),
              ValueId(uint32_t(first) + i));
  for (RegionId region = data.firstRegion; region != RegionId::None;
       region = graph[region].next) {
    builder.beginRegion();
    copyBlocks(from, region);
    builder.endRegion();
  }
  builder.endOp();
}

/// What `from` became in the copy, or None. None itself, an operand that is not
/// defined in a torn dump, is no key: DenseMap keeps that one for itself.
template <typename Id>
static Id copyOf(const llvm::DenseMap<uint32_t, Id> &copies, Id from) {
  if (from == Id::None)
    return from;
  auto found = copies.find(uint32_t(from));
  return found == copies.end() ? Id::None : found->second;
}

Splicer::Result SpliceCopier::finish() {
  llvm::SmallVector<ValueId, 8> operands;
  llvm::SmallVector<BlockId, 2> successors;
  for (uint32_t id = 0; id < copied.size(); ++id) {
    auto [number, from] = copied[id];
    const OpGraph &graph = *splicer.graphs[number];
    operands.clear();
    for (ValueId operand : graph.operands(from))
      operands.push_back(copyOf(values[number], operand));
    builder.setOperands(OpId(id), operands);
    successors.clear();
    for (BlockId successor : graph.successors(from))
      successors.push_back(copyOf(blocks[number], successor));
    builder.setSuccessors(OpId(id), successors);
  }
  result.graph = builder.take();
  result.graph.isGeneric = splicer.graphs.front()->isGeneric;
  result.graph.hasElidedRegions =
      llvm::any_of(splicer.graphs, [](const OpGraph *graph) {
        return graph->hasElidedRegions;
      });
  return std::move(result);
}

Splicer::Result Splicer::copy(SourceOp root, bool bodyOnly, SourceOp mark) {
  root = resolve(root);
  SpliceCopier copier(*this, mark);
  if (root.op == OpId::None)
    copier.copyBlockOps(root.graph, BlockId::TopLevel);
  else if (bodyOnly)
    graphs[root.graph]->forEachBlock(root.op, [&](BlockId block) {
      copier.copyBlockOps(root.graph, block);
    });
  else
    copier.copyOp(root);
  return copier.finish();
}
