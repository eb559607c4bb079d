//===- InProcessRecorder.cpp - Watches a pass manager ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InProcessRecorder.h"
#include "InProcessPasses.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Pass/Pass.h"
#include "passdelta/Support/Hash.h"

using namespace passdelta;

IRFingerprint::IRFingerprint(mlir::Operation *op) : structure(op) {
  op->walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *nested) {
    names =
        hashCombine(names, uint64_t(nested->getName().getAsOpaquePointer()));
  });
}

/// The pass manager runs nested pipelines through a pass of its own, whose
/// class is private to MLIR.
static bool isAdaptor(mlir::Pass *pass) {
  return pass->getName().ends_with("OpToOpPassAdaptor");
}

/// "CSE" of "mlir::(anonymous namespace)::CSE".
static StringRef className(mlir::Pass *pass) {
  StringRef name = pass->getName();
  size_t scope = name.rfind("::");
  return scope == StringRef::npos ? name : name.drop_front(scope + 2);
}

PassRecorder::PassRecorder(Timeline &timeline, Interner &names,
                           std::shared_ptr<mlir::MLIRContext> context)
    : timeline(timeline), names(names), context(std::move(context)) {}

void PassRecorder::beginInput(InputPlaces &newPlaces) {
  places = &newPlaces;
  running.clear();
  seen.clear();
  settled = nullptr;
}

void PassRecorder::noteError(std::string text) {
  if (pendingError.empty())
    pendingError = std::move(text);
}

SnapshotId PassRecorder::takeSnapshot(mlir::Operation *op) {
  auto mlirSnapshot = std::make_shared<MlirSnapshot>(
      context, mlir::OwningOpRef<mlir::Operation *>(op->clone()),
      /*skipRoot=*/false);
  auto graph = std::make_shared<OpGraph>(mlirSnapshot->toOpGraph(
      names, [&](mlir::Operation *op) { return places->placeOf(op->getLoc()); },
      [&](mlir::Operation *op) { return places->userLoc(op->getLoc()); }));
  graph->computeUses();
  Snapshot snapshot;
  // Without text, a snapshot begins nowhere, and its ops have lines of the
  // file.
  snapshot.graph = std::move(graph);
  snapshot.mlir = std::move(mlirSnapshot);
  timeline.snapshots.push_back(std::move(snapshot));
  return SnapshotId(timeline.snapshots.size() - 1);
}

SnapshotId PassRecorder::snapshotOf(mlir::Operation *op) {
  auto found = seen.find(op);
  if (op == settled && running.empty() && found != seen.end())
    return found->second.snapshot;
  IRFingerprint fingerprint(op);
  if (found != seen.end() && found->second.fingerprint == fingerprint)
    return found->second.snapshot;
  SnapshotId snapshot = takeSnapshot(op);
  seen.insert_or_assign(op, Seen{fingerprint, snapshot});
  return snapshot;
}

void PassRecorder::runBeforePass(mlir::Pass *pass, mlir::Operation *op) {
  if (isAdaptor(pass))
    return;
  if (running.empty())
    pendingError.clear();
  PassRun run;
  run.id = PassRunId(timeline.passRuns.size());
  run.name = className(pass).str();
  run.pass = pass->getArgument().empty() ? run.name : pass->getArgument().str();
  run.options = getOptions(*pass);
  run.setOptions = getSetOptions(*pass);
  run.anchor = op->getName().getStringRef().str();
  if (auto symbol = op->getAttrOfType<mlir::StringAttr>(
          mlir::SymbolTable::getSymbolAttrName()))
    run.symbol = symbol.str();
  run.before.emplace().snapshot = snapshotOf(op);
  running.push_back(timeline.passRuns.size());
  timeline.passRuns.push_back(std::move(run));
}

void PassRecorder::runAfterPass(mlir::Pass *pass, mlir::Operation *op) {
  if (isAdaptor(pass))
    return;
  timeline.passRuns[running.back()].after.emplace().snapshot = snapshotOf(op);
  running.pop_back();
  settled = op;
}

// The op may be in any state now, so there is no after snapshot: a clone of
// invalid IR could still use values of the original.
void PassRecorder::runAfterPassFailed(mlir::Pass *pass, mlir::Operation *op) {
  if (isAdaptor(pass))
    return;
  PassRun &run = timeline.passRuns[running.back()];
  run.failed = true;
  run.note = std::exchange(pendingError, "");
  running.pop_back();
  settled = nullptr;
}

void PassRecorder::noteCrash() {
  for (size_t index : running) {
    timeline.passRuns[index].failed = true;
    timeline.passRuns[index].note = "the pass crashed";
  }
  running.clear();
  settled = nullptr;
}
