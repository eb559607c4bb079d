//===- Undress.cpp - Takes off what a text was dressed in -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Undress.h"
#include "Dressings.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace passdelta;

namespace {
/// One kind of dressing.
struct Dressing {
  DetectLayer detect;
  /// How often it may be around a text.
  unsigned maxLayers;
};

/// Cuts pieces of a text into lines for a layer.
class LineFeeder {
public:
  LineFeeder(Layer &layer, LineSink &sink) : layer(layer), sink(sink) {}

  void feed(StringRef piece);
  void finish();

private:
  static constexpr size_t maxLine = 4 << 20;
  void take(StringRef text, bool isEnd);

  Layer &layer;
  LineSink &sink;
  std::string open;
  unsigned line = 1;
  bool isStart = true;
};
} // namespace

static ArrayRef<Dressing> getDressings() {
  // Outside in, as far as there is an order.
  static const Dressing dressings[] = {
      {detectBytes, 2},  {detectJson, 2},   {detectLiterals, 2},
      {detectFences, 2}, {detectPrefix, 3}, {detectWraps, 1},
  };
  return dressings;
}

void LineFeeder::take(StringRef text, bool isEnd) {
  layer.take({text, line, isStart, isEnd}, sink);
  isStart = isEnd;
  line += isEnd;
}

void LineFeeder::feed(StringRef piece) {
  while (!piece.empty()) {
    size_t end = piece.find('\n');
    bool isWhole = end != StringRef::npos;
    StringRef text = piece.take_front(end);
    piece = isWhole ? piece.drop_front(end + 1) : StringRef();
    if (isWhole && open.empty()) {
      take(text, true);
      continue;
    }
    open += text;
    if (!isWhole && open.size() < maxLine)
      return;
    take(open, isWhole);
    open.clear();
  }
}

void LineFeeder::finish() {
  if (!open.empty())
    take(open, true);
  layer.finish(sink);
}

static void addUndone(std::vector<Undone> &undone,
                      const std::vector<Undone> &more) {
  for (const Undone &each : more) {
    auto known = llvm::find_if(
        undone, [&](const Undone &one) { return one.what == each.what; });
    if (known == undone.end())
      undone.push_back(each);
    else
      known->lines = std::max(known->lines, each.lines);
  }
}

/// Replaces `text` by what is in `layer`. False: nothing was, and `text` is as
/// it was.
static llvm::Expected<bool> takeOff(Layer &layer, Undressed &text,
                                    StringRef path) {
  auto spool = Spool::create(path);
  if (!spool)
    return spool.takeError();
  LineSink sink(text.lines.get());
  LineFeeder feeder(layer, sink);
  auto flush = [&]() -> llvm::Error {
    llvm::Error error = (*spool)->write(sink.text);
    sink.text.clear();
    return error;
  };
  if (llvm::Error error = text.file->forEachPiece([&](StringRef piece) {
        feeder.feed(piece);
        return flush();
      }))
    return error;
  feeder.finish();
  if (llvm::Error error = flush())
    return error;
  if (sink.undone.empty())
    return false;
  auto file = (*spool)->finish();
  if (!file)
    return file.takeError();
  text.file = std::move(*file);
  text.lines = std::make_shared<LineMap>(std::move(sink.lines));
  addUndone(text.undone, sink.undone);
  llvm::append_range(text.skipped, sink.skipped);
  return true;
}

llvm::Expected<Undressed> passdelta::undress(std::unique_ptr<ByteFile> file,
                                             StringRef path) {
  Undressed text;
  text.file = std::move(file);
  std::vector<unsigned> taken(getDressings().size());
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    auto survey = surveyFile(*text.file);
    if (!survey)
      return survey.takeError();
    for (size_t kind = 0; kind < taken.size() && !isChanged; ++kind) {
      if (taken[kind] == getDressings()[kind].maxLayers)
        continue;
      auto layer = getDressings()[kind].detect(*survey, *text.file);
      if (!layer)
        return layer.takeError();
      if (!*layer)
        continue;
      ++taken[kind];
      auto done = takeOff(**layer, text, path);
      if (!done)
        return done.takeError();
      isChanged = *done;
    }
  }
  if (text.lines && text.lines->isIdentity())
    text.lines = nullptr;
  llvm::stable_sort(text.skipped,
                    [](const SkippedText &a, const SkippedText &b) {
                      return a.firstLine < b.firstLine;
                    });
  return text;
}
