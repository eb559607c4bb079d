//===- Source.h - Where snapshots come from ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_SOURCE_SOURCE_H
#define PASSDELTA_SOURCE_SOURCE_H

#include "passdelta/Model/Timeline.h"
#include "passdelta/Support/Error.h"
#include <functional>

namespace passdelta {

class InputFile;

/// What a source delivers.
struct SourceResult {
  Timeline timeline;
  /// The text of a snapshot, read when asked for: the inputs as a whole are
  /// never in memory. Empty for a snapshot without text. Fails when the file
  /// changed or vanished since.
  std::function<llvm::Expected<std::string>(const Snapshot &)> text;
  /// False: each pass run is one dump, with only `before` or only `after` set;
  /// chain() finds the other sides.
  bool chained = true;
  /// `--initial=`: the state before the first pass run, for chain().
  SnapshotId initial = SnapshotId::None;
  /// `--final=`: the state after the last one.
  SnapshotId last = SnapshotId::None;
};

/// What the user said about the input.
struct SourceRequest {
  std::vector<std::string> paths; ///< "-" is stdin.
  std::string kind;    ///< `--input=`: name of a source; empty: sniff.
  std::string pass;    ///< `--pass=`: what ran between two files.
  std::string initial; ///< `--initial=`: the state before the first pass.
  std::string last;    ///< `--final=`: the state after the last pass.
  /// The first path, where it was opened already to see what it is: standard
  /// input can be opened once only.
  std::shared_ptr<InputFile> first = nullptr;
};

/// One kind of input.
struct Source {
  StringRef name; ///< Value of `--input=`.
  /// One line for `--list-sources`.
  StringRef summary;
  llvm::Expected<SourceResult> (*read)(const SourceRequest &request);
};

ArrayRef<Source> getSources();

/// Chooses the source by `request.kind` or by what the inputs are, and reads.
/// Errors name the path: does not exist, is empty, is a directory, is binary,
/// holds neither IR nor a banner.
llvm::Expected<SourceResult> readSource(const SourceRequest &request);

} // namespace passdelta

#endif // PASSDELTA_SOURCE_SOURCE_H
