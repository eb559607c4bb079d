//===- Folder.cpp - Dumps that are many files -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Folder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Path.h"

using namespace passdelta;

/// Files that are logs by what is in them, one group each.
static void takeLogs(FolderReader &reader) {
  for (FolderFile *file : reader.left()) {
    reader.beginGroup(file->name(), "log", file->folder(), /*needsChain=*/true);
    if (reader.addLogFile(*file) == LogContents::LlvmIr)
      reader.skip(*file, kindOfFile(file->name()),
                  "a log of LLVM IR passes, which are not read yet");
  }
}

ArrayRef<FolderKind> passdelta::getFolderKinds() {
  static const FolderKind kinds[] = {
      {"tree", "a folder of -mlir-print-ir-tree-dir", takeTree},
      {"iree-phases", "a folder of IREE's --dump-compilation-phases-to",
       takeIreePhases},
      {"iree-executables",
       "folders of IREE's --iree-hal-dump-executable-{sources,configurations,"
       "benchmarks}-to",
       takeIreeExecutables},
      {"triton", "a dump or cache folder of Triton: .source, .ttir, .ttgir",
       takeTriton},
      {"tritonparse", "a trace of tritonparse (.ndjson), or a folder of them",
       takeTraces},
      {"tf-bridge",
       "a folder of TensorFlow's mlir_bridge_*_{before,after}.mlir",
       takeBridge},
      {"xla-emitter",
       "XLA's *-{pre-optimization,post-optimization,post-lowering}.mlir",
       takeXlaStages},
      {"xla-passes", "XLA's *.pass_NN.{before,after}.*.mlir",
       takeNumberedPasses},
      {"llvm-ir",
       "a folder of LLVM's -ir-dump-directory: counted, not read yet",
       takeLlvmIr},
      {"log", "", takeLogs},
  };
  return kinds;
}

/// Gives each input the shortest end of its path that no other has.
static void nameInputs(Timeline &timeline) {
  std::vector<Input *> open;
  for (Input &input : timeline.inputs)
    open.push_back(&input);
  for (unsigned depth = 1; !open.empty(); ++depth) {
    llvm::StringMap<unsigned> count;
    std::vector<StringRef> ends;
    for (Input *input : open) {
      StringRef path = input->name;
      size_t at = path.size();
      for (unsigned part = 0; part < depth && at != StringRef::npos; ++part)
        at = path.take_front(at).rfind('/');
      ends.push_back(at == StringRef::npos ? path : path.drop_front(at + 1));
      ++count[ends.back()];
    }
    std::vector<Input *> next;
    for (auto [input, end] : llvm::zip(open, ends)) {
      if (count[end] > 1 && end.size() < input->name.size())
        next.push_back(input);
      else
        input->name = end.str();
    }
    open = std::move(next);
  }
}

/// One line for a folder of which nothing can be used.
static llvm::Error nothingToRead(StringRef path, const Timeline &timeline) {
  constexpr size_t maxKinds = 3;
  if (timeline.skippedFiles.empty())
    return inputError(path, 0, 0,
                      "holds no files; give a folder of dumps, a log or two "
                      "snapshots");
  std::string text = "holds no dumps that can be compared: ";
  for (auto [index, files] : llvm::enumerate(timeline.skippedFiles)) {
    if (index == maxKinds) {
      text += "; and more";
      break;
    }
    text += (index ? "; " : "") + std::to_string(files.count) + " " +
            files.kind + (files.reason.empty() ? "" : " (") + files.reason +
            (files.reason.empty() ? "" : ")");
  }
  return inputError(path, 0, 0, text);
}

/// Adds the state before the first pass; there must be one compilation.
static llvm::Error addInitial(SourceResult &result, TextStore &texts,
                              StringRef path) {
  Timeline &timeline = result.timeline;
  if (timeline.groups.size() > 1 || !timeline.groups.front().needsChain)
    return inputError(path, 0, 0,
                      "an initial state is for a log or a tree of dumps of one "
                      "compilation");
  auto file = InputFile::open(path);
  if (!file)
    return file.takeError();
  unsigned input = (*file)->addTo(timeline, timeline.groups.front().source);
  timeline.inputs.back().name = path.str();
  auto snapshot = addWholeFile(timeline, **file, input);
  if (!snapshot)
    return snapshot.takeError();
  texts.add({path.str(), *file});
  result.initial = *snapshot;
  return llvm::Error::success();
}

static llvm::Expected<SourceResult> finish(SourceResult result,
                                           std::shared_ptr<TextStore> texts,
                                           const SourceRequest &request) {
  Timeline &timeline = result.timeline;
  if (timeline.passRuns.empty())
    return nothingToRead(timeline.origin, timeline);
  if (!request.initial.empty())
    if (llvm::Error error = addInitial(result, *texts, request.initial))
      return error;
  nameInputs(timeline);
  result.chained = false;
  result.text = [texts = std::move(texts)](const Snapshot &snapshot) {
    return texts->read(snapshot);
  };
  return result;
}

llvm::Expected<SourceResult>
passdelta::readFolder(const SourceRequest &request) {
  StringRef path = request.paths.front();
  if (request.paths.size() > 1)
    return inputError(request.paths[1], 0, 0,
                      "a second input cannot be read together with a folder");
  SourceResult result;
  result.timeline.origin = path.str();
  auto files = listFolder(path, result.timeline.warnings);
  if (!files)
    return files.takeError();
  auto texts = std::make_shared<TextStore>();
  FolderReader reader(std::move(*files), result.timeline, *texts);
  for (const FolderKind &kind : getFolderKinds())
    if (request.kind.empty() || request.kind == kind.name)
      kind.take(reader);
  reader.skipRest();
  return finish(std::move(result), std::move(texts), request);
}

llvm::Expected<SourceResult>
passdelta::readTrace(const SourceRequest &request) {
  auto file = openFirst(request, Dressing::Keep);
  if (!file)
    return file.takeError();
  SourceResult result;
  result.timeline.origin = (*file)->path();
  auto texts = std::make_shared<TextStore>();
  FolderReader reader({}, result.timeline, *texts);
  StringRef name = llvm::sys::path::filename((*file)->path());
  addTrace(reader, **file, name, {(*file)->path(), *file});
  if (result.timeline.passRuns.empty() && !result.timeline.warnings.empty())
    return inputError("", 0, 0, result.timeline.warnings.front());
  return finish(std::move(result), std::move(texts), request);
}
