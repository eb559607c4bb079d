//===- InputFile.h - Bytes of an input, read by range -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_LIB_SOURCE_INPUTFILE_H
#define PASSDELTA_LIB_SOURCE_INPUTFILE_H

#include "passdelta/Source/Source.h"
#include <ctime>
#include <memory>

namespace passdelta {

/// An open input. A file is read in place; standard input is first copied to a
/// temporary file that has no name, since snapshots are read again by range.
class InputFile {
public:
  /// Opens `path` ("-" is stdin).
  /// \errors It does not exist or cannot be read, is a directory, is empty, or
  ///   is binary: each as one line with the path.
  static llvm::Expected<std::shared_ptr<InputFile>> open(StringRef path);
  ~InputFile();

  /// "<stdin>" for standard input.
  const std::string &path() const { return name; }
  uint64_t size() const { return numBytes; }

  /// Reads up to `size` bytes at `offset` into `buffer`; returns how many.
  llvm::Expected<size_t> readAt(uint64_t offset, char *buffer,
                                size_t size) const;
  /// Reads a range. Fails if the file was changed since open().
  llvm::Expected<std::string> read(uint64_t offset, uint64_t size) const;

  /// The first bytes, for sniffing; at most 64 KiB.
  StringRef head() const { return firstBytes; }

private:
  InputFile(std::string name, int fd) : name(std::move(name)), fd(fd) {}
  /// Copies all of `from` to a file without a name, and reads that.
  llvm::Error spool(int from);
  llvm::Error check();

  std::string name;
  int fd;
  uint64_t start = 0; ///< Past the byte order mark; offsets count from here.
  uint64_t numBytes = 0;
  struct timespec modified = {};
  std::string firstBytes;
};

/// The first path of `request`, opened; stdin where there is none.
llvm::Expected<std::shared_ptr<InputFile>>
openFirst(const SourceRequest &request);

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

/// The reader of texts behind SourceResult::text; `files` by input.
std::function<llvm::Expected<std::string>(const Snapshot &)>
makeTextReader(std::vector<std::shared_ptr<InputFile>> files);

} // namespace passdelta

#endif // PASSDELTA_LIB_SOURCE_INPUTFILE_H
