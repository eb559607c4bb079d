//===- InProcess.cpp - Runs a pipeline here and watches it ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passdelta/Source/InProcess.h"
#include "InProcessPasses.h"
#include "InProcessPlaces.h"
#include "InProcessRecorder.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "passdelta/Support/Crash.h"

using namespace passdelta;

/// Opens the input; it must not be empty.
static llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
openInput(const RunRequest &request, StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(request.path);
  if (!buffer)
    return inputError(path, 0, 0, buffer.getError().message());
  if ((*buffer)->getBuffer().trim().empty())
    return inputError(path, 0, 0, "the input is empty");
  return std::move(*buffer);
}

/// What a crash of a pass leaves behind is in no known state, so nothing of it
/// is destroyed.
template <typename T>
static void leak(T object) {
  new T(std::move(object));
}

/// Runs `manager` on one piece. Diagnostics become warnings of `timeline`, and
/// errors also the notes of the pass runs that fail with them.
/// Sets `crashed` where a pass crashed; the manager must not be used any more.
/// \errors The pass manager cannot run on this input at all.
static llvm::Error runPiece(ParsedPiece &piece, mlir::PassManager &manager,
                            PassRecorder &recorder, Timeline &timeline,
                            StringRef path, bool &crashed) {
  size_t firstRun = timeline.passRuns.size();
  std::string firstError;
  mlir::ScopedDiagnosticHandler handler(
      manager.getContext(), [&](mlir::Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error) {
          recorder.noteError(diagnostic.str());
          if (firstError.empty())
            firstError = diagnostic.str();
        }
        for (std::string &line : describe(diagnostic, piece.places, path))
          timeline.warnings.push_back(std::move(line));
        return mlir::success();
      });
  recorder.beginInput(piece.places);
  mlir::LogicalResult result = mlir::failure();
  crashed = !survives([&] { result = manager.run(*piece.module); });
  if (crashed) {
    recorder.noteCrash();
    leak(std::move(piece.module));
    return llvm::Error::success();
  }
  if (mlir::succeeded(result))
    return llvm::Error::success();
  if (llvm::any_of(llvm::drop_begin(timeline.passRuns, firstRun),
                   [](const PassRun &run) { return run.failed; }))
    return llvm::Error::success();
  return inputError(path, 0, 0,
                    firstError.empty() ? "the passes cannot run on it"
                                       : firstError);
}

llvm::Expected<SourceResult>
passdelta::runInProcess(const RunRequest &request,
                        const mlir::DialectRegistry &registry,
                        Interner &names) {
  std::string path = request.path == "-" ? "<stdin>" : request.path;
  auto buffer = openInput(request, path);
  if (!buffer)
    return buffer.takeError();

  std::shared_ptr<mlir::MLIRContext> context = makeContext(registry);
  context->allowUnregisteredDialects(request.allowUnregisteredDialects);
  // A verifier's error would carry the whole function as a note.
  context->printOpOnDiagnostic(false);

  SourceResult result;
  Timeline &timeline = result.timeline;
  timeline.inputs.push_back({path, "run"});
  result.text = [](const Snapshot &) { return std::string(); };

  auto manager = std::make_unique<mlir::PassManager>(
      context.get(), "builtin.module", mlir::PassManager::Nesting::Implicit);
  manager->enableVerifier(request.verifyPasses);
  if (llvm::Error error = addPasses(request, *manager))
    return error;
  auto owned = std::make_unique<PassRecorder>(timeline, names, context);
  PassRecorder &recorder = *owned;
  manager->addInstrumentation(std::move(owned));

  StringRef text = (*buffer)->getBuffer();
  std::vector<InputPiece> pieces = {{text, 1}};
  if (request.splitInputFile)
    pieces = splitInput(text);
  llvm::Error parseErrors = llvm::Error::success();
  bool anyParsed = false, crashed = false;
  for (const InputPiece &piece : pieces) {
    auto parsed = parsePiece(piece, path, *context);
    if (!parsed) {
      parseErrors =
          llvm::joinErrors(std::move(parseErrors), parsed.takeError());
      continue;
    }
    anyParsed = true;
    if (llvm::Error error =
            runPiece(*parsed, *manager, recorder, timeline, path, crashed)) {
      llvm::consumeError(std::move(parseErrors));
      return error;
    }
    if (crashed) {
      leak(std::move(manager));
      leak(std::move(context));
      timeline.warnings.push_back(
          path + ": a pass crashed; what comes after it was not run");
      break;
    }
  }
  if (!anyParsed)
    return parseErrors;
  llvm::handleAllErrors(std::move(parseErrors), [&](const InputError &error) {
    std::string line;
    llvm::raw_string_ostream os(line);
    error.log(os);
    timeline.warnings.push_back("not run: " + line);
  });
  return result;
}
