//===- JsonRecords.cpp - The records of the JSON formats ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JsonRecords.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace passdelta;
using llvm::json::OStream;

llvm::json::Value passdelta::jsonText(StringRef text) {
  if (llvm::json::isUTF8(text))
    return text;
  return llvm::json::fixUTF8(text);
}

/// An attribute that is left out where it says nothing.
static void attribute(OStream &json, StringRef name, StringRef text) {
  if (!text.empty())
    json.attribute(name, jsonText(text));
}

static void attribute(OStream &json, StringRef name, unsigned number) {
  if (number)
    json.attribute(name, number);
}

JsonRecords::JsonRecords(const Report &report) : report(report) {
  for (const PassRunReport &run : report.passRuns)
    runs[uint32_t(run.id)] = &run;
}

StringRef JsonRecords::pathOf(unsigned input) const {
  return input < report.inputs.size() ? StringRef(report.inputs[input].path)
                                      : StringRef();
}

void JsonRecords::heading(OStream &json) const {
  json.attribute("schema", "passdelta.report.v1");
  json.attributeObject("tool", [&] {
    json.attribute("name", "passdelta");
    json.attribute("version", PASSDELTA_VERSION);
  });
}

void JsonRecords::input(OStream &json, const Input &input) const {
  json.attribute("path", jsonText(input.path));
  json.attribute("source", jsonText(input.source));
  if (input.undone.empty())
    return;
  json.attributeArray("undone", [&] {
    for (const Undone &undone : input.undone)
      json.object([&] {
        json.attribute("what", jsonText(undone.what));
        json.attribute("lines", undone.lines);
      });
  });
}

/// Null for a side that is not in the dump; without "line" where the side has
/// no text (a run in process).
void JsonRecords::place(OStream &json, StringRef name, const PassRunReport &run,
                        unsigned line) const {
  if (!line && run.status == PassStatus::Incomplete)
    return json.attribute(name, nullptr);
  unsigned input = name == "after" ? run.afterInput : run.input;
  json.attributeObject(name, [&] {
    json.attribute("path", jsonText(pathOf(input)));
    attribute(json, "line", line);
  });
}

void JsonRecords::passRun(OStream &json, const PassRunReport &run) const {
  json.attribute("id", uint32_t(run.id));
  json.attribute("pass", jsonText(run.pass));
  attribute(json, "name", run.name);
  if (run.isStep)
    json.attribute("step", true);
  attribute(json, "options", run.options);
  json.attribute("on", jsonText(run.anchor));
  attribute(json, "symbol", run.symbol);
  if (!report.groups.empty())
    json.attribute("group", run.group);
  json.attribute("status", toString(run.status));
  attribute(json, "note", run.note);
  attribute(json, "reader", run.reader);
  place(json, "before", run, run.beforeLine);
  place(json, "after", run, run.afterLine);
  json.attribute("opsBefore", run.opsBefore);
  json.attribute("opsAfter", run.opsAfter);
  json.attribute("opsChanged", run.opsChanged);
  json.attribute("opsPlain", run.opsPlain);
  json.attribute("opsUnexplained", run.opsUnexplained);
}

void JsonRecords::opRef(OStream &json, const OpRef &ref) const {
  json.object([&] {
    json.attribute("op", jsonText(ref.op));
    attribute(json, "results", ref.results);
    if (report.inputs.size() > 1)
      json.attribute("path", jsonText(pathOf(ref.input)));
    attribute(json, "line", ref.line);
    attribute(json, "column", ref.column);
    attribute(json, "loc", ref.loc);
  });
}

void JsonRecords::opRefs(OStream &json, StringRef name,
                         ArrayRef<OpRef> refs) const {
  json.attributeArray(name, [&] {
    for (const OpRef &ref : refs)
      opRef(json, ref);
  });
}

void JsonRecords::reason(OStream &json, const Reason &reason) const {
  json.object([&] {
    json.attribute("code", jsonText(reason.code));
    json.attribute("basis", toString(reason.basis));
    json.attribute("text", jsonText(reason.text));
    opRefs(json, "evidence", reason.evidence);
  });
}

void JsonRecords::finding(OStream &json, const Finding &finding) const {
  json.attribute("outcome", toString(finding.outcome));
  json.attribute("kind", toString(finding.kind));
  json.attribute("passRun", uint32_t(finding.passRun));
  auto run = runs.find(uint32_t(finding.passRun));
  if (run != runs.end())
    json.attribute("pass", jsonText(run->second->pass));
  json.attribute("function", jsonText(finding.function));
  opRefs(json, "before", finding.before);
  opRefs(json, "after", finding.after);
  attribute(json, "text", finding.text);
  json.attributeBegin("details");
  json.rawValue(finding.details.empty() ? "{}" : finding.details);
  json.attributeEnd();
  json.attributeBegin("confidence");
  json.rawValue([&](llvm::raw_ostream &os) {
    os << llvm::format("%.3g", double(finding.confidence));
  });
  json.attributeEnd();
  json.attribute("count", finding.count);
  if (!finding.repeats.empty())
    opRefs(json, "repeats", finding.repeats);
  if (!finding.reasons.empty()) {
    json.attributeBegin("reason");
    reason(json, finding.reasons.front());
    json.attributeEnd();
    json.attributeArray("reasons", [&] {
      for (const Reason &each : finding.reasons)
        reason(json, each);
    });
  }
  if (!finding.contrast.empty())
    opRefs(json, "contrast", finding.contrast);
  attribute(json, "contrastText", finding.contrastText);
}

void JsonRecords::group(OStream &json, unsigned id,
                        const TimelineGroup &group) const {
  json.attribute("id", id);
  json.attribute("name", jsonText(group.name));
  json.attribute("source", jsonText(group.source));
  attribute(json, "folder", group.folder);
}

void JsonRecords::skippedFiles(OStream &json, const SkippedFiles &files) const {
  json.attribute("kind", jsonText(files.kind));
  attribute(json, "reason", files.reason);
  json.attribute("first", jsonText(files.first));
  json.attribute("count", files.count);
}

void JsonRecords::pipeline(OStream &json,
                           const DumpedPipeline &pipeline) const {
  json.attribute("path", jsonText(pathOf(pipeline.input)));
  json.attribute("line", pipeline.line);
  json.attribute("text", jsonText(pipeline.text));
  json.attributeArray("notDumped", [&] {
    for (const std::string &pass : pipeline.notDumped)
      json.value(jsonText(pass));
  });
}

void JsonRecords::skipped(OStream &json, const SkippedText &text) const {
  json.attribute("path", jsonText(pathOf(text.input)));
  json.attribute("line", text.firstLine);
  json.attribute("lines", text.numLines);
  json.attribute("what", jsonText(text.what));
}

void JsonRecords::summary(OStream &json) const {
  const ReportSummary &summary = report.summary;
  json.attribute("passRuns", summary.passRuns);
  json.attribute("changed", summary.changed);
  json.attribute("unchanged", summary.unchanged);
  json.attribute("failed", summary.failed);
  json.attribute("unread", summary.unread);
  json.attribute("incomplete", summary.incomplete);
  json.attribute("passed", summary.passed);
  json.attribute("missed", summary.missed);
  json.attribute("analysis", summary.analysis);
  json.attribute("failures", summary.failures);
  json.attribute("unexplainedOps", summary.unexplainedOps);
  if (summary.steps)
    json.attribute("steps", summary.steps);
  json.attribute("snapshots", summary.snapshots);
  json.attribute("snapshotsRead", summary.snapshotsRead);
}
