//===- FolderReader.cpp - A timeline of many files ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Folder.h"
#include "passdelta/Support/Hash.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace passdelta;

std::vector<FolderFile *> FolderReader::left() {
  std::vector<FolderFile *> result;
  for (FolderFile &file : files)
    if (!file.isTaken && file.trouble.empty())
      result.push_back(&file);
  return result;
}

void FolderReader::beginGroup(StringRef name, StringRef source,
                              StringRef folder, bool needsChain) {
  pending = {name.str(), source.str(), folder.str(), needsChain};
}

unsigned FolderReader::openGroup() {
  if (pending)
    timeline.groups.push_back(std::move(*pending));
  pending.reset();
  return unsigned(timeline.groups.size()) - 1;
}

StringRef FolderReader::source() const {
  return pending ? pending->source : timeline.groups.back().source;
}

unsigned FolderReader::addFile(const FolderFile &file,
                               const InputFile &opened) {
  unsigned input = opened.addTo(timeline, source());
  timeline.inputs.back().name = file.relative;
  texts.add({file.path});
  return input;
}

std::string passdelta::reasonOf(llvm::Error error) {
  std::string reason;
  llvm::handleAllErrors(
      std::move(error), [&](const InputError &input) { reason = input.reason; },
      [&](const llvm::ErrorInfoBase &other) { reason = other.message(); });
  return reason;
}

LogContents FolderReader::addLogFile(FolderFile &file) {
  auto opened = InputFile::open(file.path);
  if (!opened) {
    skip(file, kindOfFile(file.name()), reasonOf(opened.takeError()));
    return LogContents::None;
  }
  unsigned input = unsigned(timeline.inputs.size());
  unsigned group = unsigned(timeline.groups.size()) - (pending ? 0 : 1);
  auto contents = addLog(timeline, **opened, input, group);
  if (!contents) {
    skip(file, kindOfFile(file.name()), reasonOf(contents.takeError()));
    return LogContents::None;
  }
  if (*contents == LogContents::Mlir) {
    addFile(file, **opened);
    openGroup();
    file.isTaken = true;
  }
  return *contents;
}

SnapshotId FolderReader::addText(StringRef relative, StringRef text,
                                 TextPlace place) {
  Snapshot snapshot;
  snapshot.input = unsigned(timeline.inputs.size());
  snapshot.size = text.rtrim().size();
  snapshot.line = 1;
  snapshot.textHash = hashBytes(text.rtrim());
  timeline.snapshots.push_back(std::move(snapshot));
  timeline.inputs.push_back(
      {place.path + ":" + std::to_string(place.line) + "/" + place.member,
       source().str(), relative.str()});
  texts.add(std::move(place));
  return SnapshotId(timeline.snapshots.size() - 1);
}

SnapshotId FolderReader::addSnapshotFile(FolderFile &file) {
  auto opened = InputFile::open(file.path);
  if (!opened) {
    skip(file, kindOfFile(file.name()), reasonOf(opened.takeError()));
    return SnapshotId::None;
  }
  auto snapshot =
      addWholeFile(timeline, **opened, unsigned(timeline.inputs.size()));
  if (!snapshot) {
    skip(file, kindOfFile(file.name()), reasonOf(snapshot.takeError()));
    return SnapshotId::None;
  }
  addFile(file, **opened);
  file.isTaken = true;
  return *snapshot;
}

std::optional<size_t> FolderReader::addStep(FolderFile &file, StringRef pass,
                                            bool isBefore) {
  size_t first = timeline.passRuns.size();
  if (addLogFile(file) == LogContents::Mlir)
    return first;
  if (file.isTaken)
    return std::nullopt;
  SnapshotId snapshot = addSnapshotFile(file);
  if (snapshot == SnapshotId::None)
    return std::nullopt;
  addRun(pass, isBefore ? snapshot : SnapshotId::None,
         isBefore ? SnapshotId::None : snapshot);
  return first;
}

void FolderReader::mergeLast(size_t before, size_t after) {
  std::vector<PassRun> &runs = timeline.passRuns;
  // Each file is meant to have one dump; where not, all stay as they are.
  if (after != before + 1 || runs.size() != after + 1 || !runs[after].after)
    return;
  runs[before].after = std::move(runs[after].after);
  runs[before].failed |= runs[after].failed;
  if (runs[before].note.empty())
    runs[before].note = std::move(runs[after].note);
  runs.pop_back();
}

void FolderReader::addRun(StringRef pass, SnapshotId before, SnapshotId after,
                          StringRef note) {
  PassRun run;
  run.id = PassRunId(timeline.passRuns.size());
  run.pass = pass.str();
  run.note = note.str();
  run.group = openGroup();
  if (before != SnapshotId::None)
    run.before = IRState{before, {}, {}};
  if (after != SnapshotId::None)
    run.after = IRState{after, {}, {}};
  SnapshotId any = before != SnapshotId::None ? before : after;
  run.input = any == SnapshotId::None ? 0 : timeline[any].input;
  timeline.passRuns.push_back(std::move(run));
}

void FolderReader::addWarning(const llvm::Twine &text) {
  timeline.warnings.push_back(text.str());
}

void FolderReader::skip(StringRef relative, StringRef kind, StringRef reason) {
  auto known = llvm::find_if(timeline.skippedFiles, [&](const auto &other) {
    return other.kind == kind && other.reason == reason;
  });
  if (known != timeline.skippedFiles.end())
    ++known->count;
  else
    timeline.skippedFiles.push_back(
        {kind.str(), reason.str(), relative.str(), 1});
}

void FolderReader::skip(FolderFile &file, StringRef kind, StringRef reason) {
  file.isTaken = true;
  skip(file.relative, kind, reason);
}

/// Why a file with such a suffix is not read, or "": what its text is like does
/// not matter.
static StringRef reasonFor(StringRef kind) {
  if (llvm::is_contained({".ll", ".llir", ".bc", ".llbc"}, kind))
    return "LLVM IR is not read yet";
  if (kind == "HLO text")
    return "HLO is not read yet";
  return "";
}

/// True for files that hold dumps as a rule.
static bool isDumpKind(StringRef kind) {
  return llvm::is_contained({".mlir", ".log", ".txt", ".dump", ".out", ".err",
                             ".source", ".ttir", ".ttgir"},
                            kind);
}

std::string passdelta::kindOfFile(StringRef name) {
  StringRef rest = name;
  if (rest.consume_front("module_") && takeNumber(rest) &&
      rest.starts_with(".") && name.ends_with(".txt"))
    return "HLO text";
  size_t dot = name.rfind('.');
  StringRef suffix = dot == StringRef::npos ? "" : name.drop_front(dot);
  if (suffix.size() < 2)
    return "without suffix";
  bool isPlain = llvm::all_of(suffix.drop_front(), [](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '-' || c == '+';
  });
  return isPlain && suffix.size() <= 16 ? suffix.str() : "other";
}

void FolderReader::skipRest() {
  for (FolderFile &file : files) {
    if (file.isTaken)
      continue;
    std::string kind = kindOfFile(file.name());
    if (!file.trouble.empty())
      skip(file, kind, file.trouble);
    else if (StringRef reason = reasonFor(kind); !reason.empty())
      skip(file, kind, reason);
    else if (!isDumpKind(kind))
      skip(file, kind, "");
    else
      skip(file, kind,
           file.isIR ? aloneReason
                     : StringRef("holds neither MLIR nor an IR dump banner"));
  }
}
