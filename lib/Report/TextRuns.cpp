//===- TextRuns.cpp - What a group of pass runs did -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextParts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace passdelta;

/// Lines of one group in the default report; the rest is counted.
static constexpr unsigned maxChangeLines = 8, maxMissedLines = 6;

namespace {
/// Prints the lines of one group.
class GroupPrinter {
public:
  GroupPrinter(const TextContext &context, const RunGroup &group)
      : context(context), out(context.out), group(group),
        bodyColumn(std::max(11u, widestLabel() + 3)) {}

  void printHeader();
  void printStatus();
  void printFindings(ArrayRef<FindingGroup> findings, unsigned max,
                     StringRef option);
  void printBulk(const BulkGroup &bulk);

private:
  unsigned widestLabel() const;
  void printFinding(const FindingGroup &findings);
  void printReasons(const Finding &finding);
  void printContrast(const Finding &finding);
  void printRest(ArrayRef<FindingGroup> findings, StringRef option);
  std::string functionsOf(const FindingGroup &findings) const;
  /// A line of the body: a label in its column, then the text.
  TextLine labelled(StringRef label, Style style) const {
    TextLine line;
    line.add("  ").add(label, style).padTo(bodyColumn);
    return line;
  }
  TextLine continued() const { return TextLine().padTo(bodyColumn); }
  bool isShort() const { return context.show == Show::Default; }

  const TextContext &context;
  TextWriter &out;
  const RunGroup &group;
  unsigned bodyColumn;
};
} // namespace

/// What stands first on the line of a finding.
static StringRef labelOf(const Finding &finding) {
  return finding.outcome == Outcome::Passed ? toString(finding.kind)
                                            : toString(finding.outcome);
}

static Style styleOf(const Finding &finding) {
  switch (finding.outcome) {
  case Outcome::Passed:
    return finding.kind < Kind::Modified ? Style::Green : Style::Plain;
  case Outcome::Missed:
  case Outcome::Analysis:
    return Style::Yellow;
  case Outcome::Failure:
    return Style::Red;
  }
  llvm_unreachable("unknown Outcome");
}

unsigned GroupPrinter::widestLabel() const {
  size_t widest = 0;
  for (const FindingGroup &each : group.changes)
    widest = std::max(widest, labelOf(each.first()).size());
  for (const FindingGroup &each : group.missed)
    widest = std::max(widest, labelOf(each.first()).size());
  for (const BulkGroup &each : group.bulk)
    widest = std::max(widest, toString(each.kind).size());
  return widest;
}

void GroupPrinter::printHeader() {
  const PassRunReport &run = group.first();
  TextLine line;
  line.add(llvm::Twine(wordFor(group)) + formatRunIds(group) + "  ");
  line.add(run.pass.empty() ? run.name : run.pass, Style::Bold);
  if (!run.setOptions.empty())
    line.add(" {" + shortened(run.setOptions, isShort() ? 40 : 1000) + "}",
             Style::Dim);
  std::string targets = isShort() ? formatTargets(group, 3, symbolColumns)
                                  : formatTargets(group, ~0u, ~0u);
  if (!targets.empty())
    line.add("  on " + targets);
  out.line(line, formatPlace(context.report, run));
}

/// Of all runs of the group.
static unsigned sumOf(const RunGroup &group, unsigned PassRunReport::*count) {
  unsigned sum = 0;
  for (const PassRunReport *run : group.runs)
    sum += run->*count;
  return sum;
}

/// Status and note, where the findings do not say it already.
void GroupPrinter::printStatus() {
  const PassRunReport &run = group.first();
  std::string note = run.note.empty() ? "" : ": " + run.note;
  bool isSilent =
      group.changes.empty() && group.missed.empty() && group.bulk.empty();
  unsigned unexplained = sumOf(group, &PassRunReport::opsUnexplained);
  unsigned changed = sumOf(group, &PassRunReport::opsChanged);
  switch (run.status) {
  case PassStatus::Failed:
    out.line(labelled("failed", Style::Red)
                 .add("the pass failed" + note, Style::Plain));
    break;
  case PassStatus::Unread:
    if (isSilent)
      out.line(labelled("unread", Style::Red)
                   .add("a snapshot could not be read" + note));
    break;
  case PassStatus::Incomplete:
    out.line(labelled("incomplete", Style::Yellow)
                 .add(run.note.empty() ? "one side is not in the dump"
                                       : StringRef(run.note)));
    break;
  case PassStatus::Unchanged:
    if (isSilent)
      out.line(TextLine().add("  no change" + note, Style::Dim));
    break;
  case PassStatus::Changed:
    if (isSilent && changed && !unexplained)
      out.line(
          TextLine().add("  " + counted(changed, "op") + " changed" + note));
    break;
  }
  // A few beside what is explained are only counted at the end.
  bool isNotable = !isShort() || isSilent || unexplained * 4 > changed;
  if (unexplained && isNotable && context.show != Show::Missed)
    out.line(labelled("unknown", Style::Yellow)
                 .add(counted(unexplained, "changed op") +
                      " that nothing above explains"));
}

/// " in @f, @g" where the header does not say it.
std::string GroupPrinter::functionsOf(const FindingGroup &findings) const {
  constexpr size_t maxFunctions = 3;
  llvm::SmallVector<StringRef, 2> names(findings.functions);
  llvm::erase(names, "");
  bool isImplied = group.runs.size() == 1 && names.size() == 1 &&
                   names.front() == group.first().symbol;
  if (names.empty() || isImplied)
    return "";
  size_t rest = names.size() > maxFunctions ? names.size() - maxFunctions : 0;
  names.truncate(names.size() - rest);
  std::string text = "  in ";
  for (StringRef name : names)
    text += (name == names.front() ? "" : ", ") +
            (isShort() ? shortened(name, symbolColumns) : name.str());
  return rest ? text + ", and " + std::to_string(rest) + " more" : text;
}

void GroupPrinter::printFinding(const FindingGroup &findings) {
  const Finding &finding = findings.first();
  TextLine line = labelled(labelOf(finding), styleOf(finding));
  unsigned maxOps = std::max(40u, out.width() * 2 / 3);
  bool isMiss = finding.outcome != Outcome::Passed;
  std::string before = formatOps(finding.before);
  std::string after = formatOps(finding.after);
  // An op that is still the same is named once.
  std::string ops = (isMiss && !before.empty()) || before == after
                        ? before
                        : formatSides(before, after);
  line.add(isShort() ? shortened(ops, maxOps) : ops);
  std::string text = finding.text;
  if (text.empty() && finding.outcome == Outcome::Missed)
    text = "not " + toString(finding.kind).str();
  if (!text.empty())
    line.add((ops.empty() ? "" : " ") +
             (isShort() ? shortened(text, out.width()) : text));
  if (findings.count > 1)
    line.add("  x" + llvm::Twine(findings.count), Style::Bold);
  line.add(functionsOf(findings), Style::Dim);

  std::string places = formatPlaces(context, finding, group.first());
  if (findings.count > 1 && !places.empty())
    places += ", ...";
  out.line(line, places);
  printReasons(finding);
  printContrast(finding);
}

void GroupPrinter::printReasons(const Finding &finding) {
  StringRef word = "reason: ";
  for (const Reason &reason : finding.reasons) {
    TextLine line = continued().add(word).add(reason.text);
    line.add(" [" + reason.code + ", " + toString(reason.basis) + "]",
             reason.basis == Basis::Proved ? Style::Bold : Style::Plain);
    std::string places =
        formatPlaces(context, reason.evidence, group.first(), 2);
    out.line(line, places.empty() ? "" : "see " + places);
    if (isShort())
      return;
    word = "also: ";
  }
}

void GroupPrinter::printContrast(const Finding &finding) {
  if (finding.contrast.empty() && finding.contrastText.empty())
    return;
  TextLine line = continued().add("contrast: ");
  line.add(finding.contrastText.empty()
               ? formatOps(finding.contrast) + " was " +
                     toString(finding.kind).str()
               : finding.contrastText);
  out.line(line, formatPlaces(context, finding.contrast, group.first(), 2));
}

void GroupPrinter::printFindings(ArrayRef<FindingGroup> findings, unsigned max,
                                 StringRef option) {
  if (!isShort())
    max = ~0u;
  // One line more is as good as a line that says so.
  if (findings.size() == max + 1)
    ++max;
  for (const FindingGroup &each : findings.take_front(max))
    printFinding(each);
  if (findings.size() > max)
    printRest(findings.drop_front(max), option);
}

void GroupPrinter::printRest(ArrayRef<FindingGroup> findings,
                             StringRef option) {
  std::vector<unsigned> counts(size_t(Kind::Unread) + 1);
  unsigned all = 0;
  for (const FindingGroup &each : findings) {
    counts[size_t(each.first().kind)] += each.count;
    all += each.count;
  }
  std::string text;
  for (auto [kind, count] : llvm::enumerate(counts))
    if (count)
      text += (text.empty() ? "" : ", ") + toString(Kind(kind)).str() + " x" +
              std::to_string(count);
  out.line(continued().add("and " + llvm::Twine(all) + " more: " + text + " (" +
                               option + ")",
                           Style::Dim));
}

void GroupPrinter::printBulk(const BulkGroup &bulk) {
  TextLine line = labelled(toString(bulk.kind), Style::Plain);
  line.add(counted(bulk.numOps, "op") + ": ");
  unsigned room = std::max(40u, out.width() * 4 / 5);
  unsigned rest = 0;
  bool isFirst = true;
  for (const BulkGroup::Ops &ops : bulk.ops) {
    std::string text =
        ops.text + (ops.count > 1 ? " x" + std::to_string(ops.count) : "");
    if (rest || (!isFirst && line.width() + 2 + text.size() > room)) {
      rest += ops.count;
      continue;
    }
    line.add((isFirst ? "" : ", ") + text);
    isFirst = false;
  }
  if (rest)
    line.add(", and " + llvm::Twine(rest) + " more");
  std::string place = formatPlaces(context, *bulk.first, group.first());
  out.line(line, place.empty() ? "" : place + ", ...");
}

void passdelta::printRunGroup(const TextContext &context,
                              const RunGroup &group) {
  GroupPrinter printer(context, group);
  printer.printHeader();
  printer.printFindings(group.changes, maxChangeLines, "--show=changes");
  printer.printFindings(group.missed, maxMissedLines, "--show=missed");
  for (const BulkGroup &bulk : group.bulk)
    printer.printBulk(bulk);
  printer.printStatus();
}

bool passdelta::isMinor(const RunGroup &group) {
  auto isPlain = [](Kind kind) {
    return kind >= Kind::Modified || kind == Kind::Erased;
  };
  if (group.first().status == PassStatus::Unread)
    return group.changes.empty() && group.bulk.empty();
  return group.missed.empty() && group.first().status == PassStatus::Changed &&
         llvm::all_of(group.changes,
                      [&](const FindingGroup &each) {
                        return isPlain(each.first().kind);
                      }) &&
         llvm::all_of(group.bulk, [&](const BulkGroup &each) {
           return isPlain(each.kind);
         });
}

void passdelta::printMinorGroup(const TextContext &context,
                                const RunGroup &group) {
  std::vector<unsigned> counts(size_t(Kind::Unread) + 1);
  for (const FindingGroup &each : group.changes)
    counts[size_t(each.first().kind)] += each.count;
  for (const BulkGroup &each : group.bulk)
    counts[size_t(each.kind)] += each.numOps;
  std::string text;
  for (auto [kind, count] : llvm::enumerate(counts))
    if (count)
      text += (text.empty() ? ": " : ", ") + toString(Kind(kind)).str() + " " +
              std::to_string(count);
  if (group.first().status == PassStatus::Unread)
    text = ": unread";
  else if (unsigned unexplained = sumOf(group, &PassRunReport::opsUnexplained);
           text.empty() && unexplained)
    text = ": " + counted(unexplained, "changed op") + " not explained";
  else if (text.empty())
    text = ": " + counted(sumOf(group, &PassRunReport::opsChanged), "op") +
           " changed";
  const PassRunReport &run = group.first();
  TextLine line;
  line.add(llvm::Twine(wordFor(group)) + formatRunIds(group) + "  ")
      .add(shortened(run.pass, 44))
      .add("  on " + formatTargets(group, 1, symbolColumns))
      .add(text);
  unsigned begin = run.beforeLine ? run.beforeLine : run.afterLine;
  context.out.line(line, begin ? std::to_string(begin) : "");
}
