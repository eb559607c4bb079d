//===- StructuredOp.h - The iteration space of linalg ops -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_KNOWLEDGE_STRUCTUREDOP_H
#define PASSDELTA_KNOWLEDGE_STRUCTUREDOP_H

#include "passdelta/Knowledge/TypeText.h"
#include "passdelta/Model/OpGraph.h"
#include <string>

namespace passdelta {

/// A linalg op (generic, map, reduce or named): its inputs and outputs, and
/// which loop of its iteration space walks which dimension of which operand.
struct StructuredOp {
  OpId op;
  ArrayRef<ValueId> inputs, outputs;
  /// One map an operand, inputs first; a map without results where it is not
  /// known. Empty if nothing is known of the iteration space.
  llvm::SmallVector<AffineMapText, 4> maps;
  /// "parallel", "reduction", "window"; empty if not known.
  llvm::SmallVector<StringRef, 4> iterators;
  /// "m", "n", "k" for a matmul; "d0", "d1" ... elsewhere.
  llvm::SmallVector<std::string, 4> loopNames;
  /// Extent of each loop, from the operand types; Dynamic if unknown.
  llvm::SmallVector<int64_t, 4> loopRanges;

  unsigned numLoops() const { return loopNames.size(); }
  unsigned numReductions() const;
};

/// True for names the next function may know: ops of the linalg dialect that
/// compute (not linalg.yield, linalg.index), and linalg_ext and
/// iree_linalg_ext.
bool isStructuredName(StringRef opName);

/// \returns Nothing for another op. Decodes the generic form
///   (`indexing_maps`, `operandSegmentSizes`) and the custom form (`ins`,
///   `outs`); maps of named ops come from their names.
std::optional<StructuredOp> getStructuredOp(const OpGraph &graph, OpId op);

/// The computing ops of the body in order, without the terminator. Empty where
/// the body is not printed (named ops in custom form).
llvm::SmallVector<OpId, 8> bodyOps(const OpGraph &graph, OpId op);

} // namespace passdelta

#endif // PASSDELTA_KNOWLEDGE_STRUCTUREDOP_H
