//===- IndexDependence.cpp - What an index is computed from ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsmTokens.h"
#include "passdelta/Knowledge/TypeText.h"

using namespace passdelta;

std::optional<IndexText> passdelta::getAffineMapOp(const OpGraph &graph,
                                                   OpId op) {
  StringRef name = graph.name(op);
  if (name != "affine.apply" && name != "affine.min" && name != "affine.max")
    return std::nullopt;
  IndexText index;
  ArrayRef<ValueId> operands = graph.operands(op);
  index.operands.assign(operands.begin(), operands.end());
  index.map = graph.attr(op, "map");
  if (!index.map.empty())
    return index;
  // The custom form has the map, then the operands in order.
  llvm::SmallVector<StringRef, 32> tokens = tokenizeAsm(graph.attr(op, "asm"));
  if (tokens.empty() || !tokens.front().starts_with("affine_map<"))
    return std::nullopt;
  index.map = tokens.front();
  return index;
}

static IndexDependence search(const OpGraph &graph, ValueId index,
                              ValueId variable, unsigned depth);

static IndexDependence searchMap(const OpGraph &graph, const IndexText &apply,
                                 ValueId variable, unsigned depth) {
  std::optional<AffineMapText> map = parseAffineMap(apply.map);
  IndexDependence sum = {false, 0};
  for (size_t i = 0; i < apply.operands.size(); ++i) {
    IndexDependence part =
        search(graph, apply.operands[i], variable, depth - 1);
    if (!part.depends)
      continue;
    sum.depends = true;
    bool known = map && map->results.size() == 1 && map->results[0].linear &&
                 i < map->numDims + map->numSymbols && part.factor &&
                 sum.factor;
    if (!known) {
      sum.factor.reset();
      continue;
    }
    const AffineExprText &expr = map->results[0];
    int64_t coefficient =
        i < map->numDims ? expr.dims[i] : expr.symbols[i - map->numDims];
    *sum.factor += coefficient * *part.factor;
  }
  return sum;
}

static IndexDependence search(const OpGraph &graph, ValueId index,
                              ValueId variable, unsigned depth) {
  if (index == variable)
    return {true, 1};
  OpId op = index == ValueId::None ? OpId::None : graph.definingOp(index);
  if (op == OpId::None || depth == 0 || graph[op].firstRegion != RegionId::None)
    return {false, 0};
  if (std::optional<IndexText> apply = getAffineMapOp(graph, op))
    return searchMap(graph, *apply, variable, depth);
  StringRef name = graph.name(op);
  ArrayRef<ValueId> operands = graph.operands(op);
  if (name == "arith.index_cast" && operands.size() == 1)
    return search(graph, operands[0], variable, depth - 1);
  if (operands.size() != 2 ||
      (graph.dialect(op) != "arith" && graph.dialect(op) != "index"))
    return {false, 0};
  IndexDependence a = search(graph, operands[0], variable, depth - 1);
  IndexDependence b = search(graph, operands[1], variable, depth - 1);
  if (!a.depends && !b.depends)
    return {false, 0};
  bool isAdd = name.ends_with(".addi") || name.ends_with(".add");
  bool isSub = name.ends_with(".subi") || name.ends_with(".sub");
  if ((isAdd || isSub) && a.factor && b.factor)
    return {true, isAdd ? *a.factor + *b.factor : *a.factor - *b.factor};
  if (name.ends_with(".muli") || name.ends_with(".mul")) {
    std::optional<int64_t> factor =
        constantValue(graph, operands[a.depends ? 1 : 0]);
    std::optional<int64_t> inner = a.depends ? a.factor : b.factor;
    if (a.depends != b.depends && factor && inner)
      return {true, *factor * *inner};
  }
  return {true, std::nullopt};
}

IndexDependence passdelta::dependenceOn(const OpGraph &graph, ValueId index,
                                        ValueId variable) {
  return search(graph, index, variable, /*depth=*/8);
}
