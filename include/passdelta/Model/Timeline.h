//===- Timeline.h - All pass runs of an input, in order ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a source delivers: where each snapshot's text (or graph) is, and which
// snapshots are the before and after state of which pass run. A source does
// not read IR; it knows banners, files and runs.
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_MODEL_TIMELINE_H
#define PASSDELTA_MODEL_TIMELINE_H

#include "passdelta/Model/LineMap.h"
#include "passdelta/Model/OpGraph.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace passdelta {

/// MLIR operations behind a snapshot; defined by the MLIR reader, opaque to
/// everybody but the MLIR-backed reasons.
class MlirSnapshot;

enum class SnapshotId : uint32_t { None = ~0u };

/// Text of an input that is no IR; lines of the input itself.
struct SkippedText {
  unsigned input = 0;
  unsigned firstLine = 0;
  unsigned numLines = 0;
  std::string what; ///< "diagnostic", "other text", ...
};

/// A kind of dressing that was taken off an input before it was read.
struct Undone {
  std::string what;   ///< "timestamps", "Markdown fences", ...
  unsigned lines = 0; ///< That were dressed so.
};

/// One input of the tool: a file, stdin, or the input of a run.
struct Input {
  std::string path; ///< As given; "<stdin>" for standard input.
  /// Name of the source that read it: "log", "pair", "run", "tree", ...
  std::string source;
  /// What a reader calls it: the end of the path that no other input has.
  /// Empty: the last part of the path will do.
  std::string name = {};
  /// What was taken off before it was read, in that order.
  std::vector<Undone> undone = {};
  /// From lines of the clean text, which snapshots count, to those of the
  /// input; null: they are the same.
  std::shared_ptr<const LineMap> lines = nullptr;

  /// The place of a line of the clean text.
  LinePlace place(unsigned line, unsigned column = 0) const {
    return lines ? lines->place(line, column) : LinePlace{line, column};
  }
  /// Gives a text found in the clean text the lines of the input.
  void place(SkippedText &text) const;
};

/// Dumps that belong together: one compilation, one kernel, one log. Only a
/// source that reads many at once makes any.
struct TimelineGroup {
  std::string name;   ///< "add_kernel", "a.log".
  std::string source; ///< As Input::source.
  std::string folder; ///< Where it is, from what was given; may be empty.
  /// Its pass runs have one side each, chain() finds the other.
  bool needsChain = false;
};

/// Files of a folder that were not read.
struct SkippedFiles {
  std::string kind;   ///< ".ptx", "HLO text", "without suffix".
  std::string reason; ///< Why, a clause; empty: it is no kind of dump.
  std::string first;  ///< Path of the first one, from what was given.
  unsigned count = 0;
};

/// The IR of one op at one moment.
struct Snapshot {
  unsigned input = 0;  ///< Index into Timeline::inputs.
  uint64_t offset = 0; ///< Byte range of its text in the input ...
  uint64_t size = 0;   ///< ... without the banner; 0 where it has no text.
  /// Line of its first byte in the clean text of the input, from 1; see
  /// Input::lines.
  unsigned line = 0;
  uint64_t textHash = 0; ///< hashBytes of the text; equal texts are read once.
  bool isDump = false;   ///< A compiler printed it, below a banner.
  /// Set by a source that has no text (a run in process).
  std::shared_ptr<const OpGraph> graph;
  std::shared_ptr<MlirSnapshot> mlir;
};

/// An op named from outside in: "builtin.module" / "func.func @f". Each step is
/// op name, symbol, and ordinal among the siblings of equal name and symbol.
struct OpKey {
  std::string op;
  std::string symbol; ///< Without `@`; empty for an unnamed op.
  unsigned ordinal = 0;
  friend bool operator==(const OpKey &, const OpKey &) = default;
};

/// What is known of the IR of one op at one moment: an op of a snapshot, with
/// later snapshots of ops inside it.
struct IRState {
  SnapshotId snapshot = SnapshotId::None;
  /// Steps from the top level of the snapshot to the op; empty: all of it.
  std::vector<OpKey> path;
  /// Ops inside that were dumped later than `snapshot`; each replaces the op at
  /// its path (relative to this state's op).
  struct Newer {
    std::vector<OpKey> path;
    SnapshotId snapshot;
  };
  std::vector<Newer> newer;
};

enum class PassRunId : uint32_t { None = ~0u };

enum class PassStatus {
  Changed,
  Unchanged,  ///< Also: only locations, names or the order of independent ops.
  Failed,     ///< The pass signalled failure.
  Unread,     ///< A snapshot could not be read.
  Incomplete, ///< One side is not in the dump.
};
StringRef toString(PassStatus status);

/// One execution of one pass on one op.
struct PassRun {
  PassRunId id = PassRunId::None;
  std::string pass;    ///< Argument ("cse"); the name where it is not known.
  std::string name;    ///< Class or display name ("CSE"); may be empty.
  std::string options; ///< "tile-size=8"; empty where unknown or none.
  /// Those of `options` that are not at their default, where that is known;
  /// else all of them.
  std::string setOptions;
  std::string anchor; ///< Name of the op it ran on ("func.func").
  std::string symbol; ///< Its symbol without `@`, or empty.
  std::optional<IRState> before, after;
  bool failed = false;
  /// A part of a pass run that was dumped on its own; `name` is the part, and
  /// `pass` who printed it and the part.
  bool isStep = false;
  /// Why a side is missing, for status Incomplete; a clause for the report.
  std::string note;
  /// Where the banner of the run is: line in `input`; 0 where there is none.
  unsigned input = 0;
  unsigned line = 0;
  unsigned group = 0; ///< Index into Timeline::groups, if there are any.
  /// Dumps of its op are known to be missing: what was known of the op before
  /// (or will be after) is not its state before (or after) this run.
  bool gapBefore = false, gapAfter = false;
};

/// A pipeline that an input names (`--dump-pass-pipeline`).
struct DumpedPipeline {
  unsigned input = 0;
  unsigned line = 0, numLines = 0;
  std::string text; ///< `builtin.module(...)`, with all options, on one line.
  /// Its passes that no banner names, in its order, each once: they changed
  /// nothing and only changes are dumped, or they did not run.
  std::vector<std::string> notDumped;
};

/// Everything a source found. Pass runs are in execution order as far as the
/// input tells it (per op always).
struct Timeline {
  /// The folder or file that all inputs are in; empty: the inputs are what was
  /// given.
  std::string origin;
  std::vector<Input> inputs;
  /// Pass runs of a group follow each other. Empty: all belong together.
  std::vector<TimelineGroup> groups;
  std::vector<Snapshot> snapshots;
  std::vector<PassRun> passRuns;
  std::vector<SkippedText> skipped;
  std::vector<DumpedPipeline> pipelines;
  std::vector<SkippedFiles> skippedFiles;
  /// Complaints that do not stop the analysis, each a full sentence with its
  /// place: "a.log:17: banner without IR".
  std::vector<std::string> warnings;

  const Snapshot &operator[](SnapshotId id) const {
    return snapshots[uint32_t(id)];
  }
};

} // namespace passdelta

#endif // PASSDELTA_MODEL_TIMELINE_H
