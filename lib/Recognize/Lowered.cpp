//===- Lowered.cpp - Ops of one dialect became ops of a lower one ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an op became is known, best first, from its aligned partner, from what
// its users read now, from a group of the alignment, from an op of another
// dialect that is called alike (math.exp, llvm.intr.exp). An op without results
// and partner (a loop that became blocks) is lowered if ops that can say what
// it said came into its function. Which dialect is lower is a table.
//
// A loop around what is left of the op is a tile loop and no lowering.
//
//===----------------------------------------------------------------------===//

#include "Levels.h"
#include "List.h"
#include "Trust.h"
#include "View.h"
#include "passdelta/Knowledge/StructuredOp.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace passdelta;

namespace {

class LoweringSearch {
public:
  LoweringSearch(const View &view)
      : view(view), before(view.before), after(view.after) {}

  void run();

private:
  OpId findWriter(OpId op) const;
  OpId outermostNewLoop(OpId op, OpId image) const;
  OpList imagesOf(OpId op) const;
  void claimHelpers(OpId image) const;
  std::string leftText(OpId op, llvm::json::Object &details);
  void report(OpId op, OpList images, std::string text, float confidence);
  bool isTerminatorOfItsDialect(OpId op) const;
  bool claimTerminator(OpId op, ArrayRef<OpId> images);
  void pairByStem();
  bool isLeftInside(OpId op) const;
  void claimRest();
  void recognizeEvident();
  void recognizeRest();
  StringRef targetIn(OpId function, OpId op);

  const View &view;
  const OpGraph &before, &after;
  std::map<OpId, OpList> groupImages; ///< Of N-M groups.
  std::map<OpId, OpId> successors;    ///< Main images of gone ops.
  OpList allImages; ///< What they need is claimed when all are known.
  /// By function: dialects that ops of a dialect became.
  std::map<std::pair<OpId, std::string>, std::set<std::string>> targets;
  std::map<OpId, std::map<std::string, unsigned>> newDialects;
  std::map<NameId, unsigned> left;
};

} // namespace

/// The last new op with regions in the place of `op` that uses its last buffer:
/// whoever asks goes from the last op to the first.
OpId LoweringSearch::findWriter(OpId op) const {
  BlockId block = view.whereAfter(op);
  for (ValueId operand : llvm::reverse(before.operands(op))) {
    ValueId now = view.imageValue(operand);
    if (now == ValueId::None || block == BlockId::None ||
        !before.type(operand).starts_with("memref"))
      continue;
    OpId last = OpId::None;
    for (OpGraph::Use use : after.uses(now)) {
      OpId root = ancestorIn(after, use.op, block);
      if (root != OpId::None && view.isFreeNew(root) &&
          after[root].firstRegion != RegionId::None &&
          (last == OpId::None || last < root))
        last = root;
    }
    if (last != OpId::None)
      return last;
  }
  return OpId::None;
}

/// The new loop around `image` that stands where the control op `op` stood; or
/// `image` itself.
OpId LoweringSearch::outermostNewLoop(OpId op, OpId image) const {
  BlockId block = view.imageBlock(before[op].block);
  if (image == OpId::None || block == BlockId::None ||
      !isControlOp(before, op) || isKnownLoop(before.name(op)))
    return image;
  OpId root = ancestorIn(after, image, block);
  return root != OpId::None && isKnownLoop(after.name(root)) &&
                 isLoweredImage(view, op, root)
             ? root
             : image;
}

/// The new ops of lower dialects that `op` became; the main one first.
OpList LoweringSearch::imagesOf(OpId op) const {
  OpList images;
  auto tryAdd = [&](OpId image) {
    image = outermostNewLoop(op, image);
    if (image != OpId::None && !llvm::is_contained(images, image) &&
        isLoweredImage(view, op, image))
      images.push_back(image);
  };
  if (!view.isGone(op)) {
    tryAdd(view.image(op));
    return images;
  }
  for (unsigned i = 0; i < before[op].numResults; ++i) {
    ValueId now = view.standsForVia(before.result(op, i), successors);
    OpId def = now == ValueId::None ? OpId::None : after.definingOp(now);
    // The types differ, so casts may stand between.
    for (OpId next = def; next != OpId::None && view.isFreeNew(next);
         next = castedOp(after, next)) {
      def = next;
      if (!isCastName(after.name(next)) || isCastName(before.name(op)))
        break;
    }
    if (def != OpId::None && view.isNew(def))
      tryAdd(def);
  }
  if (before[op].numResults == 0 && images.empty())
    tryAdd(findWriter(op));
  if (auto it = groupImages.find(op);
      it != groupImages.end() && images.empty() && isUsed(before, op))
    for (OpId image : it->second)
      tryAdd(image);
  return images;
}

/// New ops that compute what `image` needs belong to it.
void LoweringSearch::claimHelpers(OpId image) const {
  OpList work = {image};
  for (unsigned steps = 0; !work.empty() && steps < 256; ++steps) {
    OpId op = work.pop_back_val();
    for (ValueId operand : after.operands(op)) {
      OpId def =
          operand == ValueId::None ? OpId::None : after.definingOp(operand);
      if (def == OpId::None || !view.isFreeNew(def) ||
          after[def].firstRegion != RegionId::None ||
          after.dialect(def) != after.dialect(image))
        continue;
      view.claimAfter(def);
      work.push_back(def);
    }
  }
}

std::string LoweringSearch::leftText(OpId op, llvm::json::Object &details) {
  auto [it, isNew] = left.try_emplace(before[op].name, 0);
  if (isNew)
    for (uint32_t i = 0; i < after.numOps(); ++i)
      it->second += after[OpId(i)].name == before[op].name;
  details["left"] = it->second;
  return it->second == 0 ? std::string() : std::to_string(it->second) + " left";
}

void LoweringSearch::report(OpId op, OpList images, std::string text,
                            float confidence) {
  Details details{{"from", before.dialect(op)}};
  std::string leftOver = leftText(op, details);
  if (!leftOver.empty())
    text += (text.empty() ? "" : ", ") + leftOver;
  std::set<std::string> dialects;
  OpList shown;
  std::set<NameId> names;
  for (OpId image : images) {
    dialects.insert(after.dialect(image).str());
    if (names.insert(after[image].name).second && shown.size() < 4)
      shown.push_back(image);
    view.claimAfter(image);
    if (view.image(op) != image)
      view.claimNewSubtree(image);
    allImages.push_back(image);
  }
  llvm::json::Array to;
  for (const std::string &dialect : dialects)
    to.push_back(dialect);
  details["to"] = std::move(to);
  std::set<std::string> &known =
      targets[{before.enclosingFunction(op), before.dialect(op).str()}];
  known.insert(dialects.begin(), dialects.end());
  view.add(Kind::Lowered, {op}, shown, text, confidence, std::move(details));
}

bool LoweringSearch::isTerminatorOfItsDialect(OpId op) const {
  OpId parent = before.parent(op);
  return parent != OpId::None && before[parent].symbol == NameId::Empty &&
         before.dialect(parent) == before.dialect(op) &&
         before.next(op) == before[before[op].block].endOp &&
         (view.knowledge.has(before.name(op), Role::Terminator) ||
          before.name(op) == "scf.reduce");
}

/// The terminator of an op of its own dialect goes with that op.
bool LoweringSearch::claimTerminator(OpId op, ArrayRef<OpId> images) {
  if (!isTerminatorOfItsDialect(op))
    return false;
  view.claimBefore(op);
  for (OpId image : images) {
    view.claimAfter(image);
    allImages.push_back(image);
  }
  return true;
}

void LoweringSearch::recognizeEvident() {
  for (const Group &group : view.alignment.groups)
    if (group.relation == Relation::Lowered ||
        group.relation == Relation::Split)
      for (OpId op : group.before)
        groupImages[op].append(group.after.begin(), group.after.end());
  // Users first: what became of them tells what became of their operands.
  for (uint32_t i = before.numOps(); i-- > 0;) {
    OpId op = OpId(i);
    if (!view.isFreeBefore(op) || levelOf(before.dialect(op)) == 0 ||
        (!view.isGone(op) &&
         view.before[op].name == view.after[view.image(op)].name))
      continue;
    OpList images = imagesOf(op);
    if (images.empty())
      continue;
    if (view.isGone(op))
      successors[op] = images.front();
    if (claimTerminator(op, images))
      continue;
    float confidence = view.isGone(op) ? 0.85f : view.confidenceBefore({op});
    report(op, images, "", confidence);
  }
}

/// Ops without a trace in their users, like those of a return whose values are
/// packed now: paired in order with the new ops that are called alike, if there
/// are as many.
void LoweringSearch::pairByStem() {
  std::map<std::pair<OpId, StringRef>, std::pair<OpList, OpList>> byStem;
  for (uint32_t i = 0; i < before.numOps(); ++i)
    if (OpId op = OpId(i); view.isFreeGone(op) &&
                           levelOf(before.dialect(op)) != 0 &&
                           before[op].symbol == NameId::Empty)
      byStem[{before.enclosingFunction(op), stemOf(before.name(op))}]
          .first.push_back(op);
  for (uint32_t i = 0; i < after.numOps(); ++i) {
    OpId op = OpId(i), function = after.enclosingFunction(op);
    if (!view.isFreeNew(op) || function == OpId::None ||
        view.source(function) == OpId::None)
      continue;
    auto it = byStem.find({view.source(function), stemOf(after.name(op))});
    if (it != byStem.end())
      it->second.second.push_back(op);
  }
  for (auto &[key, ops] : byStem) {
    auto &[old, now] = ops;
    if (old.size() != now.size() ||
        !llvm::all_of(llvm::zip(old, now), [&](const auto &pair) {
          return isLoweredImage(view, std::get<0>(pair), std::get<1>(pair));
        }))
      continue;
    for (auto [op, image] : llvm::zip(old, now))
      if (view.isFreeAfter(image) && !claimTerminator(op, {image}))
        report(op, {image}, "", 0.8f);
  }
}

/// The dialect in the image of `function` that `op` was most likely lowered to.
StringRef LoweringSearch::targetIn(OpId function, OpId op) {
  StringRef from = before.dialect(op);
  OpId now = function == OpId::None ? OpId::None : view.image(function);
  if (now == OpId::None)
    return StringRef();
  auto [it, isFirst] = newDialects.try_emplace(now);
  if (isFirst)
    for (uint32_t i = uint32_t(now) + 1; i < uint32_t(after[now].end); ++i)
      if (view.isFreeNew(OpId(i)))
        ++it->second[after.dialect(OpId(i)).str()];
  // A dialect that the same one went to is the best guess.
  auto known = targets.find({function, from.str()});
  if (known != targets.end())
    for (const std::string &dialect : known->second)
      it->second.try_emplace(dialect, 0);
  StringRef best;
  unsigned most = 0;
  for (auto &[dialect, count] : it->second) {
    if (!isLowerDialect(from, dialect) ||
        (isControlOp(before, op) && !canStandFor(before.name(op), dialect)))
      continue;
    bool isKnown = known != targets.end() && known->second.count(dialect);
    if (!isKnown && !isControlOp(before, op))
      continue;
    unsigned score = count + (isKnown ? 1000000 : 0);
    if (score > most) {
      most = score;
      best = dialect;
    }
  }
  return best;
}

/// True if `op` may live on in its function, perhaps as vector code.
bool LoweringSearch::isLeftInside(OpId op) const {
  OpId function = before.enclosingFunction(op);
  OpId now = function == OpId::None ? OpId::None : view.image(function);
  for (uint32_t i = uint32_t(now);
       now != OpId::None && i < uint32_t(after[now].end); ++i)
    if (view.isNew(OpId(i)) && (after[OpId(i)].name == before[op].name ||
                                (isStructuredName(before.name(op)) &&
                                 after.dialect(OpId(i)) == "vector")))
      return true;
  return false;
}

/// Gone ops without a trace of their own: loops that became blocks, stores.
void LoweringSearch::recognizeRest() {
  for (uint32_t i = 0; i < before.numOps(); ++i) {
    OpId op = OpId(i);
    StringRef dialect = before.dialect(op);
    if (!view.isFreeGone(op) || levelOf(dialect) == 0 ||
        before[op].symbol != NameId::Empty)
      continue;
    if (isTerminatorOfItsDialect(op) && !view.isFreeBefore(before.parent(op)) &&
        claimTerminator(op, {}))
      continue;
    unsigned uses = 0;
    for (unsigned r = 0; r < before[op].numResults; ++r)
      uses += before.uses(before.result(op, r)).size();
    if (before[op].numResults != 0 && uses == 0 && !isControlOp(before, op))
      continue; // Dead, not lowered.
    OpId function = before.enclosingFunction(op);
    auto known = targets.find({function, dialect.str()});
    bool established = known != targets.end();
    if (!established && !isControlOp(before, op))
      continue;
    StringRef target = targetIn(function, op);
    if (target.empty() || isLeftInside(op))
      continue;
    std::string name = target.str();
    if (!claimTerminator(op, {}))
      report(op, {}, "to " + name, established ? 0.7f : 0.6f);
    targets[{function, dialect.str()}].insert(name);
  }
}

/// What is new in the dialects that a function was lowered to is part of it,
/// and what only serves that.
void LoweringSearch::claimRest() {
  std::map<OpId, std::set<std::string>> byFunction;
  std::map<OpId, int> heights;
  for (auto &[key, dialects] : targets) {
    OpId function =
        key.first == OpId::None ? OpId::None : view.image(key.first);
    if (function == OpId::None)
      continue;
    byFunction[function].insert(dialects.begin(), dialects.end());
    heights[function] = std::max(heights[function], levelOf(key.second));
  }
  for (auto &[function, dialects] : byFunction)
    for (uint32_t i = uint32_t(after[function].end);
         i-- > uint32_t(function) + 1;) {
      OpId op = OpId(i);
      if (!view.isFreeNew(op))
        continue;
      bool serves = after[op].numResults != 0 &&
                    levelOf(after.dialect(op)) < heights[function];
      for (unsigned r = 0; serves && r < after[op].numResults; ++r)
        for (OpGraph::Use use : after.uses(after.result(op, r)))
          serves &= !view.isFreeAfter(use.op);
      if (serves || dialects.count(after.dialect(op).str()))
        view.claimAfter(op);
    }
}

void LoweringSearch::run() {
  size_t begin = view.found.changes.size();
  recognizeEvident();
  pairByStem();
  for (OpId image : allImages)
    claimHelpers(image);
  recognizeRest();
  claimRest();
  std::stable_sort(view.found.changes.begin() + begin, view.found.changes.end(),
                   [](const Change &a, const Change &b) {
                     return a.before[0] < b.before[0];
                   });
}

static void recognize(const RecognizeInput &input, Recognized &found) {
  View view(input, found);
  LoweringSearch(view).run();
}

Recognizer passdelta::getLoweredRecognizer() {
  return {"lowered", "ops of one dialect that became ops of a lower one",
          recognize};
}
