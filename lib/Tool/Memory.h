//===- Memory.h - The pages of the process ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_LIB_TOOL_MEMORY_H
#define PASSDELTA_LIB_TOOL_MEMORY_H

namespace passdelta {

/// Gives back the pages of program text and constants that only loading and
/// registration needed: 80 MB of libLLVM and libMLIR, of which reading a dump
/// uses a tenth. They are clean and come back from the page cache when they are
/// touched. Does nothing where the system has no such call.
void releaseStartupPages();

} // namespace passdelta

#endif // PASSDELTA_LIB_TOOL_MEMORY_H
