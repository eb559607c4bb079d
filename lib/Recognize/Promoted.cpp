//===- Promoted.cpp - Memory became values, or cheaper memory -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "List.h"
#include "View.h"
#include "llvm/ADT/STLExtras.h"

using namespace passdelta;

static bool isAllocation(const View &view, OpId op) {
  StringRef name = view.before.name(op);
  return view.knowledge.has(name, Role::Alloc) || name.ends_with(".alloca") ||
         name.ends_with(".alloc");
}

/// An allocation whose loads are gone while the users of what they loaded are
/// there: the value is passed on without memory (mem2reg, sroa, scalrep).
static void recognizeValues(const View &view, OpId alloc) {
  unsigned loads = 0, stores = 0, alive = 0;
  OpList users;
  for (OpGraph::Use use : view.before.uses(view.before.result(alloc))) {
    if (!view.isGone(use.op))
      return;
    if (llvm::is_contained(users, use.op))
      continue;
    users.push_back(use.op);
    if (view.before[use.op].numResults == 0) {
      ++stores;
      continue;
    }
    ++loads;
    for (unsigned i = 0; i < view.before[use.op].numResults; ++i)
      alive += view.standsFor(view.before.result(use.op, i)) != ValueId::None;
  }
  if (alive == 0)
    return;
  for (OpId user : users)
    view.claimBefore(user);
  std::string text = "to SSA values, " + countText(loads, "load") + " and " +
                     countText(stores, "store") + " gone";
  view.add(Kind::Promoted, {alloc}, {}, text, 0.9f,
           Details{{"to", "values"}, {"loads", loads}, {"stores", stores}});
}

static void recognize(const RecognizeInput &input, Recognized &found) {
  View view(input, found);
  for (uint32_t i = 0; i < input.before.numOps(); ++i) {
    OpId op = OpId(i);
    if (!isAllocation(view, op) || !view.isFreeBefore(op) ||
        input.before[op].numResults == 0)
      continue;
    OpId now = view.image(op);
    if (now == OpId::None)
      recognizeValues(view, op);
    else if (input.before.name(op).ends_with(".alloc") &&
             input.after.name(now).ends_with(".alloca"))
      view.add(Kind::Promoted, {op}, {now}, "to the stack",
               view.confidenceBefore({op}), Details{{"to", "stack"}});
  }
}

Recognizer passdelta::getPromotedRecognizer() {
  return {"promoted", "memory that became values or stack memory", recognize};
}
