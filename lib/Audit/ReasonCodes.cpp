//===- ReasonCodes.cpp - Why a candidate may be left alone ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The stable codes of `reason.code`. docs/reasons.md has a section for each; a
// test compares the two.
//
//===----------------------------------------------------------------------===//

#include "passdelta/Audit/Audit.h"

using namespace passdelta;

/// In the order of docs/reasons.md. Codes are never renamed or removed: users
/// filter by them.
static constexpr ReasonCode reasonCodes[] = {
    {"multi-use", "legality",
     "the producer (value, constant, buffer) has other users"},
    {"wrong-op-form", "kind",
     "a named op where the pass matches generic ones (or the reverse), loops "
     "of another dialect, an op form it does not match"},
    {"buffer-semantics", "kind",
     "the op works on memrefs where the pass wants tensors"},
    {"tensor-semantics", "kind",
     "the op works on tensors where the pass wants buffers"},
    {"not-elementwise", "legality",
     "producer or consumer is not elementwise or parallel (reduction, scan)"},
    {"init-operand", "legality",
     "the edge goes through an init (outs) operand, or a bound would be lost "
     "with it"},
    {"indexing-map", "legality",
     "map is not the permutation or projection the pass needs"},
    {"shape-mismatch", "legality", "sizes, ranks or bounds of the two differ"},
    {"dynamic-shape", "capability", "a size or trip count is not static"},
    {"non-divisible", "legality",
     "a size is not a multiple of the tile, pack or vector size"},
    {"non-unit-stride", "legality",
     "access is not contiguous in the wanted dimension"},
    {"non-affine", "legality", "index or bound is not affine"},
    {"loop-carried-dependence", "legality",
     "an iteration depends on an earlier one, or on another loop's at a "
     "distance"},
    {"may-alias", "legality", "two buffers may be the same memory"},
    {"intervening-op", "legality",
     "an op with effects, or a use, stands between"},
    {"side-effect", "legality",
     "the op itself reads, writes or has unknown effects"},
    {"not-speculatable", "legality",
     "the op may trap or be undefined if executed where it was not"},
    {"not-invariant", "legality", "an operand is defined inside the loop"},
    {"imperfect-nest", "legality", "ops between the loops of the nest"},
    {"non-rectangular", "legality",
     "an inner bound depends on an outer induction variable"},
    {"iter-args", "capability",
     "the loop carries values the pass does not handle"},
    {"reduction", "capability",
     "a reduction the pass does not handle, or its combiner is unknown"},
    {"trip-count", "legality", "trip count unknown, or below the factor"},
    {"cost-model", "profitability",
     "legal, but the pass's cost model or threshold declined"},
    {"option-off", "option",
     "an option, attribute or default of the pass turns it off"},
    {"already-done", "kind", "marked or mapped already"},
    {"unmapped", "order",
     "a mapping, annotation or config the pass relies on is not there"},
    {"config-mismatch", "order",
     "two configs or attributes that must agree do not"},
    {"unsupported-op", "capability",
     "no pattern, interface or implementation for this op"},
    {"unsupported-type", "capability",
     "a type, element type, rank or width the pass does not handle"},
    {"no-interface", "capability",
     "the op or a user lacks the interface that is needed"},
    {"prerequisite", "order", "another pass has to run first"},
    {"undone-later", "order", "a later pass undid it"},
    {"wrong-anchor", "scope",
     "the pass is nested on an op kind where it never meets the candidate, or "
     "never ran on it"},
    {"region-barrier", "scope",
     "the op sits in a region (if, other block, other scope) that the pass "
     "does not enter or leave"},
    {"multi-block", "capability",
     "control flow of several blocks where one is expected"},
    {"external-or-recursive", "legality",
     "the callee has no body or calls itself"},
    {"escapes", "legality",
     "the buffer or value escapes: returned, yielded, passed on"},
    {"dynamic-index", "legality", "indexed by a value that is not constant"},
    {"too-large", "profitability", "over a size limit of the pass"},
    {"write-conflict", "legality",
     "a write and a read conflict: a copy, a barrier or an order has to stay"},
    {"attribute-mismatch", "legality",
     "equal but for attributes, properties or flags"},
    {"numerics", "legality",
     "would change results: signed zero, fast-math flag missing, rounding"},
    {"unknown-range", "legality", "value range not known to be small enough"},
    {"use-chain", "legality",
     "a producer or user further along does not have the form the pattern "
     "needs"},
    {"unrecognized-body", "capability",
     "the region computes something the pass does not recognise"},
    {"type-mismatch", "legality", "the types of the two do not agree"},
    {"layout-conflict", "legality", "an operand or user holds another layout"},
    {"dominance", "legality", "a value that is needed is defined later"},
    {"innermost-only", "scope",
     "the pass takes only innermost (or outermost) loops, or runs only once"},
    {"not-targeted", "scope", "a script, filter or list names other ops"},
    {"no-effect", "profitability",
     "done, but with size, factor or trip count 1: nothing is gained"},
    {"attribute-dropped", "order",
     "an attribute that was needed got lost in a rewrite"},
    {"visibility", "legality", "the symbol is public or used from outside"},
    {"failure-suppressed", "scope",
     "a failure was swallowed (transform `failures(suppress)`)"},
    {"empty-match", "scope", "a matcher or handle matched nothing"},
    {"dead-leftover", "kind",
     "only looks unconverted: no users, will be erased (never a missed "
     "finding)"},
    {"unreadable", "none", "the text of the snapshot could not be read"},
    {"unknown", "none", "left alone, and no test explains it"},
};

ArrayRef<ReasonCode> passdelta::getReasonCodes() { return reasonCodes; }
