//===- ByteFile.cpp - An open file, and a way to make a copy --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ByteFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Path.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

using namespace passdelta;

static constexpr size_t pieceSize = 256 << 10;

llvm::Error passdelta::systemError(StringRef path) {
  return inputError(path, 0, 0, std::strerror(errno));
}

ByteFile::~ByteFile() {
  if (fd > STDIN_FILENO)
    ::close(fd);
}

llvm::Error ByteFile::update() {
  struct stat status;
  if (::fstat(fd, &status) != 0)
    return systemError(name);
  if (S_ISDIR(status.st_mode))
    return inputError(name, 0, 0, "is a folder; give it alone");
  numBytes = uint64_t(status.st_size) - start;
  modified = status.st_mtim;
  return llvm::Error::success();
}

llvm::Expected<bool> ByteFile::isChanged() const {
  struct stat status;
  if (::fstat(fd, &status) != 0)
    return systemError(name);
  return uint64_t(status.st_size) != start + numBytes ||
         status.st_mtim.tv_sec != modified.tv_sec ||
         status.st_mtim.tv_nsec != modified.tv_nsec;
}

void ByteFile::skip(uint64_t bytes) {
  bytes = std::min(bytes, numBytes);
  start += bytes;
  numBytes -= bytes;
}

llvm::Expected<size_t> ByteFile::readAt(uint64_t offset, char *buffer,
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

llvm::Expected<std::string> ByteFile::read(uint64_t offset,
                                           uint64_t size) const {
  std::string text(size, '\0');
  auto got = readAt(offset, text.data(), size);
  if (!got)
    return got.takeError();
  text.resize(*got);
  return text;
}

llvm::Error
ByteFile::forEachPiece(llvm::function_ref<llvm::Error(StringRef)> use) const {
  std::vector<char> buffer(pieceSize);
  for (uint64_t offset = 0;;) {
    auto got = readAt(offset, buffer.data(), buffer.size());
    if (!got)
      return got.takeError();
    if (*got == 0)
      return llvm::Error::success();
    offset += *got;
    if (llvm::Error error = use(StringRef(buffer.data(), *got)))
      return error;
  }
}

llvm::Expected<std::unique_ptr<Spool>> Spool::create(StringRef path) {
  llvm::SmallString<64> folder;
  llvm::sys::path::system_temp_directory(/*ErasedOnReboot=*/true, folder);
  std::string pattern = (folder + "/passdelta-XXXXXX").str();
  int fd = ::mkostemp(pattern.data(), O_CLOEXEC);
  if (fd < 0)
    return systemError(pattern);
  ::unlink(pattern.c_str());
  return std::unique_ptr<Spool>(new Spool(fd, path.str()));
}

Spool::~Spool() {
  if (fd >= 0)
    ::close(fd);
}

llvm::Error Spool::flush() {
  for (size_t done = 0; done < buffer.size();) {
    ssize_t put = ::write(fd, buffer.data() + done, buffer.size() - done);
    if (put < 0 && errno == EINTR)
      continue;
    if (put < 0)
      return inputError(path, 0, 0,
                        llvm::Twine("cannot be copied to a temporary file: ") +
                            std::strerror(errno));
    done += size_t(put);
  }
  written += buffer.size();
  buffer.clear();
  return llvm::Error::success();
}

llvm::Error Spool::write(StringRef bytes) {
  buffer.append(bytes.begin(), bytes.end());
  return buffer.size() < pieceSize ? llvm::Error::success() : flush();
}

llvm::Expected<std::unique_ptr<ByteFile>> Spool::finish() {
  if (llvm::Error error = flush())
    return error;
  auto file = std::make_unique<ByteFile>(fd, path);
  fd = -1;
  if (llvm::Error error = file->update())
    return error;
  return file;
}

llvm::Expected<std::unique_ptr<ByteFile>> passdelta::spoolAll(int from,
                                                              StringRef path) {
  auto spool = Spool::create(path);
  if (!spool)
    return spool.takeError();
  std::vector<char> buffer(pieceSize);
  while (true) {
    ssize_t got = ::read(from, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return systemError(path);
    if (got == 0)
      return (*spool)->finish();
    if (llvm::Error error =
            (*spool)->write(StringRef(buffer.data(), size_t(got))))
      return error;
  }
}
