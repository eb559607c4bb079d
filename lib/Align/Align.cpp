//===- Align.cpp - Aligns two op graphs -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of the stages. Each believes the links of those before it, so the
// surest come first: names that are meant to last, then order, then
// surroundings that are unique, and only for the rest neighbourhood and
// likeness.
//
//===----------------------------------------------------------------------===//

#include "passdelta/Align/Align.h"
#include "Matcher.h"

using namespace passdelta;

Alignment passdelta::align(OpGraph &before, OpGraph &after) {
  before.computeUses();
  after.computeUses();
  Alignment alignment(before.numOps(), after.numOps());
  if (before.numOps() == 0 || after.numOps() == 0)
    return alignment;
  Matcher matcher(before, after, alignment);

  matchLocations(matcher);
  matchSymbols(matcher);
  matchTreesInOrder(matcher);
  matchUnique(matcher);
  // Each round may link containers whose insides are then compared in turn.
  for (unsigned round = 0; round < 3; ++round) {
    size_t known = matcher.numLinks;
    matchTreesInOrder(matcher);
    matchContainers(matcher);
    matchLabelsInOrder(matcher);
    matchTerminators(matcher, /*isLast=*/false);
    matchDefUse(matcher);
    matchLabelsAcross(matcher);
    matchTerminators(matcher, /*isLast=*/false);
    matchContainers(matcher);
    matchUnique(matcher);
    if (matcher.numLinks == known)
      break;
  }
  if (matchSimilar(matcher)) {
    matchTreesInOrder(matcher);
    matchLabelsInOrder(matcher);
  }
  matchTerminators(matcher, /*isLast=*/true);
  setRelations(matcher);
  findGroups(matcher);
  return alignment;
}
