//===- Formats.cpp - The list of formats ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatList.h"
#include "llvm/ADT/StringSwitch.h"

using namespace passdelta;

ArrayRef<Format> passdelta::getFormats() {
  static const Format formats[] = {
      {"text", "for a reader, ranked and grouped", printText},
      {"json", "one document, docs/report.schema.json", printJson},
      {"jsonl", "the same, one record a line", printJsonl},
  };
  return formats;
}

std::optional<Show> passdelta::parseShow(StringRef text) {
  return llvm::StringSwitch<std::optional<Show>>(text)
      .Case("summary", Show::Summary)
      .Case("changes", Show::Changes)
      .Case("missed", Show::Missed)
      .Case("all", Show::All)
      .Default(std::nullopt);
}

bool passdelta::isShown(Show show, Outcome outcome) {
  switch (show) {
  case Show::Default:
  case Show::All:
    return true;
  case Show::Summary:
    return false;
  case Show::Changes:
    return outcome == Outcome::Passed;
  case Show::Missed:
    return outcome != Outcome::Passed;
  }
  llvm_unreachable("unknown Show");
}
