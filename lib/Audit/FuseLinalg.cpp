//===- FuseLinalg.cpp - Linalg producers that stayed alone ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A candidate is an edge from an elementwise op to the op that consumes its
// result, also through a buffer. What elementwise fusion cannot mean is none:
// fills that initialise, contractions, and inits whose value nobody reads.
//
//===----------------------------------------------------------------------===//

#include "Proofs.h"
#include "passdelta/Knowledge/StructuredOp.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace passdelta;
using namespace passdelta::auditing;

namespace {

struct Edge {
  OpId producer, consumer;
  unsigned operand; ///< Of the consumer.
  bool isBuffer = false;
};

} // namespace

/// Named linalg ops that compute each element from one element of each input.
static bool isNamedElementwise(StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases({"linalg.exp", "linalg.log", "linalg.abs", "linalg.ceil",
              "linalg.floor", "linalg.negf", "linalg.reciprocal",
              "linalg.round", "linalg.sqrt", "linalg.rsqrt", "linalg.square",
              "linalg.tanh", "linalg.erf"},
             true)
      .Cases({"linalg.add", "linalg.sub", "linalg.mul", "linalg.div",
              "linalg.div_unsigned", "linalg.max", "linalg.min", "linalg.powf",
              "linalg.select", "linalg.map", "linalg.elementwise"},
             true)
      .Default(false);
}

/// True if the body uses the value of an init.
static bool readsInit(const OpGraph &graph, const StructuredOp &op) {
  BlockId body = BlockId::None;
  graph.forEachBlock(op.op, [&](BlockId block) {
    body = body == BlockId::None ? block : body;
  });
  if (body == BlockId::None || graph[body].numArgs <= op.inputs.size())
    return false;
  for (OpId inner = graph[body].firstOp; inner < graph[body].endOp;
       inner = OpId(uint32_t(inner) + 1))
    for (ValueId operand : graph.operands(inner))
      for (unsigned i = op.inputs.size(); i < graph[body].numArgs; ++i)
        if (operand == graph.argument(body, i))
          return true;
  return false;
}

/// True if elementwise fusion can mean the edge.
static bool isMeant(const OpGraph &graph, const Edge &edge) {
  auto producer = getStructuredOp(graph, edge.producer);
  auto consumer = getStructuredOp(graph, edge.consumer);
  if (!producer || !consumer)
    return false;
  StringRef producerName = graph.name(edge.producer);
  StringRef consumerName = graph.name(edge.consumer);
  bool isInit = edge.operand >= consumer->inputs.size();
  bool namedProducer = producerName != "linalg.generic";
  bool namedConsumer = consumerName != "linalg.generic";
  if (namedProducer && !isNamedElementwise(producerName))
    return false;
  if (namedConsumer && !isNamedElementwise(consumerName) &&
      consumerName != "linalg.reduce")
    return false;
  if (isInit && (namedConsumer || consumer->numReductions() ||
                 producer->inputs.empty() || !readsInit(graph, *consumer)))
    return false;
  if (producer->numReductions() == 0)
    return true;
  // A reduction that feeds elementwise work is a near miss; a contraction, or
  // a chain of reductions, is not the business of elementwise fusion.
  return !isInit && producer->inputs.size() == 1 &&
         consumer->numReductions() == 0;
}

/// The edges from `op` back to its producers; `writers` holds the structured op
/// that wrote each buffer last.
static void collectEdges(const OpGraph &graph, OpId op,
                         const llvm::DenseMap<ValueId, OpId> &writers,
                         std::vector<Edge> &edges) {
  size_t first = edges.size();
  for (auto [index, operand] : llvm::enumerate(graph.operands(op))) {
    if (operand == ValueId::None)
      continue;
    OpId producer = graph.definingOp(operand);
    bool isBuffer = graph.type(operand).starts_with("memref<");
    if (isBuffer)
      producer = writers.lookup_or(operand, OpId::None);
    if (producer == OpId::None || producer == op ||
        !isStructuredName(graph.name(producer)) ||
        llvm::any_of(llvm::drop_begin(edges, first), [&](const Edge &edge) {
          return edge.producer == producer;
        }))
      continue;
    Edge edge = {producer, op, unsigned(index), isBuffer};
    if (isMeant(graph, edge))
      edges.push_back(edge);
  }
}

static std::vector<Edge> findEdges(const OpGraph &graph) {
  std::vector<Edge> edges;
  llvm::DenseMap<ValueId, OpId> writers;
  BlockId block = BlockId::None;
  for (uint32_t index = 0; index < graph.numOps(); ++index) {
    OpId op = OpId(index);
    if (isStructuredName(graph.name(op))) {
      if (graph[op].block != block) // Buffers are followed in one block only.
        writers.clear();
      block = graph[op].block;
      collectEdges(graph, op, writers, edges);
      auto structured = getStructuredOp(graph, op);
      if (structured)
        for (ValueId output : structured->outputs)
          writers[output] = op;
      continue;
    }
    for (ValueId operand : graph.operands(op))
      if (operand != ValueId::None)
        writers.erase(operand);
  }
  return edges;
}

/// True if both ops are still there, and the edge between them.
static bool isLeft(const AuditInput &input, const Edge &edge) {
  OpId producer = imageOf(input, edge.producer);
  OpId consumer = imageOf(input, edge.consumer);
  if (producer == OpId::None || consumer == OpId::None ||
      isInChange(input, Kind::Fused, {edge.producer, edge.consumer}))
    return false;
  if (edge.isBuffer)
    return sameOps(input, edge.consumer, consumer);
  return llvm::any_of(input.after.operands(consumer), [&](ValueId operand) {
    return operand != ValueId::None &&
           input.after.definingOp(operand) == producer;
  });
}

/// Structural reasons, for IR that MLIR does not read.
static void inferReasons(const AuditInput &input, const Edge &edge,
                         Reasons &reasons) {
  const OpGraph &graph = input.before;
  if (edge.isBuffer)
    addReason(reasons, "buffer-semantics", Basis::Inferred,
              "the ops work on memrefs; only ops on tensors are fused",
              {edge.producer, edge.consumer});
  for (OpId op : {edge.producer, edge.consumer})
    if (graph.name(op) != "linalg.generic") {
      addReason(reasons, "wrong-op-form", Basis::Inferred,
                graph.name(op) + " is a named op; only linalg.generic is fused",
                op);
      break;
    }
  auto producer = getStructuredOp(graph, edge.producer);
  auto consumer = getStructuredOp(graph, edge.consumer);
  if (consumer && edge.operand >= consumer->inputs.size())
    addReason(reasons, "init-operand", Basis::Inferred,
              "the producer feeds an init (outs) operand of the consumer",
              edge.consumer);
  if (producer && producer->numReductions())
    addReason(reasons, "not-elementwise", Basis::Inferred,
              "the producer has a reduction", edge.producer);
}

static bool isSameShape(const OpGraph &graph, const Edge &one,
                        const Edge &other) {
  return graph.name(one.producer) == graph.name(other.producer) &&
         graph.name(one.consumer) == graph.name(other.consumer) &&
         one.isBuffer == other.isBuffer;
}

/// What a twin that was fused has, where the missed edge has `code`.
static std::string differenceOf(StringRef code) {
  return llvm::StringSwitch<std::string>(code)
      .Case("multi-use", "its producer has no other use")
      .Case("init-operand", "no bound or value comes from an init operand")
      .Case("not-elementwise", "its producer is elementwise")
      .Case("indexing-map", "its maps are permutations")
      .Default("it was fused");
}

void auditing::auditLinalgFusion(const AuditInput &input, Missed &missed) {
  std::vector<Edge> edges = findEdges(input.before);
  std::vector<Edge> fused;
  for (const Edge &edge : edges)
    if (imageOf(input, edge.producer) == OpId::None ||
        isInChange(input, Kind::Fused, {edge.producer, edge.consumer}))
      fused.push_back(edge);
  for (const Edge &edge : edges) {
    if (!isLeft(input, edge))
      continue;
    MissedCandidate candidate;
    candidate.kind = Kind::Fused;
    candidate.before = {edge.producer, edge.consumer};
    candidate.after = {imageOf(input, edge.producer),
                       imageOf(input, edge.consumer)};
    candidate.text = "not fused";
    candidate.details["producer"] = describe(input.before, edge.producer);
    candidate.details["consumer"] = describe(input.before, edge.consumer);
    if (input.mlir)
      proveLinalgFusion(input, edge.producer, edge.consumer, edge.operand,
                        candidate.reasons);
    else
      inferReasons(input, edge, candidate.reasons);
    finishReasons(candidate.reasons, "fused");
    auto twin = llvm::find_if(fused, [&](const Edge &other) {
      return isSameShape(input.before, edge, other);
    });
    if (twin != fused.end()) {
      candidate.contrast = {twin->producer, twin->consumer};
      candidate.contrastText = differenceOf(candidate.reasons.front().code);
    }
    missed.push_back(std::move(candidate));
  }
}
