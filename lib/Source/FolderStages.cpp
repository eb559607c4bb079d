//===- FolderStages.cpp - A file for each stage of a compiler -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   HASH/add_kernel.ttir  HASH/add_kernel.ttgir  HASH/add_kernel.ptx
//
// Files of one folder with one name and the suffixes of a table are the stages
// of one compilation, in the order of the table. What leads from one to the
// next is a pass run. A new language is a change of the table.
//
//===----------------------------------------------------------------------===//

#include "Folder.h"
#include "passdelta/Source/OtherText.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace passdelta;

namespace {
/// One stage: the end of its file names, and what makes it of the one before.
struct Stage {
  StringRef suffix;
  StringRef pass;
  /// Why it cannot be compared; empty: it is MLIR.
  StringRef reason;
};

/// Stages of one compiler, in order.
struct StageTable {
  StringRef source; ///< Name of the kind.
  ArrayRef<Stage> stages;
};

/// What there is of one stage: a file, a text in a trace, or nothing.
struct StageInput {
  FolderFile *file = nullptr;
  StringRef text;
  explicit operator bool() const { return file || !text.empty(); }
};

/// One compilation.
struct Staged {
  const StageTable *table = nullptr;
  StringRef stem, folder;
  std::vector<StageInput> inputs; ///< By stage.
  TextPlace place = {};           ///< Of texts in a trace, without the member.
  StringRef source = table->source;
};
} // namespace

static constexpr StringRef noLlvmIr = "LLVM IR is not read yet";

/// The suffixes are those of triton.compiler; the passes are the functions of
/// its backends that make the stage. (A `.source` is not there if the kernel
/// was made of `.ttir`.)
static constexpr Stage tritonStages[] = {
    {".source", "", ""},
    {".ttir", "make_ttir", ""},
    {".ttgir", "make_ttgir", ""},
    {".llir", "make_llir", noLlvmIr},
};

/// What XLA's CPU fusion compiler dumps of each kernel.
static constexpr Stage xlaStages[] = {
    {"-pre-optimization.mlir", "", ""},
    {"-post-optimization.mlir", "optimization", ""},
    {"-post-lowering.mlir", "lowering", ""},
};

static const StageTable tritonTable = {"triton", tritonStages};
static const StageTable xlaTable = {"xla-emitter", xlaStages};

static SnapshotId addStage(FolderReader &reader, const Staged &staged,
                           const Stage &stage, const StageInput &input) {
  if (input.file)
    return reader.addSnapshotFile(*input.file);
  if (input.text.empty())
    return SnapshotId::None;
  TextPlace place = staged.place;
  place.member = (staged.stem + stage.suffix).str();
  std::string path = (staged.folder + "/" + place.member).str();
  return reader.addText(path, input.text, std::move(place));
}

static void skipStage(FolderReader &reader, const Staged &staged,
                      const Stage &stage, const StageInput &input) {
  if (input.file)
    reader.skip(*input.file, stage.suffix, stage.reason);
  else
    reader.skip((staged.folder + "/" + staged.stem + stage.suffix).str(),
                stage.suffix, stage.reason);
}

/// Adds the pass runs of one compilation.
static void addStaged(FolderReader &reader, const Staged &staged) {
  reader.beginGroup(staged.stem, staged.source, staged.folder,
                    /*needsChain=*/false);
  SnapshotId before = SnapshotId::None;
  StringRef missing;
  bool isFirst = true;
  for (auto [stage, input] : llvm::zip(staged.table->stages, staged.inputs)) {
    if (!stage.reason.empty()) {
      if (input)
        skipStage(reader, staged, stage, input);
      continue;
    }
    SnapshotId after = addStage(reader, staged, stage, input);
    if (after == SnapshotId::None) {
      missing = stage.suffix;
      before = after;
      continue;
    }
    // What the first stage was made of is not meant to be there.
    if (!isFirst)
      reader.addRun(stage.pass, before, after,
                    before == SnapshotId::None
                        ? "there is no " + (staged.stem + missing).str()
                        : "");
    isFirst = false;
    before = after;
  }
}

/// The stage of `table` that a file of that name is, or none.
static std::optional<size_t> stageOf(const StageTable &table, StringRef &name) {
  for (auto [index, stage] : llvm::enumerate(table.stages))
    if (name.consume_back(stage.suffix))
      return index;
  return std::nullopt;
}

/// True if at least two stages can be compared.
static bool isUsable(const Staged &staged) {
  unsigned number = 0;
  for (auto [stage, input] : llvm::zip(staged.table->stages, staged.inputs))
    number += input && stage.reason.empty();
  return number > 1;
}

static void takeStages(FolderReader &reader, const StageTable &table) {
  std::map<std::pair<StringRef, StringRef>, size_t> indexOf;
  std::vector<Staged> all;
  for (FolderFile *file : reader.left()) {
    StringRef stem = file->name();
    std::optional<size_t> stage = stageOf(table, stem);
    if (!stage || file->hasBanner ||
        (!file->isIR && table.stages[*stage].reason.empty()))
      continue;
    auto [it, isNew] = indexOf.try_emplace({file->folder(), stem}, all.size());
    if (isNew)
      all.push_back({&table, stem, file->folder(),
                     std::vector<StageInput>(table.stages.size())});
    // A packed copy beside the file itself is not needed.
    StageInput &place = all[it->second].inputs[*stage];
    if (!place)
      place.file = file;
  }
  for (const Staged &staged : all)
    if (isUsable(staged))
      addStaged(reader, staged);
}

void passdelta::takeTriton(FolderReader &reader) {
  takeStages(reader, tritonTable);
}

void passdelta::takeXlaStages(FolderReader &reader) {
  takeStages(reader, xlaTable);
}

void passdelta::addStageTexts(FolderReader &reader, ArrayRef<NamedText> texts,
                              StringRef source, StringRef folder,
                              const TextPlace &place) {
  const StageTable &table = tritonTable;
  std::map<StringRef, Staged> byStem;
  for (const NamedText &each : texts) {
    StringRef stem = each.name;
    std::optional<size_t> stage = stageOf(table, stem);
    bool isStage = stage && (looksLikeIR(each.text) ||
                             !table.stages[*stage].reason.empty());
    if (!isStage) {
      reader.skip((folder + "/" + each.name).str(), kindOfFile(each.name),
                  stage ? "holds no MLIR" : "");
      continue;
    }
    auto [it, isNew] = byStem.try_emplace(
        stem,
        Staged{&table, stem, folder,
               std::vector<StageInput>(table.stages.size()), place, source});
    it->second.inputs[*stage].text = each.text;
  }
  for (const auto &[stem, staged] : byStem) {
    if (isUsable(staged)) {
      addStaged(reader, staged);
      continue;
    }
    for (auto [stage, input] : llvm::zip(table.stages, staged.inputs))
      if (input)
        reader.skip((folder + "/" + stem + stage.suffix).str(), stage.suffix,
                    stage.reason.empty() ? aloneReason : stage.reason);
  }
}
