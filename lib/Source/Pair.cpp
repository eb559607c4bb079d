//===- Pair.cpp - Two files, before and after -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InputFile.h"
#include "passdelta/Source/OtherText.h"

using namespace passdelta;

llvm::Expected<SnapshotId>
passdelta::addSnapshotFile(StringRef path, StringRef source,
                           StringRef logReason, Timeline &timeline,
                           std::vector<std::shared_ptr<InputFile>> &files) {
  auto file = InputFile::open(path);
  if (!file)
    return file.takeError();
  auto isLog = hasBanner(**file);
  if (!isLog)
    return isLog.takeError();
  if (*isLog)
    return inputError((*file)->path(), 0, 0, logReason);
  if (!looksLikeIR((*file)->head()))
    return inputError((*file)->path(), 0, 0, "holds no MLIR");
  files.push_back(*file);
  return addWholeFile(timeline, **file, (*file)->addTo(timeline, source));
}

static llvm::Expected<SourceResult> readPair(const SourceRequest &request) {
  StringRef first =
      request.paths.empty() ? StringRef("-") : StringRef(request.paths.front());
  if (request.paths.size() != 2)
    return inputError(first, 0, 0,
                      "a pair is two files, the snapshot before and the one "
                      "after");
  for (const std::string &state : {request.initial, request.last})
    if (!state.empty())
      return inputError(state, 0, 0,
                        "an initial or final state is for a log; two files are "
                        "both already");
  SourceResult result;
  std::vector<std::shared_ptr<InputFile>> files;
  for (const std::string &path : request.paths) {
    auto snapshot = addSnapshotFile(
        path, "pair",
        "is a log of many dumps; before and after must be one snapshot each. "
        "Give a log alone, or logs in a folder",
        result.timeline, files);
    if (!snapshot)
      return snapshot.takeError();
  }
  PassRun run;
  run.id = PassRunId(0);
  run.pass = request.pass.empty() ? "(unknown)" : request.pass;
  run.before = IRState{SnapshotId(0), {}, {}};
  run.after = IRState{SnapshotId(1), {}, {}};
  result.timeline.passRuns.push_back(std::move(run));
  result.text = makeTextReader(std::move(files));
  return result;
}

Source passdelta::getPairSource() {
  return {"pair", "two files, one snapshot before a pass and one after it",
          readPair};
}
