//===- FormatList.h - The formats, one file each ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_REPORT_FORMATLIST_H
#define PASSDELTA_REPORT_FORMATLIST_H

#include "passdelta/Report/Format.h"

namespace passdelta {

void printText(const Report &report, const FormatOptions &options,
               llvm::raw_ostream &os);
void printJson(const Report &report, const FormatOptions &options,
               llvm::raw_ostream &os);
void printJsonl(const Report &report, const FormatOptions &options,
                llvm::raw_ostream &os);

} // namespace passdelta

#endif // PASSDELTA_REPORT_FORMATLIST_H
