//===- FolderPasses.cpp - A file for each pass, named after it ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TensorFlow's bridge logger:
//   0007_mlir_bridge_CanonicalizerPass_before.mlir    a counter of all files
//   mlir_bridge_CanonicalizerPass_before_1.mlir       older: a count of this
//   name
// XLA, 2023:
//   PREFIX.pass_03.after.CSEPass.mlir
//
// The files have banners; where one was taken out the name stands for it.
//
//===----------------------------------------------------------------------===//

#include "Folder.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace passdelta;

namespace {
/// One file, as its name tells it.
struct Step {
  FolderFile *file = nullptr;
  StringRef pass;
  bool isBefore = false;
  unsigned number = 0; ///< In the order of execution, or among equal names.
};

/// Files that are one compilation as far as their names tell.
struct Series {
  StringRef name, folder;
  std::vector<Step> steps;
};

/// Series by folder and name, in order of their first file.
class SeriesList {
public:
  Series &get(StringRef folder, StringRef name) {
    auto [it, isNew] = indexOf.try_emplace({folder, name}, all.size());
    if (isNew)
      all.push_back({name, folder, {}});
    return all[it->second];
  }
  std::vector<Series> all;

private:
  std::map<std::pair<StringRef, StringRef>, size_t> indexOf;
};
} // namespace

/// Adds files whose numbers are the order of execution.
///
/// \param isComplete  Each dump has a number, so one that is not there is
///   missing.
static void addNumbered(FolderReader &reader, Series &series, StringRef source,
                        bool isComplete) {
  llvm::stable_sort(series.steps, [](const Step &a, const Step &b) {
    return a.number < b.number;
  });
  reader.beginGroup(series.name, source, series.folder, /*needsChain=*/true);
  std::optional<size_t> last;
  std::optional<unsigned> lastNumber;
  for (const Step &step : series.steps) {
    std::optional<size_t> run =
        reader.addStep(*step.file, step.pass, step.isBefore);
    if (run && last && isComplete && step.number > *lastNumber + 1) {
      reader.run(*run).gapBefore = reader.run(*last).gapAfter = true;
      reader.addWarning(step.file->path + ": the dump before it is not there");
    }
    last = run;
    lastNumber = step.number;
  }
}

/// Splits "mlir_bridge_PASS_before", or "..._before_1" of a repeat.
static bool parseBridgeName(StringRef text, Step &step, StringRef &counter) {
  if (!text.consume_front("mlir_bridge_"))
    return false;
  for (StringRef side : {"_before", "_after"}) {
    size_t at = text.rfind(side);
    if (at == StringRef::npos || at == 0)
      continue;
    counter = text.drop_front(at + side.size());
    step.pass = text.take_front(at);
    step.isBefore = side == "_before";
    return counter.empty() || counter.consume_front("_");
  }
  return false;
}

namespace {
struct StepPair {
  const Step *before = nullptr, *after = nullptr;
};
} // namespace

/// Makes one pass run of two files.
static void addPair(FolderReader &reader, const StepPair &pair) {
  std::optional<size_t> before, after;
  for (const Step *step : {pair.before, pair.after})
    if (step)
      (step->isBefore ? before : after) =
          reader.addStep(*step->file, step->pass, step->isBefore);
  if (before && after) {
    reader.mergeLast(*before, *after);
    return;
  }
  if (before || after)
    reader.run(before ? *before : *after).note =
        before ? "its file _after.mlir is not there"
               : "its file _before.mlir is not there";
}

/// Adds files whose names tell pairs but no order.
static void addUnordered(FolderReader &reader, Series &series) {
  reader.beginGroup("mlir_bridge", "tf-bridge", series.folder,
                    /*needsChain=*/false);
  std::map<std::pair<StringRef, unsigned>, StepPair> pairs;
  for (const Step &step : series.steps) {
    StepPair &pair = pairs[{step.pass, step.number}];
    (step.isBefore ? pair.before : pair.after) = &step;
  }
  for (const auto &[key, pair] : pairs)
    addPair(reader, pair);
  if (pairs.size() > 1)
    reader.addWarning("the names of mlir_bridge files without a counter do not "
                      "tell the order of the passes; they are sorted by name");
}

void passdelta::takeBridge(FolderReader &reader) {
  SeriesList counted, unordered;
  for (FolderFile *file : reader.left()) {
    StringRef text = file->name();
    if (!file->isIR || !text.consume_back(".mlir"))
      continue;
    Step step{file};
    std::optional<unsigned> number = takeNumber(text);
    StringRef counter;
    if ((number && !text.consume_front("_")) ||
        !parseBridgeName(text, step, counter))
      continue;
    if (number) {
      step.number = *number;
      counted.get(file->folder(), "mlir_bridge").steps.push_back(step);
      continue;
    }
    step.number = takeNumber(counter).value_or(0);
    if (counter.empty())
      unordered.get(file->folder(), "").steps.push_back(step);
  }
  for (Series &series : counted.all)
    addNumbered(reader, series, "tf-bridge", /*isComplete=*/false);
  for (Series &series : unordered.all)
    addUnordered(reader, series);
}

void passdelta::takeNumberedPasses(FolderReader &reader) {
  SeriesList list;
  for (FolderFile *file : reader.left()) {
    StringRef text = file->name();
    if (!file->isIR || !text.consume_back(".mlir"))
      continue;
    size_t at = text.rfind(".pass_");
    if (at == StringRef::npos)
      continue;
    Step step{file};
    StringRef prefix = text.take_front(at), rest = text.drop_front(at + 6);
    std::optional<unsigned> number = takeNumber(rest);
    if (!number || !rest.consume_front("."))
      continue;
    step.number = *number;
    step.isBefore = rest.consume_front("before.");
    if (!step.isBefore && !rest.consume_front("after."))
      continue;
    step.pass = rest;
    list.get(file->folder(), prefix).steps.push_back(step);
  }
  for (Series &series : list.all)
    addNumbered(reader, series, "xla-passes", /*isComplete=*/true);
}
