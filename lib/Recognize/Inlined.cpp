//===- Inlined.cpp - A call became the body of its callee -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "List.h"
#include "View.h"
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

/// Claims in `caller` what may come from `callee`: ops that were in it, and new
/// ops of its names, each name as often as it occurs there. Returns the first.
static OpId claimBody(const View &view, OpId caller, OpId callee) {
  std::map<NameId, unsigned> budget;
  for (uint32_t i = uint32_t(callee) + 1; i < uint32_t(view.before[callee].end);
       ++i)
    ++budget[view.before[OpId(i)].name];
  OpId first = OpId::None;
  for (uint32_t i = uint32_t(caller) + 1; i < uint32_t(view.after[caller].end);
       ++i) {
    OpId op = OpId(i), source = view.source(op);
    auto it = budget.find(view.after[op].name);
    bool fromCallee = source == OpId::None
                          ? view.isFreeAfter(op)
                          : view.before.contains(callee, source);
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

static void recognize(const RecognizeInput &input, Recognized &found) {
  View view(input, found);
  std::map<StringRef, OpId> functions;
  std::map<OpId, Histogram> gains; // By caller: names it has more of now.
  for (uint32_t i = 0; i < input.before.numOps(); ++i)
    if (!input.before.symbol(OpId(i)).empty() &&
        input.before[OpId(i)].firstRegion != RegionId::None)
      functions.try_emplace(input.before.symbol(OpId(i)), OpId(i));
  for (uint32_t i = 0; i < input.before.numOps(); ++i) {
    OpId call = OpId(i);
    StringRef name = input.before.name(call);
    if (!view.isFreeGone(call) ||
        (!name.ends_with(".call") && !input.knowledge.has(name, Role::Call)))
      continue;
    auto callee = functions.find(calleeOf(input.before, call));
    OpId caller = input.before.enclosingFunction(call);
    OpId callerNow = caller == OpId::None ? OpId::None : view.image(caller);
    if (callee == functions.end() || callerNow == OpId::None)
      continue;
    auto [gain, isFirst] = gains.try_emplace(callerNow);
    if (isFirst) {
      gain->second = bodyHistogram(input.after, callerNow);
      for (auto [op, count] : bodyHistogram(input.before, caller)) {
        unsigned &left = gain->second[op];
        left -= std::min(left, count);
      }
    }
    // Most of the body must have arrived; some may have been folded.
    Histogram body = calleeBody(input.before, callee->second);
    unsigned arrived = 0;
    for (auto [op, count] : body) {
      unsigned part = std::min(gain->second[op], count);
      gain->second[op] -= part;
      arrived += part;
    }
    unsigned size = countOf(body);
    if (arrived * 2 < size)
      continue;
    OpId first = claimBody(view, callerNow, callee->second);
    OpList afterOps;
    if (first != OpId::None)
      afterOps.push_back(first);
    view.add(Kind::Inlined, {call}, afterOps,
             "@" + callee->first.str() + ", " + countText(size, "op"),
             size == 0         ? 0.7f
             : arrived == size ? 0.95f
                               : 0.8f,
             Details{{"callee", callee->first}, {"ops", size}});
  }
}

Recognizer passdelta::getInlinedRecognizer() {
  return {"inlined", "calls that became the body of the callee", recognize};
}
