//===- DressedPrefix.cpp - The same in front of every line ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What stands in front of the banners tells the prefix. If nearly every line
// has it, it is taken off; lines that have it with other words are of another
// stream (another service, stdout) and are left out. If only the banners have
// it, it is text that a program wrote without ending the line, or the head of a
// record of a logger: the line is cut there.
//
//===----------------------------------------------------------------------===//

#include "Dressings.h"
#include "PrefixShape.h"
#include "passdelta/Source/Banner.h"
#include "passdelta/Source/OtherText.h"
#include "llvm/ADT/STLExtras.h"

using namespace passdelta;

namespace {
/// Prefixes that nearly every line has, one of them.
struct Prefixes {
  std::vector<PrefixShape> shapes;

  /// The shape that `line` starts with, and its length.
  std::pair<const PrefixShape *, size_t> find(StringRef line) const;
  bool isOtherStream(StringRef line) const;
};
} // namespace

std::pair<const PrefixShape *, size_t> Prefixes::find(StringRef line) const {
  for (const PrefixShape &shape : shapes)
    if (std::optional<size_t> length = shape.match(line))
      return {&shape, *length};
  return {nullptr, 0};
}

bool Prefixes::isOtherStream(StringRef line) const {
  return llvm::any_of(shapes, [&](const PrefixShape &shape) {
    return shape.hasFixedWords() && shape.matchAnyWords(line);
  });
}

/// A quotation in prose, or a literal of a program, is no prefix.
static bool isQuotation(StringRef prefix) {
  return prefix.size() > 200 || prefix.ends_with("`") ||
         prefix.ends_with("\"") || prefix.ends_with("'") ||
         prefix.ends_with("(");
}

/// True if at least four of five lines in `text` have one of the prefixes.
static bool haveLinesPrefix(StringRef text, const Prefixes &prefixes) {
  // The last line may be cut.
  text = text.take_front(text.rfind('\n'));
  unsigned numLines = 0, numDressed = 0;
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    text = rest;
    if (line.trim().empty())
      continue;
    ++numLines;
    numDressed += prefixes.find(line).first || prefixes.isOtherStream(line);
  }
  return numLines && numDressed * 5 >= numLines * 4;
}

/// The prefixes of the banners, most frequent first; none if they differ too
/// much to be ones.
static Prefixes findPrefixes(const Survey &survey) {
  std::vector<std::pair<PrefixShape, unsigned>> counts;
  unsigned numDressed = 0;
  for (const BannerLine &banner : survey.banners) {
    if (banner.at == 0 || isQuotation(banner.prefix()))
      continue;
    ++numDressed;
    PrefixShape shape(banner.prefix());
    auto known = llvm::find_if(
        counts, [&](const auto &each) { return each.first == shape; });
    if (known == counts.end())
      counts.push_back({std::move(shape), 1});
    else
      ++known->second;
  }
  llvm::stable_sort(
      counts, [](const auto &a, const auto &b) { return a.second > b.second; });
  Prefixes prefixes;
  constexpr size_t maxShapes = 8;
  for (auto &[shape, count] : counts)
    // One of many is text that happens to stand there.
    if ((count > 1 || numDressed < 4) && prefixes.shapes.size() < maxShapes)
      prefixes.shapes.push_back(std::move(shape));
  return prefixes;
}

/// The prefix of a text without banners: what stands in front of the first
/// line that looks like IR behind it, if nearly every line has it.
static Prefixes findPrefixesOfIR(const Survey &survey) {
  if (!survey.banners.empty() || looksLikeIR(survey.head))
    return {};
  constexpr unsigned maxLines = 50;
  constexpr size_t maxPrefix = 80;
  StringRef text = survey.head;
  for (unsigned n = 0; n < maxLines && !text.empty(); ++n) {
    auto [line, rest] = text.split('\n');
    text = rest;
    for (size_t at = 1; at < std::min(line.size(), maxPrefix); ++at) {
      // A prefix ends in a blank or a mark.
      if (llvm::isAlnum(line[at - 1]) || line[at] == ' ' ||
          !looksLikeIR(line.drop_front(at)))
        continue;
      Prefixes prefixes{{PrefixShape(line.take_front(at))}};
      if (prefixes.shapes.front().what() != "indentation" &&
          haveLinesPrefix(survey.head, prefixes))
        return prefixes;
    }
  }
  return {};
}

static void takeIndentation(const DressedLine &dressed, size_t width,
                            LineSink &sink) {
  size_t blanks =
      std::min(dressed.text.find_first_not_of(' '), dressed.text.size());
  size_t cut = dressed.isStart ? std::min(blanks, width) : 0;
  if (cut)
    sink.countUndone("indentation");
  sink.add(dressed.text.drop_front(cut), {dressed.line, int32_t(cut)});
  if (dressed.isEnd)
    sink.endLine();
}

static void takePrefix(const DressedLine &dressed, const Prefixes &prefixes,
                       LineSink &sink) {
  size_t length = 0;
  if (dressed.isStart) {
    auto [shape, matched] = prefixes.find(dressed.text);
    if (shape)
      sink.countUndone(shape->what());
    else if (prefixes.isOtherStream(dressed.text))
      return sink.skip(dressed.line, dressed.text);
    length = matched;
  }
  sink.add(dressed.text.drop_front(length), {dressed.line, int32_t(length)});
  if (dressed.isEnd)
    sink.endLine();
}

/// Makes a line of its own of a banner in the middle of one.
static void takeBanner(const DressedLine &dressed, LineSink &sink) {
  size_t at = findBanner(dressed.text);
  if (at == StringRef::npos || at == 0 ||
      isQuotation(dressed.text.take_front(at)))
    at = 0;
  if (at) {
    sink.line(dressed.text.take_front(at), {dressed.line});
    sink.countUndone("text in front of banners");
  }
  sink.add(dressed.text.drop_front(at), {dressed.line, int32_t(at)});
  if (dressed.isEnd)
    sink.endLine();
}

/// True if a pass's banner stands behind other text, whole.
static bool hasTornBanner(const Survey &survey) {
  return llvm::any_of(survey.banners, [](const BannerLine &line) {
    Banner banner;
    return line.at > 0 && !line.prefix().trim().empty() &&
           !isQuotation(line.prefix()) &&
           parseBanner(line.banner(), banner) == BannerKind::Pass;
  });
}

llvm::Expected<std::optional<Layer>>
passdelta::detectPrefix(const Survey &survey, const ByteFile &file) {
  Prefixes prefixes = findPrefixes(survey);
  if (prefixes.shapes.empty())
    prefixes = findPrefixesOfIR(survey);
  if (prefixes.shapes.empty())
    return std::nullopt;
  // Blanks are no harm in front of IR; they count where all banners have them.
  size_t indent = StringRef::npos;
  for (const BannerLine &banner : survey.banners)
    indent =
        std::min(indent, banner.prefix().trim(' ').empty() ? banner.at : 0);
  if (indent > 0 && indent != StringRef::npos)
    return Layer{[indent](const DressedLine &line, LineSink &sink) {
      takeIndentation(line, indent, sink);
    }};
  if (haveLinesPrefix(survey.sample, prefixes))
    return Layer{[prefixes](const DressedLine &line, LineSink &sink) {
      takePrefix(line, prefixes, sink);
    }};
  if (hasTornBanner(survey))
    return Layer{takeBanner};
  return std::nullopt;
}
