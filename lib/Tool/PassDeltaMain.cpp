#include "passdelta/Tool/PassDeltaMain.h"
#include "passdelta/Driver/Driver.h"
#include "passdelta/Report/Format.h"
#include "llvm/Support/raw_ostream.h"
using namespace passdelta;
int passdelta::passDeltaMain(int argc, char **argv,
                             mlir::DialectRegistry &registry) {
  Interner names;
  if (argc < 4)
    return ExitTrouble;
  auto files = alignFiles(argv[2], argv[3], registry, names, "auto");
  if (!files) {
    llvm::errs() << "passdelta: error: " << toString(files.takeError()) << "\n";
    return ExitTrouble;
  }
  printAlignmentJsonl(files->before, files->after, files->alignment,
                      llvm::outs());
  return ExitOk;
}
