//===- PrintSample.cpp - Prints a report made by hand ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   print-sample NAME FORMAT [SHOW [WIDTH [colour]]]
//
// Shows the formats things that no small input shows.
//
//===----------------------------------------------------------------------===//

#include "Samples.h"
#include "passdelta/Report/Format.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace passdelta;

int main(int argc, char **argv) {
  llvm::SmallVector<StringRef> args(argv + 1, argv + argc);
  if (args.size() < 2)
    return 2;
  args.resize(5);
  auto sample = llvm::find_if(
      getSamples(), [&](const Sample &each) { return each.name == args[0]; });
  auto format = llvm::find_if(
      getFormats(), [&](const Format &each) { return each.name == args[1]; });
  if (sample == getSamples().end() || format == getFormats().end())
    return 2;
  FormatOptions options;
  options.show = parseShow(args[2]).value_or(Show::Default);
  if (!args[3].empty())
    args[3].getAsInteger(10, options.width);
  options.colour = args[4] == "colour";
  format->print(sample->make(), options, llvm::outs());
  return 0;
}
