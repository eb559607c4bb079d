//===- PrintOpFacts.cpp - Prints what MLIR says about its ops -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One line an op: name, the roles that hold, the roles that are
// decided (bits of Role). For people who bring dialects/*.yaml up to a newer
// MLIR; CatalogueTest.cpp names what is wrong.
//
//===----------------------------------------------------------------------===//

#include "OpFacts.h"
#include "llvm/Support/raw_ostream.h"

using namespace passdelta;

int main() {
  for (const OpFacts &facts : collectOpFacts())
    llvm::outs() << facts.name << '\t' << facts.has << '\t' << facts.decided
                 << '\n';
}
