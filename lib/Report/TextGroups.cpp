//===- TextGroups.cpp - Pass runs and findings that belong together -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextGroups.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace passdelta;

/// A kind of which more lines than this are told in one.
static constexpr unsigned maxLinesOfBulkKind = 2;

namespace {
/// Ops of one name, in a list of ops.
struct NamedOps {
  StringRef name;
  llvm::SmallVector<StringRef, 4> results;
  unsigned count = 0;
};
} // namespace

static std::vector<NamedOps> groupByName(ArrayRef<OpRef> ops) {
  std::vector<NamedOps> groups;
  llvm::StringMap<unsigned> indexOf;
  for (const OpRef &op : ops) {
    auto [it, isNew] = indexOf.try_emplace(op.op, groups.size());
    if (isNew)
      groups.push_back({op.op, {}, 0});
    NamedOps &group = groups[it->second];
    ++group.count;
    if (!op.results.empty())
      group.results.push_back(op.results);
  }
  return groups;
}

static std::string formatNamed(ArrayRef<OpRef> ops, bool withResults) {
  constexpr unsigned maxNames = 4, maxResults = 4;
  std::vector<NamedOps> groups = groupByName(ops);
  std::string text;
  unsigned rest = 0;
  for (auto [index, group] : llvm::enumerate(groups)) {
    if (index >= maxNames) {
      rest += group.count;
      continue;
    }
    text += (index ? ", " : "") + group.name.str();
    if (withResults && group.results.size() == group.count &&
        group.count <= maxResults)
      text += " " + llvm::join(group.results, ", ");
    else if (group.count > 1)
      text += " x" + std::to_string(group.count);
  }
  if (rest)
    text += ", and " + std::to_string(rest) + " more";
  return text;
}

std::string passdelta::formatOps(ArrayRef<OpRef> ops) {
  return formatNamed(ops, /*withResults=*/true);
}

std::string passdelta::formatOpNames(ArrayRef<OpRef> ops) {
  return formatNamed(ops, /*withResults=*/false);
}

std::string passdelta::formatSides(const std::string &before,
                                   const std::string &after) {
  if (before.empty() || after.empty())
    return before + after;
  return before + " -> " + after;
}

/// What makes two findings one line. A reason counts with its code alone where
/// lines are saved: its words name ops and lines.
static std::string keyOf(const Finding &finding, Show show) {
  std::string key;
  auto add = [&](StringRef text) {
    key += text;
    key += '\0';
  };
  add(toString(finding.outcome));
  add(toString(finding.kind));
  add(formatOpNames(finding.before));
  add(formatOpNames(finding.after));
  add(finding.text);
  for (const Reason &reason : finding.reasons) {
    add(reason.code);
    add(toString(reason.basis));
    if (show == Show::Default)
      break;
    add(reason.text);
  }
  if (show != Show::Default)
    add(finding.contrastText);
  return key;
}

static std::vector<FindingGroup>
groupFindings(ArrayRef<const Finding *> findings, Show show) {
  std::vector<FindingGroup> groups;
  llvm::StringMap<unsigned> indexOf;
  for (const Finding *finding : findings) {
    auto [it, isNew] =
        indexOf.try_emplace(keyOf(*finding, show), groups.size());
    // Only the default report folds findings: the others list each.
    if (isNew || show != Show::Default) {
      it->second = groups.size();
      groups.emplace_back();
    }
    FindingGroup &group = groups[it->second];
    group.findings.push_back(finding);
    group.count += finding->count;
    if (!llvm::is_contained(group.functions, finding->function))
      group.functions.push_back(finding->function);
  }
  return groups;
}

/// Kinds that come in numbers and are understood without each place.
static bool isBulkKind(Kind kind) {
  switch (kind) {
  case Kind::Lowered:
  case Kind::Raised:
  case Kind::Folded:
  case Kind::Simplified:
  case Kind::Deduplicated:
  case Kind::Erased:
  case Kind::Normalized:
  case Kind::Annotated:
  case Kind::Modified:
  case Kind::Moved:
  case Kind::Created:
    return true;
  default:
    return false;
  }
}

static BulkGroup makeBulk(Kind kind, ArrayRef<const FindingGroup *> groups) {
  BulkGroup bulk{kind};
  bulk.first = &groups.front()->first();
  // Where an op became another, both names are the point.
  bool bothSides = kind == Kind::Lowered || kind == Kind::Raised;
  llvm::StringMap<unsigned> indexOf;
  for (const FindingGroup *group : groups) {
    for (const Finding *finding : group->findings) {
      ArrayRef<OpRef> ops = finding->before;
      if (ops.empty())
        ops = finding->after;
      bulk.numOps += finding->count * std::max<size_t>(ops.size(), 1);
      auto count = [&](std::string text, unsigned times) {
        auto [it, isNew] = indexOf.try_emplace(text, bulk.ops.size());
        if (isNew)
          bulk.ops.push_back({std::move(text)});
        bulk.ops[it->second].count += times;
      };
      if (bothSides)
        count(formatSides(formatOpNames(finding->before),
                          formatOpNames(finding->after)),
              finding->count);
      else
        for (const OpRef &op : ops)
          count(op.op, finding->count);
    }
  }
  llvm::stable_sort(
      bulk.ops, [](const auto &a, const auto &b) { return a.count > b.count; });
  return bulk;
}

/// Takes the findings of numerous kinds out of `group.changes`.
static void makeBulks(RunGroup &group) {
  std::vector<std::vector<const FindingGroup *>> byKind(size_t(Kind::Unread) +
                                                        1);
  for (const FindingGroup &each : group.changes)
    if (isBulkKind(each.first().kind))
      byKind[size_t(each.first().kind)].push_back(&each);
  for (auto [kind, groups] : llvm::enumerate(byKind))
    if (groups.size() > maxLinesOfBulkKind)
      group.bulk.push_back(makeBulk(Kind(kind), groups));
  llvm::erase_if(group.changes, [&](const FindingGroup &each) {
    return byKind[size_t(each.first().kind)].size() > maxLinesOfBulkKind;
  });
}

/// What `run` has to say beside its findings.
static bool isRemarkable(const PassRunReport &run, Show show) {
  if (show == Show::All || show == Show::Summary)
    return true;
  if (run.status == PassStatus::Failed)
    return true;
  return run.status == PassStatus::Changed && show != Show::Missed;
}

static bool belongsTo(const RunGroup &group, const PassRunReport &run) {
  const PassRunReport &first = group.first();
  auto isPlain = [](PassStatus status) {
    return status == PassStatus::Changed || status == PassStatus::Unchanged;
  };
  return first.pass == run.pass && first.options == run.options &&
         first.group == run.group && isPlain(first.status) &&
         isPlain(run.status);
}

std::vector<RunGroup> passdelta::groupReport(const Report &report, Show show) {
  llvm::DenseMap<uint32_t, std::vector<const Finding *>> findingsOf;
  for (const Finding &finding : report.findings)
    if (isShown(show, finding.outcome))
      findingsOf[uint32_t(finding.passRun)].push_back(&finding);

  struct Members {
    std::vector<const Finding *> passed, others;
  };
  std::vector<RunGroup> groups;
  std::vector<Members> members;
  for (const PassRunReport &run : report.passRuns) {
    const auto &findings = findingsOf[uint32_t(run.id)];
    if (findings.empty() && !isRemarkable(run, show))
      continue;
    if (groups.empty() || show == Show::All || !belongsTo(groups.back(), run)) {
      groups.emplace_back();
      members.emplace_back();
    }
    groups.back().runs.push_back(&run);
    for (const Finding *finding : findings)
      (finding->outcome == Outcome::Passed ? members.back().passed
                                           : members.back().others)
          .push_back(finding);
  }

  for (auto [group, each] : llvm::zip_equal(groups, members)) {
    group.changes = groupFindings(each.passed, show);
    group.missed = groupFindings(each.others, show);
    llvm::stable_sort(group.changes, [](const auto &a, const auto &b) {
      return a.first().kind < b.first().kind;
    });
    if (show == Show::Default)
      makeBulks(group);
  }
  return groups;
}
