//===- Bufferized.cpp - Tensors became buffers ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op that is still there (perhaps under another name: tensor.extract is
// memref.load) and has a memref where it had a tensor. New allocations and
// copies are reported with their size, here and after every other pass.
//
//===----------------------------------------------------------------------===//

#include "List.h"
#include "View.h"
#include "passdelta/Knowledge/TypeText.h"

using namespace passdelta;

static bool hasType(const OpGraph &graph, OpId op, StringRef prefix) {
  for (ValueId value : graph.operands(op))
    if (value != ValueId::None && graph.type(value).starts_with(prefix))
      return true;
  for (unsigned i = 0; i < graph[op].numResults; ++i)
    if (graph.type(graph.result(op, i)).starts_with(prefix))
      return true;
  if (BlockId body = bodyOf(graph, op);
      body != BlockId::None && graph[op].symbol != NameId::Empty)
    for (unsigned i = 0; i < graph[body].numArgs; ++i)
      if (graph.type(graph.argument(body, i)).starts_with(prefix))
        return true;
  return false;
}

static void recognizeOp(const View &view, OpId op) {
  OpId now = view.image(op);
  if (now == OpId::None || !view.isFreeBefore(op) || !view.isFreeAfter(now) ||
      view.alignment.link(op).relation == Relation::Kept ||
      !hasType(view.before, op, "tensor<") ||
      hasType(view.before, op, "memref<") ||
      hasType(view.after, now, "tensor<") ||
      !hasType(view.after, now, "memref<"))
    return;
  view.add(Kind::Bufferized, {op}, {now}, "", view.confidenceBefore({op}));
}

static std::optional<uint64_t> bytesOf(StringRef type) {
  std::optional<ShapedText> shape = parseShaped(type);
  std::optional<int64_t> count =
      shape ? shape->numElements() : std::optional<int64_t>();
  std::optional<unsigned> bits =
      shape ? bitWidth(shape->element) : std::optional<unsigned>();
  if (!count || !bits)
    return std::nullopt;
  return (uint64_t(*count) * *bits + 7) / 8;
}

static void recognizeMemory(const View &view, OpId op) {
  StringRef name = view.after.name(op);
  bool alloc = name == "memref.alloc" || name == "memref.alloca" ||
               name == "bufferization.alloc_tensor" || name == "gpu.alloc";
  bool copy = name == "memref.copy" || name == "linalg.copy";
  if ((!alloc && !copy) || !view.isFreeNew(op))
    return;
  ValueId value = ValueId::None;
  if (alloc && view.after[op].numResults != 0)
    value = view.after.result(op);
  else if (copy && view.after[op].numOperands != 0)
    value = view.after.operands(op)[0];
  if (value == ValueId::None)
    return;
  StringRef type = view.after.type(value);
  std::optional<uint64_t> bytes = bytesOf(type);
  bool inLoop = !loopsAround(view.after, op).empty();
  std::string text = type.str();
  if (bytes)
    text += " (" + bytesText(*bytes) + ")";
  if (inLoop)
    text += ", in a loop";
  Details details{{"type", type}, {"inLoop", inLoop}};
  if (bytes)
    details["bytes"] = int64_t(*bytes);
  view.add(alloc ? Kind::Allocated : Kind::Copied, {}, {op}, text, 0.95f,
           std::move(details));
}

static void recognize(const RecognizeInput &input, Recognized &found) {
  View view(input, found);
  for (uint32_t i = 0; i < input.before.numOps(); ++i)
    recognizeOp(view, OpId(i));
  for (uint32_t i = 0; i < input.after.numOps(); ++i)
    recognizeMemory(view, OpId(i));
}

Recognizer passdelta::getBufferizedRecognizer() {
  return {"bufferized", "tensors that became buffers, allocations and copies",
          recognize};
}
