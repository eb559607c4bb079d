//===- Source.cpp - Where snapshots come from -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passdelta/Source/Source.h"
#include "InputFile.h"
#include "llvm/ADT/StringExtras.h"

using namespace passdelta;

ArrayRef<Source> passdelta::getSources() {
  static const Source sources[] = {getLogSource(), getPairSource()};
  return sources;
}

llvm::Expected<std::shared_ptr<InputFile>>
passdelta::openFirst(const SourceRequest &request) {
  if (request.first)
    return request.first;
  return InputFile::open(request.paths.empty() ? StringRef("-")
                                               : request.paths.front());
}

llvm::Expected<SourceResult>
passdelta::readSource(const SourceRequest &request) {
  if (!request.kind.empty()) {
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
  if (request.paths.size() > 2)
    return inputError(request.paths[2], 0, 0,
                      "more than two files; give a log, or a snapshot before "
                      "and one after");
  if (request.paths.size() == 2)
    return getPairSource().read(request);
  return getLogSource().read(request);
}
