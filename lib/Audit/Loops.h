//===- Loops.h - Loops and their accesses, by structure ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_LIB_AUDIT_LOOPS_H
#define PASSDELTA_LIB_AUDIT_LOOPS_H

#include "Common.h"
#include "passdelta/Knowledge/LoopInfo.h"

namespace passdelta::auditing {

/// A load or store of a buffer.
struct Access {
  OpId op;
  ValueId memref;
  bool isStore;
};

/// The loads and stores of affine and memref in the subtree of `root`.
std::vector<Access> accessesIn(const OpGraph &graph, OpId root);
/// A memref that `first` stores and `second` loads, or None.
ValueId flowsThrough(ArrayRef<Access> first, ArrayRef<Access> second);

/// All ops of the name, in pre-order.
std::vector<OpId> opsNamed(const OpGraph &graph, StringRef name);
/// The loops of `name` directly in the body of `loop`.
llvm::SmallVector<OpId, 2> innerLoops(const OpGraph &graph, OpId loop,
                                      StringRef name);
/// `root` and the loops perfectly nested in it: each body is the next loop and
/// a terminator.
llvm::SmallVector<OpId, 4> perfectNest(const OpGraph &graph, OpId root);
/// An op in the body of `loop` that is neither `inner` nor the terminator.
OpId opBeside(const OpGraph &graph, OpId loop, OpId inner);
/// True if the subtree of `loop` has no other loop of the name.
bool isInnermost(const OpGraph &graph, OpId loop);

/// "64" or "an unknown number of"
std::string tripText(std::optional<int64_t> trips);

} // namespace passdelta::auditing

#endif // PASSDELTA_LIB_AUDIT_LOOPS_H
