//===- ReaderParity.cpp - Both readers on the same text -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads each `// -----` section of the files with MLIR's parser and with the
// lenient reader, as it stands and as MLIR prints it (custom, generic, with
// locations), and compares op by op: name, nesting, number of results, where
// each operand is defined, successors; counted apart: the types of results.
// What MLIR cannot read is skipped.
//
//   reader-parity [-v] [-types] [--min=N] [--min-types=N] FILE|FOLDER...
//   reader-parity --dump FILE...        the lenient graph, for a person
//   reader-parity --names FILE...       how often each op name was read
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/Verifier.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "passdelta/Reader/MlirReader.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <map>

using namespace passdelta;
namespace cl = llvm::cl;

static cl::list<std::string> inputs(cl::Positional, cl::desc("files, folders"));
static cl::opt<bool> verbose("v", cl::desc("print each difference"));
static cl::opt<bool> dump("dump", cl::desc("print the lenient graph"));
static cl::opt<bool> countNames("names", cl::desc("print a histogram"));
static cl::opt<bool> showTypes("types", cl::desc("print each other type"));
static cl::opt<double> minimumTypes("min-types", cl::init(0),
                                    cl::desc("percentage of equal types"));
static cl::opt<double> minimum("min", cl::init(99.5),
                               cl::desc("percentage of ops that must agree"));

static std::string valueText(const OpGraph &graph, ValueId value) {
  if (value == ValueId::None)
    return "<?>";
  const ValueData &data = graph[value];
  return graph.str(data.name).str() + ":" + graph.str(data.type).str();
}

static void dumpGraph(const OpGraph &graph) {
  for (uint32_t i = 0; i < graph.numOps(); ++i) {
    OpId id = OpId(i);
    const OpData &op = graph[id];
    llvm::outs() << op.line << ":" << op.column << " ";
    llvm::outs().indent(2 * graph.depth(id)) << graph.name(id);
    if (op.symbol != NameId::Empty)
      llvm::outs() << " @" << graph.symbol(id);
    llvm::outs() << " (";
    for (ValueId operand : graph.operands(id))
      llvm::outs() << " " << valueText(graph, operand);
    llvm::outs() << " ) -> (";
    for (uint32_t r = 0; r < op.numResults; ++r)
      llvm::outs() << " " << valueText(graph, graph.result(id, r));
    llvm::outs() << " ) {";
    for (Attribute attr : graph.attrs(id))
      llvm::outs() << " " << graph.str(attr.name) << "=["
                   << graph.str(attr.value) << "]";
    llvm::outs() << " } " << graph.str(op.loc);
    for (BlockId successor : graph.successors(id))
      llvm::outs() << " ^" << int(uint32_t(successor));
    graph.forEachBlock(id, [&](BlockId block) {
      llvm::outs() << " [" << uint32_t(block) << graph.str(graph[block].label);
      for (uint32_t a = 0; a < graph[block].numArgs; ++a)
        llvm::outs() << " " << valueText(graph, graph.argument(block, a));
      llvm::outs() << "]";
    });
    llvm::outs() << "\n";
  }
}

namespace {
struct Totals {
  size_t sections = 0, unread = 0, failed = 0, ops = 0, wrong = 0;
  size_t results = 0, wrongTypes = 0; ///< Of paired ops.
};

/// Pairs the ops of two graphs by position and compares them.
struct Comparison {
  const OpGraph &mlir, &lenient;
  std::string where;
  Totals &totals;
  std::vector<OpId> partner = {}; ///< Of each mlir op.
  size_t wrong = 0;
  unsigned shown = 0;

  void note(OpId id, const llvm::Twine &what) {
    ++wrong;
    if (verbose && shown++ < 5)
      llvm::outs() << where << ":" << (id == OpId::None ? 0 : mlir[id].line)
                   << ": " << (id == OpId::None ? StringRef() : mlir.name(id))
                   << ": " << what << "\n";
  }
  llvm::SmallVector<OpId> opsOf(const OpGraph &graph, BlockId block) {
    llvm::SmallVector<OpId> list;
    graph.forEachOp(block, [&](OpId op) { list.push_back(op); });
    return list;
  }
  void pairBlocks(BlockId mlirBlock, BlockId lenientBlock) {
    auto left = opsOf(mlir, mlirBlock), right = opsOf(lenient, lenientBlock);
    size_t j = 0;
    for (size_t i = 0; i < left.size(); ++i) {
      // Skips ops that only one side has.
      size_t k = j;
      while (k < right.size() && k < j + 8 &&
             lenient.name(right[k]) != mlir.name(left[i]))
        ++k;
      if (k == right.size() || k == j + 8) {
        note(left[i], "missing in the lenient graph" +
                          (j < right.size()
                               ? ", which has " + lenient.name(right[j]).str()
                               : std::string()));
        wrong += mlir.subtreeSize(left[i]) - 1;
        continue;
      }
      for (; j < k; ++j)
        note(left[i], "only in the lenient graph: " + lenient.name(right[j]));
      ++j;
      pairOps(left[i], right[k]);
    }
    for (; j < right.size(); ++j)
      note(left.empty() ? OpId::None : left.back(),
           "only in the lenient graph: " + lenient.name(right[j]));
  }
  void pairOps(OpId mlirOp, OpId lenientOp) {
    partner[uint32_t(mlirOp)] = lenientOp;
    llvm::SmallVector<BlockId> left, right;
    mlir.forEachBlock(mlirOp, [&](BlockId block) { left.push_back(block); });
    lenient.forEachBlock(lenientOp,
                         [&](BlockId block) { right.push_back(block); });
    if (left.size() != right.size()) {
      note(mlirOp, llvm::Twine(right.size()) + " blocks instead of " +
                       llvm::Twine(left.size()));
      partner[uint32_t(mlirOp)] = OpId::None;
    }
    for (size_t i = 0; i < std::min(left.size(), right.size()); ++i)
      pairBlocks(left[i], right[i]);
    for (size_t i = right.size(); i < left.size(); ++i)
      wrong += opsOf(mlir, left[i]).size();
  }
  /// A value as text that does not depend on the graph's numbering.
  std::string definition(const OpGraph &graph, ValueId value, bool isMlir) {
    if (value == ValueId::None)
      return "none";
    const ValueData &data = graph[value];
    std::string at;
    OpId op = data.isBlockArg ? graph.parentOp(BlockId(data.owner))
                              : OpId(data.owner);
    unsigned block = 0, ordinal = 0;
    if (data.isBlockArg && op != OpId::None)
      graph.forEachBlock(op, [&](BlockId candidate) {
        ++ordinal;
        if (uint32_t(candidate) == data.owner)
          block = ordinal;
      });
    if (isMlir && op != OpId::None)
      op = partner[uint32_t(op)];
    return std::to_string(int(uint32_t(op))) + "/" + std::to_string(block) +
           "#" + std::to_string(data.index);
  }
  void compareTypes(OpId id, OpId other) {
    for (unsigned i = 0; i < mlir[id].numResults; ++i) {
      ++totals.results;
      StringRef left = mlir.type(mlir.result(id, i));
      StringRef right = lenient.type(lenient.result(other, i));
      if (left == right)
        continue;
      ++totals.wrongTypes;
      if (showTypes && shown++ < 20)
        llvm::outs() << where << ":" << mlir[id].line << ": " << mlir.name(id)
                     << ": type " << right << " instead of " << left << "\n";
    }
  }
  void compareOps() {
    for (uint32_t i = 0; i < mlir.numOps(); ++i) {
      OpId id = OpId(i), other = partner[i];
      if (other == OpId::None)
        continue; // Counted already.
      std::string left, right;
      for (ValueId value : mlir.operands(id))
        left += definition(mlir, value, true) + " ";
      for (ValueId value : lenient.operands(other))
        right += definition(lenient, value, false) + " ";
      if (left != right)
        note(id, "operands " + right + "instead of " + left);
      else if (mlir[id].numResults != lenient[other].numResults)
        note(id, "number of results");
      else if (mlir[id].numSuccessors != lenient[other].numSuccessors)
        note(id, "number of successors");
      else if (mlir[id].line && mlir[id].line != lenient[other].line)
        note(id, "line " + llvm::Twine(lenient[other].line));
      else if (mlir[id].line && mlir[id].column != lenient[other].column)
        note(id, "column " + llvm::Twine(lenient[other].column) +
                     " instead of " + llvm::Twine(mlir[id].column));
      if (mlir[id].numResults == lenient[other].numResults)
        compareTypes(id, other);
    }
  }
};
} // namespace

static void compare(const OpGraph &mlir, const OpGraph &lenient,
                    std::string where, Totals &totals) {
  Comparison comparison{mlir, lenient, std::move(where), totals};
  comparison.partner.assign(mlir.numOps(), OpId::None);
  comparison.pairBlocks(BlockId::TopLevel, BlockId::TopLevel);
  comparison.compareOps();
  totals.ops += mlir.numOps();
  totals.wrong += std::min(comparison.wrong, mlir.numOps());
}

static std::string print(mlir::Operation *root, bool generic, bool locations) {
  mlir::OpPrintingFlags flags;
  if (generic)
    flags.printGenericOpForm();
  if (locations)
    flags.enableDebugInfo(true, false);
  flags.assumeVerified();
  std::string text;
  llvm::raw_string_ostream os(text);
  root->print(os, flags);
  os << "\n";
  return text;
}

/// One variant of a section: `text` with both readers.
static void compareText(StringRef text, StringRef path, unsigned firstLine,
                        StringRef variant,
                        const std::shared_ptr<mlir::MLIRContext> &context,
                        Totals &totals,
                        std::shared_ptr<MlirSnapshot> *snapshot = nullptr) {
  Interner names;
  ReaderInput input{text, path, firstLine};
  auto mlir = readWithMlir(input, names, context);
  if (!mlir) {
    llvm::consumeError(mlir.takeError());
    ++totals.unread;
    return;
  }
  if (snapshot)
    *snapshot = mlir->mlir;
  ++totals.sections;
  if (!mlir->graph.numOps())
    return;
  std::string where = (path + "[" + variant + "]").str();
  auto lenient = getLenientReader().read(input, names);
  if (!lenient) {
    llvm::outs() << where << ": " << llvm::toString(lenient.takeError())
                 << "\n";
    ++totals.failed;
    totals.ops += mlir->graph.numOps();
    totals.wrong += mlir->graph.numOps();
    return;
  }
  compare(mlir->graph, lenient->graph, where, totals);
}

static void compareFile(StringRef path, mlir::DialectRegistry &registry,
                        std::map<std::string, Totals> &totals) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return;
  StringRef rest = (*buffer)->getBuffer();
  unsigned line = 1;
  while (!rest.empty()) {
    size_t split = rest.find("\n// -----");
    StringRef section =
        rest.take_front(split == StringRef::npos ? rest.size() : split + 1);
    auto context = makeContext(registry);
    std::shared_ptr<MlirSnapshot> snapshot;
    compareText(section, path, line, "text", context, totals["text"],
                &snapshot);
    // MLIR's printer crashes on some invalid ops.
    mlir::ScopedDiagnosticHandler quiet(
        context.get(), [](mlir::Diagnostic &) { return mlir::success(); });
    if (snapshot && mlir::succeeded(mlir::verify(snapshot->root())))
      for (bool generic : {false, true})
        for (bool locations : {false, true}) {
          std::string variant = generic ? "generic" : "custom";
          if (locations)
            variant += "+loc";
          std::string text = print(snapshot->root(), generic, locations);
          compareText(text, path, 1, variant, context, totals[variant]);
        }
    line += unsigned(section.count('\n'));
    rest = rest.drop_front(section.size());
  }
}

/// What the lenient reader makes of files that MLIR may not read.
static int printNames(llvm::ArrayRef<std::string> files) {
  std::map<std::string, size_t> counts;
  size_t unread = 0, unbound = 0, operands = 0;
  for (const std::string &path : files) {
    auto buffer = llvm::MemoryBuffer::getFile(path);
    Interner names;
    auto output =
        getLenientReader().read({(*buffer)->getBuffer(), path, 1}, names);
    if (!output) {
      llvm::outs() << llvm::toString(output.takeError()) << "\n";
      ++unread;
      continue;
    }
    for (uint32_t i = 0; i < output->graph.numOps(); ++i)
      ++counts[output->graph.name(OpId(i)).str()];
    operands += output->graph.operandPool.size();
    for (ValueId value : output->graph.operandPool)
      unbound += value == ValueId::None;
    if (verbose && llvm::is_contained(output->graph.operandPool, ValueId::None))
      for (uint32_t i = 0; i < output->graph.numOps(); ++i)
        if (llvm::is_contained(output->graph.operands(OpId(i)), ValueId::None))
          llvm::outs() << path << ":" << output->graph[OpId(i)].line
                       << ": unbound operand of " << output->graph.name(OpId(i))
                       << "\n";
  }
  for (const auto &[name, count] : counts)
    llvm::outs() << count << " " << name << "\n";
  llvm::outs() << files.size() << " files, " << unread << " not read, "
               << unbound << " of " << operands << " operands not bound\n";
  return 0;
}

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv, "compares the two readers\n");
  std::vector<std::string> files;
  for (const std::string &path : inputs) {
    if (!llvm::sys::fs::is_directory(path)) {
      files.push_back(path);
      continue;
    }
    std::error_code error;
    for (llvm::sys::fs::recursive_directory_iterator entry(path, error), last;
         entry != last && !error; entry.increment(error))
      // MLIR 22 itself crashes on some of its tests of invalid ops.
      if (llvm::sys::path::extension(entry->path()) == ".mlir" &&
          !llvm::sys::path::filename(entry->path()).contains("invalid"))
        files.push_back(entry->path());
  }
  llvm::sort(files);
  if (countNames)
    return printNames(files);
  if (dump) {
    unsigned unread = 0;
    for (const std::string &path : files) {
      auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path);
      Interner names;
      auto output =
          getLenientReader().read({(*buffer)->getBuffer(), path, 1}, names);
      if (!output) {
        llvm::outs() << llvm::toString(output.takeError()) << "\n";
        ++unread;
        continue;
      }
      llvm::outs() << path << ": bytes " << output->begin << " to "
                   << output->end << "\n";
      dumpGraph(output->graph);
    }
    return unread != 0;
  }
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  std::map<std::string, Totals> totals;
  for (const std::string &path : files)
    compareFile(path, registry, totals);
  Totals sum;
  for (const auto &[variant, part] : totals) {
    llvm::outs() << llvm::format(
        "%-12s %6zu sections, %5zu not read by MLIR, %4zu by lenient, %8zu "
        "ops, %6zu differ, %.3f %% agree; of %zu types %zu differ\n",
        variant.c_str(), part.sections, part.unread, part.failed, part.ops,
        part.wrong, part.ops ? 100.0 - 100.0 * part.wrong / part.ops : 0.0,
        part.results, part.wrongTypes);
    sum.results += part.results;
    sum.wrongTypes += part.wrongTypes;
    sum.ops += part.ops;
    sum.wrong += part.wrong;
  }
  double agree = sum.ops ? 100.0 - 100.0 * double(sum.wrong) / sum.ops : 0.0;
  llvm::outs() << llvm::format("agreement: %.3f %% of %zu ops\n", agree,
                               sum.ops);
  double types =
      sum.results ? 100.0 - 100.0 * double(sum.wrongTypes) / sum.results : 0.0;
  llvm::outs() << llvm::format("types: %.3f %% of %zu results\n", types,
                               sum.results);
  return agree >= minimum && types >= minimumTypes ? 0 : 1;
}
