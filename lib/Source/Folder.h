//===- Folder.h - Dumps that are many files ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 1. FolderList finds all files, and looks at how each begins.
// 2. Each FolderKind, in turn, takes the files that it knows by their names and
//    contents, and makes groups of pass runs of them.
// 3. What is left is a log, or is counted as skipped.
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_LIB_SOURCE_FOLDER_H
#define PASSDELTA_LIB_SOURCE_FOLDER_H

#include "TextStore.h"
#include "passdelta/Source/Banner.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace passdelta {

/// A file somewhere in a folder.
struct FolderFile {
  std::string path;     ///< As it is opened.
  std::string relative; ///< From the folder that was given.
  /// Why it cannot be read ("is empty", "is a binary file", ...); empty: it
  /// can.
  std::string trouble;
  /// What its first lines are.
  bool isIR = false;
  bool isTrace = false;   ///< A line of a tritonparse trace.
  bool hasBanner = false; ///< The first line is one of an MLIR pass.
  bool isBannerBefore = false;
  std::string bannerPass; ///< Its argument; empty where it has none.
  std::string firstOp;    ///< "hal.executable"; empty if it is not IR.
  /// A kind took it: it is in a group, or counted as skipped.
  bool isTaken = false;

  /// "0_1_cse.mlir", without the suffix of a packer.
  StringRef name() const;
  /// "a/b"; empty for the folder that was given.
  StringRef folder() const;
};

/// All files below `root`, in natural order of their paths ("2_a" is before
/// "10_a"). Links are followed; what was seen already by another way is not
/// seen twice. What is no regular file has a `trouble`. Folders that cannot be
/// read go to `warnings`, each a sentence with its path.
///
/// \cost One look at the first bytes of each file.
llvm::Expected<std::vector<FolderFile>>
listFolder(StringRef root, std::vector<std::string> &warnings);

/// Looks at the first bytes of `file`.
void inspect(FolderFile &file);

/// Makes a timeline of files. A file that cannot be read after all is counted
/// as skipped with the reason.
class FolderReader {
public:
  FolderReader(std::vector<FolderFile> files, Timeline &timeline,
               TextStore &texts)
      : files(std::move(files)), timeline(timeline), texts(texts) {}

  /// Files that no kind has taken and that can be read, in natural order.
  std::vector<FolderFile *> left();

  /// What is added from now on is of a new group; it comes to be with its first
  /// pass run.
  void beginGroup(StringRef name, StringRef source, StringRef folder,
                  bool needsChain);
  /// Adds the dumps of a file with banners; the file is taken if it has any.
  LogContents addLogFile(FolderFile &file);
  /// Adds a file that is one snapshot, and takes it; None if that fails.
  SnapshotId addSnapshotFile(FolderFile &file);
  /// Adds a text in a trace; `relative` is its path from the folder.
  SnapshotId addText(StringRef relative, StringRef text, TextPlace place);
  /// Adds the dump of one side of `pass`, for a group that needs chaining: by
  /// its banner if it has one. Returns the index of the (first) pass run; none
  /// if the file cannot be read.
  std::optional<size_t> addStep(FolderFile &file, StringRef pass,
                                bool isBefore);
  /// Makes one pass run of a before dump and the after dump that was added
  /// last.
  void mergeLast(size_t before, size_t after);
  PassRun &run(size_t index) { return timeline.passRuns[index]; }
  /// Adds a pass run of the group. One side may be None; `note` says why.
  void addRun(StringRef pass, SnapshotId before, SnapshotId after,
              StringRef note = "");
  void addWarning(const llvm::Twine &text);

  /// Counts a file as skipped, and takes it.
  void skip(FolderFile &file, StringRef kind, StringRef reason);
  void skip(StringRef relative, StringRef kind, StringRef reason);
  /// Counts all that is left as skipped.
  void skipRest();

private:
  unsigned openGroup();
  StringRef source() const;
  unsigned addFile(const FolderFile &file, const InputFile &opened);

  std::vector<FolderFile> files;
  Timeline &timeline;
  TextStore &texts;
  std::optional<TimelineGroup> pending;
};

/// What an error says, without the path in front.
std::string reasonOf(llvm::Error error);

/// The kind of a file by its name: ".ptx", "HLO text".
std::string kindOfFile(StringRef name);

/// A layout that a compiler gives its dumps in a folder.
struct FolderKind {
  StringRef name; ///< As Source::name.
  StringRef summary;
  /// Takes the files that it knows by names and contents. Cannot fail.
  void (*take)(FolderReader &reader);
};

/// All layouts, the most specific first, with "log" at the end.
ArrayRef<FolderKind> getFolderKinds();

// One file each.
void takeTree(FolderReader &reader);
void takeIreePhases(FolderReader &reader);
void takeIreeExecutables(FolderReader &reader);
void takeTriton(FolderReader &reader);
void takeXlaStages(FolderReader &reader);
void takeTraces(FolderReader &reader);
void takeBridge(FolderReader &reader);
void takeNumberedPasses(FolderReader &reader);
void takeLlvmIr(FolderReader &reader);

/// Why a snapshot without a partner is skipped.
inline constexpr StringRef aloneReason =
    "one snapshot, and its name does not tell what is before or after it";

/// A text with the name of the file that it would be.
struct NamedText {
  StringRef name, text;
};
/// Adds the stages of Triton among `texts` as one group for each kernel, and
/// counts the rest as skipped.
/// \param folder  What the report calls the place that the texts are in.
/// \param place   Where they are, without the name.
void addStageTexts(FolderReader &reader, ArrayRef<NamedText> texts,
                   StringRef source, StringRef folder, const TextPlace &place);

/// Adds the compilations of a tritonparse trace, one group each. A line that
/// does not parse goes to the warnings.
/// \param relative  Its name in the report.
void addTrace(FolderReader &reader, const InputFile &file, StringRef relative,
              const TextPlace &place);

/// Reads the folder `request.paths.front()`: all kinds, or that of
/// `request.kind`.
llvm::Expected<SourceResult> readFolder(const SourceRequest &request);
/// Reads a file that is a trace of tritonparse.
llvm::Expected<SourceResult> readTrace(const SourceRequest &request);
/// True if the first bytes of a file look like such a trace.
bool looksLikeTrace(StringRef head);

/// Takes the number that `text` starts with; none if it starts with no number
/// that fits.
std::optional<unsigned> takeNumber(StringRef &text);

} // namespace passdelta

#endif // PASSDELTA_LIB_SOURCE_FOLDER_H
