//===- JsonRecords.h - The records of the JSON formats ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The fields of each record, as docs/report.schema.json has them; json and
// jsonl only differ in what stands around.
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_REPORT_JSONRECORDS_H
#define PASSDELTA_REPORT_JSONRECORDS_H

#include "passdelta/Report/Format.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/JSON.h"

namespace passdelta {

/// Writes the attributes of one record into the object that is open in `json`.
/// Strings that are not UTF-8 are mended.
class JsonRecords {
public:
  explicit JsonRecords(const Report &report);

  void input(llvm::json::OStream &json, const Input &input) const;
  void passRun(llvm::json::OStream &json, const PassRunReport &run) const;
  void finding(llvm::json::OStream &json, const Finding &finding) const;
  void group(llvm::json::OStream &json, unsigned id,
             const TimelineGroup &group) const;
  void skippedFiles(llvm::json::OStream &json, const SkippedFiles &files) const;
  void skipped(llvm::json::OStream &json, const SkippedText &text) const;
  void pipeline(llvm::json::OStream &json,
                const DumpedPipeline &pipeline) const;
  void summary(llvm::json::OStream &json) const;
  /// "schema" and "tool".
  void heading(llvm::json::OStream &json) const;

private:
  void place(llvm::json::OStream &json, StringRef name,
             const PassRunReport &run, unsigned line) const;
  void opRef(llvm::json::OStream &json, const OpRef &ref) const;
  void opRefs(llvm::json::OStream &json, StringRef name,
              ArrayRef<OpRef> refs) const;
  void reason(llvm::json::OStream &json, const Reason &reason) const;
  StringRef pathOf(unsigned input) const;

  const Report &report;
  llvm::DenseMap<uint32_t, const PassRunReport *> runs;
};

/// `text` as a JSON value, mended where it is not UTF-8. May refer to `text`.
llvm::json::Value jsonText(StringRef text);

} // namespace passdelta

#endif // PASSDELTA_REPORT_JSONRECORDS_H
