//===- OpFacts.cpp - What MLIR itself says about its ops ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpFacts.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Operation.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace passdelta;
using mlir::RegisteredOperationName;

/// Says that the op has `role`, or has not.
static void decide(OpFacts &facts, Role role, bool holds) {
  facts.decided |= Roles(role);
  if (holds)
    facts.has |= Roles(role);
}

/// The same where only the answer yes means something: other ops play the role
/// without trait or interface.
static void decideYes(OpFacts &facts, Role role, bool holds) {
  if (holds)
    decide(facts, role, true);
}

/// Roles for which MLIR has an exact answer.
static void askTraits(RegisteredOperationName op, OpFacts &facts) {
  // ODS's `Pure` is these two. Of all ops, two have effects all the same.
  bool hasEffects =
      facts.name == "memref.reshape" || facts.name == "xegpu.atomic_rmw";
  decide(facts, Role::Pure,
         op.hasTrait<mlir::OpTrait::AlwaysSpeculatableImplTrait>() &&
             op.hasInterface<mlir::MemoryEffectOpInterface>() && !hasEffects);
  decide(facts, Role::Constant, op.hasTrait<mlir::OpTrait::ConstantLike>());
  decide(facts, Role::Terminator, op.hasTrait<mlir::OpTrait::IsTerminator>());
  decide(facts, Role::Commutative, op.hasTrait<mlir::OpTrait::IsCommutative>());
  decide(facts, Role::Structured, op.hasInterface<mlir::linalg::LinalgOp>());
  decide(facts, Role::Function, op.hasInterface<mlir::FunctionOpInterface>());
}

static void askInterfaces(RegisteredOperationName op, OpFacts &facts) {
  decideYes(facts, Role::Elementwise,
            op.hasTrait<mlir::OpTrait::Elementwise>() &&
                op.hasTrait<mlir::OpTrait::Vectorizable>());
  decideYes(facts, Role::Loop, op.hasInterface<mlir::LoopLikeOpInterface>());
  decideYes(facts, Role::Call, op.hasInterface<mlir::CallOpInterface>());
  decideYes(facts, Role::Contraction,
            op.hasInterface<mlir::linalg::ContractionOpInterface>());
  decideYes(facts, Role::Slice,
            op.hasInterface<mlir::OffsetSizeAndStrideOpInterface>());
  decideYes(facts, Role::View, op.hasInterface<mlir::ViewLikeOpInterface>());
  decideYes(facts, Role::Branch, op.hasInterface<mlir::BranchOpInterface>());
  decideYes(facts, Role::Container,
            op.hasTrait<mlir::OpTrait::SymbolTable>() &&
                !op.hasInterface<mlir::FunctionOpInterface>());
}

std::vector<OpFacts> passdelta::collectOpFacts() {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();

  std::vector<OpFacts> result;
  for (RegisteredOperationName op : context.getRegisteredOperations()) {
    OpFacts facts;
    facts.name = op.getStringRef().str();
    askTraits(op, facts);
    askInterfaces(op, facts);
    result.push_back(std::move(facts));
  }
  llvm::sort(result, [](const OpFacts &before, const OpFacts &after) {
    return before.name < after.name;
  });
  return result;
}
