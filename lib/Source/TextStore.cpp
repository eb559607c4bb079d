//===- TextStore.cpp - Texts of many inputs, few of them open -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextStore.h"
#include "passdelta/Support/Hash.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

using namespace passdelta;

llvm::Expected<std::string> passdelta::readJsonMember(StringRef line,
                                                      StringRef member) {
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(line);
  if (!value)
    return value.takeError();
  const llvm::json::Object *at = value->getAsObject();
  for (StringRef step : {"payload", "file_content"})
    at = at ? at->getObject(step) : nullptr;
  std::optional<StringRef> text = at ? at->getString(member) : std::nullopt;
  if (!text)
    return inputError("", 0, 0, "there is no '" + member + "' in it");
  return text->str();
}

llvm::Expected<std::shared_ptr<InputFile>>
TextStore::open(const TextPlace &place) {
  if (place.file)
    return place.file;
  auto *known = llvm::find_if(
      opened, [&](const auto &file) { return file->path() == place.path; });
  if (known != opened.end()) {
    std::rotate(known, known + 1, opened.end());
    return opened.back();
  }
  auto file = InputFile::open(
      place.path, place.member.empty() ? Dressing::TakeOff : Dressing::Keep);
  if (!file)
    return file.takeError();
  if (opened.size() == maxOpen)
    opened.erase(opened.begin());
  opened.push_back(*file);
  return std::move(*file);
}

llvm::Expected<std::string> TextStore::read(const Snapshot &snapshot) {
  if (!snapshot.size)
    return std::string();
  const TextPlace &place = places[snapshot.input];
  auto file = open(place);
  if (!file)
    return file.takeError();
  bool isMember = !place.member.empty();
  auto text = isMember ? (*file)->read(place.lineOffset, place.lineSize)
                       : (*file)->read(snapshot.offset, snapshot.size);
  if (!text)
    return text.takeError();
  if (isMember) {
    text = readJsonMember(*text, place.member);
    if (!text)
      return text.takeError();
    *text = StringRef(*text).substr(snapshot.offset, snapshot.size).str();
  }
  // A file that was closed in between may be another one by now.
  if (hashBytes(*text) != snapshot.textHash)
    return inputError(place.path, 0, 0, "was changed while it was read");
  return text;
}
