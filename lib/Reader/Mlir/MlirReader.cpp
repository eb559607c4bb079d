//===- MlirReader.cpp - Snapshots through MLIR's own parser ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passdelta/Reader/MlirReader.h"
#include "../Lenient/OpNames.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/SourceMgr.h"

using namespace passdelta;

MlirSnapshot::MlirSnapshot(std::shared_ptr<mlir::MLIRContext> context,
                           mlir::OwningOpRef<mlir::Operation *> root,
                           bool skipRoot)
    : context(std::move(context)), ownedRoot(std::move(root)),
      skipRoot(skipRoot) {}

OpId MlirSnapshot::idOf(mlir::Operation *op) const {
  auto found = ids.find(op);
  return found == ids.end() ? OpId::None : found->second;
}

namespace {

/// Turns operations into a graph, in pre-order. Values of later ops and blocks
/// are patched in at the end, so operands are kept as mlir::Value until then.
class GraphWriter {
public:
  GraphWriter(Interner &names, MlirSnapshot::PlaceOf placeOf,
              MlirSnapshot::LocOf locOf,
              std::vector<mlir::Operation *> &operations)
      : names(names), placeOf(placeOf), locOf(locOf), builder(names),
        operations(operations) {}

  void write(mlir::Operation *op);
  OpGraph finish();

private:
  NameId internType(mlir::Type type);
  NameId internAttr(mlir::Attribute attr);
  NameId internLoc(mlir::LocationAttr loc);
  void writeAttrs(OpId id, mlir::Operation *op);

  Interner &names;
  MlirSnapshot::PlaceOf placeOf;
  MlirSnapshot::LocOf locOf;
  OpGraphBuilder builder;
  std::vector<mlir::Operation *> &operations;
  llvm::DenseMap<mlir::Value, ValueId> values;
  llvm::DenseMap<mlir::Block *, BlockId> blocks;
  llvm::DenseMap<mlir::Type, NameId> types;
  llvm::DenseMap<mlir::Attribute, NameId> attrs;
  llvm::DenseMap<mlir::Attribute, NameId> locs;
};

} // namespace

NameId GraphWriter::internType(mlir::Type type) {
  NameId &id = types[type];
  if (id != NameId::Empty)
    return id;
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return id = names.intern(text);
}

NameId GraphWriter::internAttr(mlir::Attribute attr) {
  NameId &id = attrs[attr];
  if (id != NameId::Empty)
    return id;
  std::string text;
  llvm::raw_string_ostream(text) << attr;
  return id = names.intern(text);
}

NameId GraphWriter::internLoc(mlir::LocationAttr loc) {
  if (!loc || mlir::isa<mlir::UnknownLoc>(loc))
    return NameId::Empty;
  NameId &id = locs[loc];
  if (id != NameId::Empty)
    return id;
  std::string text;
  llvm::raw_string_ostream(text) << loc;
  return id = names.intern(text);
}

void GraphWriter::writeAttrs(OpId id, mlir::Operation *op) {
  llvm::SmallVector<Attribute, 8> list;
  // getAttrs() alone lacks the inherent attributes that are properties.
  for (mlir::NamedAttribute attr : op->getAttrDictionary())
    list.push_back(
        {names.intern(attr.getName().strref()), internAttr(attr.getValue())});
  builder.setAttrs(id, list);
}

void GraphWriter::write(mlir::Operation *op) {
  OpId id = builder.beginOp(names.intern(op->getName().getStringRef()));
  operations.push_back(op);
  OpData &data = builder.op(id);
  TextPlace place = placeOf(op);
  data.line = place.line;
  data.column = place.column;
  data.textBegin = place.begin;
  data.textEnd = place.end;
  data.loc = internLoc(locOf ? locOf(op) : mlir::LocationAttr(op->getLoc()));
  if (auto symbol = op->getAttrOfType<mlir::StringAttr>(
          mlir::SymbolTable::getSymbolAttrName()))
    data.symbol = names.intern(symbol.getValue());
  ValueId firstResult = builder.addResults(id, op->getNumResults());
  for (mlir::OpResult result : op->getResults()) {
    ValueId value =
        ValueId(uint32_t(firstResult) + uint32_t(result.getResultNumber()));
    values[result] = value;
    builder.value(value).type = internType(result.getType());
  }
  writeAttrs(id, op);
  // The custom form does not print the body of linalg.matmul and its like, so
  // the graph has it only where the text does.
  if (!place.isGeneric &&
      lenient::traitsOf(op->getName().getStringRef()).hidesBody) {
    builder.endOp();
    return;
  }
  for (mlir::Region &region : op->getRegions()) {
    builder.beginRegion();
    for (mlir::Block &block : region) {
      BlockId blockId = builder.beginBlock();
      blocks[&block] = blockId;
      ValueId firstArg = builder.addArguments(blockId, block.getNumArguments());
      for (mlir::BlockArgument arg : block.getArguments()) {
        ValueId value = ValueId(uint32_t(firstArg) + arg.getArgNumber());
        values[arg] = value;
        builder.value(value).type = internType(arg.getType());
      }
      for (mlir::Operation &nested : block)
        write(&nested);
      builder.endBlock();
    }
    builder.endRegion();
  }
  builder.endOp();
}

OpGraph GraphWriter::finish() {
  llvm::SmallVector<ValueId, 8> operands;
  llvm::SmallVector<BlockId, 2> successors;
  for (auto [index, op] : llvm::enumerate(operations)) {
    operands.clear();
    for (mlir::Value operand : op->getOperands()) {
      auto found = values.find(operand);
      operands.push_back(found == values.end() ? ValueId::None : found->second);
    }
    builder.setOperands(OpId(index), operands);
    successors.clear();
    for (mlir::Block *successor : op->getSuccessors())
      successors.push_back(blocks.lookup(successor));
    builder.setSuccessors(OpId(index), successors);
  }
  return builder.take();
}

OpGraph MlirSnapshot::toOpGraph(Interner &names, PlaceOf placeOf, LocOf locOf) {
  operations.clear();
  ids.clear();
  GraphWriter writer(names, placeOf, locOf, operations);
  if (skipRoot)
    for (mlir::Operation &op : *ownedRoot.get()->getRegion(0).begin())
      writer.write(&op);
  else
    writer.write(ownedRoot.get());
  OpGraph graph = writer.finish();
  for (auto [index, op] : llvm::enumerate(operations))
    ids[op] = OpId(index);
  return graph;
}

std::shared_ptr<mlir::MLIRContext>
passdelta::makeContext(const mlir::DialectRegistry &registry) {
  auto context = std::make_shared<mlir::MLIRContext>(
      registry, mlir::MLIRContext::Threading::DISABLED);
  context->allowUnregisteredDialects();
  // Dialects of --irdl-file load with it; there is no such dialect in a
  // registry without it.
  context->getOrLoadDialect("irdl");
  return context;
}

/// MLIR's parser recurses; deeper than this it could run out of stack.
static constexpr unsigned maxNesting = 1000;

/// The line, from 1, where more than `maxNesting` brackets are open; 0 if none.
/// Brackets in strings and comments count too, which errs on the safe side.
static unsigned findTooDeep(StringRef text) {
  unsigned depth = 0, line = 1;
  for (char c : text) {
    line += c == '\n';
    if (c == '{' || c == '(' || c == '[')
      ++depth;
    else if ((c == '}' || c == ')' || c == ']') && depth)
      --depth;
    if (depth > maxNesting)
      return line;
  }
  return 0;
}

llvm::Expected<std::string>
passdelta::reprintWithMlir(const ReaderInput &input,
                           std::shared_ptr<mlir::MLIRContext> context) {
  if (unsigned line = findTooDeep(input.text))
    return inputError(input.path, line + input.firstLine - 1, 0,
                      "nested too deeply for MLIR's parser");
  mlir::ScopedDiagnosticHandler silence(
      context.get(), [](mlir::Diagnostic &) { return mlir::success(); });
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(input.text, input.path),
      llvm::SMLoc());
  mlir::Block block;
  mlir::ParserConfig config(context.get(), /*verifyAfterParse=*/true);
  if (mlir::failed(mlir::parseAsmSourceFile(sources, &block, config)))
    return inputError(input.path, 0, 0, "MLIR cannot parse it");
  mlir::OpPrintingFlags flags;
  flags.printGenericOpForm(input.text.ltrim().starts_with("\""));
  std::string text;
  llvm::raw_string_ostream os(text);
  for (mlir::Operation &op : block) {
    op.print(os, flags);
    os << "\n";
  }
  return text;
}

llvm::Expected<ReaderOutput>
passdelta::readWithMlir(const ReaderInput &input, Interner &names,
                        std::shared_ptr<mlir::MLIRContext> context) {
  if (unsigned line = findTooDeep(input.text))
    return inputError(input.path, line + input.firstLine - 1, 0,
                      "nested too deeply for MLIR's parser");
  std::string firstError;
  unsigned errorLine = 0, errorColumn = 0;
  mlir::ScopedDiagnosticHandler handler(
      context.get(), [&](mlir::Diagnostic &diagnostic) {
        if (!firstError.empty() ||
            diagnostic.getSeverity() != mlir::DiagnosticSeverity::Error)
          return mlir::success();
        firstError = diagnostic.str();
        if (auto loc = mlir::dyn_cast<mlir::FileLineColLoc>(
                diagnostic.getLocation())) {
          errorLine = loc.getLine();
          errorColumn = loc.getColumn();
        }
        return mlir::success();
      });

  // The parser wants a terminating NUL; a StringRef need not have one.
  auto buffer = llvm::MemoryBuffer::getMemBufferCopy(input.text, input.path);
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  mlir::Block block;
  mlir::ParserConfig config(context.get(), /*verifyAfterParse=*/false);
  // Where an op stands in the text, also when it carries a loc of its own.
  mlir::AsmParserState state;
  if (mlir::failed(mlir::parseAsmSourceFile(sources, &block, config, &state)))
    return inputError(
        input.path, errorLine ? errorLine + input.firstLine - 1 : 0,
        errorColumn, firstError.empty() ? "MLIR cannot parse it" : firstError);

  llvm::DenseMap<mlir::Operation *, TextPlace> places;
  for (const mlir::AsmParserState::OperationDefinition &definition :
       state.getOpDefs()) {
    auto [line, column] =
        sources.getLineAndColumn(definition.loc.Start, sources.getMainFileID());
    const char *start = sources.getMemoryBuffer(1)->getBufferStart();
    places[definition.op] = {
        line + input.firstLine - 1, column,
        uint32_t(definition.scopeLoc.Start.getPointer() - start),
        uint32_t(definition.scopeLoc.End.getPointer() - start),
        *definition.loc.Start.getPointer() == '"'};
  }

  mlir::OwningOpRef<mlir::Operation *> root;
  bool skipRoot = !llvm::hasSingleElement(block);
  if (!skipRoot) {
    root = &block.front();
    block.front().remove();
  } else {
    mlir::OwningOpRef<mlir::ModuleOp> module =
        mlir::ModuleOp::create(mlir::UnknownLoc::get(context.get()));
    module->getBody()->getOperations().splice(module->getBody()->end(),
                                              block.getOperations());
    root = mlir::OwningOpRef<mlir::Operation *>(module.release());
  }
  auto snapshot = std::make_shared<MlirSnapshot>(std::move(context),
                                                 std::move(root), skipRoot);
  // The parser gives an op without a location the place where it stands, which
  // says nothing about where the op comes from.
  auto locOf = [&](mlir::Operation *op) -> mlir::LocationAttr {
    auto loc = mlir::dyn_cast<mlir::FileLineColLoc>(op->getLoc());
    TextPlace place = places.lookup(op);
    bool isOwnPlace = loc && loc.getFilename() == input.path &&
                      loc.getLine() + input.firstLine - 1 == place.line &&
                      loc.getColumn() == place.column;
    return isOwnPlace ? mlir::LocationAttr() : mlir::LocationAttr(op->getLoc());
  };
  OpGraph graph = snapshot->toOpGraph(
      names, [&](mlir::Operation *op) { return places.lookup(op); }, locOf);
  return ReaderOutput{std::move(graph), 0, input.text.size(),
                      std::move(snapshot)};
}
