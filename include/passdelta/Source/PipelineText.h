//===- PipelineText.h - The text of a pass pipeline -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `--dump-pass-pipeline` prints which passes are about to run, with the options
// that the banners of MLIR 22 do not name:
//
//   Pass Manager with 2 passes:
//   builtin.module(
//     func.func(cse, affine-loop-tile{cache-size=512 tile-size=8}),
//     inline{default-pipeline=canonicalize }
//   )
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_SOURCE_PIPELINETEXT_H
#define PASSDELTA_SOURCE_PIPELINETEXT_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace passdelta {
using llvm::StringRef;

/// One pass of a pipeline.
struct PipelinePass {
  std::string pass;    ///< Argument: "cse".
  std::string options; ///< "cache-size=512 tile-size=8", defaults included.
  std::string anchor;  ///< Name of the op it is nested on: "func.func", "any".
};

/// A pipeline: its passes in the order they are written.
struct PipelineText {
  std::string text; ///< `builtin.module(...)`, on one line.
  std::vector<PipelinePass> passes;
  size_t begin = 0, end = 0; ///< Where it stands in what was given.
};

/// Reads the pipeline that starts `text` (after blanks). None where brackets
/// do not match or the text is none. O(length), iterative.
std::optional<PipelineText> parsePipeline(StringRef text);

/// The pipeline of the crash reproducer that `text` is: the string in the
/// resource `mlir_reproducer` at its end.
std::optional<std::string> findReproducer(StringRef text);

/// The pipelines in `text`, each behind a line `Pass Manager with N passes:`.
std::vector<PipelineText> findPipelines(StringRef text);

} // namespace passdelta

#endif // PASSDELTA_SOURCE_PIPELINETEXT_H
