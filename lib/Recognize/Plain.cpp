//===- Plain.cpp - What no recognizer names -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Last words: created, erased, modified, moved. Ops that are mentioned here are
// plain, not explained. A change that follows from another one, like an operand
// that is another op now because the old one was folded, is explained by it and
// not mentioned.
//
//===----------------------------------------------------------------------===//

#include "List.h"
#include "Trust.h"
#include "View.h"
#include "llvm/ADT/STLExtras.h"

using namespace passdelta;

static void addPlain(const View &view, Kind kind, OpId beforeOp, OpId afterOp,
                     std::string text, float confidence,
                     llvm::json::Object details = {}) {
  Change change;
  change.kind = kind;
  if (beforeOp != OpId::None) {
    change.before.push_back(beforeOp);
    view.found.plainBefore.set(uint32_t(beforeOp));
  }
  if (afterOp != OpId::None) {
    change.after.push_back(afterOp);
    view.found.plainAfter.set(uint32_t(afterOp));
  }
  change.text = std::move(text);
  change.details = std::move(details);
  change.details["plain"] = true;
  change.confidence = confidence;
  view.found.changes.push_back(std::move(change));
}

/// New ops that only serve explained ops, or stand in an explained op as its
/// terminator.
static void claimHelpers(const View &view) {
  // A file may leave the module around it out.
  auto isBareModule = [](const OpGraph &graph, OpId op) {
    return graph[op].block == BlockId::TopLevel &&
           graph.name(op) == "builtin.module" &&
           graph[op].symbol == NameId::Empty;
  };
  for (uint32_t i = 0; i < view.before.numOps(); ++i)
    if (view.isGone(OpId(i)) && isBareModule(view.before, OpId(i)))
      view.claimBefore(OpId(i));
  for (uint32_t i = 0; i < view.after.numOps(); ++i)
    if (view.isNew(OpId(i)) && isBareModule(view.after, OpId(i)))
      view.claimAfter(OpId(i));
  for (uint32_t i = view.after.numOps(); i-- > 0;) {
    OpId op = OpId(i);
    if (!view.isFreeNew(op) || !isAuxiliary(view.after, op))
      continue;
    OpId parent = view.after.parent(op);
    bool serves = parent != OpId::None && !view.isFreeAfter(parent);
    bool used = false, all = true;
    for (unsigned r = 0; r < view.after[op].numResults; ++r)
      for (OpGraph::Use use : view.after.uses(view.after.result(op, r))) {
        used = true;
        all &= !view.isFreeAfter(use.op);
      }
    if (serves || (used && all))
      view.claimAfter(op);
  }
}

/// True if the surrounding op, on either side, is in a named change: then the
/// new place of `op` follows from that.
static bool movedWithParent(const View &view, OpId op, OpId now) {
  for (OpId up = view.before.parent(op); up != OpId::None;
       up = view.before.parent(up)) {
    if (!view.isFreeBefore(up))
      return true;
    if (view.before[up].symbol != NameId::Empty)
      break;
  }
  for (OpId up = view.after.parent(now); up != OpId::None;
       up = view.after.parent(up)) {
    if (!view.isFreeAfter(up))
      return true;
    if (view.after[up].symbol != NameId::Empty)
      break;
  }
  return false;
}

/// True if operand `value` is another one now because of a named change.
static bool operandFollows(const View &view, ValueId value, ValueId now) {
  auto explained = [](const OpGraph &graph, ValueId v,
                      const llvm::BitVector &bits) {
    if (v == ValueId::None)
      return true;
    const ValueData &data = graph[v];
    OpId op = data.isBlockArg ? graph.parentOp(BlockId(data.owner))
                              : OpId(data.owner);
    return op != OpId::None && bits[uint32_t(op)];
  };
  return explained(view.before, value, view.found.explainedBefore) ||
         explained(view.after, now, view.found.explainedAfter);
}

/// "operands", "attribute step", "type tensor<4xf32> -> tensor<?xf32>"; empty
/// if all that differs follows from other changes.
static std::string describeModified(const View &view, OpId op, OpId now,
                                    llvm::json::Object &details) {
  std::string text;
  auto append = [&](const std::string &part) {
    text += (text.empty() ? "" : ", ") + part;
  };
  bool operands = false;
  unsigned count = view.before[op].numOperands;
  if (count != view.after[now].numOperands)
    operands = true;
  else
    for (unsigned i = 0; i < count; ++i) {
      ValueId was = view.before.operands(op)[i];
      ValueId is = view.after.operands(now)[i];
      if (view.imageValue(was) != is && !operandFollows(view, was, is))
        operands = true;
    }
  if (operands)
    append("operands");
  llvm::json::Array names;
  for (Attribute attribute : view.before.attrs(op)) {
    StringRef name = view.before.str(attribute.name);
    if (name != "asm" && !llvm::is_contained(view.after.attrs(now), attribute))
      names.push_back(name);
  }
  for (Attribute attribute : view.after.attrs(now)) {
    StringRef name = view.after.str(attribute.name);
    if (name != "asm" && view.before.attr(op, name).empty())
      names.push_back(name);
  }
  for (const llvm::json::Value &name : names)
    append("attribute " + name.getAsString()->str());
  details["attributes"] = std::move(names);
  unsigned results =
      std::min(view.before[op].numResults, view.after[now].numResults);
  for (unsigned i = 0; i < results; ++i) {
    ValueId was = view.before.result(op, i), is = view.after.result(now, i);
    if (view.before[was].type == view.after[is].type)
      continue;
    append("type " + view.before.type(was).str() + " -> " +
           view.after.type(is).str());
    break;
  }
  if (view.before[op].numResults != view.after[now].numResults)
    append("number of results");
  if (text.empty() &&
      view.before.attr(op, "asm") != view.after.attr(now, "asm"))
    append("parameters");
  details["operands"] = operands;
  return text;
}

/// True if an op of another name is beyond doubt what `op` became: it is called
/// alike, or it is around the same ops, or it has the same operands and all
/// users of the one read the other.
static bool isSurelyRenamed(const View &view, OpId op, OpId now) {
  if (stemOf(view.before.name(op)) == stemOf(view.after.name(now)))
    return true;
  if (view.before[op].firstRegion != RegionId::None &&
      view.after[now].firstRegion != RegionId::None) {
    bool around = false;
    for (uint32_t i = uint32_t(op) + 1; i < uint32_t(view.before[op].end); ++i)
      if (OpId inner = view.image(OpId(i)); inner != OpId::None)
        around |= view.after.contains(now, inner);
    return around;
  }
  if (view.before[op].numOperands != view.after[now].numOperands ||
      view.before[op].numResults == 0 || view.after[now].numResults == 0 ||
      view.before[op].numOperands == 0)
    return false;
  for (auto [was, is] :
       llvm::zip(view.before.operands(op), view.after.operands(now)))
    if (was == ValueId::None || view.imageValue(was) != is)
      return false;
  return view.certainlyStandsFor(view.before.result(op)) ==
         view.after.result(now);
}

/// True if `op` changed its place among the ops of its block that compute; not
/// if only constants moved around it. Blocks of more than 4096 ops are
/// believed.
static bool isReordered(const View &view, OpId op, OpId now) {
  unsigned steps = 0;
  bool reordered = false;
  view.before.forEachOp(view.before[op].block, [&](OpId other) {
    if (++steps > 4096 || reordered)
      return;
    OpId otherNow = view.image(other);
    reordered = otherNow != OpId::None && !isAuxiliary(view.before, other) &&
                view.after[otherNow].block == view.after[now].block &&
                (other < op) != (otherNow < now) && other != op;
  });
  return reordered || steps > 4096;
}

static void recognizeLink(const View &view, OpId op, OpId now) {
  Link link = view.alignment.link(op);
  if (link.relation == Relation::Kept || !view.isFreeBefore(op) ||
      !view.isFreeAfter(now))
    return;
  if (link.relation == Relation::Moved) {
    if (movedWithParent(view, op, now)) {
      view.claimBefore(op);
      view.claimAfter(now);
      return;
    }
    bool sameBlock =
        view.imageBlock(view.before[op].block) == view.after[now].block;
    // The place of a constant or of index arithmetic means nothing.
    if (sameBlock &&
        (isAuxiliary(view.before, op) || !isReordered(view, op, now))) {
      view.claimBefore(op);
      view.claimAfter(now);
      return;
    }
    addPlain(view, Kind::Moved, op, now,
             sameBlock ? "in its block" : "to another block", link.confidence,
             Details{{"sameBlock", sameBlock}});
    return;
  }
  if (view.before[op].name != view.after[now].name) {
    if (isSurelyRenamed(view, op, now)) {
      addPlain(view, Kind::Modified, op, now, "another op", link.confidence,
               Details{{"replaced", true}});
      return;
    }
    // Only a guess: say what is certain.
    addPlain(view, Kind::Erased, op, OpId::None, "", 0.8f);
    addPlain(view, Kind::Created, OpId::None, now, "", 0.8f);
    return;
  }
  llvm::json::Object details;
  std::string text = describeModified(view, op, now, details);
  if (text.empty()) {
    view.claimBefore(op);
    view.claimAfter(now);
    return;
  }
  addPlain(view, Kind::Modified, op, now, text, link.confidence,
           std::move(details));
}

/// Erased or created subtrees; what is inside one goes with it.
static void recognizeSide(const View &view, bool isBefore) {
  const OpGraph &graph = isBefore ? view.before : view.after;
  llvm::BitVector &plain =
      isBefore ? view.found.plainBefore : view.found.plainAfter;
  auto isFree = [&](OpId op) {
    return isBefore ? view.isFreeGone(op) : view.isFreeNew(op);
  };
  for (uint32_t i = 0; i < graph.numOps(); ++i) {
    OpId op = OpId(i);
    if (!isFree(op) || plain[i])
      continue;
    unsigned inside = 0;
    bool whole = true;
    for (uint32_t j = i + 1; j < uint32_t(graph[op].end); ++j) {
      whole &= isFree(OpId(j));
      ++inside;
    }
    std::string text;
    if (whole && inside)
      text = "with " + countText(inside, "op") + " inside";
    if (isBefore)
      addPlain(view, Kind::Erased, op, OpId::None, text, 0.8f);
    else
      addPlain(view, Kind::Created, OpId::None, op, text, 0.8f);
    if (whole && inside)
      plain.set(i, uint32_t(graph[op].end));
  }
}

static void recognize(const RecognizeInput &input, Recognized &found) {
  View view(input, found);
  claimHelpers(view);
  for (uint32_t i = 0; i < input.before.numOps(); ++i)
    if (OpId now = view.image(OpId(i)); now != OpId::None)
      recognizeLink(view, OpId(i), now);
  recognizeSide(view, /*isBefore=*/true);
  recognizeSide(view, /*isBefore=*/false);
}

Recognizer passdelta::getPlainRecognizer() {
  return {"plain", "created, erased, modified and moved: all the rest",
          recognize};
}
