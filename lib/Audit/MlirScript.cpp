//===- MlirScript.cpp - What a transform script asks for ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proofs.h"
#include "Script.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/SymbolTable.h"
#include "passdelta/Knowledge/StructuredOp.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

using namespace passdelta;
using namespace passdelta::auditing;

namespace {

/// The payload ops of a handle, as far as they are ops of the before IR.
struct Handle {
  bool known = false;
  std::vector<mlir::Operation *> ops;
  mlir::Operation *match = nullptr;
  std::vector<std::string> matchedNames;
};

/// Follows the handles of a script.
class ScriptReader {
public:
  ScriptReader(const AuditInput &input, std::vector<ScriptStep> &steps)
      : input(input), steps(steps) {}

  void runEntry(mlir::Operation *root);

private:
  void runBlock(mlir::Block &block, bool suppressed);
  void runOp(mlir::Operation &op, bool suppressed);
  void runMatch(mlir::Operation &op);
  void runSplit(mlir::Operation &op);
  void runForeachMatch(mlir::Operation &op, bool suppressed);
  void runInclude(mlir::Operation &op, bool suppressed);
  /// Runs the regions of `op`; their first arguments are its first operands.
  void runRegions(mlir::Operation &op, bool suppressed);
  void addStep(mlir::Operation &op, ScriptStep::Action action,
               llvm::ArrayRef<StringRef> sizeAttrs, bool suppressed);

  const AuditInput &input;
  std::vector<ScriptStep> &steps;
  llvm::DenseMap<mlir::Value, Handle> handles;
  unsigned depth = 0; ///< Of includes, so that a recursive one ends.
};

} // namespace

/// True if the op swallows failures of what is inside it.
static bool suppressesFailures(mlir::Operation &op) {
  if (op.getName().getStringRef() == "transform.alternatives")
    return true;
  auto mode = op.getAttrOfType<mlir::IntegerAttr>("failure_propagation_mode");
  return mode && mode.getInt() == 2;
}

/// Whether `op` is what a match of op names, interface and attributes wants;
/// nothing if that cannot be told.
static std::optional<bool> matches(mlir::Operation &match,
                                   mlir::Operation *op) {
  if (auto names = match.getAttrOfType<mlir::ArrayAttr>("ops"))
    if (llvm::none_of(names, [&](mlir::Attribute name) {
          auto text = mlir::dyn_cast<mlir::StringAttr>(name);
          return text && text.getValue() == op->getName().getStringRef();
        }))
      return false;
  if (mlir::Attribute interface = match.getAttr("interface")) {
    auto number = mlir::dyn_cast<mlir::IntegerAttr>(interface);
    // 0 and 1 are the linalg and the tiling interface; others are loops ...
    if (!number || number.getInt() > 1)
      return std::nullopt;
    if (!isStructuredName(op->getName().getStringRef()))
      return false;
  }
  if (auto wanted = match.getAttrOfType<mlir::DictionaryAttr>("op_attrs"))
    for (mlir::NamedAttribute attribute : wanted)
      if (op->getAttr(attribute.getName()) != attribute.getValue())
        return false;
  if (auto type = match.getAttrOfType<mlir::TypeAttr>("filter_result_type"))
    if (op->getNumResults() != 1 ||
        op->getResult(0).getType() != type.getValue())
      return false;
  if (match.hasAttr("filter_operand_types"))
    return std::nullopt;
  return true;
}

void ScriptReader::runMatch(mlir::Operation &op) {
  Handle result;
  const Handle scope = handles.lookup(op.getOperand(0));
  result.known = scope.known;
  result.match = &op;
  if (auto names = op.getAttrOfType<mlir::ArrayAttr>("ops"))
    for (mlir::Attribute name : names)
      if (auto text = mlir::dyn_cast<mlir::StringAttr>(name))
        result.matchedNames.push_back(text.getValue().str());
  for (mlir::Operation *root : scope.ops)
    root->walk([&](mlir::Operation *candidate) {
      std::optional<bool> matched = matches(op, candidate);
      result.known &= matched.has_value();
      if (matched.value_or(false) &&
          candidate->getName().getDialectNamespace() != "transform")
        result.ops.push_back(candidate);
    });
  handles[op.getResult(0)] = std::move(result);
}

void ScriptReader::runSplit(mlir::Operation &op) {
  const Handle whole = handles.lookup(op.getOperand(0));
  if (!whole.known || whole.ops.size() != op.getNumResults())
    return;
  for (auto [result, payload] : llvm::zip(op.getResults(), whole.ops)) {
    Handle part;
    part.known = true;
    part.ops = {payload};
    handles[result] = part;
  }
}

/// The op names a matcher sequence accepts; empty if it asks anything else.
static std::vector<std::string> acceptedNames(mlir::Operation *matcher) {
  std::vector<std::string> names;
  for (mlir::Operation &op : matcher->getRegion(0).front()) {
    if (op.getName().getStringRef() == "transform.yield")
      continue;
    auto list = op.getAttrOfType<mlir::ArrayAttr>("op_names");
    if (op.getName().getStringRef() != "transform.match.operation_name" ||
        !list)
      return {};
    for (mlir::Attribute name : list)
      if (auto text = mlir::dyn_cast<mlir::StringAttr>(name))
        names.push_back(text.getValue().str());
  }
  return names;
}

void ScriptReader::runForeachMatch(mlir::Operation &op, bool suppressed) {
  auto matchers = op.getAttrOfType<mlir::ArrayAttr>("matchers");
  auto actions = op.getAttrOfType<mlir::ArrayAttr>("actions");
  const Handle scope = handles.lookup(op.getOperand(0));
  if (!matchers || !actions || !scope.known)
    return;
  llvm::DenseSet<mlir::Operation *> taken;
  for (auto [matcherName, actionName] : llvm::zip(matchers, actions)) {
    auto lookup = [&](mlir::Attribute name) {
      auto symbol = mlir::dyn_cast<mlir::SymbolRefAttr>(name);
      return symbol ? mlir::SymbolTable::lookupNearestSymbolFrom(&op, symbol)
                    : nullptr;
    };
    mlir::Operation *matcher = lookup(matcherName);
    mlir::Operation *action = lookup(actionName);
    if (!matcher || !action || matcher->getRegion(0).empty() ||
        action->getRegion(0).empty())
      return;
    std::vector<std::string> names = acceptedNames(matcher);
    if (names.empty())
      return; // From here on it is not known what is left for the others.
    Handle payload;
    payload.known = true;
    for (mlir::Operation *root : scope.ops)
      root->walk([&](mlir::Operation *candidate) {
        if (llvm::is_contained(names, candidate->getName().getStringRef()) &&
            taken.insert(candidate).second)
          payload.ops.push_back(candidate);
      });
    mlir::Block &body = action->getRegion(0).front();
    if (body.getNumArguments() == 1) {
      handles[body.getArgument(0)] = payload;
      runBlock(body, suppressed);
    }
  }
}

void ScriptReader::runInclude(mlir::Operation &op, bool suppressed) {
  auto target = op.getAttrOfType<mlir::SymbolRefAttr>("target");
  mlir::Operation *callee =
      target ? mlir::SymbolTable::lookupNearestSymbolFrom(&op, target)
             : nullptr;
  if (!callee || callee->getNumRegions() == 0 || callee->getRegion(0).empty() ||
      depth > 16)
    return;
  mlir::Block &body = callee->getRegion(0).front();
  for (auto [argument, operand] :
       llvm::zip(body.getArguments(), op.getOperands()))
    handles[argument] = handles.lookup(operand);
  ++depth;
  runBlock(body, suppressed || suppressesFailures(op));
  --depth;
  for (auto [result, yielded] :
       llvm::zip(op.getResults(), body.back().getOperands()))
    handles[result] = handles.lookup(yielded);
}

void ScriptReader::runRegions(mlir::Operation &op, bool suppressed) {
  for (mlir::Region &region : op.getRegions()) {
    if (region.empty())
      continue;
    for (auto [argument, operand] :
         llvm::zip(region.front().getArguments(), op.getOperands()))
      handles[argument] = handles.lookup(operand);
    runBlock(region.front(), suppressed || suppressesFailures(op));
  }
}

void ScriptReader::addStep(mlir::Operation &op, ScriptStep::Action action,
                           llvm::ArrayRef<StringRef> sizeAttrs,
                           bool suppressed) {
  const Handle target = handles.lookup(op.getOperand(0));
  if (op.getNumResults()) {
    handles[op.getResult(0)] = target; // The tiled op is still that op.
    handles[op.getResult(0)].match = nullptr;
  }
  if (!target.known)
    return;
  ScriptStep step;
  step.action = action;
  step.op = idOf(input, &op);
  if (target.match)
    step.match = idOf(input, target.match);
  step.matchedNames = target.matchedNames;
  for (mlir::Operation *payload : target.ops)
    if (OpId id = idOf(input, payload); id != OpId::None)
      step.targets.push_back(id);
  llvm::sort(step.targets);
  for (StringRef name : sizeAttrs)
    if (auto sizes = op.getAttrOfType<mlir::DenseI64ArrayAttr>(name))
      for (int64_t size : sizes.asArrayRef()) {
        step.hasUnknownSizes |= size == mlir::ShapedType::kDynamic;
        step.sizes.push_back(size);
      }
  if (step.hasUnknownSizes)
    step.sizes.clear();
  step.isSuppressed = suppressed;
  step.vectorizeExtract = op.hasAttr("vectorize_nd_extract");
  steps.push_back(std::move(step));
}

void ScriptReader::runOp(mlir::Operation &op, bool suppressed) {
  StringRef name = op.getName().getStringRef();
  if (op.getNumOperands() == 0)
    return;
  if (name == "transform.structured.match")
    return runMatch(op);
  if (name == "transform.split_handle")
    return runSplit(op);
  if (name == "transform.foreach_match")
    return runForeachMatch(op, suppressed);
  if (name == "transform.include")
    return runInclude(op, suppressed);
  if (name == "transform.sequence" || name == "transform.foreach" ||
      name == "transform.alternatives")
    return runRegions(op, suppressed);
  if (name == "transform.cast") {
    handles[op.getResult(0)] = handles.lookup(op.getOperand(0));
    return;
  }
  if (name == "transform.structured.tile_using_for" ||
      name == "transform.structured.tile_using_forall" ||
      name == "transform.structured.fuse")
    return addStep(op, ScriptStep::Tile,
                   {"static_sizes", "static_tile_sizes", "tile_sizes"},
                   suppressed);
  if (name == "transform.structured.vectorize")
    return addStep(op, ScriptStep::Vectorize, {"static_vector_sizes"},
                   suppressed);
  if (name == "transform.structured.vectorize_children_and_apply_patterns")
    return addStep(op, ScriptStep::VectorizeChildren, {}, suppressed);
}

void ScriptReader::runBlock(mlir::Block &block, bool suppressed) {
  for (mlir::Operation &op : block)
    runOp(op, suppressed);
}

void ScriptReader::runEntry(mlir::Operation *root) {
  std::string entry = option(input, "entry-point").value_or("");
  if (entry.empty())
    entry = "__transform_main";
  mlir::Operation *sequence = nullptr;
  root->walk([&](mlir::Operation *op) {
    auto symbol = op->getAttrOfType<mlir::StringAttr>(
        mlir::SymbolTable::getSymbolAttrName());
    if (!sequence && symbol && symbol.getValue() == entry &&
        op->getName().getStringRef() == "transform.named_sequence")
      sequence = op;
  });
  if (!sequence || sequence->getRegion(0).empty() ||
      sequence->getRegion(0).front().getNumArguments() == 0)
    return;
  Handle payload;
  payload.known = true;
  payload.ops = {root};
  handles[sequence->getRegion(0).front().getArgument(0)] = payload;
  runBlock(sequence->getRegion(0).front(), /*suppressed=*/false);
}

std::vector<ScriptStep> auditing::readScript(const AuditInput &input) {
  std::vector<ScriptStep> steps;
  if (!input.mlir || input.before.numOps() == 0)
    return steps;
  std::string tag = option(input, "debug-payload-root-tag").value_or("");
  mlir::Operation *root = operationOf(input, OpId(0));
  if (!root || (!tag.empty() && tag != "\"\""))
    return steps;
  bool isWhole = input.before[OpId(0)].end == OpId(input.before.numOps());
  if (!isWhole && root->getParentOp())
    root = root->getParentOp();
  ScriptReader(input, steps).runEntry(root);
  return steps;
}
