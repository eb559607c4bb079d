//===- DressedLiterals.cpp - A text in the literals of a program ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Python, JavaScript or C++ that holds IR, or what one of them printed of it:
//
//   module = """          const log = `// -----// ...      R"mlir(module {
//   module {              module {                         })mlir"
//   """                   `;
//   CalledProcessError: stderr=b'// -----// IR Dump After CSE (cse) //-----
//   //\n
//
// Literals that follow each other (`"module {\n" "}\n"`) are one text. Those
// that hold neither a banner nor IR are passed over.
//
//===----------------------------------------------------------------------===//

#include "Dressings.h"
#include "StringEscapes.h"
#include "passdelta/Source/OtherText.h"
#include "llvm/ADT/StringExtras.h"

using namespace passdelta;

namespace {
/// Takes the literals out of a program.
class Literals {
public:
  void take(const DressedLine &dressed, LineSink &sink);
  void finish(LineSink &sink);

private:
  size_t takeCode(StringRef text, size_t at, LineSink &sink);
  size_t openLiteral(StringRef text, size_t at, StringRef prefix);
  size_t takeLiteral(StringRef text, size_t at);
  void endLine(LineSink &sink);
  void put(StringRef text);
  void flush(LineSink &sink, bool isLineDone = false);
  bool isText() const;

  unsigned line = 1;
  bool inComment = false;
  /// What ends the open literal; empty: none is open.
  std::string closing;
  bool isRaw = false, spansLines = false;
  EscapeDecoder escapes;
  /// The text of the literals that follow each other.
  std::string group;
  /// For each line of `group`, the line of the program.
  std::vector<unsigned> origins;
  /// Size of both when the open literal began.
  size_t groupBefore = 0, originsBefore = 0;
  /// Lines of the program that are not blank since `group` was empty.
  std::vector<unsigned> heldLines;
};
} // namespace

bool Literals::isText() const {
  return countBanners(group) > 0 ||
         (StringRef(group).trim().contains('\n') && looksLikeIR(group));
}

/// Hands over the group if it is text.
void Literals::flush(LineSink &sink, bool isLineDone) {
  unsigned first = 1, last = 0; // Lines that are used.
  if (!origins.empty() && isText()) {
    first = origins.front();
    last = origins.back();
    StringRef rest = group;
    for (unsigned origin : origins) {
      auto [text, tail] = rest.split('\n');
      rest = tail;
      sink.line(text, {origin, LineOrigin::noColumn});
    }
    sink.countUndone("string literals", last - first + 1);
  }
  // The rest of the line may hold text yet.
  std::vector<unsigned> open;
  for (unsigned held : heldLines)
    if (held == line && !isLineDone)
      open.push_back(held);
    else if (held < first || held > last)
      sink.skip(held, "text");
  heldLines = std::move(open);
  if (last == line)
    heldLines.clear();
  group.clear();
  origins.clear();
}

void Literals::put(StringRef text) {
  for (char c : text) {
    if (group.empty() || group.back() == '\n')
      origins.push_back(line);
    group += c;
  }
}

/// Opens the literal whose quote is at `at`.
size_t Literals::openLiteral(StringRef text, size_t at, StringRef prefix) {
  char quote = text[at];
  StringRef rest = text.drop_front(at);
  isRaw = prefix.contains_insensitive('r');
  groupBefore = group.size();
  originsBefore = origins.size();
  size_t paren = rest.find('(');
  // R"mlir( ... )mlir"
  if (quote == '"' && prefix.ends_with("R") && paren != StringRef::npos &&
      paren <= 17 &&
      rest.slice(1, paren).find_first_of(" \\\"") == StringRef::npos) {
    closing = (")" + rest.slice(1, paren) + "\"").str();
    spansLines = true;
    return at + paren + 1;
  }
  bool isTriple =
      quote != '`' && rest.size() > 2 && rest[1] == quote && rest[2] == quote;
  closing.assign(isTriple ? 3 : 1, quote);
  spansLines = isTriple || quote == '`';
  return at + closing.size();
}

size_t Literals::takeLiteral(StringRef text, size_t at) {
  while (at < text.size()) {
    if (!escapes.isOpen() && text.drop_front(at).starts_with(closing)) {
      std::string rest;
      escapes.finish(rest);
      put(rest);
      at += closing.size();
      closing.clear();
      return at;
    }
    if (isRaw) {
      put(text.substr(at++, 1));
      continue;
    }
    std::string decoded;
    escapes.take(text[at++], decoded);
    put(decoded);
  }
  return at;
}

/// What may stand right in front of a quote: r"", b'', u8R"()".
static bool isLiteralPrefix(StringRef word) {
  word.consume_front("u8");
  return word.size() <= 2 &&
         word.find_first_not_of("rRbBuUfFL") == StringRef::npos;
}

/// Takes what is no literal, until one starts.
size_t Literals::takeCode(StringRef text, size_t at, LineSink &sink) {
  StringRef rest = text.drop_front(at);
  if (inComment) {
    size_t end = rest.find("*/");
    inComment = end == StringRef::npos;
    return inComment ? text.size() : at + end + 2;
  }
  if (rest.starts_with("//") || rest.starts_with("#"))
    return text.size();
  if (rest.starts_with("/*")) {
    inComment = true;
    return at + 2;
  }
  StringRef word = rest.take_while(llvm::isAlnum);
  size_t end = at + word.size();
  bool isQuote = end < text.size() && StringRef("\"'`").contains(text[end]);
  if (isQuote && isLiteralPrefix(word))
    return openLiteral(text, end, word);
  if (!word.empty()) {
    flush(sink);
    return end + isQuote; // An apostrophe.
  }
  if (rest.front() == ',' && !group.empty() && group.back() != '\n')
    group += '\n';
  else if (!StringRef(" \t\r+,()[]\\").contains(rest.front()))
    flush(sink);
  return at + 1;
}

void Literals::endLine(LineSink &sink) {
  if (closing.empty())
    return;
  if (escapes.isOpen()) { // A backslash at the end: the line goes on.
    escapes = EscapeDecoder();
    return;
  }
  if (spansLines) {
    put("\n");
    return;
  }
  // An apostrophe, most likely; or the end of the literal is lost.
  closing.clear();
  if (countBanners(StringRef(group).drop_front(groupBefore)))
    return;
  group.resize(groupBefore);
  origins.resize(originsBefore);
}

void Literals::take(const DressedLine &dressed, LineSink &sink) {
  line = dressed.line;
  if (dressed.isStart && !dressed.text.trim().empty())
    heldLines.push_back(line);
  for (size_t at = 0; at < dressed.text.size();)
    at = closing.empty() ? takeCode(dressed.text, at, sink)
                         : takeLiteral(dressed.text, at);
  if (dressed.isEnd)
    endLine(sink);
  if (closing.empty() && group.empty())
    flush(sink, dressed.isEnd);
}

void Literals::finish(LineSink &sink) { flush(sink, /*isLineDone=*/true); }

/// What the literals of `text` hold.
static std::string takeLiterals(StringRef text) {
  Literals literals;
  LineSink sink(nullptr);
  for (unsigned line = 1; !text.empty(); ++line) {
    auto [front, rest] = text.split('\n');
    literals.take({front, line}, sink);
    text = rest;
  }
  literals.finish(sink);
  return std::move(sink.text);
}

/// True if a banner stands right behind a quote, or has `\n` behind it.
static bool isInLiteral(const BannerLine &line) {
  StringRef prefix = line.prefix();
  return prefix.ends_with("\"") || prefix.ends_with("'") ||
         prefix.ends_with("`") || line.banner().contains("\\n") ||
         (prefix.ends_with("(") && prefix.contains("R\""));
}

llvm::Expected<std::optional<Layer>>
passdelta::detectLiterals(const Survey &survey, const ByteFile &file) {
  if (survey.banners.empty()) {
    if (looksLikeIR(survey.head) || takeLiterals(survey.head).empty())
      return std::nullopt;
  } else {
    // One quotation among many banners is prose.
    if (llvm::none_of(survey.banners, isInLiteral) ||
        countBanners(takeLiterals(survey.sample)) * 10 <
            countBanners(survey.sample) * 9)
      return std::nullopt;
  }
  auto literals = std::make_shared<Literals>();
  return Layer{[literals](const DressedLine &line, LineSink &sink) {
                 literals->take(line, sink);
               },
               [literals](LineSink &sink) { literals->finish(sink); }};
}
