//===- Alignment.cpp - Which before op is which after op ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passdelta/Model/Alignment.h"

using namespace passdelta;

bool Alignment::connect(OpId before, OpId after, Stage stage,
                        float confidence) {
  Link &fromBefore = beforeLinks[uint32_t(before)];
  Link &fromAfter = afterLinks[uint32_t(after)];
  if (fromBefore.other != OpId::None || fromAfter.other != OpId::None)
    return false;
  fromBefore = {after, Relation::Kept, stage, confidence};
  fromAfter = {before, Relation::Kept, stage, confidence};
  return true;
}

void Alignment::setRelation(OpId before, Relation relation) {
  OpId after = afterOf(before);
  assert(after != OpId::None && "no link");
  beforeLinks[uint32_t(before)].relation = relation;
  afterLinks[uint32_t(after)].relation = relation;
}

void Alignment::setConfidence(OpId before, float confidence) {
  OpId after = afterOf(before);
  assert(after != OpId::None && "no link");
  beforeLinks[uint32_t(before)].confidence = confidence;
  afterLinks[uint32_t(after)].confidence = confidence;
}
