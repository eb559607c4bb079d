//===- Source.cpp - Where snapshots come from -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passdelta/Source/Source.h"
#include "Folder.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace passdelta;

static llvm::Expected<SourceResult>
readFolderOfKind(const SourceRequest &request) {
  if (request.paths.empty() || !llvm::sys::fs::is_directory(request.paths[0]))
    return inputError(request.paths.empty() ? "-" : request.paths[0], 0, 0,
                      "is no folder, as --input=" + request.kind + " is");
  return readFolder(request);
}

static llvm::Expected<SourceResult>
readTraceOrFolder(const SourceRequest &request) {
  bool isFolder =
      !request.paths.empty() && llvm::sys::fs::is_directory(request.paths[0]);
  return isFolder ? readFolder(request) : readTrace(request);
}

static std::vector<Source> makeSources() {
  std::vector<Source> sources = {getLogSource(), getPairSource()};
  for (const FolderKind &kind : getFolderKinds())
    if (kind.name != "log")
      sources.push_back(
          {kind.name, kind.summary,
           kind.name == "tritonparse" ? readTraceOrFolder : readFolderOfKind});
  return sources;
}

ArrayRef<Source> passdelta::getSources() {
  static const std::vector<Source> sources = makeSources();
  return sources;
}

llvm::Expected<std::shared_ptr<InputFile>>
passdelta::openFirst(const SourceRequest &request, Dressing dressing) {
  if (request.first)
    return request.first;
  return InputFile::open(
      request.paths.empty() ? StringRef("-") : request.paths.front(), dressing);
}

static llvm::Expected<SourceResult> readKind(const SourceRequest &request) {
  bool isFolder = request.paths.size() == 1 &&
                  llvm::sys::fs::is_directory(request.paths.front());
  if (request.kind == "log" && isFolder)
    return readFolder(request);
  for (const Source &source : getSources())
    if (source.name == request.kind)
      return source.read(request);
  std::vector<StringRef> known;
  for (const Source &source : getSources())
    known.push_back(source.name);
  return inputError("", 0, 0,
                    "unknown kind of input '" + request.kind +
                        "'; known are: " + llvm::join(known, ", "));
}

llvm::Expected<SourceResult>
passdelta::readSource(const SourceRequest &request) {
  if (!request.kind.empty())
    return readKind(request);
  if (request.paths.size() > 2)
    return inputError(request.paths[2], 0, 0,
                      "more than two files; give a log or a folder, or a "
                      "snapshot before and one after");
  for (const std::string &path : request.paths)
    if (llvm::sys::fs::is_directory(path))
      return request.paths.size() == 1
                 ? readFolder(request)
                 : inputError(path, 0, 0,
                              "is a folder; give it alone, or two snapshots");
  if (request.paths.size() == 2)
    return getPairSource().read(request);
  SourceRequest opened = request;
  auto file = openFirst(request, Dressing::Keep);
  if (!file)
    return file.takeError();
  opened.first = std::move(*file);
  if (looksLikeTrace(opened.first->head()))
    return readTrace(opened);
  if (llvm::Error error = opened.first->undress())
    return error;
  return getLogSource().read(opened);
}
