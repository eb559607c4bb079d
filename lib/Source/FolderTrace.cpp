//===- FolderTrace.cpp - Traces of tritonparse ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One JSON object a line, one line an event. A compilation has the texts of all
// its stages:
//
//   {"event_type": "compilation", "payload": {"file_content":
//      {"add_kernel.ttir": "...", "add_kernel.ttgir": "...", ...}, ...}, ...}
//
//===----------------------------------------------------------------------===//

#include "Folder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

using namespace passdelta;

bool passdelta::looksLikeTrace(StringRef head) {
  StringRef first = head.ltrim().split('\n').first;
  return first.starts_with("{") && first.contains("\"event_type\"");
}

/// Calls `found` for each line of `file` with its offset and its number.
static llvm::Error
forEachLine(const InputFile &file,
            llvm::function_ref<void(StringRef, uint64_t, unsigned)> found) {
  unsigned number = 1;
  return file.forEachLines([&](StringRef rest, uint64_t offset) {
    while (!rest.empty()) {
      StringRef line = rest.split('\n').first;
      found(line, offset, number++);
      size_t size = std::min(line.size() + 1, rest.size());
      rest = rest.drop_front(size);
      offset += size;
    }
    return true;
  });
}

/// Adds the event of one line; `label` is the place of the line.
static void addEvent(FolderReader &reader, const llvm::json::Object &event,
                     StringRef label, const TextPlace &place) {
  const llvm::json::Object *payload = event.getObject("payload");
  const llvm::json::Object *content =
      payload ? payload->getObject("file_content") : nullptr;
  if (!content) {
    StringRef type = event.getString("event_type").value_or("unknown");
    reader.skip(label, type.str() + " events", "it has no IR");
    return;
  }
  std::vector<NamedText> texts;
  for (const auto &[name, value] : *content)
    if (std::optional<StringRef> text = value.getAsString())
      texts.push_back({StringRef(name), *text});
  llvm::sort(texts, [](const NamedText &a, const NamedText &b) {
    return a.name < b.name;
  });
  addStageTexts(reader, texts, "tritonparse", label, place);
}

void passdelta::addTrace(FolderReader &reader, const InputFile &file,
                         StringRef relative, const TextPlace &place) {
  constexpr unsigned maxWarnings = 3;
  unsigned numBad = 0;
  llvm::Error error =
      forEachLine(file, [&](StringRef line, uint64_t offset, unsigned number) {
        if (line.trim().empty())
          return;
        std::string label = (relative + ":" + llvm::Twine(number)).str();
        TextPlace linePlace = place;
        linePlace.lineOffset = offset;
        linePlace.lineSize = line.size();
        linePlace.line = number;
        llvm::Expected<llvm::json::Value> value = llvm::json::parse(line);
        const llvm::json::Object *event =
            value ? value->getAsObject() : nullptr;
        std::string reason =
            value ? "is no JSON object"
                  : "is no JSON: " + llvm::toString(value.takeError());
        if (event)
          addEvent(reader, *event, label, linePlace);
        else if (numBad++ < maxWarnings)
          reader.addWarning(file.path() + ":" + llvm::Twine(number) + ": " +
                            reason);
      });
  if (numBad > maxWarnings)
    reader.addWarning(file.path() + ": " + llvm::Twine(numBad - maxWarnings) +
                      " more lines are no JSON");
  if (error)
    reader.addWarning(llvm::toString(std::move(error)));
}

void passdelta::takeTraces(FolderReader &reader) {
  for (FolderFile *file : reader.left()) {
    if (!file->isTrace)
      continue;
    auto opened = InputFile::open(file->path, Dressing::Keep);
    file->isTaken = true;
    if (opened)
      addTrace(reader, **opened, file->relative, {file->path});
    else
      reader.addWarning(llvm::toString(opened.takeError()));
  }
}
