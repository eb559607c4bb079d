//===- Crash.h - Calls that may crash ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_SUPPORT_CRASH_H
#define PASSDELTA_SUPPORT_CRASH_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace passdelta {

/// Calls `run`; false if it crashed (a signal), true otherwise. What it held is
/// leaked by a crash. Crashes outside of `run` are not caught.
bool survives(llvm::function_ref<void()> run);

} // namespace passdelta

#endif // PASSDELTA_SUPPORT_CRASH_H
