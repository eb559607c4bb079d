//===- OpFacts.h - What MLIR itself says about its ops ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_TEST_UNIT_KNOWLEDGE_OPFACTS_H
#define PASSDELTA_TEST_UNIT_KNOWLEDGE_OPFACTS_H

#include "passdelta/Knowledge/Knowledge.h"

namespace passdelta {

/// What traits and interfaces of one registered op say.
struct OpFacts {
  std::string name;
  /// The roles that the op has for certain.
  Roles has = 0;
  /// The roles that MLIR decides, one way or the other; a superset of `has`.
  Roles decided = 0;
};

/// The facts of every op of every upstream dialect, by name.
std::vector<OpFacts> collectOpFacts();

} // namespace passdelta

#endif // PASSDELTA_TEST_UNIT_KNOWLEDGE_OPFACTS_H
