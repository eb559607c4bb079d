//===- Trust.cpp - Which links recognizers may believe --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An alignment pairs what is most alike; that is not always what became of an
// op. A recognizer that says "A became B" must not rest on such a pair.
//
//===----------------------------------------------------------------------===//

#include "Trust.h"
#include "passdelta/Knowledge/LoopInfo.h"
#include "passdelta/Knowledge/StructuredOp.h"
#include "llvm/ADT/StringSwitch.h"

using namespace passdelta;

StringRef passdelta::stemOf(StringRef name) {
  StringRef stem = name.rsplit('.').second;
  return llvm::StringSwitch<StringRef>(stem)
      .Cases({"addf", "addi", "fadd"}, "add")
      .Cases({"subf", "subi", "fsub"}, "sub")
      .Cases({"mulf", "muli", "fmul"}, "mul")
      .Cases({"divf", "fdiv"}, "div")
      .Cases({"divsi", "sdiv"}, "divs")
      .Cases({"divui", "udiv"}, "divu")
      .Cases({"remf", "frem"}, "rem")
      .Cases({"negf", "fneg"}, "neg")
      .Cases({"cmpf", "fcmp"}, "cmpf")
      .Cases({"cmpi", "icmp"}, "cmpi")
      .Default(stem);
}

/// True if both or neither of `from` and `to` have `role`.
static bool agree(Roles from, Roles to, Role role) {
  return bool(from & Roles(role)) == bool(to & Roles(role));
}

bool passdelta::isPlausibleSuccessor(const Knowledge &knowledge, StringRef from,
                                     StringRef to) {
  if (from == to || stemOf(from) == stemOf(to))
    return true;
  Roles was = knowledge.roles(from), is = knowledge.roles(to);
  auto has = [](Roles roles, Roles any) { return (roles & any) != 0; };
  if (!agree(was, is, Role::Function) || !agree(was, is, Role::Container))
    return false;
  bool wasControl = isKnownLoop(from) || has(was, Role::Loop | Role::Branch);
  bool wasStructured =
      isStructuredName(from) || has(was, Roles(Role::Structured));
  if (has(is, Roles(Role::Constant)))
    return has(was, Role::Constant | Role::Pure) ||
           has(was, Roles(Role::EffectFree));
  if (has(was, Roles(Role::Constant)))
    return false;
  // Control flow may become branches, which are terminators.
  if (!agree(was, is, Role::Terminator) &&
      !(wasControl && has(is, Roles(Role::Branch))))
    return false;
  if (has(was, Roles(Role::Call)) && !has(is, Roles(Role::Call)))
    return false;
  StringRef dialect = from.split('.').first;
  bool onTensors = dialect == "tensor" || from.contains(".tensor.") ||
                   dialect == "bufferization" || wasStructured;
  if (!agree(was, is, Role::Load) && !onTensors)
    return false;
  if (!agree(was, is, Role::Store) && !onTensors)
    return false;
  if (!agree(was, is, Role::Alloc) && !onTensors)
    return false;
  bool isLoop = isKnownLoop(to) || has(is, Roles(Role::Loop));
  return !isLoop || wasControl || wasStructured || onTensors;
}

namespace {

/// Builds the links anew, what is certain first.
class Sieve {
public:
  Sieve(const RecognizeInput &input)
      : before(input.before), after(input.after), old(input.alignment),
        knowledge(input.knowledge),
        links(input.before.numOps(), input.after.numOps()) {}

  Alignment run();

private:
  bool isBelievable(OpId op, const Link &link) const;
  void giveBackTerminators();
  void giveBackBodies();

  const OpGraph &before, &after;
  const Alignment &old;
  const Knowledge &knowledge;
  Alignment links;
};

} // namespace

/// The last op of the last block of `op`, or None.
static OpId lastOp(const OpGraph &graph, OpId op) {
  OpId last = OpId::None;
  graph.forEachBlock(op, [&](BlockId block) {
    graph.forEachOp(block, [&](OpId inner) { last = inner; });
  });
  return last;
}

/// A loop whose bounds say how often it runs.
static std::optional<int64_t> tripCount(const OpGraph &graph, OpId op) {
  if (!isKnownLoop(graph.name(op)))
    return std::nullopt;
  std::optional<LoopInfo> info = getLoopInfo(graph, op);
  if (!info || info->dims.size() != 1)
    return std::nullopt;
  return info->dims[0].tripCount();
}

bool Sieve::isBelievable(OpId op, const Link &link) const {
  if (link.relation != Relation::Replaced ||
      before[op].name == after[link.other].name)
    return true;
  return isPlausibleSuccessor(knowledge, before.name(op),
                              after.name(link.other));
}

/// A function that is still there keeps its return: that one of another
/// function that was inlined looks the same means nothing.
void Sieve::giveBackTerminators() {
  for (uint32_t i = 0; i < before.numOps(); ++i) {
    OpId function = OpId(i), now = old.afterOf(function);
    if (now == OpId::None || before[function].symbol == NameId::Empty ||
        before[function].symbol != after[now].symbol ||
        !knowledge.has(before.name(function), Role::Function))
      continue;
    OpId last = lastOp(before, function), lastNow = lastOp(after, now);
    if (last == OpId::None || lastNow == OpId::None ||
        before[last].name != after[lastNow].name ||
        old.afterOf(last) != OpId::None)
      continue;
    OpId source = old.beforeOf(lastNow);
    if (source != OpId::None && before.contains(function, source))
      continue;
    if (links.connect(last, lastNow, Stage::Terminator, 0.9f))
      links.setRelation(last, Relation::Modified);
  }
}

/// What stood in a loop that ran never is nowhere now; it is the body of a gone
/// loop beside it that ran once.
void Sieve::giveBackBodies() {
  for (uint32_t i = 0; i < before.numOps(); ++i) {
    OpId loop = OpId(i);
    if (old.afterOf(loop) != OpId::None || tripCount(before, loop) != 0)
      continue;
    for (uint32_t j = i + 1; j < uint32_t(before[loop].end); ++j) {
      OpId now = old.afterOf(OpId(j)), twin = OpId::None;
      if (now == OpId::None)
        continue;
      bool unique = true;
      before.forEachOp(before[loop].block, [&](OpId other) {
        if (old.afterOf(other) != OpId::None || tripCount(before, other) != 1)
          return;
        for (uint32_t k = uint32_t(other) + 1; k < uint32_t(before[other].end);
             ++k)
          if (before[OpId(k)].name == after[now].name &&
              old.afterOf(OpId(k)) == OpId::None) {
            unique &= twin == OpId::None;
            twin = OpId(k);
          }
      });
      if (twin != OpId::None && unique &&
          links.connect(twin, now, Stage::Container, 0.9f))
        links.setRelation(twin, Relation::Moved);
    }
  }
}

Alignment Sieve::run() {
  giveBackTerminators();
  giveBackBodies();
  uint32_t neverRan = 0; // End of the subtree of a gone loop that never ran.
  for (uint32_t i = 0; i < before.numOps(); ++i) {
    OpId op = OpId(i);
    const Link &link = old.link(op);
    if (link.other == OpId::None) {
      if (i >= neverRan && tripCount(before, op) == 0)
        neverRan = uint32_t(before[op].end);
      continue;
    }
    if (i < neverRan || !isBelievable(op, link) ||
        !links.connect(op, link.other, link.stage, link.confidence))
      continue;
    links.setRelation(op, link.relation);
  }
  links.groups = old.groups;
  return std::move(links);
}

Alignment passdelta::trustedAlignment(const RecognizeInput &input) {
  return Sieve(input).run();
}
