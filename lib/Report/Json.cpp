//===- Json.cpp - The report as JSON and as JSON lines --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// json is one document with one record a line, so that it can be searched and
// compared line by line; jsonl is the records alone. Nothing is collected: a
// record is written when it is its turn.
//
//===----------------------------------------------------------------------===//

#include "FormatList.h"
#include "JsonRecords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace passdelta;
using llvm::json::OStream;

/// Writes `"name":[` ... `]` with one record of `records` a line.
template <typename Records, typename Print>
static void printArray(llvm::raw_ostream &os, StringRef name,
                       const Records &records, Print print) {
  os << ",\n\"" << name << "\":[";
  bool first = true;
  for (const auto &record : records) {
    os << (first ? "\n" : ",\n");
    first = false;
    OStream json(os);
    print(json, record);
  }
  os << (first ? "]" : "\n]");
}

static std::vector<const Finding *> getShown(const Report &report, Show show) {
  std::vector<const Finding *> shown;
  for (const Finding &finding : report.findings)
    if (isShown(show, finding.outcome))
      shown.push_back(&finding);
  return shown;
}

void passdelta::printJson(const Report &report, const FormatOptions &options,
                          llvm::raw_ostream &os) {
  JsonRecords records(report);
  auto object = [](OStream &json, auto attributes) { json.object(attributes); };

  // The heading as an object of its own, without its closing brace.
  std::string heading;
  llvm::raw_string_ostream headingStream(heading);
  OStream headingJson(headingStream);
  object(headingJson, [&] { records.heading(headingJson); });
  headingJson.flush();
  os << StringRef(heading).drop_back();

  printArray(os, "inputs", report.inputs, [&](OStream &json, const Input &in) {
    object(json, [&] { records.input(json, in); });
  });
  unsigned group = 0;
  printArray(os, "groups", report.groups,
             [&](OStream &json, const TimelineGroup &each) {
               object(json, [&] { records.group(json, group++, each); });
             });
  printArray(os, "passRuns", report.passRuns,
             [&](OStream &json, const PassRunReport &run) {
               object(json, [&] { records.passRun(json, run); });
             });
  printArray(os, "findings", getShown(report, options.show),
             [&](OStream &json, const Finding *finding) {
               object(json, [&] { records.finding(json, *finding); });
             });
  printArray(os, "skipped", report.skipped,
             [&](OStream &json, const SkippedText &text) {
               object(json, [&] { records.skipped(json, text); });
             });
  printArray(os, "pipelines", report.pipelines,
             [&](OStream &json, const DumpedPipeline &pipeline) {
               object(json, [&] { records.pipeline(json, pipeline); });
             });
  printArray(os, "skippedFiles", report.skippedFiles,
             [&](OStream &json, const SkippedFiles &files) {
               object(json, [&] { records.skippedFiles(json, files); });
             });
  printArray(os, "warnings", report.warnings,
             [&](OStream &json, const std::string &warning) {
               json.value(jsonText(warning));
             });
  os << ",\n\"summary\":";
  {
    OStream json(os);
    object(json, [&] { records.summary(json); });
  }
  os << "}\n";
}

/// One line: `{"record":"name",...}`.
template <typename Attributes>
static void printLine(llvm::raw_ostream &os, StringRef name,
                      Attributes attributes) {
  {
    OStream json(os);
    json.object([&] {
      json.attribute("record", name);
      attributes(json);
    });
  }
  os << '\n';
}

void passdelta::printJsonl(const Report &report, const FormatOptions &options,
                           llvm::raw_ostream &os) {
  JsonRecords records(report);
  printLine(os, "report", [&](OStream &json) { records.heading(json); });
  for (const Input &input : report.inputs)
    printLine(os, "input", [&](OStream &json) { records.input(json, input); });
  for (auto [id, group] : llvm::enumerate(report.groups))
    printLine(os, "group", [&, id = unsigned(id)](OStream &json) {
      records.group(json, id, group);
    });
  for (const PassRunReport &run : report.passRuns)
    printLine(os, "passRun",
              [&](OStream &json) { records.passRun(json, run); });
  for (const Finding *finding : getShown(report, options.show))
    printLine(os, "finding",
              [&](OStream &json) { records.finding(json, *finding); });
  for (const SkippedText &text : report.skipped)
    printLine(os, "skipped",
              [&](OStream &json) { records.skipped(json, text); });
  for (const DumpedPipeline &pipeline : report.pipelines)
    printLine(os, "pipeline",
              [&](OStream &json) { records.pipeline(json, pipeline); });
  for (const SkippedFiles &files : report.skippedFiles)
    printLine(os, "skippedFiles",
              [&](OStream &json) { records.skippedFiles(json, files); });
  for (const std::string &warning : report.warnings)
    printLine(os, "warning", [&](OStream &json) {
      json.attribute("text", jsonText(warning));
    });
  printLine(os, "summary", [&](OStream &json) { records.summary(json); });
}
