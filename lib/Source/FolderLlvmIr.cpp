//===- FolderLlvmIr.cpp - Folders of LLVM's -ir-dump-directory ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   10-9362391256fe0ca4-function-7387636ba3e92f70-EarlyCSEPass-after.ll
//   NUMBER-MODULE-KIND[-UNIT]-PASS-SIDE.ll
//
// They are named, and counted as skipped: LLVM IR is not read yet.
//
//===----------------------------------------------------------------------===//

#include "Folder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace passdelta;

/// Takes "9362391256fe0ca4-" off.
static bool takeHash(StringRef &text) {
  StringRef hash = text.take_while(llvm::isHexDigit);
  if (hash.empty() || !text.drop_front(hash.size()).starts_with("-"))
    return false;
  text = text.drop_front(hash.size() + 1);
  return true;
}

/// True for a name that -ir-dump-directory makes.
static bool isDumpName(StringRef name) {
  if (!name.consume_back(".ll") || !takeNumber(name) ||
      !name.consume_front("-") || !takeHash(name))
    return false;
  auto [kind, rest] = name.split('-');
  if (!llvm::is_contained({"module", "function", "loop", "scc", "machine"},
                          kind))
    return false;
  StringRef side = rest.rsplit('-').second;
  return side == "before" || side == "after" || side == "invalidated";
}

void passdelta::takeLlvmIr(FolderReader &reader) {
  for (FolderFile *file : reader.left())
    if (isDumpName(file->name()))
      reader.skip(*file, ".ll of -ir-dump-directory",
                  "LLVM IR is not read yet");
}
