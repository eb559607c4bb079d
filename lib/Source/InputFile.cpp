//===- InputFile.cpp - Bytes of an input, read by range -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InputFile.h"
#include "passdelta/Support/Hash.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace passdelta;

static constexpr size_t headSize = 64 << 10;

InputFile::~InputFile() {
  if (fd > STDIN_FILENO)
    ::close(fd);
}

static llvm::Error systemError(StringRef path) {
  return inputError(path, 0, 0, std::strerror(errno));
}

llvm::Error InputFile::spool(int from) {
  const char *folder = std::getenv("TMPDIR");
  std::string pattern =
      std::string(folder && *folder ? folder : "/tmp") + "/passdelta-XXXXXX";
  int copy = ::mkstemp(pattern.data());
  if (copy < 0)
    return systemError(pattern);
  ::unlink(pattern.c_str());
  fd = copy;
  std::vector<char> buffer(256 << 10);
  while (true) {
    ssize_t got = ::read(from, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return systemError(name);
    if (got == 0)
      return llvm::Error::success();
    for (ssize_t done = 0; done < got;) {
      ssize_t put = ::write(copy, buffer.data() + done, size_t(got - done));
      if (put < 0)
        return systemError(name);
      done += put;
    }
  }
}

/// A text has no NUL and few other control characters. NULs in the middle of a
/// log (torn writes) are left to the reader.
static bool isBinary(StringRef bytes) {
  bytes = bytes.take_front(4096);
  size_t strange = llvm::count_if(bytes, [](unsigned char c) {
    return c < 32 && c != '\n' && c != '\t' && c != '\r' && c != '\f' &&
           c != '\v' && c != 27;
  });
  return strange * 50 > bytes.size() || bytes.starts_with("ML\xefR");
}

llvm::Error InputFile::check() {
  struct stat status;
  if (::fstat(fd, &status) != 0)
    return systemError(name);
  if (S_ISDIR(status.st_mode))
    return inputError(name, 0, 0,
                      "is a directory; directories of dumps are not supported "
                      "yet, give the log or two snapshots");
  numBytes = uint64_t(status.st_size);
  modified = status.st_mtim;
  firstBytes.resize(headSize);
  auto got = readAt(0, firstBytes.data(), headSize);
  if (!got)
    return got.takeError();
  firstBytes.resize(*got);
  if (StringRef(firstBytes).starts_with("\xef\xbb\xbf")) {
    start = 3;
    numBytes -= start;
    firstBytes.erase(0, start);
  }
  if (StringRef(firstBytes).trim().empty() && numBytes <= headSize)
    return inputError(name, 0, 0, "is empty");
  if (isBinary(firstBytes))
    return inputError(name, 0, 0,
                      StringRef(firstBytes).starts_with("ML\xefR")
                          ? "is MLIR bytecode, which holds no dumps; give the "
                            "passes to run on it"
                          : "is a binary file");
  return llvm::Error::success();
}

llvm::Expected<std::shared_ptr<InputFile>> InputFile::open(StringRef path) {
  bool isStdin = path == "-";
  int fd = STDIN_FILENO;
  if (!isStdin) {
    fd = ::open(path.str().c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0)
      return systemError(path);
  }
  std::shared_ptr<InputFile> file(
      new InputFile(isStdin ? "<stdin>" : path.str(), fd));
  // A named pipe or a process substitution is read like standard input.
  struct stat status;
  if (isStdin || (::fstat(fd, &status) == 0 && S_ISFIFO(status.st_mode))) {
    llvm::Error error = file->spool(fd);
    if (!isStdin)
      ::close(fd);
    if (error)
      return error;
  }
  if (llvm::Error error = file->check())
    return error;
  return file;
}

llvm::Expected<size_t> InputFile::readAt(uint64_t offset, char *buffer,
                                         size_t size) const {
  size_t done = 0;
  while (done < size) {
    ssize_t got =
        ::pread(fd, buffer + done, size - done, off_t(start + offset + done));
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return systemError(name);
    if (got == 0)
      break;
    done += size_t(got);
  }
  return done;
}

llvm::Expected<std::string> InputFile::read(uint64_t offset,
                                            uint64_t size) const {
  struct stat status;
  if (::fstat(fd, &status) != 0)
    return systemError(name);
  if (uint64_t(status.st_size) != start + numBytes ||
      status.st_mtim.tv_sec != modified.tv_sec ||
      status.st_mtim.tv_nsec != modified.tv_nsec)
    return inputError(name, 0, 0, "was changed while it was read");
  std::string text(size, '\0');
  auto got = readAt(offset, text.data(), size);
  if (!got)
    return got.takeError();
  text.resize(*got);
  return text;
}

llvm::Expected<SnapshotId> passdelta::addWholeFile(Timeline &timeline,
                                                   const InputFile &file,
                                                   unsigned input) {
  auto text = file.read(0, file.size());
  if (!text)
    return text.takeError();
  Snapshot snapshot;
  snapshot.input = input;
  snapshot.size = StringRef(*text).rtrim().size();
  snapshot.line = 1;
  snapshot.textHash = hashBytes(StringRef(*text).rtrim());
  timeline.snapshots.push_back(std::move(snapshot));
  return SnapshotId(timeline.snapshots.size() - 1);
}

std::function<llvm::Expected<std::string>(const Snapshot &)>
passdelta::makeTextReader(std::vector<std::shared_ptr<InputFile>> files) {
  return [files = std::move(files)](
             const Snapshot &snapshot) -> llvm::Expected<std::string> {
    if (!snapshot.size)
      return std::string();
    return files[snapshot.input]->read(snapshot.offset, snapshot.size);
  };
}
