//===- GraphStore.h - Graphs of snapshots, read once ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Half of the dumps of a real log are equal to an earlier one. Graphs are kept
// by the hash of their text, the latest used up to a budget of bytes. Ops count
// lines from the start of their snapshot, so that a graph serves all of its
// occurrences.
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_LIB_DRIVER_GRAPHSTORE_H
#define PASSDELTA_LIB_DRIVER_GRAPHSTORE_H

#include "Splice.h"
#include "passdelta/Driver/Driver.h"
#include "passdelta/Reader/Reader.h"
#include "passdelta/Source/Chain.h"
#include <list>
#include <unordered_map>

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace passdelta {

/// Why a snapshot cannot be read; line 0 is unknown.
struct ReadFailure {
  unsigned line = 0, column = 0;
  std::string reason;
};

/// The graph of a state, and the snapshot each op of it is from.
struct StateGraph {
  std::shared_ptr<OpGraph> graph; ///< Null: could not be read.
  struct Part {
    OpId begin;
    SnapshotId snapshot;
  };
  llvm::SmallVector<Part, 1> parts;
  /// Equal keys: equal contents (lines may be shifted).
  uint64_t key = 0;
  /// Where the state's first op is: line from the start of its snapshot.
  unsigned firstLine = 1;
  /// Set where `graph` is null.
  SnapshotId unread = SnapshotId::None;
  std::string missing; ///< "the op is not in the dump" and the like.

  /// The snapshot that op `id` is from.
  SnapshotId snapshotOf(OpId id) const;
};

class GraphStore {
public:
  /// What is known of one text.
  struct Entry {
    std::shared_ptr<OpGraph> graph; ///< Null: evicted, or failed.
    std::optional<ReadFailure> failure;
    KnownOutline outline;
    StringRef reader; ///< Name of the reader that could read it.
    /// Range of the text that is IR.
    size_t begin = 0, end = 0;
    /// What the rest is, in lines from the start.
    std::vector<SkippedText> otherText;
    /// Of the graph without locations and SSA names; 0: not computed.
    uint64_t structure = 0;
    std::list<uint64_t>::iterator use; ///< Valid while graph is set.
  };

  GraphStore(const SourceResult &source, const mlir::DialectRegistry &registry,
             Interner &names, const AnalysisOptions &options);

  /// The entry of a snapshot; its graph is read if it is not there.
  Entry &load(SnapshotId id);
  /// The same without the graph, if it was there before.
  const Entry &know(SnapshotId id);

  /// Why a snapshot cannot be read, with lines of its input (those in
  /// Entry::failure count from the start of the text that was read first).
  ReadFailure explain(SnapshotId id);

  /// \param bodyOnly What is in the (single) top-level module instead of it.
  StateGraph materialize(const IRState &state, bool bodyOnly = false);

  /// The context of the MLIR reader and of proofs; made when first asked for.
  std::shared_ptr<mlir::MLIRContext> context();

  /// Runs what asks MLIR: its parser, printer or predicates. False if that
  /// crashed, which they do on some invalid ops. Then the context is in no
  /// known state, and every further question is refused.
  bool askMlir(llvm::function_ref<void()> question);
  /// The MLIR reader behind that guard.
  llvm::Expected<ReaderOutput> readMlir(const ReaderInput &text);
  bool isMlirBroken() const { return mlirBroken; }

  const SourceResult &source() const { return input; }
  Interner &interner() const { return names; }

private:
  uint64_t hashOf(SnapshotId id) const;
  void read(const Snapshot &snapshot, Entry &entry);
  bool isHandWritten(const Snapshot &snapshot) const;
  void normalise(const ReaderInput &text, OpGraph &graph);
  void finishRead(const Snapshot &snapshot, StringRef text, Entry &entry);
  void evict();
  bool addNewer(Splicer &splicer, SourceOp root, const IRState &state,
                std::vector<std::shared_ptr<OpGraph>> &held,
                StateGraph &result);

  const SourceResult &input;
  const mlir::DialectRegistry &registry;
  Interner &names;
  const AnalysisOptions &options;
  std::unordered_map<uint64_t, Entry> entries;
  std::list<uint64_t> recent; ///< Latest used first.
  size_t bytesHeld = 0;
  std::shared_ptr<mlir::MLIRContext> mlirContext;
  bool mlirBroken = false;
};

} // namespace passdelta

#endif // PASSDELTA_LIB_DRIVER_GRAPHSTORE_H
