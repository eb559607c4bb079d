//===- DressedJson.cpp - A text in the strings of JSON --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Notebooks, logs of containers, issues and traces as JSON:
//
//   {"log": "// -----// IR Dump After CSE (cse) //----- //\n", "stream": ...}
//   "text": ["module {\n", "}\n"]
//
// A first look finds the keys whose values hold banners (or IR, where there are
// no banners); then the values of these keys are the text, in their order.
//
//===----------------------------------------------------------------------===//

#include "Dressings.h"
#include "StringEscapes.h"
#include "passdelta/Source/OtherText.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace passdelta;

namespace {
/// Finds the strings of one or many JSON values, in pieces. Tolerant: what is
/// no JSON is passed over.
class JsonStrings {
public:
  /// Takes a part of the text, with its line ends, which end a string that is
  /// not ended. Calls `use` with each piece of a string value that
  /// is decoded, its key, and true where the string ends.
  using Use =
      llvm::function_ref<void(StringRef key, StringRef piece, bool ends)>;
  void take(StringRef text, Use use);

private:
  struct Level {
    bool isObject;
    bool expectsKey;
    std::string key; ///< In an array: that of the array.
  };
  void takeMark(char c);
  StringRef key() const {
    return levels.empty() ? StringRef() : StringRef(levels.back().key);
  }

  static constexpr size_t maxLevels = 512;
  std::vector<Level> levels;
  EscapeDecoder escapes;
  bool inString = false, isKey = false;
  std::string decoded;
};
} // namespace

void JsonStrings::takeMark(char c) {
  if (c == '{' || c == '[') {
    if (levels.size() < maxLevels)
      levels.push_back({c == '{', c == '{', key().str()});
  } else if (c == '}' || c == ']') {
    if (!levels.empty())
      levels.pop_back();
  } else if (!levels.empty() && levels.back().isObject) {
    if (c == ',')
      levels.back().expectsKey = true;
    else if (c == ':')
      levels.back().expectsKey = false;
  }
}

void JsonStrings::take(StringRef text, Use use) {
  for (char c : text) {
    if (!inString) {
      if (c == '"') {
        inString = true;
        isKey = !levels.empty() && levels.back().isObject &&
                levels.back().expectsKey;
        decoded.clear();
      } else {
        takeMark(c);
      }
    } else if (c != '\n' && (c != '"' || escapes.isOpen())) {
      escapes.take(c, decoded);
    } else {
      inString = false;
      escapes.finish(decoded);
      if (isKey)
        levels.back().key = decoded;
      else
        use(key(), decoded, true);
    }
  }
  // A string is not kept longer than the piece it came in; a key is.
  if (inString && !isKey) {
    use(key(), decoded, false);
    decoded.clear();
  }
}

using KeySet = std::set<std::string, std::less<>>;

/// The keys whose values are the text, from the first 16 MiB of the file.
static llvm::Expected<KeySet> findKeys(const ByteFile &file) {
  constexpr uint64_t maxRead = 16 << 20;
  KeySet banners, snapshots;
  std::string value, lastKey;
  JsonStrings strings;
  auto use = [&](StringRef key, StringRef piece, bool ends) {
    lastKey = key.str();
    value += piece;
    if (!ends)
      return;
    if (countBanners(value))
      banners.insert(key.str());
    else if (StringRef(value).trim().contains('\n') && looksLikeIR(value))
      snapshots.insert(key.str());
    value.clear();
  };
  auto text = file.read(0, maxRead);
  if (!text)
    return text.takeError();
  strings.take(*text, use);
  // A string that the limit cuts counts too.
  use(std::string(lastKey), "", true);
  return banners.empty() ? snapshots : banners;
}

/// True if `head` starts an object or an array with a key, a string or another
/// of them.
static bool looksLikeJson(StringRef head) {
  StringRef text = head.ltrim();
  if (!text.consume_front("{") && !text.consume_front("["))
    return false;
  text = text.ltrim();
  return !text.empty() && StringRef("\"{[").contains(text.front());
}

namespace {
/// The values of some keys, as lines.
class JsonText {
public:
  explicit JsonText(KeySet keys) : keys(std::move(keys)) {}
  void take(const DressedLine &line, LineSink &sink);

private:
  void add(StringRef piece, bool ends, const DressedLine &line, LineSink &sink);

  KeySet keys;
  JsonStrings strings;
  bool isUsed = false; ///< Something in this line is text.
};
} // namespace

void JsonText::add(StringRef piece, bool ends, const DressedLine &line,
                   LineSink &sink) {
  LineOrigin origin{line.line, LineOrigin::noColumn};
  isUsed = true;
  while (!piece.empty()) {
    size_t end = piece.find('\n');
    sink.add(piece.take_front(end), origin);
    if (end == StringRef::npos)
      break;
    sink.endLine();
    piece = piece.drop_front(end + 1);
  }
  if (ends)
    sink.endLine();
}

void JsonText::take(const DressedLine &line, LineSink &sink) {
  auto use = [&](StringRef key, StringRef piece, bool ends) {
    if (keys.find(key) != keys.end())
      add(piece, ends, line, sink);
  };
  strings.take(line.text, use);
  if (!line.isEnd)
    return;
  strings.take("\n", use);
  if (isUsed)
    sink.countUndone("JSON strings");
  else
    sink.skip(line.line, line.text);
  isUsed = false;
}

llvm::Expected<std::optional<Layer>>
passdelta::detectJson(const Survey &survey, const ByteFile &file) {
  if (!looksLikeJson(survey.head))
    return std::nullopt;
  auto keys = findKeys(file);
  if (!keys)
    return keys.takeError();
  if (keys->empty())
    return std::nullopt;
  auto text = std::make_shared<JsonText>(std::move(*keys));
  return Layer{[text](const DressedLine &line, LineSink &sink) {
    text->take(line, sink);
  }};
}
