//===- log-fuzzer.cpp - The log splitter on any bytes ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever the file is, it is split or there is an error; the dumps lie in it
// and are read, and the pass runs are chained.
//
//===----------------------------------------------------------------------===//

#include "passdelta/Reader/Reader.h"
#include "passdelta/Source/Chain.h"
#include "passdelta/Source/Source.h"
#include <map>
#include <sys/mman.h>
#include <unistd.h>

using namespace passdelta;

static void require(bool condition) {
  if (!condition)
    __builtin_trap();
}

/// A file with `data` that has a path.
static int makeFile(const uint8_t *data, size_t size) {
  int fd = ::memfd_create("fuzz", 0);
  require(fd >= 0 && ::write(fd, data, size) == ssize_t(size));
  return fd;
}

static void readAndChain(SourceResult &source) {
  Interner names;
  std::map<SnapshotId, KnownOutline> outlines;
  auto outlineOf = [&](SnapshotId id) {
    auto [it, isNew] = outlines.try_emplace(id);
    if (!isNew)
      return it->second;
    const Snapshot &snapshot = source.timeline[id];
    auto text = source.text(snapshot);
    if (!text) {
      llvm::consumeError(text.takeError());
      it->second = {std::make_shared<Outline>(), false};
      return it->second;
    }
    auto output =
        getLenientReader().read({*text, "fuzz", snapshot.line, true}, names);
    if (output)
      it->second = {std::make_shared<Outline>(makeOutline(output->graph)),
                    true};
    else
      it->second = {std::make_shared<Outline>(guessOutline(*text, names)),
                    false};
    llvm::consumeError(output.takeError());
    return it->second;
  };
  chain(source, names, outlineOf);
  for (const PassRun &run : source.timeline.passRuns)
    for (const auto *state : {&run.before, &run.after})
      require(!*state ||
              uint32_t((*state)->snapshot) < source.timeline.snapshots.size());
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  int fd = makeFile(data, size);
  SourceRequest request;
  request.paths = {"/proc/self/fd/" + std::to_string(fd)};
  auto source = readSource(request);
  if (source)
    readAndChain(*source);
  else
    require(!llvm::toString(source.takeError()).empty());
  ::close(fd);
  return 0;
}
