//===- InputFile.h - Bytes of an input, read by range -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_LIB_SOURCE_INPUTFILE_H
#define PASSDELTA_LIB_SOURCE_INPUTFILE_H

#include "ByteFile.h"
#include "passdelta/Source/Source.h"

namespace passdelta {

/// Whether a text is dressed in something (time stamps, Markdown, JSON) that is
/// taken off before it is read; see Undress.h.
enum class Dressing { TakeOff, Keep };

/// An open input: its clean text. A plain file is read in place. What comes
/// through a pipe, is compressed or dressed in something is first copied to a
/// temporary file that has no name, since snapshots are read again by range.
class InputFile {
public:
  /// Opens `path` ("-" is stdin). Compressed and UTF-16 inputs are decoded
  /// whatever `dressing` says.
  /// \errors It does not exist or cannot be read, is a directory, is empty, or
  ///   is binary: each as one line with the path.
  static llvm::Expected<std::shared_ptr<InputFile>>
  open(StringRef path, Dressing dressing = Dressing::TakeOff);

  /// Takes off what open() was told to keep.
  llvm::Error undress();

  /// "<stdin>" for standard input.
  const std::string &path() const { return name; }
  uint64_t size() const { return file->size(); }

  /// Reads a range. Fails if the file was changed since open().
  llvm::Expected<std::string> read(uint64_t offset, uint64_t size) const;

  /// Calls `use` with the text in runs of whole lines (the last line may lack
  /// its end) and where each run begins, until it returns false. Memory: one
  /// piece, or the longest line.
  llvm::Error forEachLines(
      llvm::function_ref<bool(StringRef lines, uint64_t offset)> use) const;

  /// The first bytes, for sniffing; at most 64 KiB.
  StringRef head() const { return firstBytes; }

  /// The line of the input that a line of the clean text is from.
  unsigned place(unsigned line) const { return input.place(line).line; }
  void place(SkippedText &text) const { input.place(text); }

  /// Adds this file to the inputs of `timeline`, with what was undone, skipped
  /// and is to be warned of; returns its number.
  unsigned addTo(Timeline &timeline, StringRef source) const;

private:
  explicit InputFile(std::string name) : name(std::move(name)) {}
  llvm::Error decode();
  llvm::Error check();

  std::string name;
  std::unique_ptr<ByteFile> file;
  std::string firstBytes;
  /// What addTo() adds, except for the name of the source.
  Input input;
  std::vector<SkippedText> skipped;
  std::vector<std::string> warnings;
};

/// The first path of `request`, opened; stdin where there is none.
llvm::Expected<std::shared_ptr<InputFile>>
openFirst(const SourceRequest &request, Dressing dressing = Dressing::TakeOff);

/// The sources.
Source getLogSource();
Source getPairSource();

enum class LogContents { None, LlvmIr, Mlir };

/// Appends the dumps of a log to `timeline`: one pass run each, with one side.
/// Adds nothing where the contents are not Mlir.
///
/// \cost One pass over the file, and one over each dump for its hash.
llvm::Expected<LogContents> addLog(Timeline &timeline, const InputFile &file,
                                   unsigned input, unsigned group);

/// True if a banner of an MLIR pass is in the file: the whole file is scanned
/// until the first one.
llvm::Expected<bool> hasBanner(const InputFile &file);

/// Adds the whole of `file` as a snapshot of input `input` (without blanks at
/// the end). The text is read once for its hash.
llvm::Expected<SnapshotId> addWholeFile(Timeline &timeline,
                                        const InputFile &file, unsigned input);

/// Opens a file that must be one snapshot, and adds it to the inputs (as read
/// by `source`), to `files` and to the snapshots. `logReason` is what the error
/// says of a log.
llvm::Expected<SnapshotId>
addSnapshotFile(StringRef path, StringRef source, StringRef logReason,
                Timeline &timeline,
                std::vector<std::shared_ptr<InputFile>> &files);

/// The reader of texts behind SourceResult::text; `files` by input.
std::function<llvm::Expected<std::string>(const Snapshot &)>
makeTextReader(std::vector<std::shared_ptr<InputFile>> files);

} // namespace passdelta

#endif // PASSDELTA_LIB_SOURCE_INPUTFILE_H
