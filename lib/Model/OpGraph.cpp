//===- OpGraph.cpp - A snapshot, neutral and compact ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passdelta/Model/OpGraph.h"
#include "llvm/ADT/STLExtras.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

using namespace passdelta;

StringRef OpGraph::dialect(OpId id) const {
  auto [dialect, rest] = name(id).split('.');
  return rest.empty() ? StringRef() : dialect;
}

StringRef OpGraph::attr(OpId id, StringRef name) const {
  for (Attribute attribute : attrs(id))
    if (str(attribute.name) == name)
      return str(attribute.value);
  return StringRef();
}

unsigned OpGraph::depth(OpId id) const {
  unsigned depth = 0;
  for (OpId up = parent(id); up != OpId::None; up = parent(up))
    ++depth;
  return depth;
}

unsigned OpGraph::numRegions(OpId op) const {
  unsigned count = 0;
  for (RegionId region = (*this)[op].firstRegion; region != RegionId::None;
       region = (*this)[region].next)
    ++count;
  return count;
}

void OpGraph::computeUses() {
  if (!useStart.empty())
    return;
  useStart.assign(values.size() + 2, 0);
  for (ValueId operand : operandPool)
    if (operand != ValueId::None)
      ++useStart[uint32_t(operand) + 2];
  for (size_t i = 2; i < useStart.size(); ++i)
    useStart[i] += useStart[i - 1];
  usePool.resize(useStart.back());
  for (uint32_t op = 0; op < ops.size(); ++op)
    for (auto [index, operand] : llvm::enumerate(operands(OpId(op))))
      if (operand != ValueId::None)
        usePool[useStart[uint32_t(operand) + 1]++] = {OpId(op),
                                                      uint32_t(index)};
  useStart.pop_back();
}

OpId OpGraph::enclosingFunction(OpId id) const {
  for (; id != OpId::None; id = parent(id)) {
    if ((*this)[id].symbol == NameId::Empty)
      continue;
    // A container of functions: module, hal.executable, firrtl.circuit ...
    StringRef opName = name(id);
    if (opName.ends_with("module") || opName.contains("executable") ||
        opName.ends_with("circuit"))
      continue;
    return id;
  }
  return OpId::None;
}

std::string OpGraph::functionName(OpId id) const {
  OpId function = enclosingFunction(id);
  return function == OpId::None ? std::string() : "@" + symbol(function).str();
}

template <typename T>
static size_t bytesOf(const std::vector<T> &vector) {
  return vector.capacity() * sizeof(T);
}

size_t OpGraph::memoryUsage() const {
  return bytesOf(ops) + bytesOf(values) + bytesOf(blocks) + bytesOf(regions) +
         bytesOf(operandPool) + bytesOf(attrPool) + bytesOf(successorPool) +
         bytesOf(useStart) + bytesOf(usePool);
}

OpGraphBuilder::OpGraphBuilder(Interner &names) : graph(names) {
  graph.blocks.push_back(
      {RegionId::None, BlockId::None, OpId(0), OpId(0), 0, 0, NameId::Empty});
  openBlocks.push_back(BlockId::TopLevel);
}

/// Reserves, and asks for huge pages where there is much: a tenth of the time
/// of reading a large text goes into page faults otherwise.
template <typename T>
static void reserveLarge(std::vector<T> &array, size_t size) {
  array.reserve(size);
#ifdef __linux__
  constexpr uintptr_t hugePage = uintptr_t(2) << 20;
  uintptr_t begin = reinterpret_cast<uintptr_t>(array.data());
  uintptr_t end = begin + array.capacity() * sizeof(T);
  begin = (begin + hugePage - 1) & ~(hugePage - 1);
  end &= ~(hugePage - 1);
  if (begin < end)
    ::madvise(reinterpret_cast<void *>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

void OpGraphBuilder::reserve(size_t ops, size_t values, size_t operands) {
  reserveLarge(graph.ops, ops);
  reserveLarge(graph.values, values);
  reserveLarge(graph.operandPool, operands);
  reserveLarge(graph.attrPool, ops);
}

OpId OpGraphBuilder::beginOp(NameId name) {
  OpId id = OpId(graph.ops.size());
  OpData data = {};
  data.name = name;
  data.block = openBlocks.back();
  data.end = OpId(uint32_t(id) + 1);
  data.firstRegion = RegionId::None;
  graph.ops.push_back(data);
  openOps.push_back(id);
  lastRegionOfOp.push_back(RegionId::None);
  return id;
}

void OpGraphBuilder::endOp() {
  graph.ops[uint32_t(openOps.back())].end = OpId(graph.ops.size());
  openOps.pop_back();
  lastRegionOfOp.pop_back();
}

ValueId OpGraphBuilder::addResults(OpId id, unsigned count) {
  OpData &data = op(id);
  data.firstResult = uint32_t(graph.values.size());
  data.numResults = count;
  for (unsigned i = 0; i < count; ++i)
    graph.values.push_back({NameId::Empty, NameId::Empty, uint32_t(id), i, 0});
  return ValueId(data.firstResult);
}

void OpGraphBuilder::setOperands(OpId id, ArrayRef<ValueId> operands) {
  OpData &data = op(id);
  data.firstOperand = uint32_t(graph.operandPool.size());
  data.numOperands = uint32_t(operands.size());
  graph.operandPool.insert(graph.operandPool.end(), operands.begin(),
                           operands.end());
}

void OpGraphBuilder::setAttrs(OpId id, ArrayRef<Attribute> attrs) {
  OpData &data = op(id);
  data.firstAttr = uint32_t(graph.attrPool.size());
  data.numAttrs = uint16_t(std::min<size_t>(attrs.size(), UINT16_MAX));
  graph.attrPool.insert(graph.attrPool.end(), attrs.begin(),
                        attrs.begin() + data.numAttrs);
}

void OpGraphBuilder::setSuccessors(OpId id, ArrayRef<BlockId> successors) {
  OpData &data = op(id);
  data.firstSuccessor = uint32_t(graph.successorPool.size());
  data.numSuccessors =
      uint16_t(std::min<size_t>(successors.size(), UINT16_MAX));
  graph.successorPool.insert(graph.successorPool.end(), successors.begin(),
                             successors.begin() + data.numSuccessors);
}

RegionId OpGraphBuilder::beginRegion() {
  RegionId id = RegionId(graph.regions.size());
  graph.regions.push_back({openOps.back(), BlockId::None, RegionId::None});
  RegionId &last = lastRegionOfOp.back();
  if (last == RegionId::None)
    op(openOps.back()).firstRegion = id;
  else
    graph.regions[uint32_t(last)].next = id;
  last = id;
  openRegions.push_back(id);
  lastBlockOfRegion.push_back(BlockId::None);
  return id;
}

void OpGraphBuilder::endRegion() {
  openRegions.pop_back();
  lastBlockOfRegion.pop_back();
}

BlockId OpGraphBuilder::beginBlock(NameId label) {
  BlockId id = BlockId(graph.blocks.size());
  OpId here = OpId(graph.ops.size());
  graph.blocks.push_back(
      {openRegions.back(), BlockId::None, here, here, 0, 0, label});
  BlockId &last = lastBlockOfRegion.back();
  if (last == BlockId::None)
    graph.regions[uint32_t(openRegions.back())].firstBlock = id;
  else
    graph.blocks[uint32_t(last)].next = id;
  last = id;
  openBlocks.push_back(id);
  return id;
}

ValueId OpGraphBuilder::addArguments(BlockId block, unsigned count) {
  BlockData &data = graph.blocks[uint32_t(block)];
  data.firstArg = uint32_t(graph.values.size());
  data.numArgs = count;
  for (unsigned i = 0; i < count; ++i)
    graph.values.push_back(
        {NameId::Empty, NameId::Empty, uint32_t(block), i, 1});
  return ValueId(data.firstArg);
}

void OpGraphBuilder::endBlock() {
  graph.blocks[uint32_t(openBlocks.back())].endOp = OpId(graph.ops.size());
  openBlocks.pop_back();
}

OpGraph OpGraphBuilder::take() {
  assert(openOps.empty() && openRegions.empty() && "an op is not ended");
  graph.blocks[0].endOp = OpId(graph.ops.size());
  return std::move(graph);
}
