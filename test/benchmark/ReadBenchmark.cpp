//===- ReadBenchmark.cpp - How fast the two readers are -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   read-benchmark [FILE]      without one, on text made here (1e6 ops)
//
// Prints one line a reader and the ratio. Both run in this process on the same
// bytes; each number is the processor time of the best of five runs (of two for
// MLIR). The lenient reader's time has the interning in it, "mlir" is the
// parser alone, "verified" what mlir-opt times as its parser: the verifier is
// in it.
//
//===----------------------------------------------------------------------===//

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Block.h"
#include "mlir/InitAllDialects.h"
#include "passdelta/Reader/MlirReader.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include <ctime>

using namespace passdelta;

/// Functions with loops, loads and arithmetic, about 42 bytes an op.
static std::string makeText(unsigned functions) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (unsigned f = 0; f < functions; ++f) {
    os << "func.func @f" << f << "(%m: memref<64x64xf32>, %n: index) {\n"
       << "  %c0 = arith.constant 0 : index\n"
       << "  %c1 = arith.constant 1 : index\n";
    unsigned next = 0;
    for (unsigned loop = 0; loop < 8; ++loop) {
      unsigned iv = next++;
      os << "  scf.for %" << iv << " = %c0 to %n step %c1 {\n";
      for (unsigned i = 0; i < 8; ++i, next += 3)
        os << "    %" << next << " = memref.load %m[%" << iv
           << ", %c0] : memref<64x64xf32>\n    %" << next + 1
           << " = arith.mulf %" << next << ", %" << next << " : f32\n    %"
           << next + 2 << " = arith.addf %" << next + 1 << ", %" << next
           << " : f32\n    memref.store %" << next + 2 << ", %m[%" << iv
           << ", %c1] : memref<64x64xf32>\n";
      os << "  }\n";
    }
    os << "  return\n}\n";
  }
  return text;
}

template <typename Run>
static double bestOf(unsigned times, Run run) {
  double best = 1e9;
  for (unsigned i = 0; i < times; ++i) {
    std::clock_t start = std::clock();
    run();
    best = std::min(best, double(std::clock() - start) / CLOCKS_PER_SEC);
  }
  return best;
}

int main(int argc, char **argv) {
  std::string text;
  if (argc > 1) {
    auto buffer = llvm::MemoryBuffer::getFile(argv[1]);
    if (!buffer) {
      llvm::errs() << argv[1] << ": " << buffer.getError().message() << "\n";
      return 2;
    }
    text = (*buffer)->getBuffer().str();
  } else {
    text = makeText(3700);
  }

  size_t ops = 0, bytes = 0, strings = 0;
  double lenient = bestOf(5, [&] {
    Interner names;
    auto output = getLenientReader().read({text, "text", 1}, names);
    if (!output)
      llvm::report_fatal_error(output.takeError());
    ops = output->graph.numOps();
    bytes = output->graph.memoryUsage();
    strings = names.size();
  });

  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  auto context = makeContext(registry);
  auto parse = [&](bool verify) {
    mlir::Block block;
    mlir::ParserConfig config(context.get(), verify);
    auto buffer = llvm::MemoryBuffer::getMemBufferCopy(text, "text");
    auto sources = std::make_shared<llvm::SourceMgr>();
    sources->AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
    if (mlir::failed(mlir::parseAsmSourceFile(*sources, &block, config)))
      llvm::report_fatal_error("MLIR does not read it");
  };
  double mlirTime = bestOf(2, [&] { parse(/*verify=*/false); });
  double verifiedTime = bestOf(2, [&] { parse(/*verify=*/true); });

  auto line = [&](const char *name, double seconds) {
    llvm::outs() << llvm::format("%-8s %7.3f s %8.1f MB/s %7.2f M ops/s\n",
                                 name, seconds, text.size() / seconds / 1e6,
                                 ops / seconds / 1e6);
  };
  line("lenient", lenient);
  line("mlir", mlirTime);
  line("verified", verifiedTime);
  llvm::outs() << llvm::format("ratio    %7.1f, verified %.1f   %zu ops, %.1f "
                               "MB of graph, %zu strings\n",
                               mlirTime / lenient, verifiedTime / lenient, ops,
                               bytes / 1e6, strings);
  return 0;
}
