//===- Crash.cpp - Calls that may crash -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passdelta/Support/Crash.h"
#include "llvm/Support/CrashRecoveryContext.h"

bool passdelta::survives(llvm::function_ref<void()> run) {
  llvm::CrashRecoveryContext::Enable();
  llvm::CrashRecoveryContext context;
  bool isAlive = context.RunSafely(run);
  // Our own crashes are not caught.
  llvm::CrashRecoveryContext::Disable();
  return isAlive;
}
