//===- FolderList.cpp - The files of a folder -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Folder.h"
#include "passdelta/Source/OtherText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace passdelta;
namespace fs = llvm::sys::fs;

StringRef FolderFile::name() const {
  StringRef text = llvm::sys::path::filename(relative);
  for (StringRef packed : {".gz", ".zst", ".xz", ".bz2"})
    if (text.consume_back(packed))
      break;
  return text;
}

StringRef FolderFile::folder() const {
  return llvm::sys::path::parent_path(relative);
}

/// "2" is before "10"; equal only if the strings are.
static bool isBefore(StringRef a, StringRef b) {
  int order = a.compare_numeric(b);
  return order ? order < 0 : a < b;
}

namespace {
/// Walks a tree of folders, links last: so that what is there under its own
/// name is seen under it.
class FolderWalk {
public:
  FolderWalk(StringRef root, std::vector<std::string> &warnings)
      : root(root), warnings(warnings) {}

  void run();
  std::vector<FolderFile> files;

private:
  std::string pathOf(StringRef relative) const;
  void walk(const std::string &relative);
  void visit(const std::string &relative);
  void warn(StringRef relative, const llvm::Twine &text);

  std::string root;
  std::vector<std::string> &warnings;
  std::vector<std::string> links;
  std::set<fs::UniqueID> seen;
  bool followsLinks = false;
};
} // namespace

std::string FolderWalk::pathOf(StringRef relative) const {
  if (relative.empty())
    return root;
  return root + (StringRef(root).ends_with("/") ? "" : "/") + relative.str();
}

void FolderWalk::warn(StringRef relative, const llvm::Twine &text) {
  warnings.push_back((pathOf(relative) + ": " + text).str());
}

void FolderWalk::walk(const std::string &relative) {
  std::error_code error;
  std::vector<std::string> names;
  std::vector<bool> isLink;
  fs::directory_iterator at(pathOf(relative), error, /*follow_symlinks=*/false);
  for (; !error && at != fs::directory_iterator(); at.increment(error))
    names.push_back(llvm::sys::path::filename(at->path()).str());
  if (error)
    warn(relative, "cannot be listed: " + error.message());
  llvm::sort(names, [](StringRef a, StringRef b) { return isBefore(a, b); });
  for (const std::string &name : names) {
    // What another run of passdelta is writing.
    if (StringRef(name).starts_with(".passdelta-"))
      continue;
    visit(relative.empty() ? name : relative + "/" + name);
  }
}

void FolderWalk::visit(const std::string &relative) {
  std::string path = pathOf(relative);
  if (fs::is_symlink_file(path) && !followsLinks)
    return links.push_back(relative);
  FolderFile file;
  file.path = path;
  file.relative = relative;
  fs::file_status status;
  if (std::error_code error = fs::status(path, status)) {
    file.trouble = error.message();
    files.push_back(std::move(file));
    return;
  }
  // Also what ends a loop of links.
  if (!seen.insert(status.getUniqueID()).second && followsLinks)
    return;
  if (status.type() == fs::file_type::directory_file) {
    bool outer = followsLinks;
    followsLinks = false;
    walk(relative);
    followsLinks = outer;
    return;
  }
  if (status.type() != fs::file_type::regular_file)
    file.trouble = "is no regular file";
  files.push_back(std::move(file));
}

void FolderWalk::run() {
  fs::file_status status;
  if (!fs::status(root, status))
    seen.insert(status.getUniqueID());
  walk("");
  for (size_t next = 0; next < links.size(); ++next) {
    followsLinks = true;
    visit(std::string(links[next]));
  }
  llvm::sort(files, [](const FolderFile &a, const FolderFile &b) {
    return isBefore(a.relative, b.relative);
  });
}

llvm::Expected<std::vector<FolderFile>>
passdelta::listFolder(StringRef root, std::vector<std::string> &warnings) {
  std::error_code error;
  fs::directory_iterator probe(root, error);
  if (error)
    return inputError(root, 0, 0, error.message());
  FolderWalk walk(root, warnings);
  walk.run();
  for (FolderFile &file : walk.files)
    if (file.trouble.empty())
      inspect(file);
  return std::move(walk.files);
}

/// The name of the first op in `text`, or "".
static StringRef firstOpOf(StringRef text) {
  StringRef line = firstOpLine(text);
  line.consume_front("\"");
  return leadingName(line);
}

void passdelta::inspect(FolderFile &file) {
  auto opened = InputFile::open(file.path, Dressing::Keep);
  if (!opened) {
    file.trouble = reasonOf(opened.takeError());
    return;
  }
  // A trace is JSON with IR in it, which would be taken for a dressed log.
  file.isTrace = looksLikeTrace((*opened)->head());
  if (file.isTrace)
    return;
  if (llvm::Error error = (*opened)->undress()) {
    file.trouble = reasonOf(std::move(error));
    return;
  }
  StringRef head = (*opened)->head();
  StringRef first = head.ltrim().split('\n').first;
  Banner banner;
  file.hasBanner = parseBanner(first, banner) == BannerKind::Pass;
  file.isBannerBefore = banner.isBefore;
  file.bannerPass = banner.pass.str();
  file.isIR = looksLikeIR(head);
  if (file.isIR)
    file.firstOp = firstOpOf(head).str();
}

std::optional<unsigned> passdelta::takeNumber(StringRef &text) {
  unsigned number = 0;
  StringRef digits = text.take_while(llvm::isDigit);
  if (digits.empty() || digits.getAsInteger(10, number))
    return std::nullopt;
  text = text.drop_front(digits.size());
  return number;
}
