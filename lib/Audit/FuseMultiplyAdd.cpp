//===- FuseMultiplyAdd.cpp - Multiply-adds that stayed two ops ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Common.h"

using namespace passdelta;
using namespace passdelta::auditing;

/// True if the op says that it may be contracted.
static bool mayContract(const OpGraph &graph, OpId op) {
  for (Attribute attribute : graph.attrs(op)) {
    StringRef value = graph.str(attribute.value);
    bool isFlags = graph.str(attribute.name) == "fastmath" ||
                   graph.str(attribute.name) == "asm";
    if (isFlags && (value.contains("contract") || value.contains("<fast>") ||
                    value.contains("fast>")))
      return true;
  }
  return false;
}

void auditing::auditFmaFusion(const AuditInput &input, Missed &missed) {
  const OpGraph &graph = input.before;
  for (uint32_t index = 0; index < graph.numOps(); ++index) {
    OpId add = OpId(index);
    if (graph.name(add) != "arith.addf" || !isLeftAlone(input, add))
      continue;
    for (ValueId operand : graph.operands(add)) {
      OpId multiply =
          operand == ValueId::None ? OpId::None : graph.definingOp(operand);
      if (multiply == OpId::None || graph.name(multiply) != "arith.mulf" ||
          !isLeftAlone(input, multiply))
        continue;
      llvm::SmallVector<OpId, 2> lacking;
      for (OpId op : {multiply, add})
        if (!mayContract(graph, op))
          lacking.push_back(op);
      MissedCandidate candidate;
      candidate.kind = Kind::Fused;
      candidate.before = {multiply, add};
      candidate.after = {imageOf(input, multiply), imageOf(input, add)};
      candidate.text = "not made one math.fma";
      if (!lacking.empty())
        addReason(candidate.reasons, "numerics", Basis::Proved,
                  lacking.size() == 2 ? "neither op has fastmath<contract>"
                                      : graph.name(lacking.front()) +
                                            " lacks fastmath<contract>",
                  lacking);
      finishReasons(candidate.reasons, "fused");
      missed.push_back(std::move(candidate));
      break;
    }
  }
}
