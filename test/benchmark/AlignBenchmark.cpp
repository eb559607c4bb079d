//===- AlignBenchmark.cpp - Time of the aligner, as a ratio ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   align-benchmark BEFORE AFTER [BEFORE AFTER ...]
//
// Prints, for each pair of files, the time that MLIR needs to parse BEFORE
// (which may use arith, func, memref, scf, and other ops in generic form), that
// the lenient reader needs for it, and that align() needs for the pair; all CPU
// time of one thread in one process, so the ratios do not depend on what else
// the machine does.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Parser/Parser.h"
#include "passdelta/Align/Align.h"
#include "passdelta/Reader/MlirReader.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <ctime>

using namespace passdelta;

static double seconds() { return double(std::clock()) / CLOCKS_PER_SEC; }

static double timeOfMlir(StringRef path,
                         const mlir::DialectRegistry &registry) {
  auto context = makeContext(registry);
  mlir::Block block;
  mlir::ParserConfig config(context.get(), /*verifyAfterParse=*/false);
  double start = seconds();
  if (mlir::failed(mlir::parseSourceFile(path, &block, config)))
    llvm::report_fatal_error("MLIR cannot parse the file");
  return seconds() - start;
}

static OpGraph read(StringRef path, Interner &names) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    llvm::report_fatal_error("no such file");
  auto output =
      getLenientReader().read({(*buffer)->getBuffer(), path, 1}, names);
  if (!output)
    llvm::report_fatal_error(output.takeError());
  return std::move(output->graph);
}

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  registry.insert<mlir::arith::ArithDialect, mlir::func::FuncDialect,
                  mlir::memref::MemRefDialect, mlir::scf::SCFDialect>();
  llvm::outs() << "      ops   mlir s  read s  align s  align/mlir\n";
  for (int i = 1; i + 1 < argc; i += 2) {
    double mlir = timeOfMlir(argv[i], registry);
    Interner names;
    double start = seconds();
    OpGraph before = read(argv[i], names);
    double reading = seconds() - start;
    OpGraph after = read(argv[i + 1], names);
    start = seconds();
    Alignment alignment = align(before, after);
    double aligning = seconds() - start;
    llvm::outs() << llvm::format("%9zu %8.3f %7.3f %8.3f %11.2f\n",
                                 before.numOps(), mlir, reading, aligning,
                                 aligning / mlir);
  }
  return 0;
}
