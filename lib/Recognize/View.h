//===- View.h - What recognizers share: both graphs and the claims -*- C++ -*-//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_LIB_RECOGNIZE_VIEW_H
#define PASSDELTA_LIB_RECOGNIZE_VIEW_H

#include "passdelta/Knowledge/LoopInfo.h"
#include "passdelta/Recognize/Recognizer.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>

namespace passdelta {

using Details = llvm::json::Object;
using OpList = llvm::SmallVector<OpId, 8>;

/// How often each op name occurs. The order of the keys must not be shown.
using Histogram = std::map<NameId, unsigned>;

/// A pair of graphs with its alignment, and short words for what recognizers
/// ask of them all the time. Cheap to make and to copy.
struct View {
  const OpGraph &before, &after;
  const Alignment &alignment;
  const Knowledge &knowledge;
  Recognized &found;

  View(const RecognizeInput &input, Recognized &found)
      : before(input.before), after(input.after), alignment(input.alignment),
        knowledge(input.knowledge), found(found) {}

  OpId image(OpId beforeOp) const { return alignment.afterOf(beforeOp); }
  OpId source(OpId afterOp) const { return alignment.beforeOf(afterOp); }
  /// No after op is this op.
  bool isGone(OpId beforeOp) const { return image(beforeOp) == OpId::None; }
  bool isNew(OpId afterOp) const { return source(afterOp) == OpId::None; }

  /// Gone (new) and not yet in a change.
  bool isFreeGone(OpId op) const {
    return isGone(op) && !found.explainedBefore[uint32_t(op)];
  }
  bool isFreeNew(OpId op) const {
    return isNew(op) && !found.explainedAfter[uint32_t(op)];
  }
  bool isFreeBefore(OpId op) const {
    return !found.explainedBefore[uint32_t(op)];
  }
  bool isFreeAfter(OpId op) const {
    return !found.explainedAfter[uint32_t(op)];
  }
  void claimBefore(OpId op) const { found.explainedBefore.set(uint32_t(op)); }
  void claimAfter(OpId op) const { found.explainedAfter.set(uint32_t(op)); }
  /// Claims what has no image (source) in the subtree of `op`.
  void claimGoneSubtree(OpId op) const;
  void claimNewSubtree(OpId op) const;
  /// Claims the whole subtree.
  void claimSubtreeBefore(OpId op) const;
  void claimSubtreeAfter(OpId op) const;

  /// The block in the image of the op around `block`, of the same number in
  /// the same region; None if there is none.
  BlockId imageBlock(BlockId block) const;
  /// The block of the image of `op`; for an op without image the image of its
  /// block.
  BlockId whereAfter(OpId op) const;
  /// The same result of the image, or the same argument of the image block.
  ValueId imageValue(ValueId value) const;
  ValueId sourceValue(ValueId value) const;
  /// What users of `value` that are still there use in its place; None where
  /// there is no such user or they disagree.
  ValueId standsFor(ValueId value) const;
  /// Like standsFor(), but certain: every user is still there, is what it was
  /// but for the operands that read `value`, and reads one value there.
  ValueId certainlyStandsFor(ValueId value) const;
  /// The reverse: what users of the after value used before.
  ValueId stoodFor(ValueId value) const;

  /// The least confidence of the links of `ops`, 1 for ops without a link.
  float confidenceBefore(ArrayRef<OpId> ops) const;

  void add(Kind kind, ArrayRef<OpId> beforeOps, ArrayRef<OpId> afterOps,
           std::string text, float confidence,
           llvm::json::Object details = {}) const;

  /// Like standsFor(), but users that are gone count by what became of them:
  /// `successors` has an after op of as many operands for them.
  ValueId standsForVia(ValueId value,
                       const std::map<OpId, OpId> &successors) const;

private:
  BlockId mapBlock(const OpGraph &from, const OpGraph &to, BlockId block,
                   bool forward) const;
};

/// True for an op without operands whose attributes are its value.
bool isConstantOp(const View &view, const OpGraph &graph, OpId op);

/// True for ops that only serve others: terminators, constants, index
/// arithmetic (all results of type index), affine.apply.
bool isAuxiliary(const OpGraph &graph, OpId op);

/// The names of all computing ops inside `op`: no loops, nothing auxiliary.
Histogram bodyHistogram(const OpGraph &graph, OpId op);
/// a - b; nothing if `b` has more of something than `a`.
std::optional<Histogram> subtract(const Histogram &a, const Histogram &b);
unsigned countOf(const Histogram &histogram);

/// The op around `op` that stands in `block`, or None if `op` is not in it.
OpId ancestorIn(const OpGraph &graph, OpId op, BlockId block);
/// The known loops around `op`, outermost first.
llvm::SmallVector<OpId, 6> loopsAround(const OpGraph &graph, OpId op);

/// "[8, 0, 16]"; unknown sizes are "?".
std::string listText(ArrayRef<std::optional<int64_t>> values);
llvm::json::Array listJson(ArrayRef<std::optional<int64_t>> values);
/// "1 op", "3 ops".
std::string countText(uint64_t count, StringRef singular,
                      StringRef plural = "");
/// "12 B", "8.0 MiB".
std::string bytesText(uint64_t bytes);

} // namespace passdelta

#endif // PASSDELTA_LIB_RECOGNIZE_VIEW_H
