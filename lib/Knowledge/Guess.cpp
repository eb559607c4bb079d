//===- Guess.cpp - What the name of an unknown pass suggests --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes are named after what they do: "iree-codegen-gpu-tile", "MyFusionPass".
// The name is cut into words, and words that name a transformation become
// intents. A pass whose name says that it only looks or prepares gets none.
//
//===----------------------------------------------------------------------===//

#include "passdelta/Knowledge/Knowledge.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace passdelta;

/// "ConvertMMAToLLVM" -> convert mma to llvm; "fuse-ops_now" -> fuse ops now.
static std::vector<std::string> splitWords(StringRef name) {
  std::vector<std::string> words(1);
  for (size_t i = 0; i < name.size(); ++i) {
    char c = name[i];
    bool nextIsLower = i + 1 < name.size() && llvm::isLower(name[i + 1]);
    bool startsWord =
        llvm::isUpper(c) && i && (!llvm::isUpper(name[i - 1]) || nextIsLower);
    if ((!llvm::isAlnum(c) || startsWord) && !words.back().empty())
      words.emplace_back();
    if (llvm::isAlnum(c))
      words.back() += llvm::toLower(c);
  }
  if (words.back().empty())
    words.pop_back();
  return words;
}

/// True if a pass with this word in its name only looks, or only prepares.
static bool onlyLooks(StringRef word) {
  return llvm::StringSwitch<bool>(word)
      .Cases(
          {"verify", "verifier", "validate", "validation", "print", "printer"},
          true)
      .Cases({"dump", "check", "analysis", "analyze", "test", "view", "stats"},
             true)
      .Cases({"select", "configure", "config", "snapshot", "pipeline"}, true)
      .Default(false);
}

static std::optional<Kind> kindOf(StringRef word) {
  return llvm::StringSwitch<std::optional<Kind>>(word)
      .Cases({"fuse", "fusion", "fusing"}, Kind::Fused)
      .Cases({"tile", "tiling", "tiler"}, Kind::Tiled)
      .Cases({"vectorize", "vectorization", "vectorizer"}, Kind::Vectorized)
      .Cases({"hoist", "hoisting", "licm", "motion"}, Kind::Hoisted)
      .Cases({"sink", "sinking"}, Kind::Sunk)
      .Cases({"unroll", "unrolling", "unroller"}, Kind::Unrolled)
      .Cases({"bufferize", "bufferization"}, Kind::Bufferized)
      .Cases({"lower", "lowering", "legalize", "convert", "conversion"},
             Kind::Lowered)
      .Cases({"cse", "deduplicate", "dedup"}, Kind::Deduplicated)
      .Cases({"dce", "prune"}, Kind::Erased)
      .Cases({"inline", "inliner", "inlining"}, Kind::Inlined)
      .Cases({"outline", "outlining"}, Kind::Outlined)
      .Cases({"peel", "peeling"}, Kind::Peeled)
      .Cases({"pad", "padding"}, Kind::Padded)
      .Cases({"interchange", "permute"}, Kind::Interchanged)
      .Cases({"coalesce", "coalescing", "collapse"}, Kind::Coalesced)
      .Cases({"distribute", "distribution"}, Kind::Distributed)
      .Cases({"parallelize", "parallelization"}, Kind::Parallelized)
      .Cases({"pack", "packing"}, Kind::Packed)
      .Cases({"layout", "layouts", "relayout"}, Kind::Layout)
      .Cases({"quantize", "quantization"}, Kind::Quantized)
      .Cases({"canonicalize", "canonicalizer", "canonicalization"},
             Kind::Simplified)
      .Cases({"simplify", "simplification"}, Kind::Simplified)
      .Cases({"fold", "folding", "folder", "sccp"}, Kind::Folded)
      .Cases({"generalize", "generalization"}, Kind::Generalized)
      .Cases({"specialize", "specialization"}, Kind::Specialized)
      .Cases({"promote", "promotion", "mem2reg", "sroa"}, Kind::Promoted)
      .Cases({"annotate", "attach"}, Kind::Annotated)
      .Cases({"pipelining", "pipeliner"}, Kind::Pipelined)
      .Cases({"normalize", "normalization"}, Kind::Normalized)
      .Default(std::nullopt);
}

/// `from` and `to` of "convert-x-to-y", "x-to-y" or "ConvertXToY".
static void guessLowering(ArrayRef<std::string> words, PassInfo &pass) {
  auto to = llvm::find(words, "to");
  if (to == words.end() || to == words.begin() || to + 1 == words.end())
    return;
  StringRef from = *(to - 1);
  if (kindOf(from))
    return;
  pass.lowersFrom = {from.str()};
  pass.lowersTo = {*(to + 1)};
  if (!llvm::is_contained(pass.intents, Kind::Lowered))
    pass.intents.push_back(Kind::Lowered);
}

/// Adds what one spelling of the name suggests. False if it says that the pass
/// does not transform.
static bool guessFromName(StringRef name, PassInfo &pass) {
  std::vector<std::string> words = splitWords(name);
  if (llvm::any_of(words, onlyLooks))
    return false;
  for (StringRef word : words)
    if (std::optional<Kind> kind = kindOf(word))
      if (!llvm::is_contained(pass.intents, *kind))
        pass.intents.push_back(*kind);
  // "tile-and-fuse" names both; "fold-unit-dims-to-x" and the like are read
  // as lowerings only where the name says convert or lower, or nothing else.
  if (pass.intents.empty() || pass.intents.front() == Kind::Lowered)
    guessLowering(words, pass);
  return true;
}

std::optional<PassInfo> Knowledge::guessPass(StringRef argument,
                                             StringRef className) const {
  PassInfo pass;
  if (const PassInfo *sameClass = findClass(className)) {
    pass = *sameClass;
  } else {
    StringRef stripped = stripClassName(className);
    bool isArgument = !argument.empty() && argument != className;
    if (!guessFromName(isArgument ? argument : stripped, pass))
      return std::nullopt;
    if (pass.intents.empty() && !guessFromName(stripped, pass))
      return std::nullopt;
    if (pass.intents.empty())
      return std::nullopt;
    pass.className = stripped.str();
    pass.anchor = "any";
  }
  pass.argument = argument.str();
  pass.checked = false;
  pass.inferred = true;
  return pass;
}
