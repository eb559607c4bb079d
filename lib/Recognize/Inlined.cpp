//===- Inlined.cpp - A call became the body of its callee -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "List.h"
#include "View.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace passdelta;

/// "f" of `@f(...)` or `callee = @f`; empty for an indirect call.
static StringRef calleeOf(const OpGraph &graph, OpId call) {
  StringRef text = graph.attr(call, "callee");
  if (text.empty())
    text = graph.attr(call, "asm");
  if (!text.consume_front("@"))
    return StringRef();
  if (text.consume_front("\""))
    return text.take_until([](char c) { return c == '"'; });
  return text.take_while([](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$' || c == '-';
  });
}

static bool isReturn(StringRef name) { return name.ends_with("return"); }

static Histogram calleeBody(const OpGraph &graph, OpId function) {
  Histogram body = bodyHistogram(graph, function);
  for (uint32_t i = uint32_t(function) + 1; i < uint32_t(graph[function].end);
       ++i)
    if (isReturn(graph.name(OpId(i))))
      body.erase(graph[OpId(i)].name);
  return body;
}

using Functions = std::map<StringRef, OpId>;

namespace {

/// A call and what became of it: the bodies of `callees`, the called function
/// first, then those whose calls inside it were inlined with it.
struct Expansion {
  OpId call;
  OpList callees;
  unsigned size = 0, arrived = 0;
};

class InlinedSearch {
public:
  explicit InlinedSearch(const View &view);

  void run();

private:
  OpId functionOf(const OpGraph &graph, OpId call) const;
  bool isCall(const OpGraph &graph, OpId op) const;
  void take(Expansion &expansion, OpId callee, OpId callerNow);
  OpId claimBodies(OpId callerNow, ArrayRef<OpId> callees);
  void recognizeCall(OpId call, OpId callee);

  const View &view;
  Functions functions;
  /// By caller (after): names it has more of now; calls by callee that are
  /// left.
  std::map<OpId, Histogram> gains;
  std::map<OpId, std::map<StringRef, unsigned>> calls;
};

} // namespace

InlinedSearch::InlinedSearch(const View &view) : view(view) {
  for (uint32_t i = 0; i < view.before.numOps(); ++i)
    if (!view.before.symbol(OpId(i)).empty() &&
        view.before[OpId(i)].firstRegion != RegionId::None)
      functions.try_emplace(view.before.symbol(OpId(i)), OpId(i));
}

bool InlinedSearch::isCall(const OpGraph &graph, OpId op) const {
  StringRef name = graph.name(op);
  return name.ends_with(".call") || view.knowledge.has(name, Role::Call);
}

OpId InlinedSearch::functionOf(const OpGraph &graph, OpId call) const {
  if (!isCall(graph, call))
    return OpId::None;
  auto it = functions.find(calleeOf(graph, call));
  return it == functions.end() ? OpId::None : it->second;
}

/// Takes the body of `callee` out of what the caller gained. A call inside it
/// that the caller has not got was inlined as well.
void InlinedSearch::take(Expansion &expansion, OpId callee, OpId callerNow) {
  const OpGraph &before = view.before;
  if (llvm::is_contained(expansion.callees, callee) ||
      expansion.callees.size() >= 16)
    return;
  expansion.callees.push_back(callee);
  Histogram &gain = gains[callerNow];
  std::map<StringRef, unsigned> &left = calls[callerNow];
  Histogram body = calleeBody(before, callee);
  for (uint32_t i = uint32_t(callee) + 1; i < uint32_t(before[callee].end);
       ++i) {
    OpId inner = functionOf(before, OpId(i));
    if (inner == OpId::None)
      continue;
    if (unsigned &count = left[before.symbol(inner)]; count != 0) {
      --count;
      continue;
    }
    if (--body[before[OpId(i)].name] == 0)
      body.erase(before[OpId(i)].name);
    take(expansion, inner, callerNow);
  }
  expansion.size += countOf(body);
  for (auto [name, count] : body) {
    unsigned part = std::min(gain[name], count);
    gain[name] -= part;
    expansion.arrived += part;
  }
}

/// Claims in the caller what may come from `callees`: ops that were in them,
/// and new ops of their names, each name as often as it occurs there. Returns
/// the first that computes.
OpId InlinedSearch::claimBodies(OpId callerNow, ArrayRef<OpId> callees) {
  std::map<NameId, unsigned> budget;
  for (OpId callee : callees)
    for (uint32_t i = uint32_t(callee) + 1;
         i < uint32_t(view.before[callee].end); ++i)
      ++budget[view.before[OpId(i)].name];
  OpId first = OpId::None;
  for (uint32_t i = uint32_t(callerNow) + 1;
       i < uint32_t(view.after[callerNow].end); ++i) {
    OpId op = OpId(i), source = view.source(op);
    auto it = budget.find(view.after[op].name);
    bool fromCallee =
        source == OpId::None
            ? view.isFreeAfter(op)
            : view.isFreeAfter(op) && llvm::any_of(callees, [&](OpId callee) {
                return view.before.contains(callee, source);
              });
    if (!fromCallee || it == budget.end() || it->second == 0)
      continue;
    --it->second;
    view.claimAfter(op);
    if (source != OpId::None)
      view.claimBefore(source);
    if (first == OpId::None && !isAuxiliary(view.after, op))
      first = op;
  }
  return first;
}

void InlinedSearch::recognizeCall(OpId call, OpId callee) {
  OpId caller = view.before.enclosingFunction(call);
  OpId callerNow = caller == OpId::None ? OpId::None : view.image(caller);
  if (callerNow == OpId::None)
    return;
  auto [gain, isFirst] = gains.try_emplace(callerNow);
  if (isFirst) {
    gain->second = bodyHistogram(view.after, callerNow);
    for (auto [op, count] : bodyHistogram(view.before, caller)) {
      unsigned &left = gain->second[op];
      left -= std::min(left, count);
    }
    for (uint32_t i = uint32_t(callerNow);
         i < uint32_t(view.after[callerNow].end); ++i)
      if (view.isNew(OpId(i)) && isCall(view.after, OpId(i)))
        ++calls[callerNow][calleeOf(view.after, OpId(i))];
  }
  Expansion expansion = {call};
  take(expansion, callee, callerNow);
  // Most of the body must have arrived; some may have been folded.
  if (expansion.arrived * 2 < expansion.size)
    return;
  // Of an empty body nothing could arrive: the call may as well be dead.
  if (expansion.size == 0 && view.before[call].numResults == 0)
    return;
  OpId first = claimBodies(callerNow, expansion.callees);
  OpList afterOps;
  if (first != OpId::None)
    afterOps.push_back(first);
  std::string text = "@" + view.before.symbol(callee).str();
  llvm::json::Array nested;
  for (OpId inner : ArrayRef(expansion.callees).drop_front()) {
    text +=
        (nested.empty() ? " with @" : ", @") + view.before.symbol(inner).str();
    nested.push_back(view.before.symbol(inner));
  }
  Details details{{"callee", view.before.symbol(callee)},
                  {"ops", expansion.size}};
  if (!nested.empty())
    details["nested"] = std::move(nested);
  view.add(Kind::Inlined, {call}, afterOps,
           text + ", " + countText(expansion.size, "op"),
           expansion.size == 0                   ? 0.7f
           : expansion.arrived == expansion.size ? 0.95f
                                                 : 0.8f,
           std::move(details));
}

void InlinedSearch::run() {
  for (uint32_t i = 0; i < view.before.numOps(); ++i)
    if (OpId call = OpId(i); view.isFreeGone(call))
      if (OpId callee = functionOf(view.before, call); callee != OpId::None)
        recognizeCall(call, callee);
}

static void recognize(const RecognizeInput &input, Recognized &found) {
  View view(input, found);
  InlinedSearch(view).run();
}

Recognizer passdelta::getInlinedRecognizer() {
  return {"inlined", "calls that became the body of the callee", recognize};
}
