//===- InputFile.cpp - Bytes of an input, read by range -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InputFile.h"
#include "Decompress.h"
#include "Undress.h"
#include "passdelta/Support/Hash.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace passdelta;

static constexpr size_t headSize = 64 << 10;
static constexpr StringRef byteOrderMark = "\xef\xbb\xbf";
static constexpr StringRef bytecodeMagic = "ML\xefR";

/// A text has few control characters. NULs are holes of a torn log.
static bool isBinary(StringRef bytes) {
  bytes = bytes.take_front(4096);
  size_t numNuls = bytes.count('\0');
  size_t strange = llvm::count_if(bytes, [](unsigned char c) {
    return c < 32 && c != '\n' && c != '\t' && c != '\r' && c != '\f' &&
           c != '\v' && c != 27 && c != '\a' && c != '\b' && c != 0;
  });
  return strange * 50 > bytes.size() - numNuls ||
         bytes.starts_with(bytecodeMagic);
}

static llvm::Expected<std::unique_ptr<ByteFile>> openFile(StringRef path,
                                                          StringRef name) {
  bool isStdin = path == "-";
  int fd = STDIN_FILENO;
  if (!isStdin) {
    fd = ::open(path.str().c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0)
      return systemError(path);
  }
  auto file = std::make_unique<ByteFile>(fd, name.str());
  // A named pipe or a process substitution is read like standard input.
  struct stat status;
  if (isStdin || (::fstat(fd, &status) == 0 && S_ISFIFO(status.st_mode)))
    return spoolAll(fd, name);
  if (llvm::Error error = file->update())
    return error;
  return file;
}

/// Replaces a compressed file by what is in it. Someone may have compressed it
/// twice, not more often.
llvm::Error InputFile::decode() {
  for (unsigned depth = 0; depth < 4; ++depth) {
    auto head = file->read(0, 16);
    if (!head)
      return head.takeError();
    const Encoding *encoding = findEncoding(*head);
    if (!encoding)
      break;
    std::string warning;
    auto decoded = encoding->decode(*file, name, warning);
    if (!decoded)
      return decoded.takeError();
    file = std::move(*decoded);
    if (!warning.empty())
      warnings.push_back(std::move(warning));
  }
  return llvm::Error::success();
}

llvm::Error InputFile::check() {
  auto head = file->read(0, headSize);
  if (!head)
    return head.takeError();
  firstBytes = std::move(*head);
  if (StringRef(firstBytes).starts_with(byteOrderMark)) {
    file->skip(byteOrderMark.size());
    firstBytes.erase(0, byteOrderMark.size());
  }
  if (StringRef(firstBytes).trim(StringRef(" \t\n\v\f\r\0", 7)).empty() &&
      file->size() <= headSize)
    return inputError(name, 0, 0, "is empty");
  if (isBinary(firstBytes))
    return inputError(name, 0, 0,
                      StringRef(firstBytes).starts_with(bytecodeMagic)
                          ? "is MLIR bytecode, which holds no dumps; give the "
                            "passes to run on it"
                          : "is a binary file");
  return llvm::Error::success();
}

llvm::Error InputFile::undress() {
  auto clean = passdelta::undress(std::move(file), name);
  if (!clean)
    return clean.takeError();
  file = std::move(clean->file);
  input.lines = std::move(clean->lines);
  input.undone = std::move(clean->undone);
  skipped = std::move(clean->skipped);
  if (input.undone.empty())
    return llvm::Error::success();
  auto head = file->read(0, headSize);
  if (!head)
    return head.takeError();
  firstBytes = std::move(*head);
  return llvm::Error::success();
}

llvm::Expected<std::shared_ptr<InputFile>> InputFile::open(StringRef path,
                                                           Dressing dressing) {
  std::shared_ptr<InputFile> input(
      new InputFile(path == "-" ? "<stdin>" : path.str()));
  auto file = openFile(path, input->name);
  if (!file)
    return file.takeError();
  input->file = std::move(*file);
  if (llvm::Error error = input->decode())
    return error;
  if (llvm::Error error = input->check())
    return error;
  if (dressing == Dressing::TakeOff)
    if (llvm::Error error = input->undress())
      return error;
  return input;
}

llvm::Expected<std::string> InputFile::read(uint64_t offset,
                                            uint64_t size) const {
  auto isChanged = file->isChanged();
  if (!isChanged)
    return isChanged.takeError();
  if (*isChanged)
    return inputError(name, 0, 0, "was changed while it was read");
  return file->read(offset, size);
}

llvm::Error InputFile::forEachLines(
    llvm::function_ref<bool(StringRef lines, uint64_t offset)> use) const {
  constexpr size_t pieceSize = 512 << 10;
  std::string buffer;
  for (uint64_t offset = 0; offset + buffer.size() < size();) {
    // What was kept of the piece before has no line end.
    size_t kept = buffer.size();
    buffer.resize(kept + pieceSize);
    auto got = file->readAt(offset + kept, buffer.data() + kept, pieceSize);
    if (!got)
      return got.takeError();
    buffer.resize(kept + *got);
    bool isLast = *got == 0 || offset + buffer.size() >= size();
    size_t eol = StringRef(buffer).drop_front(kept).rfind('\n');
    size_t whole = isLast                   ? buffer.size()
                   : eol == StringRef::npos ? 0
                                            : kept + eol + 1;
    bool goesOn = !whole || use(StringRef(buffer).take_front(whole), offset);
    if (!goesOn || *got == 0)
      break;
    offset += whole;
    buffer.erase(0, whole);
  }
  return llvm::Error::success();
}

unsigned InputFile::addTo(Timeline &timeline, StringRef source) const {
  unsigned number = unsigned(timeline.inputs.size());
  Input added = input;
  added.path = name;
  added.source = source.str();
  timeline.inputs.push_back(std::move(added));
  for (SkippedText text : skipped) {
    text.input = number;
    timeline.skipped.push_back(std::move(text));
  }
  llvm::append_range(timeline.warnings, warnings);
  return number;
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
