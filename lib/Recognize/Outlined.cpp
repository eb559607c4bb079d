//===- Outlined.cpp - A body became a function of its own -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   before:  gpu.launch ... { A }
//   after:   gpu.module @m { gpu.func @k { A } }   gpu.launch_func @m::@k
//
// The op with the body is gone (or became the op that refers to the symbol), an
// op that refers to a new symbol is in its block, and the new function has the
// computing ops of the body.
//
//===----------------------------------------------------------------------===//

#include "List.h"
#include "View.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace passdelta;

namespace {

/// A new op that refers to a new function.
struct Reference {
  OpId op, function;
  std::string path; ///< "@m::@k"
};

} // namespace

/// The first symbol path in the attributes of `op`: "@m::@k"; "" for none.
static std::string symbolPath(const OpGraph &graph, OpId op) {
  for (Attribute attribute : graph.attrs(op)) {
    StringRef text = graph.str(attribute.value);
    size_t at = text.find('@');
    if (at == StringRef::npos || graph.str(attribute.name) == "sym_name")
      continue;
    size_t end = at;
    while (end < text.size() &&
           (llvm::isAlnum(text[end]) || StringRef("@:_.$").contains(text[end])))
      ++end;
    return text.slice(at, end).rtrim(":.").str();
  }
  return "";
}

/// The new function that `path` ends with: the last of that name.
static OpId findFunction(const View &view, StringRef path) {
  StringRef last = path.rsplit('@').second;
  OpId function = OpId::None;
  for (uint32_t i = 0; i < view.after.numOps(); ++i) {
    OpId op = OpId(i);
    if (view.after.symbol(op) == last && view.isFreeNew(op) &&
        view.after[op].firstRegion != RegionId::None &&
        view.after.subtreeSize(op) > 1)
      function = op;
  }
  return function;
}

/// True if `op` (after) may stand where `body` (before) stood.
static bool isInPlaceOf(const View &view, OpId body, OpId op) {
  BlockId block = view.imageBlock(view.before[body].block);
  return view.source(op) == body ||
         (view.isFreeNew(op) && view.after[op].block == block);
}

/// The new op in the place of `body` that refers to a new function.
static std::optional<Reference> findReference(const View &view, OpId body) {
  for (uint32_t i = 0; i < view.after.numOps(); ++i) {
    OpId op = OpId(i);
    if (view.after[op].symbol != NameId::Empty || !view.isFreeAfter(op) ||
        view.after[op].name == view.before[body].name ||
        !isInPlaceOf(view, body, op))
      continue;
    std::string path = symbolPath(view.after, op);
    OpId function = path.empty() ? OpId::None : findFunction(view, path);
    if (function != OpId::None)
      return Reference{op, function, std::move(path)};
  }
  return std::nullopt;
}

/// Computing ops of `body` that `function` has too, and how many `body` has,
/// not counting those that went elsewhere (a region that says how often it
/// runs).
static std::pair<unsigned, unsigned> shared(const View &view, OpId body,
                                            OpId function) {
  Histogram was = bodyHistogram(view.before, body);
  Histogram is = bodyHistogram(view.after, function);
  for (uint32_t i = uint32_t(body) + 1; i < uint32_t(view.before[body].end);
       ++i) {
    OpId now = view.image(OpId(i));
    bool elsewhere = now != OpId::None && !view.after.contains(function, now);
    auto it = was.find(view.before[OpId(i)].name);
    if (it != was.end() &&
        (elsewhere ||
         view.knowledge.has(view.before.name(OpId(i)), Role::Terminator)) &&
        --it->second == 0)
      was.erase(it);
  }
  unsigned common = 0;
  for (auto [name, count] : was)
    if (auto it = is.find(name); it != is.end())
      common += std::min(it->second, count);
  return {common, countOf(was)};
}

/// Claims the new symbols around the function, and what only serves the
/// reference.
static void claimAround(const View &view, const Reference &reference) {
  OpId top = reference.function;
  for (OpId up = view.after.parent(top); up != OpId::None && view.isNew(up);
       up = view.after.parent(up))
    top = up;
  for (uint32_t i = uint32_t(top); i < uint32_t(view.after[top].end); ++i)
    view.claimAfter(OpId(i));
  for (ValueId operand : view.after.operands(reference.op)) {
    OpId def =
        operand == ValueId::None ? OpId::None : view.after.definingOp(operand);
    if (def != OpId::None && view.isFreeNew(def) &&
        isAuxiliary(view.after, def))
      view.claimAfter(def);
  }
}

static void recognizeBody(const View &view, OpId body) {
  OpId now = view.image(body);
  if (!view.isFreeBefore(body) || view.before[body].symbol != NameId::Empty ||
      view.before.subtreeSize(body) < 2 ||
      view.before.enclosingFunction(body) == OpId::None ||
      (now != OpId::None && view.before[body].name == view.after[now].name))
    return;
  std::optional<Reference> reference = findReference(view, body);
  if (!reference)
    return;
  auto [common, size] = shared(view, body, reference->function);
  if (size == 0 || common * 4 < size * 3)
    return;
  view.claimSubtreeBefore(body);
  claimAround(view, *reference);
  view.add(Kind::Outlined, {body}, {reference->op, reference->function},
           "to " + reference->path, common == size ? 0.95f : 0.8f,
           Details{{"symbol", reference->path}, {"ops", size}});
}

static void recognize(const RecognizeInput &input, Recognized &found) {
  View view(input, found);
  bool anyNewSymbol = false;
  for (uint32_t i = 0; i < input.after.numOps(); ++i)
    anyNewSymbol |=
        view.isNew(OpId(i)) && input.after[OpId(i)].symbol != NameId::Empty;
  if (!anyNewSymbol)
    return;
  for (uint32_t i = 0; i < input.before.numOps(); ++i)
    if (input.before[OpId(i)].firstRegion != RegionId::None)
      recognizeBody(view, OpId(i));
}

Recognizer passdelta::getOutlinedRecognizer() {
  return {"outlined", "bodies that became functions of their own", recognize};
}
