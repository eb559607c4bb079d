//===- Align.cpp - passdelta align ----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "Output.h"
#include "passdelta/Driver/Driver.h"
#include "passdelta/Report/Format.h"

using namespace passdelta;

llvm::Expected<ExitStatus>
passdelta::runAlign(const Options &options, mlir::DialectRegistry &registry) {
  if (options.inputs.size() != 2)
    return usageError("align needs two files: passdelta align BEFORE AFTER");
  if (options.runsPasses())
    return usageError("align runs no passes: passdelta align BEFORE AFTER");
  if (!options.format.empty() && options.format != "jsonl")
    return usageError("align prints JSON lines: --format=jsonl");
  auto output = Output::open(options.output, options.filesRead());
  if (!output)
    return output.takeError();
  Interner names;
  auto files = alignFiles(options.inputs[0], options.inputs[1], registry, names,
                          options.reader);
  if (!files)
    return files.takeError();
  printAlignmentJsonl(files->before, files->after, files->alignment,
                      output->stream());
  if (llvm::Error error = output->finish())
    return error;
  return ExitOk;
}
