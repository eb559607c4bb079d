//===- Samples.h - Reports made by hand -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_TEST_REPORT_SAMPLES_H
#define PASSDELTA_TEST_REPORT_SAMPLES_H

#include "passdelta/Model/Report.h"

namespace passdelta {

/// One report for each thing a format has to cope with.
struct Sample {
  StringRef name;
  Report (*make)();
};
ArrayRef<Sample> getSamples();

} // namespace passdelta

#endif // PASSDELTA_TEST_REPORT_SAMPLES_H
