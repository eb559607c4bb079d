//===- Proofs.cpp - MLIR operations behind a state ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proofs.h"
#include "passdelta/Reader/MlirReader.h"
#include "llvm/ADT/STLExtras.h"

using namespace passdelta;

static constexpr size_t maxKept = 4;

/// Fills in which ops of `whole` those of `part` are, from `offset` on. Names
/// have to agree; a body that only `whole` has (a named op's) is passed over.
static bool findOps(const OpGraph &part, const OpGraph &whole, uint32_t offset,
                    Proof &proof) {
  proof.offset = offset;
  proof.ids.clear();
  bool isShift = true;
  uint32_t next = offset;
  for (uint32_t id = 0; id < part.numOps(); ++id) {
    if (next >= whole.numOps() || part[OpId(id)].name != whole[OpId(next)].name)
      return false;
    proof.ids.push_back(next);
    isShift &= next == id + offset;
    next = part.subtreeSize(OpId(id)) == 1 ? uint32_t(whole[OpId(next)].end)
                                           : next + 1;
  }
  if (isShift)
    proof.ids.clear();
  return true;
}

/// The text of the state's snapshot with the newer dumps in it. Both readers
/// know the range of each op, so a dump replaces the text of the op it shows.
/// A dump of one op alone needs no aliases, so this parses if its parts do.
std::optional<std::string> Proofs::composeText(const IRState &state) {
  auto textOf = [&](SnapshotId id) -> std::optional<std::string> {
    auto text = store.source().text(store.source().timeline[id]);
    if (text)
      return std::move(*text);
    llvm::consumeError(text.takeError());
    return std::nullopt;
  };
  auto base = textOf(state.snapshot);
  if (!base || state.newer.empty())
    return base;

  struct Edit {
    uint32_t begin, end;
    std::string text;
  };
  std::vector<Edit> edits;
  std::shared_ptr<OpGraph> graph = store.load(state.snapshot).graph;
  if (!graph)
    return std::nullopt;
  Splicer splicer;
  SourceOp top{splicer.addGraph(*graph), OpId::None};
  for (const IRState::Newer &newer : state.newer) {
    std::vector<OpKey> path = state.path;
    llvm::append_range(path, newer.path);
    auto place = splicer.find(top, path);
    auto text = textOf(newer.snapshot);
    std::shared_ptr<OpGraph> inner = store.load(newer.snapshot).graph;
    // A dump inside a dump would need its edit inside an edit.
    if (!place || !text || !inner || place->op == OpId::None)
      return std::nullopt;
    const OpData &old = (*graph)[place->op];
    const OpData &fresh = (*inner)[OpId(0)];
    if (old.textBegin >= old.textEnd || fresh.textBegin >= fresh.textEnd)
      return std::nullopt;
    edits.push_back(
        {old.textBegin, old.textEnd,
         text->substr(fresh.textBegin, fresh.textEnd - fresh.textBegin)});
  }
  llvm::sort(edits,
             [](const Edit &a, const Edit &b) { return a.begin > b.begin; });
  for (size_t i = 0; i + 1 < edits.size(); ++i)
    if (edits[i + 1].end > edits[i].begin)
      return std::nullopt;
  for (const Edit &edit : edits)
    base->replace(edit.begin, edit.end - edit.begin, edit.text);
  return base;
}

Proof Proofs::make(const IRState &state, const StateGraph &graph) {
  const Snapshot &snapshot = store.source().timeline[state.snapshot];
  std::shared_ptr<MlirSnapshot> mlir = snapshot.mlir;
  std::shared_ptr<OpGraph> whole = store.load(state.snapshot).graph;
  std::optional<OpGraph> parsed;
  if (!mlir) {
    auto text = composeText(state);
    if (!text)
      return {};
    const GraphStore::Entry &entry = store.know(state.snapshot);
    StringRef ir = *text;
    if (state.newer.empty())
      ir = ir.slice(entry.begin, entry.end);
    auto output = store.readMlir({ir, ""});
    if (!output) {
      llvm::consumeError(output.takeError());
      return {};
    }
    mlir = output->mlir;
    parsed.emplace(std::move(output->graph));
  }
  if (!mlir || !whole)
    return {};
  const OpGraph &operations = parsed ? *parsed : *whole;
  // The state is a range of the operations: all of them, or from its op on.
  Splicer splicer;
  SourceOp top{splicer.addGraph(operations), OpId::None};
  auto place = splicer.find(top, state.path);
  uint32_t offset = place && place->op != OpId::None ? uint32_t(place->op) : 0;
  for (uint32_t candidate : {offset, offset + 1})
    if (Proof proof = {mlir};
        findOps(*graph.graph, operations, candidate, proof))
      return proof;
  return {};
}

Proof Proofs::proofFor(const IRState &state, const StateGraph &graph) {
  if (store.isMlirBroken() || !graph.graph || unparsable.count(graph.key))
    return {};
  auto kept = llvm::find_if(
      recent, [&](const Kept &entry) { return entry.key == graph.key; });
  if (kept != recent.end()) {
    recent.splice(recent.begin(), recent, kept);
    return kept->proof;
  }
  Proof proof = make(state, graph);
  if (!proof.mlir) {
    unparsable.insert(graph.key);
    return proof;
  }
  recent.push_front({graph.key, proof});
  if (recent.size() > maxKept)
    recent.pop_back();
  return proof;
}
