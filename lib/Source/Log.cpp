//===- Log.cpp - Logs of -mlir-print-ir-{before,after}-all ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The file is scanned once for banners, in chunks. A dump reaches from its
// banner to the next one; what of it is IR is found out by whoever reads it.
// Only places and hashes are kept: 10 MB for a log of 20,000 dumps.
//
//===----------------------------------------------------------------------===//

#include "InputFile.h"
#include "passdelta/Source/Banner.h"
#include "passdelta/Source/OtherText.h"
#include "passdelta/Source/PipelineText.h"
#include "passdelta/Support/Hash.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"
#include <cstring>

using namespace passdelta;

namespace {
/// A banner and where it is.
struct Mark {
  BannerKind kind;
  uint64_t begin; ///< Of the line.
  uint64_t end;   ///< One past its line end.
  unsigned line;
  std::string text;
};
} // namespace

/// The next place at or after `from` where a banner may be, or npos.
static size_t findCandidate(StringRef text, size_t from) {
  const char *begin = text.data() + from;
  size_t size = text.size() - from;
  // Both kinds share these bytes, and few other lines have them.
  while (const void *hit = ::memmem(begin, size, "IR ", 3)) {
    size_t at = size_t(static_cast<const char *>(hit) - text.data());
    StringRef tail = text.substr(at + 3, 8);
    if (tail.starts_with("Dump ") || tail.starts_with("printer"))
      return at;
    begin = text.data() + at + 3;
    size = text.size() - at - 3;
  }
  return StringRef::npos;
}

/// Calls `found` for each banner in `text`, whole lines that begin at `offset`
/// in line `line`; returns false if it did, to stop.
static bool scanLines(StringRef text, uint64_t offset, unsigned line,
                      llvm::function_ref<bool(Mark)> found) {
  size_t counted = 0;
  for (size_t at = findCandidate(text, 0); at != StringRef::npos;) {
    size_t begin = text.take_front(at).rfind('\n') + 1;
    size_t end = std::min(text.find('\n', at), text.size());
    Banner banner;
    StringRef lineText = text.slice(begin, end);
    BannerKind kind = parseBanner(lineText, banner);
    size_t next = std::min(end + 1, text.size());
    if (kind != BannerKind::None) {
      line += unsigned(text.slice(counted, begin).count('\n'));
      counted = begin;
      if (!found({kind, offset + begin, offset + next, line, lineText.str()}))
        return false;
    }
    at = next < text.size() ? findCandidate(text, next) : StringRef::npos;
  }
  return true;
}

/// Calls `found` for each banner of `file` in order until it returns false.
static llvm::Error scanFile(const InputFile &file,
                            llvm::function_ref<bool(Mark)> found) {
  unsigned line = 1;
  return file.forEachLines([&](StringRef lines, uint64_t offset) {
    bool goesOn = scanLines(lines, offset, line, found);
    line += unsigned(lines.count('\n'));
    return goesOn;
  });
}

llvm::Expected<bool> passdelta::hasBanner(const InputFile &file) {
  bool result = false;
  if (llvm::Error error = scanFile(file, [&](Mark mark) {
        result |= mark.kind == BannerKind::Pass;
        return !result;
      }))
    return error;
  return result;
}

namespace {
/// Turns marks into snapshots and pass runs.
class LogBuilder {
public:
  LogBuilder(const InputFile &file, Timeline &timeline, unsigned input,
             unsigned group)
      : file(file), timeline(timeline), input(input), group(group) {}

  llvm::Error build(ArrayRef<Mark> marks);

private:
  llvm::Error addText(uint64_t begin, uint64_t end, unsigned line);
  llvm::Error addDump(const Mark &mark, uint64_t end);
  void addRun(const Mark &mark, SnapshotId snapshot);
  void addPipelines(StringRef text, unsigned line);
  void applyPipelines(size_t firstRun);

  const InputFile &file;
  Timeline &timeline;
  unsigned input, group;
  unsigned numEmpty = 0, firstEmpty = 0;
  /// Those that the input names; the last ones of Timeline::pipelines.
  std::vector<PipelineText> pipelines;
  /// The error diagnostic in the text since the dump before, for failures.
  std::string error;
};
} // namespace

/// Text that belongs to no dump.
llvm::Error LogBuilder::addText(uint64_t begin, uint64_t end, unsigned line) {
  auto text = file.read(begin, end - begin);
  if (!text)
    return text.takeError();
  size_t known = timeline.skipped.size();
  addOtherText(timeline.skipped, *text, input, line);
  for (size_t i = known; i < timeline.skipped.size(); ++i)
    file.place(timeline.skipped[i]);
  addPipelines(*text, line);
  error = lastError(*text).str();
  return llvm::Error::success();
}

llvm::Error LogBuilder::addDump(const Mark &mark, uint64_t end) {
  auto bytes = file.read(mark.end, end - mark.end);
  if (!bytes)
    return bytes.takeError();
  StringRef text = StringRef(*bytes).rtrim();
  Snapshot snapshot;
  snapshot.input = input;
  snapshot.isDump = true;
  snapshot.offset = mark.end;
  snapshot.line = mark.line + 1;
  while (text.starts_with("\n") || text.starts_with("\r\n")) {
    size_t blank = text.find('\n') + 1;
    text = text.drop_front(blank);
    snapshot.offset += blank;
    ++snapshot.line;
  }
  snapshot.size = text.size();
  snapshot.textHash = hashBytes(text);
  SnapshotId id = SnapshotId::None;
  if (!text.empty()) {
    id = SnapshotId(timeline.snapshots.size());
    timeline.snapshots.push_back(std::move(snapshot));
  } else if (!numEmpty++) {
    firstEmpty = file.place(mark.line);
  }
  addRun(mark, id);
  error = lastError(text).str();
  return llvm::Error::success();
}

void LogBuilder::addRun(const Mark &mark, SnapshotId snapshot) {
  Banner banner;
  parseBanner(mark.text, banner);
  PassRun run;
  run.id = PassRunId(timeline.passRuns.size());
  run.pass = (banner.pass.empty() ? banner.name : banner.pass).str();
  run.isStep = mark.kind == BannerKind::Step;
  if (run.isStep)
    run.pass =
        (banner.within + (run.pass.empty() ? "" : ": ") + run.pass).str();
  run.name = banner.name.str();
  run.options = run.setOptions = banner.options.str();
  run.anchor = banner.anchor.str();
  run.symbol = banner.symbol.str();
  run.failed = banner.failed;
  if (run.failed)
    run.note = error;
  run.input = input;
  run.line = file.place(mark.line);
  run.group = group;
  if (snapshot == SnapshotId::None)
    run.note = "there is no IR below its banner";
  else
    (banner.isBefore ? run.before : run.after) = IRState{snapshot, {}, {}};
  timeline.passRuns.push_back(std::move(run));
}

void LogBuilder::addPipelines(StringRef text, unsigned line) {
  for (PipelineText &pipeline : findPipelines(text)) {
    DumpedPipeline dumped;
    dumped.input = input;
    dumped.line = file.place(
        line + unsigned(text.take_front(pipeline.begin).count('\n')));
    dumped.numLines =
        1 + unsigned(text.slice(pipeline.begin, pipeline.end).count('\n'));
    dumped.text = pipeline.text;
    timeline.pipelines.push_back(std::move(dumped));
    pipelines.push_back(std::move(pipeline));
  }
}

/// Gives the pass runs the options that their banners do not name, where all
/// mentions of the pass have the same, and finds passes without a banner.
void LogBuilder::applyPipelines(size_t firstRun) {
  llvm::StringMap<std::optional<StringRef>> options;
  for (const PipelineText &pipeline : pipelines)
    for (const PipelinePass &pass : pipeline.passes) {
      auto [it, isNew] = options.try_emplace(pass.pass, pass.options);
      if (!isNew && it->second != StringRef(pass.options))
        it->second = std::nullopt;
    }
  llvm::StringSet<> dumped;
  for (PassRun &run :
       llvm::MutableArrayRef(timeline.passRuns).drop_front(firstRun)) {
    dumped.insert(run.pass);
    auto known = options.find(run.pass);
    if (run.options.empty() && known != options.end() && known->second)
      run.options = known->second->str();
  }
  auto listed =
      llvm::MutableArrayRef(timeline.pipelines).take_back(pipelines.size());
  for (auto [pipeline, entry] : llvm::zip_equal(pipelines, listed)) {
    llvm::StringSet<> named;
    for (const PipelinePass &pass : pipeline.passes)
      if (!dumped.contains(pass.pass) && named.insert(pass.pass).second)
        entry.notDumped.push_back(pass.pass);
  }
}

llvm::Error LogBuilder::build(ArrayRef<Mark> marks) {
  // Of many small logs, each one would have all before it moved.
  if (timeline.passRuns.empty()) {
    timeline.snapshots.reserve(marks.size());
    timeline.passRuns.reserve(marks.size());
  }
  size_t firstRun = timeline.passRuns.size();
  if (llvm::Error error = addText(0, marks.front().begin, 1))
    return error;
  for (size_t i = 0; i < marks.size(); ++i) {
    const Mark &mark = marks[i];
    uint64_t end = i + 1 < marks.size() ? marks[i + 1].begin : file.size();
    bool isDump =
        mark.kind == BannerKind::Pass || mark.kind == BannerKind::Step;
    if (llvm::Error error =
            isDump ? addDump(mark, end) : addText(mark.begin, end, mark.line))
      return error;
  }
  applyPipelines(firstRun);
  if (numEmpty)
    timeline.warnings.push_back(
        (file.path() + ":" + llvm::Twine(firstEmpty) +
         ": there is no IR below the banner" +
         (numEmpty > 1 ? llvm::Twine(", nor below ") +
                             llvm::Twine(numEmpty - 1) + " others"
                       : llvm::Twine()))
            .str());
  return llvm::Error::success();
}

llvm::Expected<LogContents> passdelta::addLog(Timeline &timeline,
                                              const InputFile &file,
                                              unsigned input, unsigned group) {
  std::vector<Mark> marks;
  LogContents contents = LogContents::None;
  if (llvm::Error error = scanFile(file, [&](Mark mark) {
        if (mark.kind == BannerKind::Pass)
          contents = LogContents::Mlir;
        else if (mark.kind == BannerKind::LlvmIr &&
                 contents == LogContents::None)
          contents = LogContents::LlvmIr;
        marks.push_back(std::move(mark));
        return true;
      }))
    return error;
  if (contents == LogContents::Mlir)
    if (llvm::Error error =
            LogBuilder(file, timeline, input, group).build(marks))
      return error;
  return contents;
}

/// Says what a file without a banner is.
static llvm::Error noLogError(const InputFile &file) {
  // A reproducer has its pipeline at the end.
  uint64_t tail = std::min<uint64_t>(file.size(), 64 << 10);
  auto text = file.read(file.size() - tail, tail);
  if (!text)
    return text.takeError();
  if (auto pipeline = findReproducer(*text))
    return inputError(file.path(), 0, 0,
                      "is a crash reproducer; --run-reproducer runs its "
                      "passes here: " +
                          *pipeline);
  return inputError(file.path(), 0, 0,
                    looksLikeIR(file.head())
                        ? "is one snapshot, not a log; give the one after "
                          "the pass too, or the passes to run"
                        : "holds neither MLIR nor an IR dump banner");
}

static llvm::Expected<SourceResult> readLog(const SourceRequest &request) {
  if (request.paths.size() > 1)
    return inputError(request.paths[1], 0, 0,
                      "a second input cannot be read together with a log");
  auto file = openFirst(request);
  if (!file)
    return file.takeError();
  SourceResult result;
  result.chained = false;
  (*file)->addTo(result.timeline, "log");
  auto contents = addLog(result.timeline, **file, 0, 0);
  if (!contents)
    return contents.takeError();
  if (*contents == LogContents::LlvmIr)
    return inputError((*file)->path(), 0, 0,
                      "is a log of LLVM IR passes, which are not supported "
                      "yet; MLIR is");
  if (*contents == LogContents::None)
    return noLogError(**file);
  std::vector<std::shared_ptr<InputFile>> files = {*file};
  for (auto [path, state] : {std::pair(&request.initial, &result.initial),
                             std::pair(&request.last, &result.last)}) {
    if (path->empty())
      continue;
    auto snapshot =
        addSnapshotFile(*path, "log", "is a log where one snapshot is needed",
                        result.timeline, files);
    if (!snapshot)
      return snapshot.takeError();
    *state = *snapshot;
  }
  result.text = makeTextReader(std::move(files));
  return result;
}

Source passdelta::getLogSource() {
  return {"log", "a log of -mlir-print-ir-before-all or -after-all", readLog};
}
