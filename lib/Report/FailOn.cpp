//===- FailOn.cpp - The conditions of --fail-on ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passdelta/Report/Format.h"
#include "passdelta/Support/Error.h"
#include "llvm/ADT/StringSwitch.h"

using namespace passdelta;

static std::optional<Outcome> parseOutcome(StringRef text) {
  return llvm::StringSwitch<std::optional<Outcome>>(text)
      .Case("passed", Outcome::Passed)
      .Case("missed", Outcome::Missed)
      .Case("analysis", Outcome::Analysis)
      .Case("failure", Outcome::Failure)
      .Default(std::nullopt);
}

static std::optional<PassStatus> parseStatus(StringRef text) {
  return llvm::StringSwitch<std::optional<PassStatus>>(text)
      .Case("changed", PassStatus::Changed)
      .Case("unchanged", PassStatus::Unchanged)
      .Case("failed", PassStatus::Failed)
      .Case("unread", PassStatus::Unread)
      .Case("incomplete", PassStatus::Incomplete)
      .Default(std::nullopt);
}

static llvm::Expected<FailOn> parseItem(StringRef text) {
  FailOn item;
  item.text = text.str();
  auto [head, kindText] = text.split(':');
  item.status = parseStatus(text);
  item.unexplained = text == "unexplained";
  if (item.status || item.unexplained)
    return item;

  item.outcome = parseOutcome(head);
  // A kind alone is what people write when they mean that it was not done.
  if (!item.outcome && kindText.empty()) {
    item.outcome = Outcome::Missed;
    kindText = head;
  }
  item.kind = parseKind(kindText);
  bool hasColon = text.contains(':');
  if (item.outcome && (item.kind || (!hasColon && parseOutcome(text))))
    return item;
  return llvm::createStringError(
      "'" + text +
      "' is no condition; use passed, missed, analysis or failure, with or "
      "without :KIND, or changed, failed, unread, incomplete, unexplained");
}

llvm::Expected<std::vector<FailOn>> passdelta::parseFailOn(StringRef list) {
  std::vector<FailOn> items;
  llvm::SmallVector<StringRef> texts;
  list.split(texts, ',', -1, /*KeepEmpty=*/false);
  for (StringRef text : texts) {
    llvm::Expected<FailOn> item = parseItem(text.trim());
    if (!item)
      return item.takeError();
    items.push_back(std::move(*item));
  }
  return items;
}

unsigned passdelta::countOf(const Report &report, const FailOn &item) {
  unsigned count = 0;
  if (item.unexplained || item.status) {
    for (const PassRunReport &run : report.passRuns)
      count += item.unexplained ? run.opsUnexplained
                                : unsigned(run.status == *item.status);
    return count;
  }
  for (const Finding &finding : report.findings)
    if (finding.outcome == item.outcome &&
        (!item.kind || finding.kind == *item.kind))
      count += finding.count;
  return count;
}
