//===- Driver.h - Wires the rooms -------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_DRIVER_DRIVER_H
#define PASSDELTA_DRIVER_DRIVER_H

#include "passdelta/Knowledge/Knowledge.h"
#include "passdelta/Model/Alignment.h"
#include "passdelta/Model/Report.h"
#include "passdelta/Source/Source.h"

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace passdelta {

struct AnalysisOptions {
  /// "auto": lenient, with MLIR in addition for proofs; or a reader's name.
  std::string reader = "auto";
  bool audit = true;
  /// Bytes of op graphs that are kept for reuse.
  size_t graphBudget = size_t(48) << 20;
};

/// Reads, aligns, recognizes and audits every pass run of `source`.
///
/// \param registry Dialects for proofs; a context is made only when needed.
/// \param names The interner of graphs that the source already holds.
/// \errors None for damage inside an input: an unreadable snapshot is a finding
///   (Kind::Unread) and its pass runs have status unread.
/// \cost A text is read once and a pair aligned once, however often they occur.
Report analyze(SourceResult source, const Knowledge &knowledge,
               const mlir::DialectRegistry &registry, Interner &names,
               const AnalysisOptions &options);

/// `passdelta align`: the links of two files.
struct AlignedFiles {
  OpGraph before, after;
  Alignment alignment;
};
llvm::Expected<AlignedFiles> alignFiles(StringRef beforePath,
                                        StringRef afterPath,
                                        const mlir::DialectRegistry &registry,
                                        Interner &names, StringRef reader);

} // namespace passdelta

#endif // PASSDELTA_DRIVER_DRIVER_H
