//===- Findings.h - Op ids become places in files ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Findings are made once for a pair of texts and used wherever the pair occurs.
// Until they are placed, OpRef::input is an index into the parts of the state
// and OpRef::line counts from the start of that part's snapshot.
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_LIB_DRIVER_FINDINGS_H
#define PASSDELTA_LIB_DRIVER_FINDINGS_H

#include "GraphStore.h"
#include "passdelta/Model/Finding.h"

namespace passdelta {

/// The unplaced findings of changes and missed candidates, equal ones joined,
/// in the order of a report.
std::vector<Finding> makeFindings(const StateGraph &before,
                                  const StateGraph &after,
                                  std::vector<Change> changes,
                                  std::vector<MissedCandidate> missed);

/// Places a finding in the inputs of `timeline`.
void placeFinding(Finding &finding, const StateGraph &before,
                  const StateGraph &after, const Timeline &timeline);

/// The place in its input of a place in a snapshot, whose lines count from its
/// start.
LinePlace placeIn(const Timeline &timeline, const Snapshot &snapshot,
                  unsigned line, unsigned column = 0);

/// The finding that a snapshot cannot be read.
Finding makeUnreadFinding(SnapshotId id, const ReadFailure &failure,
                          const Timeline &timeline, PassRunId run);

/// "model.py:12:3" out of `loc("model.py":12:3)` and other kinds of locations;
/// "" where there is no file in it.
std::string shortLocation(StringRef loc);

} // namespace passdelta

#endif // PASSDELTA_LIB_DRIVER_FINDINGS_H
