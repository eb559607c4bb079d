//===- StructuredOp.cpp - The iteration space of linalg ops ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passdelta/Knowledge/StructuredOp.h"
#include "AsmTokens.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace passdelta;

namespace {

/// The maps of a named op: loops, then per operand the indices, comma-separated
/// ("n,m,k : n,m ; n,k ; m"). `n+k` is a window access.
struct NamedOp {
  StringRef name;
  StringRef loops;
  StringRef operands;
};

} // namespace

/// Of LinalgNamedStructuredOps.yaml; a window access is written without its
/// stride and dilation, which do not change which loop walks a dimension.
static constexpr NamedOp namedOps[] = {
    {"matmul", "m,n,k", "m,k;k,n;m,n"},
    {"quantized_matmul", "m,n,k", "m,k;k,n;;;m,n"},
    {"matmul_unsigned", "m,n,k", "m,k;k,n;m,n"},
    {"matmul_transpose_a", "m,n,k", "k,m;k,n;m,n"},
    {"matmul_transpose_b", "m,n,k", "m,k;n,k;m,n"},
    {"batch_matmul", "b,m,n,k", "b,m,k;b,k,n;b,m,n"},
    {"batch_matmul_transpose_a", "b,m,n,k", "b,k,m;b,k,n;b,m,n"},
    {"batch_matmul_transpose_b", "b,m,n,k", "b,m,k;b,n,k;b,m,n"},
    {"batch_reduce_matmul", "b,m,n,k", "b,m,k;b,k,n;m,n"},
    {"matvec", "m,k", "m,k;k;m"},
    {"vecmat", "n,k", "k;k,n;n"},
    {"batch_matvec", "b,m,k", "b,m,k;b,k;b,m"},
    {"batch_vecmat", "b,n,k", "b,k;b,k,n;b,n"},
    {"dot", "k", "k;k;"},
    {"mmt4d", "m,n,k,m0,n0,k0", "m,k,m0,k0;n,k,n0,k0;m,n,m0,n0"},
    {"batch_mmt4d", "b,m,n,k,m0,n0,k0", "b,m,k,m0,k0;b,n,k,n0,k0;b,m,n,m0,n0"},
    {"conv_1d", "ow,kw", "ow+kw;kw;ow"},
    {"conv_1d_nwc_wcf", "n,ow,f,kw,c", "n,ow+kw,c;kw,c,f;n,ow,f"},
    {"conv_1d_ncw_fcw", "n,f,ow,c,kw", "n,c,ow+kw;f,c,kw;n,f,ow"},
    {"conv_2d", "oh,ow,kh,kw", "oh+kh,ow+kw;kh,kw;oh,ow"},
    {"conv_2d_nhwc_hwcf", "n,oh,ow,f,kh,kw,c",
     "n,oh+kh,ow+kw,c;kh,kw,c,f;n,oh,ow,f"},
    {"conv_2d_nhwc_fhwc", "n,oh,ow,f,kh,kw,c",
     "n,oh+kh,ow+kw,c;f,kh,kw,c;n,oh,ow,f"},
    {"conv_2d_nchw_fchw", "n,f,oh,ow,c,kh,kw",
     "n,c,oh+kh,ow+kw;f,c,kh,kw;n,f,oh,ow"},
    {"conv_3d", "od,oh,ow,kd,kh,kw", "od+kd,oh+kh,ow+kw;kd,kh,kw;od,oh,ow"},
    {"depthwise_conv_1d_nwc_wc", "n,ow,c,kw", "n,ow+kw,c;kw,c;n,ow,c"},
    {"depthwise_conv_2d_nhwc_hwc", "n,oh,ow,c,kh,kw",
     "n,oh+kh,ow+kw,c;kh,kw,c;n,oh,ow,c"},
    {"depthwise_conv_2d_nchw_chw", "n,oh,ow,c,kh,kw",
     "n,c,oh+kh,ow+kw;c,kh,kw;n,c,oh,ow"},
    {"pooling_nhwc_sum", "n,oh,ow,c,kh,kw", "n,oh+kh,ow+kw,c;kh,kw;n,oh,ow,c"},
    {"pooling_nhwc_max", "n,oh,ow,c,kh,kw", "n,oh+kh,ow+kw,c;kh,kw;n,oh,ow,c"},
    {"pooling_nhwc_min", "n,oh,ow,c,kh,kw", "n,oh+kh,ow+kw,c;kh,kw;n,oh,ow,c"},
    {"pooling_nchw_sum", "n,c,oh,ow,kh,kw", "n,c,oh+kh,ow+kw;kh,kw;n,c,oh,ow"},
    {"pooling_nchw_max", "n,c,oh,ow,kh,kw", "n,c,oh+kh,ow+kw;kh,kw;n,c,oh,ow"},
};

bool passdelta::isStructuredName(StringRef opName) {
  auto [dialect, name] = opName.split('.');
  if (dialect == "linalg_ext" || dialect == "iree_linalg_ext")
    return name != "yield" && name != "index";
  if (dialect != "linalg")
    return false;
  return name != "yield" && name != "index" && name != "pack" &&
         name != "unpack" && name != "softmax" &&
         name != "winograd_filter_transform" &&
         name != "winograd_input_transform" &&
         name != "winograd_output_transform";
}

/// Splits the operands into inputs and outputs.
static bool readSegments(const OpGraph &graph, StructuredOp &structured) {
  ArrayRef<ValueId> operands = graph.operands(structured.op);
  size_t numInputs = 0;
  if (auto segments =
          parseIntArray(graph.attr(structured.op, "operandSegmentSizes"))) {
    if (segments->size() != 2)
      return false;
    numInputs = (*segments)[0];
  } else if (!graph.attr(structured.op, "asm").empty()) {
    AsmCursor cursor(graph, structured.op);
    if (!cursor.skipPast("outs", /*asOperands=*/true))
      return false;
    numInputs = cursor.operandsTaken();
  } else if (operands.size() > 1 &&
             graph[structured.op].firstRegion != RegionId::None) {
    // linalg.map, transpose, broadcast: one init, no segments.
    numInputs = operands.size() - 1;
  }
  if (numInputs > operands.size())
    return false;
  structured.inputs = operands.take_front(numInputs);
  structured.outputs = operands.drop_front(numInputs);
  return true;
}

static AffineMapText makeIdentity(unsigned rank) {
  AffineMapText map;
  map.numDims = rank;
  for (unsigned i = 0; i < rank; ++i) {
    AffineExprText expr;
    expr.dims.assign(rank, 0);
    expr.dims[i] = 1;
    map.results.push_back(expr);
  }
  return map;
}

/// The maps of the table entry `named`.
static void applyNamed(const NamedOp &named, StructuredOp &structured) {
  llvm::SmallVector<StringRef, 8> loops;
  named.loops.split(loops, ',');
  for (StringRef loop : loops)
    structured.loopNames.push_back(loop.str());
  llvm::SmallVector<StringRef, 6> operands;
  named.operands.split(operands, ';');
  for (StringRef operand : operands) {
    AffineMapText map;
    map.numDims = loops.size();
    llvm::SmallVector<StringRef, 6> indices;
    operand.split(indices, ',', -1, /*KeepEmpty=*/false);
    for (StringRef index : indices) {
      AffineExprText expr;
      expr.dims.assign(loops.size(), 0);
      llvm::SmallVector<StringRef, 2> terms;
      index.split(terms, '+');
      for (StringRef term : terms)
        for (size_t i = 0; i < loops.size(); ++i)
          if (loops[i] == term)
            expr.dims[i] = 1;
      map.results.push_back(expr);
    }
    structured.maps.push_back(map);
  }
  // A loop is parallel if the output has it.
  for (size_t i = 0; i < loops.size(); ++i) {
    bool parallel = false;
    for (const AffineExprText &expr : structured.maps.back().results)
      parallel |= expr.dims[i] != 0;
    structured.iterators.push_back(parallel ? "parallel" : "reduction");
  }
}

/// `permutation = [1, 0]`, `dimensions = [0]`: an attribute, or syntax.
static std::optional<llvm::SmallVector<int64_t, 4>>
arrayParameter(const OpGraph &graph, OpId op, StringRef name) {
  if (auto array = parseIntArray(graph.attr(op, name)))
    return array;
  StringRef text = graph.attr(op, "asm");
  size_t at = text.find(name);
  if (at == StringRef::npos)
    return std::nullopt;
  text = text.substr(at).split('[').second;
  size_t end = text.find(']');
  if (end == StringRef::npos)
    return std::nullopt;
  llvm::SmallVector<int64_t, 4> values;
  for (StringRef part : splitTopLevel(text.take_front(end))) {
    std::optional<int64_t> value = parseLeadingInt(part);
    if (!value)
      return std::nullopt;
    values.push_back(*value);
  }
  return values;
}

static unsigned rankOf(const OpGraph &graph, ValueId value) {
  if (value == ValueId::None)
    return 0;
  std::optional<ShapedText> shaped = parseShaped(graph.type(value));
  return shaped ? shaped->dims.size() : 0;
}

/// Selects `dims` of the identity, or all but them.
static AffineMapText selectDims(unsigned rank, ArrayRef<int64_t> dims,
                                bool drop) {
  AffineMapText identity = makeIdentity(rank), map;
  map.numDims = rank;
  if (!drop) {
    for (int64_t dim : dims)
      if (dim >= 0 && dim < rank)
        map.results.push_back(identity.results[dim]);
    return map;
  }
  for (unsigned i = 0; i < rank; ++i)
    if (!llvm::is_contained(dims, int64_t(i)))
      map.results.push_back(identity.results[i]);
  return map;
}

/// transpose, broadcast, reduce and what is element by element.
static void applyByShape(const OpGraph &graph, StringRef name,
                         StructuredOp &structured) {
  if (structured.outputs.empty())
    return;
  unsigned rank = rankOf(graph, structured.outputs[0]);
  unsigned numOperands = structured.inputs.size() + structured.outputs.size();
  if (name == "reduce") {
    auto dims = arrayParameter(graph, structured.op, "dimensions");
    if (!dims || structured.inputs.empty())
      return;
    rank = rankOf(graph, structured.inputs[0]);
    structured.maps.assign(structured.inputs.size(), makeIdentity(rank));
    structured.maps.append(structured.outputs.size(),
                           selectDims(rank, *dims, /*drop=*/true));
    for (unsigned i = 0; i < rank; ++i)
      structured.iterators.push_back(
          llvm::is_contained(*dims, int64_t(i)) ? "reduction" : "parallel");
  } else if (name == "transpose" || name == "broadcast") {
    bool transpose = name == "transpose";
    auto dims = arrayParameter(graph, structured.op,
                               transpose ? "permutation" : "dimensions");
    if (!dims)
      return;
    AffineMapText input = selectDims(rank, *dims, /*drop=*/!transpose);
    if (transpose && dims->size() == rank) {
      // Output dim i is input dim permutation[i].
      AffineMapText identity = makeIdentity(rank);
      for (unsigned i = 0; i < rank; ++i)
        if ((*dims)[i] >= 0 && (*dims)[i] < rank)
          input.results[(*dims)[i]] = identity.results[i];
    }
    structured.maps = {input, makeIdentity(rank)};
  } else {
    // Element by element; a scalar operand has no indices.
    for (ValueId value : graph.operands(structured.op)) {
      unsigned operandRank = rankOf(graph, value);
      AffineMapText map = makeIdentity(rank);
      if (operandRank != rank)
        map.results.clear();
      if (operandRank != rank && operandRank != 0)
        return structured.maps.clear();
      structured.maps.push_back(map);
    }
  }
  if (structured.maps.size() != numOperands)
    return structured.maps.clear();
  for (unsigned i = 0; i < rank; ++i)
    structured.loopNames.push_back("d" + std::to_string(i));
  if (structured.iterators.empty())
    structured.iterators.assign(rank, "parallel");
}

static bool applyIndexingMaps(const OpGraph &graph, StructuredOp &structured) {
  StringRef text = graph.attr(structured.op, "indexing_maps").trim();
  if (!text.consume_front("[") || !text.consume_back("]"))
    return false;
  for (StringRef part : splitTopLevel(text)) {
    std::optional<AffineMapText> map = parseAffineMap(part);
    if (!map)
      return structured.maps.clear(), false;
    structured.maps.push_back(*map);
  }
  if (structured.maps.empty())
    return false;
  for (unsigned i = 0; i < structured.maps[0].numDims; ++i)
    structured.loopNames.push_back("d" + std::to_string(i));
  StringRef iterators = graph.attr(structured.op, "iterator_types").trim();
  if (iterators.consume_front("[") && iterators.consume_back("]"))
    for (StringRef part : splitTopLevel(iterators)) {
      // "parallel" or #linalg.iterator_type<parallel>
      part = part.trim("\"");
      if (part.consume_front("#linalg.iterator_type<"))
        part.consume_back(">");
      structured.iterators.push_back(part);
    }
  return true;
}

static void computeRanges(const OpGraph &graph, StructuredOp &structured) {
  structured.loopRanges.assign(structured.numLoops(), ShapedText::Dynamic);
  ArrayRef<ValueId> operands = graph.operands(structured.op);
  for (size_t i = 0; i < structured.maps.size() && i < operands.size(); ++i) {
    if (operands[i] == ValueId::None)
      continue;
    std::optional<ShapedText> shaped = parseShaped(graph.type(operands[i]));
    if (!shaped || shaped->dims.size() != structured.maps[i].results.size())
      continue;
    for (size_t j = 0; j < shaped->dims.size(); ++j)
      if (std::optional<unsigned> dim = structured.maps[i].results[j].asDim())
        if (*dim < structured.numLoops() &&
            shaped->dims[j] != ShapedText::Dynamic)
          structured.loopRanges[*dim] = shaped->dims[j];
  }
}

std::optional<StructuredOp> passdelta::getStructuredOp(const OpGraph &graph,
                                                       OpId op) {
  StringRef fullName = graph.name(op);
  if (!isStructuredName(fullName))
    return std::nullopt;
  StringRef name = fullName.split('.').second;
  StructuredOp structured;
  structured.op = op;
  if (!readSegments(graph, structured))
    return std::nullopt;
  const NamedOp *named = llvm::find_if(
      namedOps, [&](const NamedOp &entry) { return entry.name == name; });
  bool isNamed = named != std::end(namedOps);
  if (applyIndexingMaps(graph, structured)) {
    // A matmul with other maps (transposed, broadcast) keeps its loops' names.
    if (isNamed &&
        StringRef(named->loops).count(',') + 1 == structured.loopNames.size()) {
      llvm::SmallVector<StringRef, 8> loops;
      named->loops.split(loops, ',');
      for (size_t i = 0; i < loops.size(); ++i)
        structured.loopNames[i] = loops[i].str();
      if (structured.iterators.empty()) {
        StructuredOp standard;
        applyNamed(*named, standard);
        structured.iterators = standard.iterators;
      }
    }
  } else if (isNamed) {
    applyNamed(*named, structured);
  } else if (fullName.starts_with("linalg.") && name != "generic" &&
             name != "contract" && !name.starts_with("conv") &&
             !name.starts_with("pooling") && !name.starts_with("depthwise")) {
    applyByShape(graph, name, structured);
  }
  if (structured.maps.size() != graph.operands(op).size()) {
    structured.maps.clear();
    structured.loopNames.clear();
    structured.iterators.clear();
  }
  computeRanges(graph, structured);
  return structured;
}

unsigned StructuredOp::numReductions() const {
  return llvm::count(iterators, "reduction");
}

llvm::SmallVector<OpId, 8> passdelta::bodyOps(const OpGraph &graph, OpId op) {
  llvm::SmallVector<OpId, 8> ops;
  for (RegionId region = graph[op].firstRegion; region != RegionId::None;
       region = graph[region].next)
    for (BlockId block = graph[region].firstBlock; block != BlockId::None;
         block = graph[block].next)
      graph.forEachOp(block, [&](OpId inner) {
        if (!graph.name(inner).ends_with(".yield"))
          ops.push_back(inner);
      });
  return ops;
}
