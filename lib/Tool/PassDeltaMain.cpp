//===- PassDeltaMain.cpp - The command line as a library ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passdelta/Tool/PassDeltaMain.h"
#include "Commands.h"
#include "Output.h"
#include "llvm/Support/raw_ostream.h"

using namespace passdelta;

/// Prints "passdelta: error: ..." for each error.
static ExitStatus reportTrouble(llvm::Error error) {
  llvm::handleAllErrors(std::move(error), [](const llvm::ErrorInfoBase &info) {
    llvm::errs() << "passdelta: error: ";
    info.log(llvm::errs());
    llvm::errs() << "\n";
  });
  return ExitTrouble;
}

static llvm::Expected<ExitStatus> run(llvm::ArrayRef<const char *> args,
                                      mlir::DialectRegistry &registry) {
  auto options = parseCommandLine(args, registry);
  if (!options)
    return options.takeError();
  auto standardOutput = Output::open("-");
  if (!standardOutput)
    return standardOutput.takeError();
  if (printInfo(*options, standardOutput->stream())) {
    if (llvm::Error error = standardOutput->finish())
      return error;
    return ExitOk;
  }
  if (options->command == Options::Command::Align)
    return runAlign(*options, registry);
  return runReport(*options, registry);
}

int passdelta::passDeltaMain(int argc, char **argv,
                             mlir::DialectRegistry &registry) {
  occupyStandardDescriptors();
  auto status =
      run(llvm::ArrayRef<const char *>(argv + 1, size_t(argc ? argc - 1 : 0)),
          registry);
  // A reader that went away (`| head`) is no error, and LLVM's streams abort
  // on errors that nobody cleared.
  llvm::outs().flush();
  llvm::outs().clear_error();
  ExitStatus result = status ? *status : reportTrouble(status.takeError());
  llvm::errs().clear_error();
  return result;
}
