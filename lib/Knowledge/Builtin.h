//===- Builtin.h - The tables that are compiled in --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// dialects/*.yaml as embed-dialects writes them into Builtin.inc: constant data
// that needs no start-up code.
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_LIB_KNOWLEDGE_BUILTIN_H
#define PASSDELTA_LIB_KNOWLEDGE_BUILTIN_H

#include <cstdint>

namespace passdelta {

/// DialectInfo::RoleEntry as constant data.
struct BuiltinRole {
  const char *op;
  uint32_t include, exclude;
};

/// PassInfo as constant data. Lists are texts with a line feed after each item;
/// an option is two items; an intent is a character, its number plus one.
struct BuiltinPass {
  const char *argument, *className, *aliases, *summary, *anchor, *intents,
      *lowersFrom, *lowersTo, *candidates, *options, *source;
  bool checked, inferred;
};

} // namespace passdelta

#endif // PASSDELTA_LIB_KNOWLEDGE_BUILTIN_H
