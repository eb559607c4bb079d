//===- Findings.cpp - Op ids become places in files -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Findings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"

using namespace passdelta;

std::string passdelta::shortLocation(StringRef loc) {
  for (size_t close = loc.find("\":"); close != StringRef::npos;
       close = loc.find("\":", close + 1)) {
    size_t open = loc.take_front(close).rfind('"');
    if (open == StringRef::npos)
      continue;
    StringRef place = loc.drop_front(close + 1).take_while(
        [](char c) { return llvm::isDigit(c) || c == ':'; });
    if (place.size() > 1)
      return (loc.slice(open + 1, close) + place.rtrim(':')).str();
  }
  return "";
}

/// "%5", "%5:2".
static std::string resultsOf(const OpGraph &graph, OpId op) {
  const OpData &data = graph[op];
  if (!data.numResults)
    return "";
  StringRef name = graph.str(graph[graph.result(op)].name).split('#').first;
  if (name.empty() || data.numResults == 1)
    return name.str();
  return (name + ":" + llvm::Twine(data.numResults)).str();
}

static OpRef makeRef(const StateGraph &state, OpId op) {
  const OpGraph &graph = *state.graph;
  const OpData &data = graph[op];
  auto part = llvm::upper_bound(
      state.parts, op,
      [](OpId id, const StateGraph::Part &part) { return id < part.begin; });
  OpRef ref;
  ref.op = graph.name(op).str();
  ref.results = resultsOf(graph, op);
  ref.input = unsigned(part - state.parts.begin()) - 1;
  ref.line = data.line;
  ref.column = data.column;
  ref.loc = shortLocation(graph.str(data.loc));
  return ref;
}

static std::vector<OpRef> makeRefs(const StateGraph &state,
                                   ArrayRef<OpId> ops) {
  std::vector<OpRef> refs;
  refs.reserve(ops.size());
  for (OpId op : ops)
    refs.push_back(makeRef(state, op));
  return refs;
}

static std::string functionOf(const StateGraph &before, ArrayRef<OpId> ids,
                              const StateGraph &after, ArrayRef<OpId> other) {
  if (!ids.empty())
    return before.graph->functionName(ids.front());
  return other.empty() ? "" : after.graph->functionName(other.front());
}

static std::string detailsText(llvm::json::Object details) {
  if (details.empty())
    return "";
  std::string text;
  llvm::raw_string_ostream(text) << llvm::json::Value(std::move(details));
  return text;
}

static Finding fromChange(const StateGraph &before, const StateGraph &after,
                          Change change) {
  Finding finding;
  finding.outcome = Outcome::Passed;
  finding.kind = change.kind;
  finding.function = functionOf(before, change.before, after, change.after);
  finding.before = makeRefs(before, change.before);
  finding.after = makeRefs(after, change.after);
  finding.text = std::move(change.text);
  finding.details = detailsText(std::move(change.details));
  finding.confidence = change.confidence;
  return finding;
}

static Finding fromMissed(const StateGraph &before, const StateGraph &after,
                          MissedCandidate missed) {
  Finding finding;
  finding.outcome = missed.outcome;
  finding.kind = missed.kind;
  finding.function = functionOf(before, missed.before, after, missed.after);
  finding.before = makeRefs(before, missed.before);
  finding.after = makeRefs(after, missed.after);
  finding.text = std::move(missed.text);
  finding.details = detailsText(std::move(missed.details));
  finding.confidence = missed.confidence;
  for (ReasonInGraph &reason : missed.reasons)
    finding.reasons.push_back({std::move(reason.code), reason.basis,
                               std::move(reason.text),
                               makeRefs(before, reason.evidence)});
  finding.contrast = makeRefs(before, missed.contrast);
  finding.contrastText = std::move(missed.contrastText);
  return finding;
}

/// What findings must have in common to be one with a count.
static std::string groupKey(const Finding &finding) {
  std::string key;
  llvm::raw_string_ostream os(key);
  os << unsigned(finding.outcome) << ' ' << unsigned(finding.kind) << ' '
     << finding.function << '\0';
  for (const OpRef &ref : finding.before)
    os << ref.op << ',';
  os << "->";
  for (const OpRef &ref : finding.after)
    os << ref.op << ',';
  os << '\0' << finding.text << '\0';
  for (const Reason &reason : finding.reasons)
    os << reason.code << ' ' << unsigned(reason.basis) << ' ' << reason.text
       << ' ' << reason.evidence.size() << '\0';
  os << finding.contrastText << '\0' << finding.details;
  return key;
}

static const OpRef *mainOp(const Finding &finding) {
  if (!finding.before.empty())
    return &finding.before.front();
  return finding.after.empty() ? nullptr : &finding.after.front();
}

/// What no recognizer names is told by the number; a named change or a missed
/// candidate is a finding of its own, also where others are alike.
static bool isPlain(const Finding &finding) {
  return finding.outcome == Outcome::Passed &&
         (finding.kind == Kind::Modified || finding.kind == Kind::Moved ||
          finding.kind == Kind::Created || finding.kind == Kind::Erased);
}

static std::vector<Finding> joinEqual(std::vector<Finding> findings) {
  std::vector<Finding> joined;
  llvm::StringMap<size_t> seen;
  for (Finding &finding : findings) {
    size_t next = joined.size();
    auto [it, isNew] = isPlain(finding)
                           ? seen.try_emplace(groupKey(finding), next)
                           : std::pair(seen.end(), true);
    if (isNew) {
      joined.push_back(std::move(finding));
      continue;
    }
    Finding &first = joined[it->second];
    ++first.count;
    first.confidence = std::min(first.confidence, finding.confidence);
    if (const OpRef *op = mainOp(finding))
      first.repeats.push_back(*op);
  }
  return joined;
}

/// Failures, what was missed, what is suspicious, what was done.
static unsigned rankOf(Outcome outcome) {
  switch (outcome) {
  case Outcome::Failure:
    return 0;
  case Outcome::Missed:
    return 1;
  case Outcome::Analysis:
    return 2;
  case Outcome::Passed:
    return 3;
  }
  return 4;
}

std::vector<Finding>
passdelta::makeFindings(const StateGraph &before, const StateGraph &after,
                        std::vector<Change> changes,
                        std::vector<MissedCandidate> missed) {
  std::vector<Finding> findings;
  for (MissedCandidate &candidate : missed)
    findings.push_back(fromMissed(before, after, std::move(candidate)));
  for (Change &change : changes)
    findings.push_back(fromChange(before, after, std::move(change)));
  auto lineOf = [](const Finding &finding) {
    const OpRef *op = mainOp(finding);
    return op ? std::tuple(op->line, op->column) : std::tuple(0u, 0u);
  };
  auto rank = [&](const Finding &finding) {
    // Named kinds come before the plain ones by the order of the enum.
    return std::tuple(rankOf(finding.outcome), finding.kind, lineOf(finding));
  };
  llvm::stable_sort(findings, [&](const Finding &a, const Finding &b) {
    return rank(a) < rank(b);
  });
  return joinEqual(std::move(findings));
}

LinePlace passdelta::placeIn(const Timeline &timeline, const Snapshot &snapshot,
                             unsigned line, unsigned column) {
  // Without a text the graph has lines of the input.
  if (snapshot.graph || !line || !snapshot.line)
    return {line, column};
  LinePlace clean{snapshot.line + line - 1, column};
  return snapshot.input < timeline.inputs.size()
             ? timeline.inputs[snapshot.input].place(clean.line, clean.column)
             : clean;
}

static void placeRefs(std::vector<OpRef> &refs, const StateGraph &state,
                      const Timeline &timeline) {
  for (OpRef &ref : refs) {
    const Snapshot &snapshot = timeline[state.parts[ref.input].snapshot];
    ref.input = snapshot.input;
    LinePlace place = placeIn(timeline, snapshot, ref.line, ref.column);
    ref.line = place.line;
    ref.column = place.column;
  }
}

void passdelta::placeFinding(Finding &finding, const StateGraph &before,
                             const StateGraph &after,
                             const Timeline &timeline) {
  placeRefs(finding.repeats, finding.before.empty() ? after : before, timeline);
  placeRefs(finding.before, before, timeline);
  placeRefs(finding.after, after, timeline);
  placeRefs(finding.contrast, before, timeline);
  for (Reason &reason : finding.reasons)
    placeRefs(reason.evidence, before, timeline);
}

Finding passdelta::makeUnreadFinding(SnapshotId id, const ReadFailure &failure,
                                     const Timeline &timeline, PassRunId run) {
  const Snapshot &snapshot = timeline[id];
  Finding finding;
  finding.outcome = Outcome::Failure;
  finding.kind = Kind::Unread;
  finding.passRun = run;
  OpRef place;
  place.input = snapshot.input;
  place.line = failure.line;
  place.column = failure.column;
  finding.after.push_back(place);
  finding.reasons.push_back(
      {"unreadable", Basis::Reported, failure.reason, {place}});
  return finding;
}
