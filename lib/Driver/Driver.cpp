#include "passdelta/Driver/Driver.h"
#include "passdelta/Align/Align.h"
#include "passdelta/Reader/MlirReader.h"
#include "llvm/Support/MemoryBuffer.h"
using namespace passdelta;
Report passdelta::analyze(SourceResult source, const Knowledge &knowledge,
                          const mlir::DialectRegistry &registry,
                          Interner &names, const AnalysisOptions &options) {
  return {};
}
static llvm::Expected<OpGraph>
readFile(StringRef path, std::shared_ptr<mlir::MLIRContext> context,
         Interner &names) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path);
  if (!buffer)
    return inputError(path, 0, 0, buffer.getError().message());
  auto output = readWithMlir({(*buffer)->getBuffer(), path, 1}, names, context);
  if (!output)
    return output.takeError();
  return std::move(output->graph);
}
llvm::Expected<AlignedFiles>
passdelta::alignFiles(StringRef beforePath, StringRef afterPath,
                      const mlir::DialectRegistry &registry, Interner &names,
                      StringRef reader) {
  auto context = makeContext(registry);
  auto before = readFile(beforePath, context, names);
  if (!before)
    return before.takeError();
  auto after = readFile(afterPath, context, names);
  if (!after)
    return after.takeError();
  Alignment alignment = align(*before, *after);
  return AlignedFiles{std::move(*before), std::move(*after),
                      std::move(alignment)};
}
