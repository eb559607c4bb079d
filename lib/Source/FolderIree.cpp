//===- FolderIree.cpp - What iree-compile dumps ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// --dump-compilation-phases-to:
//   NAME.1.input.mlir NAME.2.abi.mlir ... NAME.12.vm.mlir
// Each file is the module at the end of a phase.
//
// --iree-hal-dump-executable-{sources,configurations,benchmarks}-to:
//   MODULE_DISPATCH.mlir                     a hal.executable as it is found
//   configured_MODULE_DISPATCH.mlir          with its strategy chosen
//   MODULE_DISPATCH_VARIANT_benchmark.mlir   with a program that runs it
//
//===----------------------------------------------------------------------===//

#include "Folder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include <map>

using namespace passdelta;

namespace {
struct Phase {
  FolderFile *file = nullptr;
  unsigned number = 0;
  StringRef name;
};
struct Compilation {
  StringRef name, folder;
  std::vector<Phase> phases;
};
} // namespace

/// Phases of IREE. One of them has to be there: other tools number their files
/// too.
static bool isKnownPhase(StringRef name) {
  return llvm::is_contained(
      {"input", "abi", "preprocessing", "global-optimization",
       "dispatch-creation", "flow", "stream", "executable-sources",
       "executable-configurations", "executable-targets", "hal", "vm"},
      name);
}

/// Splits "NAME.3.preprocessing.mlir".
static bool parsePhase(FolderFile &file, StringRef &name, Phase &phase) {
  StringRef rest = file.name();
  if (!file.isIR || file.hasBanner || !rest.consume_back(".mlir"))
    return false;
  std::tie(rest, phase.name) = rest.rsplit('.');
  StringRef number;
  std::tie(name, number) = rest.rsplit('.');
  std::optional<unsigned> value = takeNumber(number);
  if (!value || !number.empty() || name.empty() || phase.name.empty())
    return false;
  phase.number = *value;
  phase.file = &file;
  return true;
}

static void addCompilation(FolderReader &reader, Compilation &compilation) {
  std::vector<Phase> &phases = compilation.phases;
  llvm::stable_sort(phases, [](const Phase &a, const Phase &b) {
    return a.number < b.number;
  });
  reader.beginGroup(compilation.name, "iree-phases", compilation.folder,
                    /*needsChain=*/false);
  SnapshotId before = SnapshotId::None;
  unsigned number = phases.front().number;
  for (const Phase &phase : phases) {
    SnapshotId after = reader.addSnapshotFile(*phase.file);
    bool isNext = phase.number == number + 1;
    std::string note;
    if (!isNext && phase.number != phases.front().number) {
      before = SnapshotId::None;
      note = "phase " + std::to_string(phase.number - 1) + " is not there";
    } else if (before == SnapshotId::None) {
      note = "phase " + std::to_string(phase.number - 1) + " cannot be read";
    }
    if (phase.number != phases.front().number && after != SnapshotId::None)
      reader.addRun(phase.name, before, after, note);
    before = after;
    number = phase.number;
  }
}

void passdelta::takeIreePhases(FolderReader &reader) {
  std::map<std::pair<StringRef, StringRef>, size_t> indexOf;
  std::vector<Compilation> all;
  for (FolderFile *file : reader.left()) {
    StringRef name;
    Phase phase;
    if (!parsePhase(*file, name, phase))
      continue;
    auto [it, isNew] = indexOf.try_emplace({file->folder(), name}, all.size());
    if (isNew)
      all.push_back({name, file->folder(), {}});
    std::vector<Phase> &phases = all[it->second].phases;
    // A packed copy beside the file itself is not needed.
    if (phases.empty() || phases.back().number != phase.number)
      phases.push_back(phase);
  }
  for (Compilation &compilation : all)
    if (compilation.phases.size() > 1 &&
        llvm::any_of(compilation.phases, [](const Phase &phase) {
          return isKnownPhase(phase.name);
        }))
      addCompilation(reader, compilation);
}

/// How many folders two paths share at their beginning.
static unsigned commonFolders(StringRef a, StringRef b) {
  unsigned common = 0;
  auto i = llvm::sys::path::begin(a), j = llvm::sys::path::begin(b);
  for (;
       i != llvm::sys::path::end(a) && j != llvm::sys::path::end(b) && *i == *j;
       ++i, ++j)
    ++common;
  return common;
}

/// The file of `sources` that is nearest to `folder`; null if there is none, or
/// two as near.
static FolderFile *nearest(ArrayRef<FolderFile *> sources, StringRef folder) {
  FolderFile *best = nullptr;
  unsigned bestCommon = 0;
  bool isTied = false;
  for (FolderFile *file : sources) {
    unsigned common = commonFolders(file->folder(), folder);
    if (best && common <= bestCommon) {
      isTied |= common == bestCommon;
      continue;
    }
    best = file;
    bestCommon = common;
    isTied = false;
  }
  return isTied ? nullptr : best;
}

namespace {
using SourcesByName = std::map<StringRef, std::vector<FolderFile *>>;

/// A file that is derived from the source of a dispatch.
struct Derived {
  FolderFile *file;
  StringRef pass;
};
} // namespace

/// The source that `file` was derived from, by their names.
static FolderFile *sourceOf(const FolderFile &file,
                            const SourcesByName &sources, StringRef &pass) {
  StringRef stem = file.name();
  stem.consume_back(".mlir");
  if (stem.consume_front("configured_")) {
    pass = "executable-configurations";
    auto it = sources.find(stem);
    return it == sources.end() ? nullptr : nearest(it->second, file.folder());
  }
  if (!stem.consume_back("_benchmark"))
    return nullptr;
  // What is behind the name of the source is the variant.
  pass = "iree-hal-dump-executable-benchmarks";
  for (size_t end = stem.rfind('_'); end != StringRef::npos && end > 0;
       end = stem.rfind('_', end)) {
    auto it = sources.find(stem.take_front(end));
    if (it != sources.end())
      return nearest(it->second, file.folder());
  }
  return nullptr;
}

/// Adds a group for each source that something was derived from.
static void
addExecutables(FolderReader &reader, ArrayRef<FolderFile *> sources,
               std::map<FolderFile *, std::vector<Derived>> &derivedOf) {
  for (FolderFile *source : sources) {
    auto derived = derivedOf.find(source);
    if (derived == derivedOf.end())
      continue;
    llvm::stable_sort(derived->second, [](const auto &a, const auto &b) {
      return a.pass < b.pass; // The configuration first.
    });
    StringRef name = source->name();
    name.consume_back(".mlir");
    reader.beginGroup(name, "iree-executables", source->folder(),
                      /*needsChain=*/false);
    SnapshotId before = reader.addSnapshotFile(*source);
    for (const Derived &each : derived->second) {
      SnapshotId after = reader.addSnapshotFile(*each.file);
      if (after != SnapshotId::None)
        reader.addRun(each.pass, before, after,
                      before == SnapshotId::None ? "its source cannot be read"
                                                 : "");
    }
  }
}

void passdelta::takeIreeExecutables(FolderReader &reader) {
  SourcesByName sources;
  std::vector<FolderFile *> others;
  std::vector<FolderFile *> order;
  for (FolderFile *file : reader.left()) {
    StringRef stem = file->name();
    if (!file->isIR || file->hasBanner || !stem.consume_back(".mlir"))
      continue;
    if (stem.starts_with("configured_") || stem.ends_with("_benchmark")) {
      others.push_back(file);
    } else if (file->firstOp == "hal.executable") {
      sources[stem].push_back(file);
      order.push_back(file);
    }
  }
  std::map<FolderFile *, std::vector<Derived>> derivedOf;
  for (FolderFile *file : others) {
    StringRef pass;
    if (FolderFile *source = sourceOf(*file, sources, pass))
      derivedOf[source].push_back({file, pass});
  }
  addExecutables(reader, order, derivedOf);
}
