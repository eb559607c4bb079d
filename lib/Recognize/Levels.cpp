//===- Levels.cpp - Which dialect is lower than which ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Levels.h"
#include "Trust.h"
#include "passdelta/Knowledge/StructuredOp.h"
#include "llvm/ADT/StringSwitch.h"

using namespace passdelta;

int passdelta::levelOf(StringRef dialect) {
  return llvm::StringSwitch<int>(dialect)
      .Cases({"torch", "onnx", "tf", "tfl"}, 105)
      .Cases({"chlo", "shape"}, 102)
      .Cases({"stablehlo", "mhlo", "tosa", "krnl"}, 100)
      .Cases({"flow", "iree_tensor_ext"}, 95)
      .Case("hlfir", 90)
      .Cases({"linalg_ext", "iree_linalg_ext"}, 86)
      .Cases({"linalg", "tt"}, 85)
      .Cases({"sparse_tensor", "ttg"}, 80)
      .Cases({"tensor", "ttng"}, 75)
      .Cases({"bufferization", "stream"}, 72)
      .Case("affine", 60)
      .Cases({"omp", "acc", "fir", "cir"}, 52)
      .Case("scf", 50)
      .Cases({"vector", "quant"}, 48)
      .Cases({"gpu", "hal"}, 45)
      .Cases({"async", "util"}, 44)
      .Cases({"complex", "math", "memref", "ptr"}, 42)
      .Cases({"arith", "index"}, 40)
      .Case("ub", 39)
      .Case("cf", 35)
      .Case("func", 30)
      .Cases({"nvgpu", "amdgpu", "xegpu", "amx", "arm_sme"}, 28)
      .Cases({"llvm", "nvvm", "rocdl", "spirv", "emitc", "vm", "xevm"}, 10)
      .Default(0);
}

bool passdelta::isLowerDialect(StringRef from, StringRef to) {
  int high = levelOf(from), low = levelOf(to);
  return from != to && high != 0 && low != 0 && low < high;
}

bool passdelta::isLowerOp(StringRef from, StringRef to) {
  // Loops of one dialect, the more explicit the lower.
  if (from == "scf.forall")
    return to == "scf.parallel" || to == "scf.for" ||
           isLowerDialect("scf", to.split('.').first);
  if (from == "scf.parallel" && to == "scf.for")
    return true;
  if (from == "affine.parallel" && to == "affine.for")
    return true;
  return isLowerDialect(from.split('.').first, to.split('.').first);
}

bool passdelta::hasControlFlow(StringRef dialect) {
  return llvm::StringSwitch<bool>(dialect)
      .Cases({"affine", "scf", "cf", "llvm", "spirv", "gpu"}, true)
      .Cases({"async", "emitc", "vm", "cir", "fir", "omp"}, true)
      .Default(false);
}

bool passdelta::isControlOp(const OpGraph &graph, OpId op) {
  return (graph[op].firstRegion != RegionId::None &&
          graph[op].symbol == NameId::Empty) ||
         isStructuredName(graph.name(op));
}

bool passdelta::canStandFor(StringRef from, StringRef dialect) {
  return hasControlFlow(dialect) ||
         (isStructuredName(from) &&
          (dialect == "func" || dialect == "memref" || dialect == "nvgpu"));
}

bool passdelta::isCastName(StringRef name) {
  return llvm::StringSwitch<bool>(name.rsplit('.').second)
      .Cases({"unrealized_conversion_cast", "bitcast", "index_cast"}, true)
      .Cases({"sext", "zext", "trunc", "extsi", "extui", "trunci"}, true)
      .Default(false);
}

OpId passdelta::castedOp(const OpGraph &graph, OpId op) {
  ValueId value =
      graph[op].numOperands == 1 ? graph.operands(op)[0] : ValueId::None;
  return value == ValueId::None ? OpId::None : graph.definingOp(value);
}

bool passdelta::isUsed(const OpGraph &graph, OpId op) {
  bool used = graph[op].numResults == 0;
  for (unsigned i = 0; i < graph[op].numResults; ++i)
    used |= !graph.uses(graph.result(op, i)).empty();
  return used;
}

bool passdelta::isLoweredImage(const View &view, OpId op, OpId image) {
  const OpGraph &before = view.before, &after = view.after;
  StringRef from = before.name(op), to = after.name(image);
  if (!view.isFreeAfter(image) || !isLowerOp(from, to) ||
      to.starts_with("bufferization.to_") ||
      !isPlausibleSuccessor(view.knowledge, from, to))
    return false;
  if (!isControlOp(before, op))
    return true;
  if (isAuxiliary(after, image) ||
      (!canStandFor(from, after.dialect(image)) &&
       after[image].firstRegion == RegionId::None &&
       stemOf(from) != stemOf(to)))
    return false;
  for (uint32_t i = uint32_t(image); i < uint32_t(after[image].end); ++i) {
    OpId source = view.source(OpId(i));
    if (after[OpId(i)].name == before[op].name &&
        (source == OpId::None || source == op))
      return false;
    // Vector code in a loop over tiles is more than a lowering.
    if (isStructuredName(from) && source == OpId::None &&
        after.dialect(OpId(i)) == "vector")
      return false;
  }
  return true;
}
