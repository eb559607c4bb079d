//===- Groups.h - Links that are not one to one -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_ALIGN_GROUPS_H
#define PASSDELTA_ALIGN_GROUPS_H

#include "Matcher.h"

namespace passdelta {

/// Where each after op comes from, as far as it is known.
struct Origins {
  explicit Origins(const Matcher &matcher)
      : op(matcher.after.graph.numOps(), OpId::None),
        stage(matcher.after.graph.numOps(), Stage::None) {
    for (uint32_t i = 0; i < op.size(); ++i)
      op[i] = matcher.preimage(OpId(i));
  }
  /// The before op of each after op: its preimage, else what it was made from.
  std::vector<OpId> op;
  /// The rule that found it; None for a preimage and for no origin.
  std::vector<Stage> stage;

  OpId of(OpId after) const { return op[uint32_t(after)]; }
  void set(OpId after, OpId before, Stage rule) {
    op[uint32_t(after)] = before;
    stage[uint32_t(after)] = rule;
  }
};

/// Free after ops that are copies of a before op (unrolling, inlining,
/// peeling).
void findCopies(Matcher &matcher, Origins &origins);
/// Free after ops that were made when their neighbour was rewritten.
void findExpansions(Matcher &matcher, Origins &origins);
/// Free before ops that went into an op that is linked, or have an equal one.
void findAbsorbed(Matcher &matcher, std::vector<Group> &groups);

} // namespace passdelta

#endif // PASSDELTA_ALIGN_GROUPS_H
