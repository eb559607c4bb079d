//===- Report.h - What the formats print ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_MODEL_REPORT_H
#define PASSDELTA_MODEL_REPORT_H

#include "passdelta/Model/Finding.h"

namespace passdelta {

/// One pass run as it is reported.
struct PassRunReport {
  PassRunId id = PassRunId::None;
  std::string pass, name, options, setOptions, anchor; ///< As of the PassRun.
  std::string symbol;                                  ///< "@f", or empty.
  bool isStep = false;                                 ///< As of the PassRun.
  PassStatus status = PassStatus::Unchanged;
  std::string note;   ///< For Unchanged-but-renumbered, Incomplete, Failed.
  std::string reader; ///< "lenient", "mlir", "run".
  unsigned group = 0; ///< As of the PassRun.
  unsigned input = 0; ///< Of the place before, or the only one.
  unsigned afterInput = 0; ///< Of the place after.
  unsigned beforeLine = 0; ///< 0: not in the dump.
  unsigned afterLine = 0;
  unsigned opsBefore = 0, opsAfter = 0;
  unsigned opsChanged = 0; ///< Before or after ops that are not just kept.
  /// Of these, only created, erased, modified or moved; no named change.
  unsigned opsPlain = 0;
  unsigned opsUnexplained = 0; ///< Of opsChanged, in no finding.
};

struct ReportSummary {
  unsigned passRuns = 0, changed = 0, unchanged = 0, failed = 0, unread = 0,
           incomplete = 0;
  unsigned passed = 0, missed = 0, analysis = 0, failures = 0;
  unsigned unexplainedOps = 0;
  unsigned steps = 0; ///< Not among the pass runs.
  unsigned snapshots = 0, snapshotsRead = 0;
};

/// Everything that is reported of one timeline. Findings are ordered by pass
/// run, then missed before passed, then by importance of the kind, then by
/// line.
struct Report {
  std::string origin; ///< As of the Timeline.
  std::vector<Input> inputs;
  std::vector<TimelineGroup> groups;
  std::vector<PassRunReport> passRuns;
  std::vector<Finding> findings;
  std::vector<SkippedText> skipped;
  std::vector<DumpedPipeline> pipelines;
  std::vector<SkippedFiles> skippedFiles;
  std::vector<std::string> warnings;
  ReportSummary summary;
};

} // namespace passdelta

#endif // PASSDELTA_MODEL_REPORT_H
