//===- Banner.h - The line above an IR dump ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every MLIR version since 2019 writes another banner; docs/sources.md lists
// them. All are accepted:
//
//   // -----// IR Dump After Name Failed (arg) ('op' operation: @s) //----- //
//   // -----// IR Dump Before Name: arg{options} ('op' operation) //----- //
//   // *** IR Dump After Name ***
//   *** IR Dump Before Name *** ('op' operation: @s)
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_SOURCE_BANNER_H
#define PASSDELTA_SOURCE_BANNER_H

#include "llvm/ADT/StringRef.h"

namespace passdelta {
using llvm::StringRef;

/// What a banner says. The strings point into the line.
struct Banner {
  bool isBefore = false;
  bool failed = false;
  StringRef name;    ///< "CSE", "{anonymous}::Foo<Bar>".
  StringRef pass;    ///< "cse"; empty where the banner does not say.
  StringRef options; ///< "tile-size=8"; empty where the banner does not say.
  /// The op the pass ran on. A banner names it only when the dump holds the
  /// whole module around that op; empty: the dump is the op itself.
  StringRef anchor;
  StringRef symbol; ///< Without `@`; empty for an unnamed op.
  StringRef within; ///< Of a step: who prints, "SoftwarePipeliner".
};

enum class BannerKind : uint8_t {
  None,      ///< An ordinary line.
  Pass,      ///< A dump of a pass follows.
  Step,      ///< A dump inside a pass run: of Triton's `internal IR Dump` and
             ///< of transform.print. `banner.name` says where.
  LookAlike, ///< A dump of a pattern driver, a cut banner. It ends the dump
             ///< before it.
  LlvmIr,    ///< A dump of an LLVM IR pass.
};

/// Classifies `line` (with or without its line end), and fills `banner` if it
/// is a pass's or a step's.
BannerKind parseBanner(StringRef line, Banner &banner);

} // namespace passdelta

#endif // PASSDELTA_SOURCE_BANNER_H
