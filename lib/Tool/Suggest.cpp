//===- Suggest.cpp - What was probably meant ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "llvm/ADT/STLExtras.h"

using namespace passdelta;

llvm::Error passdelta::usageError(const llvm::Twine &text) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), text);
}

/// How far `candidate` is from `text`: edits, or for a part of it 100 and what
/// is left over. Nothing if it is too far.
static std::optional<unsigned> distance(StringRef text, StringRef candidate) {
  // One slip in five letters; a short name allows for one.
  unsigned allowed = std::max<size_t>(1, text.size() / 5);
  unsigned edits = text.edit_distance(candidate, /*AllowReplacements=*/true,
                                      /*MaxEditDistance=*/allowed);
  if (edits <= allowed)
    return edits;
  size_t shorter = std::min(text.size(), candidate.size());
  if (shorter >= 4 && (candidate.contains(text) || text.contains(candidate)))
    return 100 + unsigned(std::max(text.size(), candidate.size()) - shorter);
  return std::nullopt;
}

std::string passdelta::suggest(StringRef text,
                               std::vector<std::string> candidates,
                               StringRef prefix) {
  std::vector<std::pair<unsigned, std::string>> near;
  for (std::string &candidate : candidates)
    if (std::optional<unsigned> far = distance(text, candidate))
      near.push_back({*far, std::move(candidate)});
  if (near.empty())
    return "";
  llvm::sort(near);
  near.erase(std::unique(near.begin(), near.end()), near.end());
  // Those as near as the nearest, or for parts the three nearest.
  size_t count = 1;
  while (count < near.size() && count < 3 &&
         (near[count].first == near[0].first || near[0].first >= 100))
    ++count;
  std::string result = "; did you mean ";
  for (size_t i = 0; i < count; ++i) {
    if (i > 0)
      result += i + 1 == count ? " or " : ", ";
    result += "'" + prefix.str() + near[i].second + "'";
  }
  return result + "?";
}
