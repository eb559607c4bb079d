//===- Finding.h - Changes, missed candidates and their reasons -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Change is what a recognizer says, MissedCandidate what an audit says; both in
// op ids. Finding is either of them as it is reported: in places of files, free
// of graphs, so that a report outlives the graphs it was made from.
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_MODEL_FINDING_H
#define PASSDELTA_MODEL_FINDING_H

#include "passdelta/Model/Timeline.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/JSON.h"

namespace passdelta {

/// The name of a transformation; the same for changes and missed candidates.
enum class Kind : uint8_t {
  Fused,
  Distributed,
  Tiled,
  Peeled,
  Padded,
  Unrolled,
  Jammed,
  Interchanged,
  Coalesced,
  SplitReduction,
  Vectorized,
  Hoisted,
  Sunk,
  Parallelized,
  Mapped,
  Outlined,
  Inlined,
  Packed,
  Layout,
  Quantized,
  Bufferized,
  Copied,
  Allocated,
  Promoted,
  Lowered,
  Raised,
  Folded,
  Simplified,
  Deduplicated,
  Erased,
  Specialized,
  Generalized,
  Normalized,
  Annotated,
  Pipelined,
  Modified, ///< From here on: what no recognizer names.
  Moved,
  Created,
  Unread, ///< A snapshot could not be read (outcome failure).
};
/// "fused", "split-reduction", ... as in the report.
StringRef toString(Kind kind);
std::optional<Kind> parseKind(StringRef text);

/// LLVM's remark words.
enum class Outcome : uint8_t { Passed, Missed, Analysis, Failure };
StringRef toString(Outcome outcome);

/// How a reason is known, best first.
enum class Basis : uint8_t {
  Proved,   ///< An MLIR precondition or pattern says so.
  Reported, ///< A remark or diagnostic of the compiler, or a reader, says so.
  Inferred, ///< The structure suggests it.
};
StringRef toString(Basis basis);

/// One named thing that a pass did, in op ids of the two graphs.
struct Change {
  Kind kind;
  llvm::SmallVector<OpId, 2> before; ///< Main op first.
  llvm::SmallVector<OpId, 2> after;  ///< Main op first.
  /// The parameters in words, to stand after the ops: "by [8, 8], loop order
  /// m, n". May be empty.
  std::string text;
  /// The same for machines; documented per kind in docs/changes.md.
  llvm::json::Object details;
  float confidence = 1;
};

/// Why a candidate was left alone, in op ids of the before graph.
struct ReasonInGraph {
  std::string code; ///< An entry of docs/reasons.md.
  Basis basis = Basis::Inferred;
  std::string text;                    ///< A clause, without final stop.
  llvm::SmallVector<OpId, 2> evidence; ///< Ops of the before graph.
};

/// A candidate that the pass left alone or only half did.
struct MissedCandidate {
  Kind kind;
  Outcome outcome = Outcome::Missed; ///< Or Analysis: done, but not as meant.
  llvm::SmallVector<OpId, 2> before;
  llvm::SmallVector<OpId, 2> after; ///< Its images, where it has any.
  std::string text;
  llvm::json::Object details;
  /// All reasons that hold, best first; never empty (code "unknown").
  std::vector<ReasonInGraph> reasons;
  /// A twin that was transformed: its before ops, and what differs.
  llvm::SmallVector<OpId, 2> contrast;
  std::string contrastText;
  float confidence = 1;
};

/// An op as a report names it.
struct OpRef {
  std::string op;      ///< "linalg.generic"
  std::string results; ///< "%5", "%5:2", or empty.
  unsigned input = 0;  ///< Index into the inputs.
  unsigned line = 0;   ///< In that input; 0 unknown.
  unsigned column = 0;
  std::string loc; ///< The user's location, "model.py:12:3", or empty.
};

struct Reason {
  std::string code;
  Basis basis = Basis::Inferred;
  std::string text;
  std::vector<OpRef> evidence;
};

/// A change, a missed candidate or a suspicious effect, as it is reported.
struct Finding {
  Outcome outcome = Outcome::Passed;
  Kind kind = Kind::Modified;
  PassRunId passRun = PassRunId::None;
  std::string function; ///< "@f", or empty.
  std::vector<OpRef> before, after;
  std::string text;
  /// The details as the text of a JSON object, keys in order; empty for none. A
  /// json::Object takes 4 KB, and a long log has a hundred thousand findings.
  std::string details;
  float confidence = 1;
  unsigned count = 1; ///< How many equal plain findings it stands for.
  /// Where the others of `count` are: first before (or after) op of each.
  std::vector<OpRef> repeats;
  std::vector<Reason> reasons; ///< Best first; empty for what passed.
  std::vector<OpRef> contrast;
  std::string contrastText;
};

} // namespace passdelta

#endif // PASSDELTA_MODEL_FINDING_H
