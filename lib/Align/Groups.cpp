//===- Groups.cpp - Stage 8: what is not one to one -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects what Copies, Expansions and Absorbed found into groups:
//
//   copied   b     -> its copies; b itself may have a link or be gone
//   lowered  b     -> the ops that were made when b became another op
//   split    b     -> the ops of its own kind that stand beside its image
//   fused    b ... -> the op that they went into, which is the image of one
//   merged   b ... -> the op that is left of several equal ones
//
// Copied, lowered and split do not repeat the image of b: it has a link.
//
//===----------------------------------------------------------------------===//

#include "Groups.h"
#include "Confidence.h"
#include "llvm/ADT/STLExtras.h"

using namespace passdelta;

static Relation relationOf(Matcher &matcher, const Origins &origins, OpId b,
                           OpId a) {
  if (origins.stage[uint32_t(a)] == Stage::Copy)
    return Relation::Copied;
  // A terminator goes with the op that it ends.
  const OpGraph &after = matcher.after.graph;
  OpId parent = after.parent(a);
  if (after[a].numResults == 0 && parent != OpId::None &&
      origins.of(parent) == b && matcher.image(b) != parent)
    a = parent;
  bool isSameKind = matcher.siblingKey(matcher.before.graph[b].name) ==
                    matcher.siblingKey(matcher.after.graph[a].name);
  return isSameKind ? Relation::Split : Relation::Lowered;
}

void passdelta::findGroups(Matcher &matcher) {
  Origins origins(matcher);
  findCopies(matcher, origins);
  findExpansions(matcher, origins);

  std::vector<Group> &groups = matcher.alignment.groups;
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, size_t> groupOf;
  for (uint32_t i = 0; i < origins.op.size(); ++i) {
    OpId a = OpId(i), b = origins.of(a);
    Stage stage = origins.stage[i];
    if (b == OpId::None || stage == Stage::None)
      continue;
    Relation relation = relationOf(matcher, origins, b, a);
    auto [entry, isNew] =
        groupOf.try_emplace({uint32_t(b), uint32_t(relation)}, groups.size());
    if (isNew)
      groups.push_back({relation, stage, confidenceOfGroup(stage), {b}, {}});
    groups[entry->second].after.push_back(a);
  }
  findAbsorbed(matcher, groups);

  for (Group &group : groups) {
    llvm::sort(group.before);
    llvm::sort(group.after);
  }
  llvm::stable_sort(groups, [](const Group &x, const Group &y) {
    return std::make_pair(x.after.front(), x.before.front()) <
           std::make_pair(y.after.front(), y.before.front());
  });
}
