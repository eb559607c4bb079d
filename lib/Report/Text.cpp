//===- Text.cpp - The report for a reader ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatList.h"
#include "llvm/Support/raw_ostream.h"

using namespace passdelta;

static void printRefs(ArrayRef<OpRef> refs, llvm::raw_ostream &os) {
  llvm::interleaveComma(refs, os, [&](const OpRef &ref) {
    os << ref.op;
    if (!ref.results.empty())
      os << ' ' << ref.results;
    os << " (" << ref.line << ')';
  });
}

void passdelta::printText(const Report &report, const FormatOptions &options,
                          llvm::raw_ostream &os) {
  auto finding = report.findings.begin();
  for (const PassRunReport &run : report.passRuns) {
    bool printed = false;
    for (; finding != report.findings.end() && finding->passRun == run.id;
         ++finding) {
      if (!printed)
        os << "pass " << uint32_t(run.id) << "  " << run.pass << "  on "
           << run.anchor << ' ' << run.symbol << '\n';
      printed = true;
      os << "  " << toString(finding->outcome) << ' ' << toString(finding->kind)
         << ' ';
      printRefs(finding->before, os);
      os << " -> ";
      printRefs(finding->after, os);
      os << ' ' << finding->text << '\n';
      for (const Reason &reason : finding->reasons)
        os << "    reason: " << reason.text << " [" << reason.code << ", "
           << toString(reason.basis) << "]\n";
    }
  }
  os << "summary: " << report.summary.passRuns << " pass runs\n";
}
