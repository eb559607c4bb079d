//===- ByteFile.h - An open file, and a way to make a copy ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_LIB_SOURCE_BYTEFILE_H
#define PASSDELTA_LIB_SOURCE_BYTEFILE_H

#include "passdelta/Support/Error.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <ctime>
#include <memory>

namespace passdelta {
using llvm::StringRef;

/// `errno` as an error about `path`.
llvm::Error systemError(StringRef path);

/// An open file that can be read at any place. Owns the descriptor, except for
/// standard input.
class ByteFile {
public:
  ByteFile(int fd, std::string name) : fd(fd), name(std::move(name)) {}
  ~ByteFile();
  ByteFile(const ByteFile &) = delete;
  ByteFile &operator=(const ByteFile &) = delete;

  /// Takes the size and the time of the last change as they are now.
  /// \errors It is a directory.
  llvm::Error update();

  /// Reads up to `size` bytes at `offset`; returns how many. Fewer only at the
  /// end.
  llvm::Expected<size_t> readAt(uint64_t offset, char *buffer,
                                size_t size) const;
  /// Up to `size` bytes at `offset`.
  llvm::Expected<std::string> read(uint64_t offset, uint64_t size) const;
  /// True if the file is not as update() found it.
  llvm::Expected<bool> isChanged() const;

  /// Calls `use` with the bytes in order, in pieces, until it returns an error.
  llvm::Error
  forEachPiece(llvm::function_ref<llvm::Error(StringRef)> use) const;

  uint64_t size() const { return numBytes; }
  /// What stands before `bytes` is no part of the file from now on.
  void skip(uint64_t bytes);
  int descriptor() const { return fd; }

private:
  int fd;
  std::string name; ///< For errors.
  uint64_t start = 0;
  uint64_t numBytes = 0;
  struct timespec modified = {};
};

/// Writes a temporary file without a name (in $TMPDIR): it vanishes with the
/// process.
class Spool {
public:
  /// `path` is the input the copy is of, for errors.
  static llvm::Expected<std::unique_ptr<Spool>> create(StringRef path);
  ~Spool();

  llvm::Error write(StringRef bytes);
  /// Flushes, and hands over the file.
  llvm::Expected<std::unique_ptr<ByteFile>> finish();
  uint64_t size() const { return written + buffer.size(); }

private:
  Spool(int fd, std::string path) : fd(fd), path(std::move(path)) {}
  llvm::Error flush();

  int fd;
  std::string path;
  std::string buffer;
  uint64_t written = 0;
};

/// Copies all that descriptor `from` delivers.
llvm::Expected<std::unique_ptr<ByteFile>> spoolAll(int from, StringRef path);

} // namespace passdelta

#endif // PASSDELTA_LIB_SOURCE_BYTEFILE_H
