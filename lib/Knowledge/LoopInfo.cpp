//===- LoopInfo.cpp - Bounds and steps of loops ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passdelta/Knowledge/LoopInfo.h"
#include "AsmTokens.h"
#include "passdelta/Knowledge/TypeText.h"
#include "llvm/ADT/StringSwitch.h"

using namespace passdelta;

bool IndexText::isMinMax() const {
  std::optional<AffineMapText> parsed = parseAffineMap(map);
  return parsed && parsed->results.size() > 1;
}

std::optional<int64_t> LoopDim::tripCount() const {
  if (!lower.constant || !upper.constant || !step.constant ||
      *step.constant <= 0)
    return std::nullopt;
  int64_t span = *upper.constant - *lower.constant;
  return span <= 0 ? 0 : (span + *step.constant - 1) / *step.constant;
}

BlockId passdelta::bodyOf(const OpGraph &graph, OpId op) {
  RegionId region = graph[op].firstRegion;
  return region == RegionId::None ? BlockId::None : graph[region].firstBlock;
}

std::optional<int64_t> passdelta::constantValue(const OpGraph &graph,
                                                ValueId value) {
  if (value == ValueId::None)
    return std::nullopt;
  OpId op = graph.definingOp(value);
  if (op == OpId::None || graph[op].numOperands != 0 ||
      graph[op].firstRegion != RegionId::None)
    return std::nullopt;
  StringRef name = graph.name(op);
  if (!name.ends_with(".constant"))
    return std::nullopt;
  StringRef text = graph.attr(op, "value");
  if (text.empty())
    text = graph.attr(op, "asm");
  text = text.trim();
  if (text.consume_front("("))
    text.consume_back(")");
  return parseLeadingInt(text);
}

static std::optional<LoopKind> kindOf(StringRef name) {
  return llvm::StringSwitch<std::optional<LoopKind>>(name)
      .Cases({"scf.for", "fir.do_loop"}, LoopKind::ScfFor)
      .Case("scf.forall", LoopKind::ScfForall)
      .Case("scf.parallel", LoopKind::ScfParallel)
      .Case("affine.for", LoopKind::AffineFor)
      .Case("affine.parallel", LoopKind::AffineParallel)
      .Default(std::nullopt);
}

bool passdelta::isKnownLoop(StringRef opName) {
  return kindOf(opName).has_value();
}

/// scf.for and scf.parallel have all bounds as operands, in the same order in
/// both forms: lowers, uppers, steps, inits.
static bool readOperandBounds(const OpGraph &graph, ArrayRef<ValueId> operands,
                              LoopInfo &loop) {
  size_t n = loop.dims.size();
  if (operands.size() < 3 * n)
    return false;
  for (size_t i = 0; i < n; ++i) {
    loop.dims[i].lower = indexOf(graph, operands[i]);
    loop.dims[i].upper = indexOf(graph, operands[n + i]);
    loop.dims[i].step = indexOf(graph, operands[2 * n + i]);
  }
  loop.inits = operands.drop_front(3 * n);
  return true;
}

/// Static values with a marker where the next dynamic operand goes.
static llvm::SmallVector<IndexText, 4>
mergeStaticDynamic(const OpGraph &graph, ArrayRef<int64_t> statics,
                   ArrayRef<ValueId> &dynamics) {
  llvm::SmallVector<IndexText, 4> merged;
  for (int64_t value : statics) {
    IndexText index;
    if (value != INT64_MIN)
      index.constant = value;
    else if (!dynamics.empty()) {
      index = indexOf(graph, dynamics.front());
      dynamics = dynamics.drop_front();
    }
    merged.push_back(index);
  }
  return merged;
}

static bool setBounds(LoopInfo &loop, ArrayRef<IndexText> lowers,
                      ArrayRef<IndexText> uppers, ArrayRef<IndexText> steps) {
  size_t n = loop.dims.size();
  if (uppers.size() != n)
    return false;
  IndexText zero, one;
  zero.constant = 0;
  one.constant = 1;
  for (size_t i = 0; i < n; ++i) {
    loop.dims[i].lower = i < lowers.size() ? lowers[i] : zero;
    loop.dims[i].upper = uppers[i];
    loop.dims[i].step = i < steps.size() ? steps[i] : one;
  }
  return true;
}

static bool readForall(const OpGraph &graph, OpId op, LoopInfo &loop) {
  ArrayRef<ValueId> operands = graph.operands(op);
  if (auto uppers = parseIntArray(graph.attr(op, "staticUpperBound"))) {
    auto lowers = parseIntArray(graph.attr(op, "staticLowerBound"));
    auto steps = parseIntArray(graph.attr(op, "staticStep"));
    if (!lowers || !steps)
      return false;
    auto lower = mergeStaticDynamic(graph, *lowers, operands);
    auto upper = mergeStaticDynamic(graph, *uppers, operands);
    auto step = mergeStaticDynamic(graph, *steps, operands);
    loop.inits = operands;
    loop.dims.resize(uppers->size());
    return setBounds(loop, lower, upper, step);
  }
  // (%i, %j) in (8, %n)   or   (%i) = (0) to (10) step (2)
  AsmCursor cursor(graph, op);
  if (!cursor.skipPast(")", /*asOperands=*/false))
    return false;
  llvm::SmallVector<IndexText, 4> lower, upper, step;
  bool good =
      cursor.eat("in")
          ? cursor.takeIndexList("(", ")", upper)
          : cursor.eat("=") && cursor.takeIndexList("(", ")", lower) &&
                cursor.eat("to") && cursor.takeIndexList("(", ")", upper) &&
                cursor.eat("step") && cursor.takeIndexList("(", ")", step);
  loop.inits =
      operands.drop_front(std::min(cursor.operandsTaken(), operands.size()));
  loop.dims.resize(upper.size());
  return good && setBounds(loop, lower, upper, step);
}

static bool readAffineFor(const OpGraph &graph, OpId op, LoopInfo &loop) {
  if (loop.dims.size() != 1)
    return false;
  LoopDim &dim = loop.dims[0];
  ArrayRef<ValueId> operands = graph.operands(op);
  if (StringRef lower = graph.attr(op, "lowerBoundMap"); !lower.empty()) {
    auto segments = parseIntArray(graph.attr(op, "operandSegmentSizes"));
    if (!segments || segments->size() != 3 ||
        size_t((*segments)[0] + (*segments)[1]) > operands.size())
      return false;
    size_t numLower = (*segments)[0], numUpper = (*segments)[1];
    dim.lower = mapIndex(graph, lower, operands.take_front(numLower));
    dim.upper = mapIndex(graph, graph.attr(op, "upperBoundMap"),
                         operands.slice(numLower, numUpper));
    dim.step.constant = parseLeadingInt(graph.attr(op, "step"));
    loop.inits = operands.drop_front(numLower + numUpper);
    return true;
  }
  // %i = 0 to min affine_map<...>(%n) step 4 iter_args(...)
  AsmCursor cursor(graph, op);
  if (!cursor.skipPast("=", /*asOperands=*/false))
    return false;
  dim.lower = cursor.takeIndex();
  if (!cursor.eat("to"))
    return false;
  dim.upper = cursor.takeIndex();
  dim.step.constant = 1;
  if (cursor.eat("step"))
    dim.step = cursor.takeIndex();
  loop.inits =
      operands.drop_front(std::min(cursor.operandsTaken(), operands.size()));
  return true;
}

static bool readAffineParallel(const OpGraph &graph, OpId op, LoopInfo &loop) {
  // With several results a bound (min, max) the groups differ from the dims;
  // then the bounds stay unknown.
  auto readMap = [&](StringRef name, IndexText LoopDim::*bound) {
    std::optional<AffineMapText> map = parseAffineMap(graph.attr(op, name));
    if (!map || map->results.size() != loop.dims.size())
      return;
    for (size_t i = 0; i < loop.dims.size(); ++i)
      if (map->results[i].isConstant() && map->results[i].linear)
        (loop.dims[i].*bound).constant = map->results[i].constant;
  };
  if (auto steps = parseIntArray(graph.attr(op, "steps"))) {
    readMap("lowerBoundsMap", &LoopDim::lower);
    readMap("upperBoundsMap", &LoopDim::upper);
    for (size_t i = 0; i < loop.dims.size() && i < steps->size(); ++i)
      loop.dims[i].step.constant = (*steps)[i];
    return true;
  }
  AsmCursor cursor(graph, op);
  llvm::SmallVector<IndexText, 4> lower, upper, step;
  if (!cursor.skipPast("=", /*asOperands=*/false))
    return false;
  if (cursor.takeIndexList("(", ")", lower) && cursor.eat("to") &&
      cursor.takeIndexList("(", ")", upper)) {
    if (cursor.eat("step"))
      cursor.takeIndexList("(", ")", step);
    setBounds(loop, lower, upper, step);
  }
  return true;
}

std::optional<LoopInfo> passdelta::getLoopInfo(const OpGraph &graph, OpId op) {
  std::optional<LoopKind> kind = kindOf(graph.name(op));
  BlockId body = bodyOf(graph, op);
  if (!kind || body == BlockId::None)
    return std::nullopt;
  LoopInfo loop = {*kind, body, {}, {}};
  size_t numArgs = graph[body].numArgs;
  bool good = false;
  switch (*kind) {
  case LoopKind::ScfFor:
  case LoopKind::AffineFor:
    loop.dims.resize(1);
    break;
  case LoopKind::ScfParallel:
  case LoopKind::AffineParallel:
    loop.dims.resize(numArgs);
    break;
  case LoopKind::ScfForall:
    break; // Shared outputs are arguments too.
  }
  if (*kind == LoopKind::ScfForall)
    good = readForall(graph, op, loop);
  else if (*kind == LoopKind::AffineFor)
    good = readAffineFor(graph, op, loop);
  else if (*kind == LoopKind::AffineParallel)
    good = readAffineParallel(graph, op, loop);
  else
    good = readOperandBounds(graph, graph.operands(op), loop);
  if (!good || loop.dims.size() > numArgs)
    return std::nullopt;
  for (size_t i = 0; i < loop.dims.size(); ++i)
    loop.dims[i].iv = graph.argument(body, i);
  return loop;
}

std::optional<SliceInfo> passdelta::getSliceInfo(const OpGraph &graph,
                                                 OpId op) {
  StringRef name = graph.name(op);
  bool inserts = name.ends_with("insert_slice") || name.ends_with("store") ||
                 name.ends_with("insert_strided_metadata");
  ArrayRef<ValueId> operands = graph.operands(op);
  SliceInfo slice;
  size_t numBase = inserts ? 2 : 1;
  if (operands.size() < numBase)
    return std::nullopt;
  slice.base = operands[numBase - 1];
  slice.inserted = inserts ? operands[0] : ValueId::None;
  if (auto offsets = parseIntArray(graph.attr(op, "static_offsets"))) {
    auto sizes = parseIntArray(graph.attr(op, "static_sizes"));
    auto strides = parseIntArray(graph.attr(op, "static_strides"));
    if (!sizes || !strides)
      return std::nullopt;
    // Other dialects put the shape operands of the base before the offsets.
    auto segments = parseIntArray(graph.attr(op, "operandSegmentSizes"));
    size_t skip = numBase;
    if (segments && segments->size() >= 3) {
      skip = 0;
      for (int64_t segment : ArrayRef(*segments).drop_back(3))
        skip += segment;
    }
    ArrayRef<ValueId> dynamics =
        operands.drop_front(std::min(skip, operands.size()));
    slice.offsets = mergeStaticDynamic(graph, *offsets, dynamics);
    slice.sizes = mergeStaticDynamic(graph, *sizes, dynamics);
    slice.strides = mergeStaticDynamic(graph, *strides, dynamics);
    return slice;
  }
  AsmCursor cursor(graph, op);
  auto takeList = [&](llvm::SmallVectorImpl<IndexText> &list) {
    while (!cursor.done() && cursor.peek() != "[" && cursor.peek() != ":") {
      if (cursor.atValue())
        cursor.takeOperand();
      else
        cursor.take();
    }
    return cursor.takeIndexList("[", "]", list);
  };
  if (!takeList(slice.offsets) || !takeList(slice.sizes) ||
      !takeList(slice.strides) || slice.offsets.size() != slice.sizes.size() ||
      slice.strides.size() != slice.sizes.size())
    return std::nullopt;
  return slice;
}
