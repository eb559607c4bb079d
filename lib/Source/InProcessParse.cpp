//===- InProcessParse.cpp - The input of a run ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InProcessPlaces.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/SourceMgr.h"

using namespace passdelta;

namespace {
/// The first error that MLIR emits while this lives.
class FirstError {
public:
  FirstError(mlir::MLIRContext &context, const InputPiece &piece,
             StringRef path)
      : piece(piece), path(path),
        handler(&context, [this](mlir::Diagnostic &diagnostic) {
          if (text.empty() &&
              diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error) {
            text = StringRef(diagnostic.str()).trim().str();
            place = diagnostic.getLocation()
                        ->findInstanceOf<mlir::FileLineColLoc>();
          }
          return mlir::success();
        }) {}

  llvm::Error take() const {
    unsigned line = place ? place.getLine() : 0;
    return inputError(path, line ? line + piece.firstLine - 1 : 0,
                      place ? place.getColumn() : 0,
                      text.empty() ? "MLIR cannot parse it" : text);
  }

private:
  const InputPiece &piece;
  StringRef path;
  std::string text;
  mlir::FileLineColLoc place;
  mlir::ScopedDiagnosticHandler handler;
};
} // namespace

/// Tags `root` with the places that the parser noted in `state`.
static void tagPlaces(mlir::Operation *root, InputPlaces &places,
                      const mlir::AsmParserState &state,
                      const llvm::SourceMgr &sources) {
  llvm::DenseMap<mlir::Operation *, TextPlace> positions;
  for (const mlir::AsmParserState::OperationDefinition &definition :
       state.getOpDefs()) {
    auto [line, column] =
        sources.getLineAndColumn(definition.loc.Start, sources.getMainFileID());
    positions[definition.op] = {line, column, 0, 0};
  }
  places.tag(root, [&](mlir::Operation *op) { return positions.lookup(op); });
}

llvm::Expected<ParsedPiece> passdelta::parsePiece(const InputPiece &piece,
                                                  StringRef path,
                                                  mlir::MLIRContext &context) {
  FirstError error(context, piece, path);
  StringRef text = piece.text;
  text.consume_front("\xef\xbb\xbf"); // A byte order mark.
  // The parser wants a terminating NUL; a piece need not have one.
  auto buffer = llvm::MemoryBuffer::getMemBufferCopy(text, path);
  bool isBytecode = mlir::isBytecode(*buffer);
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());

  mlir::Block block;
  mlir::ParserConfig config(&context);
  mlir::AsmParserState state;
  mlir::LogicalResult parsed =
      isBytecode ? mlir::parseSourceFile(sources, &block, config)
                 : mlir::parseAsmSourceFile(*sources, &block, config, &state);
  if (mlir::failed(parsed))
    return error.take();
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::detail::constructContainerOpForParserIfNecessary<mlir::ModuleOp>(
          &block, &context, mlir::FileLineColLoc::get(&context, path, 0, 0));
  if (!module)
    return error.take();

  InputPlaces places(isBytecode ? mlir::StringAttr()
                                : mlir::StringAttr::get(&context, path),
                     piece.firstLine);
  if (!isBytecode)
    tagPlaces(*module, places, state, *sources);
  return ParsedPiece{std::move(module), std::move(places)};
}
