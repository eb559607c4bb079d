//===- Erased.cpp - Dead code went away -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dead is a gone op that nobody could read: it had no users, or all of them
// are dead. That the users are gone is not enough. They may have become
// something that no recognizer names, and this op with them; so nothing is
// called dead where the pass left ops in the function (or in a new symbol) that
// are not explained. What only served other gone ops (constants, index
// arithmetic) goes without a word of its own.
//
//===----------------------------------------------------------------------===//

#include "List.h"
#include "View.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace passdelta;

namespace {

class ErasedSearch {
public:
  explicit ErasedSearch(const View &view) : view(view), before(view.before) {}

  void run();

private:
  bool isWhollyGone(OpId op) const;
  bool isGoneOrExplained(OpId op) const;
  bool isEffectFree(OpId op) const;
  bool maybeBecame(OpId op);
  bool touchesOnlyDead(OpId op);
  bool usersAreDead(OpId op, bool &anyUse);
  void findUnexplained();
  void recognizeSymbol(OpId op);
  void recognizeOp(OpId op);
  void claimServants();
  void report(OpId op, StringRef text, StringRef reason, float confidence);

  const View &view;
  const OpGraph &before;
  llvm::DenseSet<uint32_t> dead;
  /// Names of free new ops, and the after functions with such ops that compute.
  std::set<NameId> newNames;
  std::set<OpId> unsettled;
  bool hasNewSymbol = false;
  /// Before functions and the dialects that were lowered there.
  std::set<std::pair<OpId, std::string>> lowered;
};

} // namespace

bool ErasedSearch::isWhollyGone(OpId op) const {
  for (uint32_t i = uint32_t(op); i < uint32_t(before[op].end); ++i)
    if (!view.isGone(OpId(i)))
      return false;
  return true;
}

/// True if what was in `op` is gone or is where a named change put it.
bool ErasedSearch::isGoneOrExplained(OpId op) const {
  for (uint32_t i = uint32_t(op) + 1; i < uint32_t(before[op].end); ++i)
    if (!view.isGone(OpId(i)) && view.isFreeBefore(OpId(i)))
      return false;
  return true;
}

bool ErasedSearch::isEffectFree(OpId op) const {
  for (uint32_t i = uint32_t(op); i < uint32_t(before[op].end); ++i) {
    StringRef name = before.name(OpId(i));
    Roles roles = view.knowledge.roles(name);
    bool hasEffect = (roles & (Role::Store | Role::Call)) != 0 ||
                     (roles & (Role::Copy | Role::Barrier)) != 0 ||
                     (roles & Roles(Role::Dealloc)) != 0 ||
                     (before[OpId(i)].numResults == 0 &&
                      !(roles & Roles(Role::Terminator)) &&
                      !isAuxiliary(before, OpId(i)) && !isKnownLoop(name));
    if (hasEffect)
      return false;
  }
  return true;
}

/// What new ops are not explained, and what was lowered where.
void ErasedSearch::findUnexplained() {
  const OpGraph &after = view.after;
  for (uint32_t i = 0; i < after.numOps(); ++i) {
    OpId op = OpId(i);
    if (!view.isFreeNew(op))
      continue;
    if (after[op].symbol != NameId::Empty &&
        after[op].firstRegion != RegionId::None)
      hasNewSymbol = true;
    newNames.insert(after[op].name);
    if (!isAuxiliary(after, op) &&
        !view.knowledge.has(after.name(op), Role::Terminator))
      unsettled.insert(after.enclosingFunction(op));
  }
  for (const Change &change : view.found.changes)
    if (change.kind == Kind::Lowered && !change.before.empty())
      lowered.insert({before.enclosingFunction(change.before[0]),
                      before.dialect(change.before[0]).str()});
}

/// True if `op` may live on as something that nobody explained.
bool ErasedSearch::maybeBecame(OpId op) {
  if (newNames.count(before[op].name))
    return true;
  OpId function = before.enclosingFunction(op);
  if (lowered.count({function, before.dialect(op).str()}))
    return true;
  if (function == OpId::None)
    return !unsettled.empty();
  OpId now = view.image(function);
  return now == OpId::None || hasNewSymbol || unsettled.count(now) != 0;
}

bool ErasedSearch::usersAreDead(OpId op, bool &anyUse) {
  for (unsigned i = 0; i < before[op].numResults; ++i)
    for (OpGraph::Use use : before.uses(before.result(op, i))) {
      anyUse = true;
      if (!dead.contains(uint32_t(use.op)) && !before.contains(op, use.op))
        return false;
    }
  return true;
}

/// True if `op` (without results) only wrote to memory that nobody reads: an
/// allocation that is gone with all its users, of which none is a read that
/// lives on.
bool ErasedSearch::touchesOnlyDead(OpId op) {
  bool any = false;
  for (ValueId operand : before.operands(op)) {
    if (operand == ValueId::None || !before.type(operand).starts_with("memref"))
      continue;
    OpId def = before.definingOp(operand);
    if (def == OpId::None || !view.isFreeGone(def) ||
        !(view.knowledge.has(before.name(def), Role::Alloc) ||
          before.name(def).contains("alloc")))
      return false;
    for (OpGraph::Use use : before.uses(operand))
      if (!view.isFreeGone(use.op) ||
          (before[use.op].numResults != 0 && !dead.contains(uint32_t(use.op))))
        return false;
    any = true;
  }
  return any;
}

void ErasedSearch::report(OpId op, StringRef text, StringRef reason,
                          float confidence) {
  for (uint32_t i = uint32_t(op); i < uint32_t(before[op].end); ++i)
    dead.insert(i);
  view.claimSubtreeBefore(op);
  view.add(Kind::Erased, {op}, {}, text.str(), confidence,
           Details{{"reason", reason}});
}

void ErasedSearch::recognizeSymbol(OpId op) {
  bool renamed = newNames.count(before[op].name) != 0;
  if (!isGoneOrExplained(op) || (renamed && !isWhollyGone(op)))
    return;
  // Another of its kind that came instead may be the same, renamed.
  report(op, "the whole symbol", "symbol", renamed ? 0.8f : 0.95f);
}

void ErasedSearch::recognizeOp(OpId op) {
  if (!isWhollyGone(op))
    return;
  if (before[op].numResults == 0) {
    if (touchesOnlyDead(op) && !maybeBecame(op))
      report(op, "dead: the buffer is gone", "buffer", 0.9f);
    return;
  }
  bool anyUse = false;
  if (!usersAreDead(op, anyUse) || !isEffectFree(op) || maybeBecame(op))
    return;
  if (anyUse && isAuxiliary(before, op)) {
    dead.insert(uint32_t(op));
    view.claimBefore(op);
  } else if (anyUse)
    report(op, "dead: its users are gone", "users-gone", 0.85f);
  else
    report(op, "dead: not used", "unused", 0.95f);
}

/// Constants and index arithmetic that only gone ops used: nothing to tell.
void ErasedSearch::claimServants() {
  for (uint32_t i = before.numOps(); i-- > 0;) {
    OpId op = OpId(i);
    if (!view.isFreeGone(op) || !isAuxiliary(before, op) ||
        before[op].numResults == 0)
      continue;
    bool used = false, alive = false;
    for (unsigned r = 0; r < before[op].numResults; ++r)
      for (OpGraph::Use use : before.uses(before.result(op, r))) {
        used = true;
        alive |= !view.isGone(use.op);
      }
    if (used && !alive)
      view.claimBefore(op);
  }
}

void ErasedSearch::run() {
  findUnexplained();
  size_t begin = view.found.changes.size();
  // Symbols first, since they take their bodies with them, then other ops with
  // bodies; users before what they use, and a second time for what only dead
  // ops with bodies used and what wrote to dead buffers.
  for (uint32_t i = 0; i < before.numOps(); ++i)
    if (view.isFreeGone(OpId(i)) && before[OpId(i)].symbol != NameId::Empty)
      recognizeSymbol(OpId(i));
  for (unsigned round = 0; round < 4; ++round)
    for (uint32_t i = before.numOps(); i-- > 0;)
      if (view.isFreeGone(OpId(i)) && before[OpId(i)].symbol == NameId::Empty &&
          (round % 2 == 1 || before[OpId(i)].firstRegion != RegionId::None))
        recognizeOp(OpId(i));
  claimServants();
  std::stable_sort(view.found.changes.begin() + begin, view.found.changes.end(),
                   [](const Change &a, const Change &b) {
                     return a.before[0] < b.before[0];
                   });
}

static void recognize(const RecognizeInput &input, Recognized &found) {
  View view(input, found);
  ErasedSearch(view).run();
}

Recognizer passdelta::getErasedRecognizer() {
  return {"erased", "dead ops and whole symbols that are gone", recognize};
}
