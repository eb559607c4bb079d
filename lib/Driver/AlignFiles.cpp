//===- AlignFiles.cpp - The links of two files ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passdelta/Align/Align.h"
#include "passdelta/Driver/Driver.h"
#include "passdelta/Reader/MlirReader.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace passdelta;

static llvm::Expected<OpGraph> readFile(StringRef path, StringRef reader,
                                        const mlir::DialectRegistry &registry,
                                        Interner &names) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path);
  if (!buffer)
    return inputError(path, 0, 0, buffer.getError().message());
  ReaderInput input{(*buffer)->getBuffer(), path, 1};
  if (reader == "mlir") {
    auto output = readWithMlir(input, names, makeContext(registry));
    if (!output)
      return output.takeError();
    return std::move(output->graph);
  }
  if (!reader.empty() && reader != "auto" && reader != "lenient")
    return inputError("", 0, 0, "there is no reader '" + reader + "'");
  auto output = getLenientReader().read(input, names);
  if (!output)
    return output.takeError();
  return std::move(output->graph);
}

llvm::Expected<AlignedFiles>
passdelta::alignFiles(StringRef beforePath, StringRef afterPath,
                      const mlir::DialectRegistry &registry, Interner &names,
                      StringRef reader) {
  auto before = readFile(beforePath, reader, registry, names);
  if (!before)
    return before.takeError();
  auto after = readFile(afterPath, reader, registry, names);
  if (!after)
    return after.takeError();
  Alignment alignment = align(*before, *after);
  return AlignedFiles{std::move(*before), std::move(*after),
                      std::move(alignment)};
}
