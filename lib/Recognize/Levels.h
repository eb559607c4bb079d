//===- Levels.h - Which dialect is lower than which -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_LIB_RECOGNIZE_LEVELS_H
#define PASSDELTA_LIB_RECOGNIZE_LEVELS_H

#include "View.h"

namespace passdelta {

/// Height of a dialect over the machine; 0 for an unknown one.
int levelOf(StringRef dialect);
/// False where the height of one is not known.
bool isLowerDialect(StringRef from, StringRef to);
/// Like isLowerDialect(), for op names; also the loops of scf and affine among
/// each other.
bool isLowerOp(StringRef from, StringRef to);
/// True for a dialect that can say what a loop or a branch says.
bool hasControlFlow(StringRef dialect);

/// True for what has a body or stands for loops, functions aside.
bool isControlOp(const OpGraph &graph, OpId op);
/// True if `dialect` can say what the control op `from` said.
bool canStandFor(StringRef from, StringRef dialect);
/// Conversions of a type that stand around what an op became.
bool isCastName(StringRef name);
/// The op whose result the cast `op` casts, or None.
OpId castedOp(const OpGraph &graph, OpId op);
/// True if `op` has no results, or one of them is used.
bool isUsed(const OpGraph &graph, OpId op);
/// True if the free op `image` (after) can be what `op` was lowered to. A loop
/// around an op of the same name is a tile loop and no lowering.
bool isLoweredImage(const View &view, OpId op, OpId image);

} // namespace passdelta

#endif // PASSDELTA_LIB_RECOGNIZE_LEVELS_H
