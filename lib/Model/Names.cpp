//===- Names.cpp - The words of the model as text -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passdelta/Model/Alignment.h"
#include "passdelta/Model/Finding.h"

using namespace passdelta;

static constexpr StringRef kindNames[] = {
    "fused",        "distributed",     "tiled",       "peeled",
    "padded",       "unrolled",        "jammed",      "interchanged",
    "coalesced",    "split-reduction", "vectorized",  "hoisted",
    "sunk",         "parallelized",    "mapped",      "outlined",
    "inlined",      "packed",          "layout",      "quantized",
    "bufferized",   "copied",          "allocated",   "promoted",
    "lowered",      "raised",          "folded",      "simplified",
    "deduplicated", "erased",          "specialized", "generalized",
    "normalized",   "annotated",       "pipelined",   "modified",
    "moved",        "created",         "unread"};
static_assert(std::size(kindNames) == size_t(Kind::Unread) + 1);

StringRef passdelta::toString(Kind kind) { return kindNames[size_t(kind)]; }

std::optional<Kind> passdelta::parseKind(StringRef text) {
  for (size_t i = 0; i < std::size(kindNames); ++i)
    if (kindNames[i] == text)
      return Kind(i);
  return std::nullopt;
}

StringRef passdelta::toString(Outcome outcome) {
  static constexpr StringRef names[] = {"passed", "missed", "analysis",
                                        "failure"};
  return names[size_t(outcome)];
}

StringRef passdelta::toString(Basis basis) {
  static constexpr StringRef names[] = {"proved", "reported", "inferred"};
  return names[size_t(basis)];
}

StringRef passdelta::toString(PassStatus status) {
  static constexpr StringRef names[] = {"changed", "unchanged", "failed",
                                        "unread", "incomplete"};
  return names[size_t(status)];
}

StringRef passdelta::toString(Relation relation) {
  static constexpr StringRef names[] = {
      "kept",   "modified", "moved",   "replaced", "fused",  "split",
      "copied", "merged",   "lowered", "erased",   "created"};
  return names[size_t(relation)];
}

StringRef passdelta::toString(Stage stage) {
  static constexpr StringRef names[] = {
      "none",      "root",  "location", "symbol",     "merkle",
      "context",   "label", "def-use",  "similarity", "terminator",
      "container", "copy",  "frontier", "absorbed",   "value-equal"};
  static_assert(std::size(names) == size_t(Stage::ValueEqual) + 1);
  return names[size_t(stage)];
}
