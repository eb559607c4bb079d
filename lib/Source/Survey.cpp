//===- Survey.cpp - What a text looks like, before it is read -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Survey.h"
#include "passdelta/Source/Banner.h"
#include "llvm/ADT/StringExtras.h"
#include <cstring>

using namespace passdelta;

static constexpr size_t sampleSize = 64 << 10;
static constexpr size_t maxBanners = 256;
static constexpr size_t maxLine = 4 << 10;
static constexpr uint64_t maxFenced = 16 << 20;

size_t passdelta::findBanner(StringRef line) {
  size_t dump = line.find("IR Dump ");
  if (dump == StringRef::npos)
    return dump;
  StringRef front = line.take_front(dump);
  // Longest first: `// -----//` has `-----//` in it.
  for (StringRef marker : {"// -----// ", "-----// ", "// *** ", "*** "}) {
    if (!front.ends_with(marker))
      continue;
    size_t at = dump - marker.size();
    StringRef before = front.take_front(at).rtrim();
    // LLVM comments its banners out, and tests are written in comments.
    if (before.ends_with("//") || before.ends_with("#") ||
        before.ends_with(";") || before.contains("CHECK"))
      return StringRef::npos;
    Banner banner;
    BannerKind kind = parseBanner(line.drop_front(at), banner);
    return kind == BannerKind::Pass || kind == BannerKind::Step ||
                   kind == BannerKind::LookAlike
               ? at
               : StringRef::npos;
  }
  return StringRef::npos;
}

unsigned passdelta::countBanners(StringRef text) {
  unsigned count = 0;
  size_t at = text.find("IR Dump ");
  while (at != StringRef::npos) {
    size_t begin = text.take_front(at).rfind('\n') + 1;
    size_t end = std::min(text.find('\n', at), text.size());
    count += findBanner(text.slice(begin, end)) != StringRef::npos;
    at = text.find("IR Dump ", end);
  }
  return count;
}

namespace {
/// Takes the file in pieces of whole lines.
class Surveyor {
public:
  explicit Surveyor(Survey &survey) : survey(survey) {}

  void addBytes(StringRef piece);
  void addLines(StringRef lines);

private:
  void countFences(StringRef text);

  Survey &survey;
  uint64_t offset = 0; ///< Of the next lines.

public:
  uint64_t firstBanner = 0; ///< Offset of its line.
};
} // namespace

void Surveyor::addBytes(StringRef piece) {
  auto has = [&](char byte) {
    return std::memchr(piece.data(), byte, piece.size()) != nullptr;
  };
  survey.hasEscapes = survey.hasEscapes || has('\x1b');
  survey.hasNuls = survey.hasNuls || has('\0');
  survey.hasReturns = survey.hasReturns || has('\r');
}

/// True if only blanks and marks of quotation stand before `at` in its line.
static bool startsLine(StringRef text, size_t at) {
  size_t begin = text.take_front(at).rfind('\n') + 1;
  return text.slice(begin, at).find_first_not_of(" \t>") == StringRef::npos;
}

void Surveyor::countFences(StringRef text) {
  if (offset > maxFenced)
    return;
  for (StringRef marker : {"```", "~~~"})
    for (size_t at = 0; at < text.size();) {
      const void *hit = ::memmem(text.data() + at, text.size() - at,
                                 marker.data(), marker.size());
      if (!hit)
        break;
      at = size_t(static_cast<const char *>(hit) - text.data());
      survey.numFences += startsLine(text, at);
      at = std::min(text.find('\n', at), text.size());
    }
}

/// `lines` ends at a line end, or at the end of the file.
void Surveyor::addLines(StringRef lines) {
  for (size_t from = 0; survey.banners.size() < maxBanners;) {
    const void *hit =
        ::memmem(lines.data() + from, lines.size() - from, "IR Dump ", 8);
    if (!hit)
      break;
    size_t at = size_t(static_cast<const char *>(hit) - lines.data());
    size_t begin = lines.take_front(at).rfind('\n') + 1;
    size_t end = std::min(lines.find('\n', at), lines.size());
    // A line may be a whole file in JSON: only what is around matters.
    begin = std::max(begin, at > maxLine / 2 ? at - maxLine / 2 : 0);
    StringRef line = lines.slice(begin, std::min(end, at + maxLine / 2));
    from = std::min(end + 1, lines.size());
    size_t start = findBanner(line);
    if (start == StringRef::npos)
      continue;
    if (survey.banners.empty()) {
      countFences(lines.take_front(begin));
      firstBanner = offset + begin;
    }
    survey.banners.push_back({line.str(), start});
  }
  if (survey.banners.empty())
    countFences(lines);
  offset += lines.size();
}

llvm::Expected<Survey> passdelta::surveyFile(const ByteFile &file) {
  Survey survey;
  survey.size = file.size();
  auto head = file.read(0, sampleSize);
  if (!head)
    return head.takeError();
  survey.head = std::move(*head);

  Surveyor surveyor(survey);
  std::string open; ///< The start of a line that goes on in the next piece.
  if (llvm::Error error =
          file.forEachPiece([&](StringRef piece) -> llvm::Error {
            surveyor.addBytes(piece);
            if (survey.banners.size() == maxBanners)
              return llvm::Error::success();
            size_t whole = piece.rfind('\n') + 1;
            if (!open.empty() || whole == 0) {
              // Joined with the line it belongs to; lines without end in parts.
              size_t first = std::min(piece.find('\n'), piece.size() - 1) + 1;
              open += piece.take_front(first);
              if (piece[first - 1] != '\n' && open.size() < (4 << 20))
                return llvm::Error::success();
              surveyor.addLines(open);
              open.clear();
              piece = piece.drop_front(first);
              whole -= std::min(whole, first);
            }
            surveyor.addLines(piece.take_front(whole));
            open = piece.drop_front(whole).str();
            return llvm::Error::success();
          }))
    return error;
  if (!open.empty())
    surveyor.addLines(open);
  auto sample = file.read(surveyor.firstBanner, sampleSize);
  if (!sample)
    return sample.takeError();
  survey.sample = std::move(*sample);
  return survey;
}
