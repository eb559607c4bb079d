//===- Lowered.cpp - Ops of one dialect became ops of a lower one ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an op became is known, best first, from its aligned partner, from what
// its users read now, from a group of the alignment. An op without results and
// partner (a loop that became blocks) is lowered if ops of lower dialects came
// into its function. Which dialect is lower is a table.
//
//===----------------------------------------------------------------------===//

#include "List.h"
#include "View.h"
#include "passdelta/Knowledge/StructuredOp.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <set>

using namespace passdelta;

/// Height of a dialect over the machine; 0 for an unknown one.
static int levelOf(StringRef dialect) {
  return llvm::StringSwitch<int>(dialect)
      .Cases({"torch", "onnx", "tf", "tfl"}, 105)
      .Cases({"chlo", "shape"}, 102)
      .Cases({"stablehlo", "mhlo", "tosa", "krnl"}, 100)
      .Cases({"flow", "iree_tensor_ext"}, 95)
      .Case("hlfir", 90)
      .Cases({"linalg_ext", "iree_linalg_ext"}, 86)
      .Cases({"linalg", "tt"}, 85)
      .Cases({"sparse_tensor", "ttg"}, 80)
      .Cases({"tensor", "ttng"}, 75)
      .Cases({"bufferization", "stream"}, 72)
      .Case("affine", 60)
      .Cases({"omp", "acc", "fir", "cir"}, 52)
      .Case("scf", 50)
      .Cases({"vector", "quant"}, 48)
      .Cases({"gpu", "hal"}, 45)
      .Cases({"async", "util"}, 44)
      .Cases({"complex", "math", "memref", "ptr"}, 42)
      .Cases({"arith", "index"}, 40)
      .Case("ub", 39)
      .Case("cf", 35)
      .Case("func", 30)
      .Cases({"nvgpu", "amdgpu", "xegpu", "amx", "arm_sme"}, 28)
      .Cases({"llvm", "nvvm", "rocdl", "spirv", "emitc", "vm", "xevm"}, 10)
      .Default(0);
}

static bool isLower(StringRef from, StringRef to) {
  int high = levelOf(from), low = levelOf(to);
  return from != to && high != 0 && low != 0 && low < high;
}

namespace {

class LoweringSearch {
public:
  LoweringSearch(const View &view)
      : view(view), before(view.before), after(view.after) {}

  void run();

private:
  OpId findWriter(OpId op) const;
  OpList imagesOf(OpId op) const;
  void claimHelpers(OpId image) const;
  std::string leftText(OpId op, llvm::json::Object &details);
  void report(OpId op, OpList images, std::string text, float confidence);
  bool claimTerminator(OpId op, ArrayRef<OpId> images);
  void claimRest();
  void recognizeEvident();
  void recognizeRest();
  StringRef targetIn(OpId function, StringRef from);

  const View &view;
  const OpGraph &before, &after;
  std::map<OpId, OpList> groupImages; ///< Of N-M groups.
  std::map<OpId, OpId> successors;    ///< Main images of gone ops.
  /// By function: dialects that ops of a dialect became.
  std::map<std::pair<OpId, std::string>, std::set<std::string>> targets;
  std::map<OpId, std::map<std::string, unsigned>> newDialects;
  std::map<NameId, unsigned> left;
};

} // namespace

/// The new op with regions in the place of `op` that uses its last buffer.
OpId LoweringSearch::findWriter(OpId op) const {
  BlockId block = view.whereAfter(op);
  for (ValueId operand : llvm::reverse(before.operands(op))) {
    ValueId now = view.imageValue(operand);
    if (now == ValueId::None || block == BlockId::None ||
        !before.type(operand).starts_with("memref"))
      continue;
    for (OpGraph::Use use : after.uses(now)) {
      OpId root = ancestorIn(after, use.op, block);
      if (root != OpId::None && view.isFreeNew(root) &&
          after[root].firstRegion != RegionId::None)
        return root;
    }
  }
  return OpId::None;
}

/// The new ops of lower dialects that `op` became; the main one first.
OpList LoweringSearch::imagesOf(OpId op) const {
  OpList images;
  auto tryAdd = [&](OpId image) {
    if (image != OpId::None && view.isFreeAfter(image) &&
        isLower(before.dialect(op), after.dialect(image)) &&
        !llvm::is_contained(images, image))
      images.push_back(image);
  };
  if (!view.isGone(op)) {
    tryAdd(view.image(op));
    return images;
  }
  for (unsigned i = 0; i < before[op].numResults; ++i) {
    ValueId now = view.standsForVia(before.result(op, i), successors);
    OpId def = now == ValueId::None ? OpId::None : after.definingOp(now);
    // The types differ, so a cast may stand between.
    if (def != OpId::None &&
        after.name(def) == "builtin.unrealized_conversion_cast" &&
        after[def].numOperands == 1 && after.operands(def)[0] != ValueId::None)
      def = after.definingOp(after.operands(def)[0]);
    if (def != OpId::None && view.isNew(def))
      tryAdd(def);
  }
  if (before[op].numResults == 0 && images.empty())
    tryAdd(findWriter(op));
  if (auto it = groupImages.find(op); it != groupImages.end() && images.empty())
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
    if (view.isGone(op))
      view.claimNewSubtree(image);
    claimHelpers(image);
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

/// The terminator of an op of its own dialect goes with that op.
bool LoweringSearch::claimTerminator(OpId op, ArrayRef<OpId> images) {
  OpId parent = before.parent(op);
  if (parent == OpId::None || before.dialect(parent) != before.dialect(op) ||
      before.next(op) != before[before[op].block].endOp ||
      (!before.name(op).ends_with(".yield") && before.name(op) != "scf.reduce"))
    return false;
  view.claimBefore(op);
  for (OpId image : images) {
    view.claimAfter(image);
    claimHelpers(image);
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

/// The lower dialect that came into the image of `function` most.
StringRef LoweringSearch::targetIn(OpId function, StringRef from) {
  OpId now = function == OpId::None ? OpId::None : view.image(function);
  if (now == OpId::None)
    return StringRef();
  auto [it, isFirst] = newDialects.try_emplace(now);
  if (isFirst)
    for (uint32_t i = uint32_t(now) + 1; i < uint32_t(after[now].end); ++i)
      if (view.isNew(OpId(i)))
        ++it->second[after.dialect(OpId(i)).str()];
  // A dialect that the same one went to is the best guess.
  auto known = targets.find({function, from.str()});
  StringRef best;
  unsigned most = 0;
  for (auto &[dialect, count] : it->second) {
    if (!isLower(from, dialect))
      continue;
    bool isKnown = known != targets.end() && known->second.count(dialect);
    unsigned score = count + (isKnown ? 1000000 : 0);
    if (score > most) {
      most = score;
      best = dialect;
    }
  }
  return best;
}

/// Gone ops without a trace of their own: loops that became blocks, stores.
void LoweringSearch::recognizeRest() {
  for (uint32_t i = 0; i < before.numOps(); ++i) {
    OpId op = OpId(i);
    StringRef dialect = before.dialect(op);
    if (!view.isFreeGone(op) || levelOf(dialect) == 0 ||
        before[op].symbol != NameId::Empty)
      continue;
    unsigned uses = 0;
    for (unsigned r = 0; r < before[op].numResults; ++r)
      uses += before.uses(before.result(op, r)).size();
    if (before[op].numResults != 0 && uses == 0)
      continue; // Dead, not lowered.
    OpId function = before.enclosingFunction(op);
    auto known = targets.find({function, dialect.str()});
    bool established = known != targets.end();
    if (!established && before[op].firstRegion == RegionId::None &&
        !isStructuredName(before.name(op)))
      continue;
    StringRef target = targetIn(function, dialect);
    if (target.empty())
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
