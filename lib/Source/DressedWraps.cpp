//===- DressedWraps.cpp - Lines broken at a fixed column ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A terminal or `fold` broke the lines that were longer than some width. That
// is certain where no line is longer, several are exactly as long, and these go
// on in the next line: a bracket or a string is open, or the next line starts
// as no line of IR does. Custom assembly breaks lines too, but then the same
// ones in every dump, and what goes on is indented.
//
//===----------------------------------------------------------------------===//

#include "Dressings.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace passdelta;

static bool isNameChar(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$' || c == '-';
}

/// True if a bracket or a string is open at the end of `line`. Braces do not
/// count, they end many lines.
static bool isOpen(StringRef line) {
  unsigned depth = 0;
  bool inString = false;
  char last = 0;
  for (size_t at = 0; at < line.size(); ++at) {
    char c = line[at];
    if (c == '\\' && inString)
      ++at;
    else if (c == '"')
      inString = !inString;
    else if (inString)
      continue;
    else if (c == '{' && last == '(')
      --depth; // The region of a generic op.
    else if (c == '(' || c == '[' || c == '<')
      ++depth;
    else if ((c == ')' || c == ']' || (c == '>' && last != '-')) && depth)
      --depth;
    last = c;
  }
  return inString || depth > 0;
}

/// True if a line of IR or of a log can start so.
static bool canStartLine(StringRef line) {
  StringRef text = line.ltrim(' ');
  if (text.empty() || text.starts_with("//"))
    return true;
  char first = text.front();
  if (first == '}' || first == '{' || first == '"')
    return true;
  // `%0 = `, `%a, %b:2 = `, `#map = `, `!type = `, `^bb0(`, `^bb0:`
  if (first == '%' || first == '#' || first == '!' || first == '^') {
    size_t end = text.find_if_not([](char c) {
      return isNameChar(c) || StringRef("%#!^,: ").contains(c);
    });
    if (end == StringRef::npos)
      return first == '^';
    return text[end] == '=' ||
           (first == '^' && (text[end] == '(' || text[end - 1] == ':'));
  }
  // An op: in blanks of its own, or at the top level.
  size_t end = text.find_if_not(isNameChar);
  StringRef word = text.take_front(end);
  bool isIndented = text.size() < line.size();
  return isIndented ? word.contains('.') || word == "return" || word == "func"
                    : word == "module" || word == "func" ||
                          (word.contains('.') &&
                           text.drop_front(word.size()).starts_with(" "));
}

static bool goesOn(StringRef line, StringRef next) {
  return isOpen(line) || !canStartLine(next);
}

namespace {
/// Joins lines of `width` bytes with what follows them.
class Joiner {
public:
  explicit Joiner(size_t width) : width(width) {}
  void take(const DressedLine &line, LineSink &sink);
  void finish(LineSink &sink);

private:
  static constexpr size_t maxJoined = 4 << 20;
  size_t width;
  std::string held; ///< What may go on.
  unsigned firstHeld = 0;
  bool isHeld = false, isFull = false;
};
} // namespace

void Joiner::finish(LineSink &sink) {
  if (isHeld)
    sink.line(held, {firstHeld, 0, unsigned(held.size() > width ? width : 0)});
  held.clear();
  isHeld = isFull = false;
}

void Joiner::take(const DressedLine &dressed, LineSink &sink) {
  bool joins =
      isHeld && isFull && held.size() < maxJoined && goesOn(held, dressed.text);
  if (joins)
    sink.countUndone("hard line breaks");
  else
    finish(sink);
  if (!isHeld)
    firstHeld = dressed.line;
  isHeld = true;
  held += dressed.text;
  isFull = dressed.isEnd && dressed.text.size() == width;
}

llvm::Expected<std::optional<Layer>>
passdelta::detectWraps(const Survey &survey, const ByteFile &file) {
  constexpr size_t minWidth = 40;
  StringRef text = survey.sample;
  text = text.take_front(text.rfind('\n'));
  size_t width = 0;
  for (StringRef rest = text; !rest.empty(); rest = rest.split('\n').second)
    width = std::max(width, rest.split('\n').first.size());
  if (width < minWidth)
    return std::nullopt;
  unsigned numFull = 0, numGoOn = 0, numFlush = 0;
  std::set<StringRef> broken;
  std::string joined;
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    text = rest;
    joined += line;
    bool isFull = line.size() == width && !rest.empty();
    bool isBroken = isFull && goesOn(joined, rest.split('\n').first);
    numFull += isFull;
    numGoOn += isBroken;
    numFlush += isBroken && !rest.starts_with(" ");
    if (isBroken)
      broken.insert(line);
    if (!isBroken)
      joined.clear();
  }
  if (broken.size() < 3 || numGoOn * 10 < numFull * 9 ||
      numFlush * 10 < numGoOn * 6)
    return std::nullopt;
  auto joiner = std::make_shared<Joiner>(width);
  return Layer{[joiner](const DressedLine &line, LineSink &sink) {
                 joiner->take(line, sink);
               },
               [joiner](LineSink &sink) { joiner->finish(sink); }};
}
