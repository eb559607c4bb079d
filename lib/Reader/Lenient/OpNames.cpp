//===- OpNames.cpp - What the reader has to know of an op by name ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpNames.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace passdelta;
using namespace passdelta::lenient;

/// SingleBlockImplicitTerminator of LLVM 22 and of dialects outside, where the
/// custom form leaves the terminator out.
static StringRef implicitTerminatorOf(StringRef name) {
  return llvm::StringSwitch<StringRef>(name)
      .Cases({"scf.for", "scf.if", "scf.index_switch"}, "scf.yield")
      .Cases({"loop.for", "loop.if", "loop.parallel"}, "loop.terminator")
      .Case("scf.parallel", "scf.reduce")
      .Case("scf.forall", "scf.forall.in_parallel")
      .Cases({"affine.for", "affine.if", "affine.parallel"}, "affine.yield")
      .Cases({"emitc.for", "emitc.if"}, "emitc.yield")
      .Cases({"transform.sequence", "transform.named_sequence",
              "transform.foreach", "transform.alternatives"},
             "transform.yield")
      .Cases({"async.execute"}, "async.yield")
      .Cases({"fir.if", "fir.do_loop"}, "fir.result")
      .Case("memref.alloca_scope", "memref.alloca_scope.return")
      .Case("gpu.warp_execute_on_lane_0", "gpu.yield")
      .Case("vector.warp_execute_on_lane_0", "vector.yield")
      .Case("vector.mask", "vector.yield")
      .Case("sparse_tensor.foreach", "sparse_tensor.yield")
      .Case("sparse_tensor.iterate", "sparse_tensor.yield")
      .Default("");
}

static StringRef defaultDialectOf(StringRef name) {
  if (name.starts_with("cuda_tile."))
    return "cuda_tile";
  return llvm::StringSwitch<StringRef>(name)
      .Case("builtin.module", "builtin")
      .Case("func.func", "func")
      .Case("async.func", "async")
      .Case("handshake.func", "handshake")
      .Cases({"pdl.pattern", "pdl.rewrite"}, "pdl")
      .Cases({"transform.sequence", "transform.named_sequence",
              "transform.with_pdl_patterns"},
             "transform")
      .Cases({"shape.function_library", "shape.func"}, "shape")
      .Cases({"emitc.file", "emitc.class", "emitc.expression", "emitc.for"},
             "emitc")
      .Cases({"emitc.func", "emitc.if", "emitc.switch", "emitc.do"}, "emitc")
      .Default("");
}

/// The part after the last dot.
static StringRef lastPart(StringRef name) {
  return name.drop_front(name.rfind('.') + 1);
}

static bool looksLikeTerminator(StringRef name) {
  StringRef last = lastPart(name);
  return last.contains("yield") || last.contains("return") ||
         last.contains("terminator") || last.ends_with("br") ||
         llvm::StringSwitch<bool>(last)
             .Cases({"condition", "unreachable", "result", "in_parallel"}, true)
             .Cases({"switch", "invoke", "resume", "continue", "break"}, true)
             .Cases({"reduce", "end", "exit", "output", "done"}, true)
             .Cases({"Return", "ReturnValue", "Branch"}, true)
             .Cases({"BranchConditional", "Unreachable", "Kill"}, true)
             .Default(false);
}

static bool isIsolated(StringRef name) {
  if (name == "torch.nn_module" || name == "systemc.func")
    return false;
  StringRef last = lastPart(name);
  return last.ends_with("func") || last.ends_with("module") ||
         llvm::StringSwitch<bool>(name)
             .Cases({"flow.dispatch.workgroups", "pdl.pattern"}, true)
             .Cases({"util.initializer", "vm.initializer"}, true)
             .Cases({"transform.named_sequence", "ml_program.subgraph"}, true)
             .Default(false);
}

/// linalg ops whose custom form prints no region although they have one.
static bool hidesBody(StringRef name) {
  if (!name.consume_front("linalg."))
    return false;
  return llvm::StringSwitch<bool>(name)
      .Cases({"generic", "map", "reduce", "index", "yield"}, false)
      .Cases({"pack", "unpack", "softmax", "init_tensor"}, false)
      .Cases({"indexed_generic", "tiled_loop", "range", "reshape"}, false)
      .Default(!name.starts_with("winograd_"));
}

static bool refersToSymbol(StringRef name) {
  StringRef last = lastPart(name);
  return name.contains("call") || name.contains(".load") ||
         name.contains(".store") || last.contains("load") ||
         last.contains("store") || last.contains("addressof") ||
         last.contains("address_of") || last.contains("include") ||
         last.contains("instance") || last.contains("instantiate") ||
         last.contains("get_global") || last.contains("dispatch") ||
         name.contains("launch") ||
         llvm::StringSwitch<bool>(name)
             .Cases({"vm.export", "spirv.EntryPoint", "spv.EntryPoint"}, true)
             .Cases({"spirv.ExecutionMode", "spv.ExecutionMode"}, true)
             .Cases({"spirv.FunctionCall", "spv.FunctionCall"}, true)
             .Cases({"llvm.invoke", "transform.foreach_match"}, true)
             .Cases({"irdl.base", "irdl.parametric", "fir.has_value"}, true)
             .Cases({"func.constant", "std.constant"}, true)
             .Case("aie.objectfifo.link", true)
             .Default(false);
}

/// Ops that people write without a name for their result.
static bool alwaysHasResult(StringRef name) {
  if (name.starts_with("arith."))
    return !name.ends_with("_extended");
  return name.starts_with("math.") || name == "memref.load" ||
         name == "affine.load" || name == "memref.atomic_rmw";
}

static ResultRule resultRuleOf(StringRef name) {
  StringRef last = lastPart(name);
  if (last == "dim" || last == "rank")
    return ResultRule::Index;
  if (last == "cmpi" || last == "cmpf" || last == "icmp" || last == "fcmp" ||
      name == "index.cmp" || name.starts_with("math.is"))
    return ResultRule::Bool;
  return llvm::StringSwitch<ResultRule>(name)
      .Cases({"memref.load", "affine.load", "tensor.extract", "std.load",
              "vector.extractelement", "memref.atomic_rmw"},
             ResultRule::Element)
      .Cases({"memref.generic_atomic_rmw", "std.extract_element",
              "llvm.extractelement", "vector.to_elements"},
             ResultRule::Element)
      .Cases({"complex.re", "complex.im", "complex.abs", "complex.angle"},
             ResultRule::Element)
      .Case("math.fpowi", ResultRule::First)
      .Cases({"vector.deinterleave", "tt.split"}, ResultRule::Each)
      .Cases({"linalg.transpose", "linalg.broadcast", "linalg.map",
              "linalg.reduce"},
             ResultRule::Inits)
      .Case("vector.outerproduct", ResultRule::Outer)
      .Cases({"complex.eq", "complex.neq", "firrtl.subfield", "firrtl.subindex",
              "firrtl.subaccess"},
             ResultRule::Unknown)
      .Cases({"hw.struct_extract", "hw.array_get", "comb.parity"},
             ResultRule::Unknown)
      .StartsWith("shape.cstr_", ResultRule::Unknown)
      .StartsWith("vm.cmp.", ResultRule::Unknown)
      .Default(ResultRule::Same);
}

/// The type of the results of ops whose custom form prints none, from their
/// definitions; for rule Unknown also where another type is printed.
static StringRef resultTypeOf(StringRef name) {
  if (name.starts_with("vm.const."))
    return llvm::StringSwitch<StringRef>(name.drop_front(9).take_front(3))
        .Case("i32", "i32")
        .Case("i64", "i64")
        .Case("f32", "f32")
        .Case("f64", "f64")
        .Default("");
  if (name.starts_with("vm.cmp."))
    return "i32";
  if (name.starts_with("shape.cstr_"))
    return "!shape.witness";
  return llvm::StringSwitch<StringRef>(name)
      .Cases({"affine.apply", "affine.min", "affine.max"}, "index")
      .Cases({"arith.constant", "std.constant", "hw.constant"}, "i1")
      .Cases({"index.cmp", "index.bool.constant", "comb.parity"}, "i1")
      .Cases({"complex.eq", "complex.neq"}, "i1")
      .Cases({"flow.dispatch.workgroup_count_from_slice",
              "iree_tensor_ext.dispatch.workgroup_count_from_slice"},
             "index")
      .Cases({"gpu.thread_id", "gpu.block_id", "gpu.block_dim"}, "index")
      .Cases({"gpu.grid_dim", "gpu.global_id", "gpu.lane_id"}, "index")
      .Cases({"gpu.subgroup_id", "gpu.num_subgroups"}, "index")
      .Cases({"vector.vscale", "xla.workgroup_id", "aie.tile"}, "index")
      .Cases({"aie.lock", "aie.mem", "aie.core", "aie.switchbox"}, "index")
      .Cases({"aie.shim_mux", "aie.shim_dma"}, "index")
      .Cases({"gpu.wait", "gpu.memcpy", "gpu.dealloc"}, "!gpu.async.token")
      .Case("async.execute", "!async.token")
      .Case("async.coro.id", "!async.coro.id")
      .Case("async.coro.begin", "!async.coro.handle")
      .Case("async.coro.save", "!async.coro.state")
      .Cases({"ttg.async_commit_group", "ttg.async_wait"}, "!ttg.async.token")
      .Case("shape.assuming_all", "!shape.witness")
      .Case("torch.constant.int", "!torch.int")
      .Case("torch.constant.float", "!torch.float")
      .Case("torch.constant.bool", "!torch.bool")
      .Case("torch.constant.none", "!torch.none")
      .Case("torch.constant.str", "!torch.str")
      .Case("krnl.define_loops", "!krnl.loop")
      .Case("llhd.constant_time", "!llhd.time")
      .StartsWith("index.", "index")
      .Default("");
}

OpTraits passdelta::lenient::traitsOf(StringRef name) {
  OpTraits traits;
  traits.implicitTerminator = implicitTerminatorOf(name);
  traits.defaultDialect = defaultDialectOf(name);
  traits.regionDialect = name.take_front(name.find('.'));
  if (!name.contains('.') || traits.regionDialect == "builtin" ||
      traits.regionDialect == "func")
    traits.regionDialect = "";
  traits.isTerminator = looksLikeTerminator(name);
  traits.isIsolated = isIsolated(name);
  traits.isModule = name == "builtin.module";
  traits.hasResult = alwaysHasResult(name);
  traits.hasBlock = traits.isModule || !traits.implicitTerminator.empty() ||
                    name == "scf.forall.in_parallel" ||
                    lastPart(name).ends_with("module");
  traits.hidesBody = hidesBody(name);
  traits.refersToSymbol = refersToSymbol(name);
  traits.affineSubscripts =
      llvm::StringSwitch<bool>(name)
          .Cases({"affine.load", "affine.store", "affine.vector_load"}, true)
          .Cases({"affine.vector_store", "affine.prefetch"}, true)
          .Cases({"affine.dma_start", "affine.dma_wait"}, true)
          .Default(false);
  traits.operandOrder =
      llvm::StringSwitch<OperandOrder>(name)
          .Cases({"llvm.insertvalue", "llvm.insertelement"},
                 OperandOrder::SwapFirst)
          .Cases({"linalg.pack", "linalg.unpack", "tensor.pack"},
                 OperandOrder::LastSecond)
          .Case("tensor.unpack", OperandOrder::LastSecond)
          .Default(OperandOrder::Text);
  traits.forwardsResults = name == "vector.mask";
  traits.sharesArguments = name == "stablehlo.while" || name == "mhlo.while";
  traits.launchArguments = name == "gpu.launch";
  traits.hasShortBody = name == "linalg.map" || name == "linalg.reduce";
  traits.resultRule = resultRuleOf(name);
  traits.resultType = resultTypeOf(name);
  return traits;
}

/// The `std` ops of 2019 to 2021 that print no prefix, besides those of today's
/// `func` dialect.
static bool isStdOp(StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases({"absf", "addf", "addi", "alloc", "alloca", "and"}, true)
      .Cases({"assert", "assume_alignment", "atan", "atan2"}, true)
      .Cases({"atomic_rmw", "atomic_yield", "bitcast", "br"}, true)
      .Cases({"ceilf", "cmpf", "cmpi", "cond_br", "constant"}, true)
      .Cases({"copysign", "cos", "create_complex", "dealloc", "dim"}, true)
      .Cases({"divf", "divi_signed", "divi_unsigned", "divis"}, true)
      .Cases({"diviu", "dma_start", "dma_wait", "exp", "exp2"}, true)
      .Cases({"extract_element", "floorf", "fpext", "fptosi"}, true)
      .Cases({"fptoui", "fptrunc", "generic_atomic_rmw"}, true)
      .Cases({"get_global_memref", "global_memref", "im", "index_cast"}, true)
      .Cases({"load", "log", "log10", "log2", "memref_cast"}, true)
      .Cases({"memref_reinterpret_cast", "memref_reshape", "mulf"}, true)
      .Cases({"muli", "negf", "or", "powf", "prefetch", "rank", "re"}, true)
      .Cases({"remf", "remi_signed", "remi_unsigned", "remis"}, true)
      .Cases({"remiu", "rsqrt", "select", "shift_left"}, true)
      .Cases({"shift_right_signed", "shift_right_unsigned", "sexti"}, true)
      .Cases({"sin", "sitofp", "splat", "sqrt", "store", "subf"}, true)
      .Cases({"subi", "sub_view", "subview", "subtensor"}, true)
      .Cases({"subtensor_insert", "switch", "tanh", "tensor_cast"}, true)
      .Cases({"tensor_from_elements", "tensor_load", "tensor_store"}, true)
      .Cases({"transpose", "trunci", "uitofp", "view", "xor"}, true)
      .Cases({"zexti", "fmaf", "maxf", "minf", "maxsi", "maxui"}, true)
      .Cases({"minsi", "minui", "ceildivi_signed"}, true)
      .Cases({"floordivi_signed", "dynamic_tensor_from_elements"}, true)
      .Default(false);
}

/// Words that continue an op on a new line.
static bool continuesOp(StringRef word) {
  return llvm::StringSwitch<bool>(word)
      .Cases({"else", "do", "ins", "outs", "attributes", "attrs"}, true)
      .Cases({"iter_args", "step", "to", "in", "into", "init"}, true)
      .Cases({"loc", "case", "default", "from", "with", "at"}, true)
      .Cases({"args", "where", "reducer", "cond", "failures"}, true)
      .Default(false);
}

StringRef passdelta::lenient::expandOpName(StringRef name,
                                           StringRef defaultDialect,
                                           std::string &storage) {
  if (name.contains('.'))
    return name;
  auto full = [&](StringRef dialect) -> StringRef {
    storage.assign(dialect.data(), dialect.size());
    storage += '.';
    storage.append(name.data(), name.size());
    return storage;
  };
  if (name == "module" || name == "unrealized_conversion_cast" ||
      name == "module_terminator")
    return full("builtin");
  if (name == "func")
    return full("func");
  if (!defaultDialect.empty() && defaultDialect != "builtin" &&
      defaultDialect != "func")
    return continuesOp(name) ? StringRef() : full(defaultDialect);
  if (name == "return" || name == "call" || name == "call_indirect")
    return full("func");
  if (isStdOp(name))
    return full("std");
  return StringRef();
}
