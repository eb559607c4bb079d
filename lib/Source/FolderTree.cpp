//===- FolderTree.cpp - Folders of -mlir-print-ir-tree-dir ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   builtin_module_top/2_cse.mlir
//   builtin_module_top/func_func_f/1_3_canonicalize.mlir
//
// A folder an op, nested as the ops are. The last number of a file counts the
// dumps of its op, before and after alike; those in front of it are the counts
// of the ops around it at that time. Both together give the order of execution,
// but for functions between two dumps of their module: of these, each is in
// order, and one stands after the other.
//
// Each file has one dump with its banner, so a tree is a log in many files.
// What a log cannot show can be seen here: a number that is not there.
//
//===----------------------------------------------------------------------===//

#include "Folder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Path.h"
#include <map>

using namespace passdelta;

namespace {
/// A file and its place in the order of execution.
struct TreeFile {
  FolderFile *file = nullptr;
  /// Folder and count of each op, from outside in.
  llvm::SmallVector<std::pair<StringRef, unsigned>, 4> steps;

  unsigned number() const { return steps.back().second; }
};
using Tree = std::vector<TreeFile>;
} // namespace

/// The numbers in front of "_ARG.mlir", where ARG is what the banner in the
/// file says; empty for another file.
static llvm::SmallVector<unsigned, 4> numbersOf(const FolderFile &file) {
  llvm::SmallVector<unsigned, 4> numbers;
  StringRef rest = file.name();
  if (!file.hasBanner || !rest.consume_back(".mlir") ||
      !rest.consume_back("_" + file.bannerPass))
    return {};
  do {
    std::optional<unsigned> number = takeNumber(rest);
    if (!number)
      return {};
    numbers.push_back(*number);
  } while (rest.consume_front("_"));
  return rest.empty() ? numbers : llvm::SmallVector<unsigned, 4>();
}

/// Places `file` in its tree; returns the folder that the tree is in. Folders
/// above what was given are not known, and not needed: they are the same.
static StringRef placeInTree(FolderFile &file, ArrayRef<unsigned> numbers,
                             TreeFile &place) {
  place.file = &file;
  StringRef folder = file.folder();
  for (unsigned number : llvm::reverse(numbers)) {
    place.steps.push_back({llvm::sys::path::filename(folder), number});
    folder = llvm::sys::path::parent_path(folder);
  }
  std::reverse(place.steps.begin(), place.steps.end());
  return folder;
}

static bool runsBefore(const TreeFile &a, const TreeFile &b) {
  for (auto [mine, other] : llvm::zip(a.steps, b.steps)) {
    if (mine.first != other.first)
      return mine.first.compare_numeric(other.first) < 0;
    if (mine.second != other.second)
      return mine.second < other.second;
  }
  return a.steps.size() < b.steps.size();
}

namespace {
/// The last dump of an op so far.
struct LastDump {
  unsigned number = 0;
  size_t run = 0;
  bool isBefore = false;
};

/// Dumps that are not there.
struct Missing {
  unsigned number = 0;
  const FolderFile *first = nullptr; ///< The one after the first of them.
};
} // namespace

/// Adds the dumps of one op's file, and marks its pass run where dumps between
/// it and the last one of the op are not there.
static void addFile(FolderReader &reader, const TreeFile &file, bool hasBoth,
                    std::map<StringRef, LastDump> &lastOf, Missing &all) {
  std::optional<size_t> run =
      reader.addStep(*file.file, file.file->bannerPass, false);
  if (!run)
    return;
  LastDump now{file.number(), *run, file.file->isBannerBefore};
  auto [it, isFirst] = lastOf.try_emplace(file.file->folder(), now);
  LastDump &last = it->second;
  // An op around that was not dumped before counts from 1.
  unsigned missing = isFirst ? (now.number > 1 ? now.number : 0)
                             : now.number - std::min(now.number, last.number) -
                                   (now.number > last.number);
  // With both sides, a single one can be told from its neighbours.
  bool isHarmless =
      hasBoth && missing == 1 && !isFirst && last.isBefore == now.isBefore;
  if (missing && !isHarmless) {
    reader.run(*run).gapBefore = true;
    if (!isFirst)
      reader.run(last.run).gapAfter = true;
    all.number += missing;
    if (!all.first)
      all.first = file.file;
  }
  last = now;
}

static void addTree(FolderReader &reader, StringRef folder, Tree &tree) {
  llvm::stable_sort(tree, runsBefore);
  StringRef name = llvm::sys::path::filename(folder);
  reader.beginGroup(name.empty() ? tree.front().steps.front().first : name,
                    "tree", folder, /*needsChain=*/true);
  std::map<StringRef, LastDump> lastOf;
  bool hasBefore = llvm::any_of(
      tree, [](const TreeFile &file) { return file.file->isBannerBefore; });
  bool hasAfter = llvm::any_of(
      tree, [](const TreeFile &file) { return !file.file->isBannerBefore; });
  Missing missing;
  for (const TreeFile &file : tree)
    addFile(reader, file, hasBefore && hasAfter, lastOf, missing);
  if (missing.number)
    reader.addWarning(missing.first->path + ": " + llvm::Twine(missing.number) +
                      (missing.number == 1
                           ? " dump before this one is not there"
                           : " dumps of this tree are not there, the first of "
                             "them before this one"));
}

void passdelta::takeTree(FolderReader &reader) {
  std::map<std::string, Tree> trees;
  std::vector<std::string> order;
  for (FolderFile *file : reader.left()) {
    llvm::SmallVector<unsigned, 4> numbers = numbersOf(*file);
    if (numbers.empty())
      continue;
    TreeFile place;
    std::string folder = placeInTree(*file, numbers, place).str();
    auto [it, isNew] = trees.try_emplace(folder);
    if (isNew)
      order.push_back(folder);
    it->second.push_back(std::move(place));
  }
  for (const std::string &folder : order)
    addTree(reader, folder, trees[folder]);
}
