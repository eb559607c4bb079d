//===- Outline.cpp - The symbol tree of a snapshot ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passdelta/Source/Chain.h"
#include "passdelta/Source/OtherText.h"
#include "passdelta/Support/Hash.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace passdelta;

/// Hashes kept of an op's contents. 48 tell 2 % of difference apart.
static constexpr size_t sketchSize = 48;

namespace {
class OutlineMaker {
public:
  explicit OutlineMaker(const OpGraph &graph) : graph(graph) {}
  Outline take();

private:
  void addBlock(BlockId block, uint32_t parent);
  void addOp(OpId op, uint32_t parent);
  bool isContainer(OpId op) const;
  void makeSketch(OutlineOp &entry);

  const OpGraph &graph;
  std::vector<uint32_t> opHashes;
  Outline outline;
};
} // namespace

/// True if passes may run on ops in `op`: a module, or an op that holds symbols
/// or modules.
bool OutlineMaker::isContainer(OpId op) const {
  if (graph.name(op).ends_with("module"))
    return true;
  bool found = false;
  graph.forEachBlock(op, [&](BlockId block) {
    graph.forEachOp(block, [&](OpId inner) {
      found |= graph[inner].symbol != NameId::Empty ||
               graph.name(inner).ends_with("module");
    });
  });
  return found;
}

void OutlineMaker::makeSketch(OutlineOp &entry) {
  std::vector<uint32_t> hashes(opHashes.begin() + uint32_t(entry.id),
                               opHashes.begin() +
                                   uint32_t(graph[entry.id].end));
  llvm::sort(hashes);
  hashes.erase(llvm::unique(hashes), hashes.end());
  hashes.resize(std::min(hashes.size(), sketchSize));
  entry.sketch.assign(hashes.begin(), hashes.end());
}

void OutlineMaker::addOp(OpId op, uint32_t parent) {
  uint32_t index = uint32_t(outline.ops.size());
  NameId name = graph[op].name, symbol = graph[op].symbol;
  uint32_t ordinal = 0;
  auto &same = outline.byKey[{unsigned(name), unsigned(symbol)}];
  for (uint32_t other : same)
    ordinal += outline.ops[other].parent == parent;
  same.push_back(index);
  outline.ops.push_back({name, symbol, ordinal, parent, index + 1, op, {}});
  makeSketch(outline.ops.back());
  // Symbols of a function are no place for passes: labels, clones of loops.
  if (parent == OutlineOp::noParent || isContainer(op))
    graph.forEachBlock(op, [&](BlockId block) { addBlock(block, index); });
  outline.ops[index].end = uint32_t(outline.ops.size());
}

void OutlineMaker::addBlock(BlockId block, uint32_t parent) {
  bool unnamedToo =
      parent == OutlineOp::noParent || isContainer(outline.ops[parent].id);
  graph.forEachOp(block, [&](OpId op) {
    bool named = graph[op].symbol != NameId::Empty;
    if (named || (unnamedToo && graph[op].firstRegion != RegionId::None))
      addOp(op, parent);
  });
}

Outline OutlineMaker::take() {
  opHashes.reserve(graph.numOps());
  const Interner &names = graph.names();
  for (uint32_t id = 0; id < graph.numOps(); ++id) {
    uint64_t hash = names.hash(graph[OpId(id)].name);
    for (Attribute attribute : graph.attrs(OpId(id)))
      hash +=
          hashCombine(names.hash(attribute.name), names.hash(attribute.value));
    opHashes.push_back(uint32_t(hash >> 32) ^ uint32_t(hash));
  }
  addBlock(BlockId::TopLevel, OutlineOp::noParent);
  return std::move(outline);
}

Outline passdelta::makeOutline(const OpGraph &graph) {
  return OutlineMaker(graph).take();
}

std::vector<Outline> passdelta::splitTopLevel(const Outline &outline) {
  std::vector<Outline> parts;
  for (uint32_t begin = 0; begin < outline.ops.size();
       begin = outline.ops[begin].end) {
    Outline part;
    for (uint32_t at = begin; at < outline.ops[begin].end; ++at) {
      OutlineOp op = outline.ops[at];
      op.parent = at == begin ? OutlineOp::noParent : op.parent - begin;
      op.end -= begin;
      part.byKey[{unsigned(op.op), unsigned(op.symbol)}].push_back(at - begin);
      part.ops.push_back(std::move(op));
    }
    parts.push_back(std::move(part));
  }
  return parts;
}

double passdelta::similarity(const OutlineOp &a, const OutlineOp &b) {
  if (a.sketch.empty() || b.sketch.empty())
    return a.sketch.empty() == b.sketch.empty();
  // Beyond the largest hash that both would have kept nothing is known.
  size_t i = 0, j = 0, common = 0, all = 0;
  for (; all < sketchSize && (i < a.sketch.size() || j < b.sketch.size());
       ++all) {
    bool takeA = j == b.sketch.size() ||
                 (i < a.sketch.size() && a.sketch[i] <= b.sketch[j]);
    bool takeB = i == a.sketch.size() ||
                 (j < b.sketch.size() && b.sketch[j] <= a.sketch[i]);
    common += takeA && takeB;
    i += takeA;
    j += takeB;
  }
  return double(common) / double(all);
}

Outline passdelta::guessOutline(StringRef text, Interner &names) {
  Outline outline;
  StringRef line = firstOpLine(text, /*maxLines=*/1000);
  StringRef op = leadingName(line);
  if (op != "module" && !op.contains('.'))
    return outline;
  StringRef head = line.take_front(line.find_first_of("({"));
  size_t at = head.find('@');
  StringRef symbol;
  if (at != StringRef::npos)
    symbol = head.drop_front(at + 1).take_while([](char c) {
      return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$' || c == '-';
    });
  NameId name = names.intern(op == "module" ? "builtin.module" : op);
  NameId symbolName = names.intern(symbol);
  outline.byKey[{unsigned(name), unsigned(symbolName)}].push_back(0);
  outline.ops.push_back(
      {name, symbolName, 0, OutlineOp::noParent, 1, OpId::None, {}});
  return outline;
}
