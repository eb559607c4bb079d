//===- DressedFences.cpp - Markdown around a text -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A bug report has the dump in one or several blocks between fences:
//
//   <details>
//   ```mlir
//   // -----// IR Dump After CSE (cse) //----- //
//   ```
//
//===----------------------------------------------------------------------===//

#include "Dressings.h"
#include "passdelta/Source/OtherText.h"

using namespace passdelta;

namespace {
/// A line of three or more ` or ~.
struct Fence {
  char mark = 0; ///< 0: it is none.
  size_t length = 0;
  size_t indent = 0;
  bool hasInfo = false; ///< "```mlir": it can only open.
};

/// Takes the text out of the blocks.
class Blocks {
public:
  explicit Blocks(bool onlyIR) : onlyIR(onlyIR) {}
  void take(const DressedLine &line, LineSink &sink);
  void finish(LineSink &sink) { flush(sink); }

private:
  void open(const Fence &fence);
  void flush(LineSink &sink);

  /// Without banners the blocks that are no IR (commands, errors) are left out;
  /// their lines are kept until that is known.
  bool onlyIR;
  std::optional<Fence> opened;
  std::string held;
  unsigned firstHeld = 0;
};
} // namespace

static Fence parseFence(StringRef line) {
  Fence fence;
  StringRef text = line.ltrim(" \t");
  if (!text.starts_with("```") && !text.starts_with("~~~"))
    return fence;
  fence.indent = line.size() - text.size();
  fence.length = std::min(text.find_first_not_of(text.front()), text.size());
  StringRef info = text.drop_front(fence.length).trim();
  // "``` is how code is written ```" is prose.
  if (info.contains(text.front()))
    return fence;
  fence.mark = text.front();
  fence.hasInfo = !info.empty();
  return fence;
}

void Blocks::flush(LineSink &sink) {
  bool isKept = looksLikeIR(held);
  StringRef rest = held;
  for (unsigned line = firstHeld; !rest.empty(); ++line) {
    auto [text, tail] = rest.split('\n');
    rest = tail;
    if (isKept)
      sink.line(text, {line, int32_t(opened ? opened->indent : 0)});
    else
      sink.skip(line, text);
  }
  held.clear();
}

void Blocks::take(const DressedLine &dressed, LineSink &sink) {
  Fence fence = dressed.isStart ? parseFence(dressed.text) : Fence();
  // A fence with a language opens a block even if the one before is not closed.
  bool closes = opened && fence.mark == opened->mark && !fence.hasInfo &&
                fence.length >= opened->length;
  bool opens = fence.mark && (!opened || fence.hasInfo);
  if (closes || opens) {
    flush(sink);
    opened = opens ? std::optional(fence) : std::nullopt;
    firstHeld = dressed.line + 1;
    sink.countUndone("Markdown fences");
    return;
  }
  if (!opened)
    return sink.skip(dressed.line, dressed.text);
  size_t indent =
      std::min(dressed.text.find_first_not_of(" \t"), dressed.text.size());
  indent = dressed.isStart ? std::min(indent, opened->indent) : 0;
  StringRef text = dressed.text.drop_front(indent);
  if (onlyIR) {
    held += text;
    if (dressed.isEnd)
      held += '\n';
    return;
  }
  sink.add(text, {dressed.line, int32_t(indent)});
  if (dressed.isEnd)
    sink.endLine();
}

/// True if one of the blocks in `text` is IR.
static bool hasBlockOfIR(StringRef text) {
  Blocks blocks(/*onlyIR=*/true);
  LineSink sink(nullptr);
  for (unsigned line = 1; !text.empty(); ++line) {
    auto [front, rest] = text.split('\n');
    blocks.take({front, line}, sink);
    text = rest;
  }
  blocks.finish(sink);
  return !sink.text.empty();
}

llvm::Expected<std::optional<Layer>>
passdelta::detectFences(const Survey &survey, const ByteFile &file) {
  bool onlyIR = survey.banners.empty();
  bool isDressed =
      onlyIR ? survey.numFences > 0 && !looksLikeIR(survey.head) &&
                   hasBlockOfIR(survey.head)
             : survey.numFences % 2 == 1 && survey.banners.front().at == 0;
  if (!isDressed)
    return std::nullopt;
  auto blocks = std::make_shared<Blocks>(onlyIR);
  return Layer{[blocks](const DressedLine &line, LineSink &sink) {
                 blocks->take(line, sink);
               },
               [blocks](LineSink &sink) { blocks->finish(sink); }};
}
