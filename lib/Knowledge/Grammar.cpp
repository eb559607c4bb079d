//===- Grammar.cpp - The keys of dialect information ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Grammar.h"

using namespace passdelta;

static constexpr GrammarKey grammarKeys[] = {
    {"file", "dialects", "list of names",
     "the dialects that the file describes; if it is there, ops of other "
     "dialects are errors"},
    {"file", "summary", "text", "what the dialects or the compiler are"},
    {"file", "source", "text", "where the claims of the file come from"},
    {"file", "roles", "map of roles to lists of ops",
     "`load: [my.load, my.gather]`; `my.*` is every op of a dialect, and "
     "`-my.store` is an exception to it"},
    {"file", "passes", "list of passes", "what the passes are for"},
    {"pass", "pass", "name", "the argument, as on a command line; required"},
    {"pass", "class", "name",
     "the C++ class, as older logs name it, without namespaces"},
    {"pass", "aliases", "list of names", "former arguments and class names"},
    {"pass", "anchor", "name", "the op it runs on, or `any` (the default)"},
    {"pass", "summary", "text", "one line"},
    {"pass", "intents", "list of kinds",
     "what it is for, most important first; `[]` if it changes no IR by "
     "itself; required"},
    {"pass", "candidates", "list of ops",
     "what the intents apply to; `my.*` is every op of a dialect"},
    {"pass", "lowers", "from and to", "for intent `lowered`"},
    {"pass", "options", "map of names to text",
     "the options with their defaults"},
    {"pass", "source", "text", "where the claims come from"},
    {"pass", "checked", "flag",
     "`true` if a run showed the effect; the default is `false`"},
    {"pass", "inferred", "flag",
     "`true` if the entry was made from the name alone: what follows from it "
     "is then at most inferred"},
    {"lowers", "from", "list of names", "dialects or ops that shall go"},
    {"lowers", "to", "list of names", "dialects or ops that shall come"},
};

ArrayRef<GrammarKey> passdelta::getGrammarKeys() { return grammarKeys; }

std::string passdelta::didYouMean(StringRef text, ArrayRef<StringRef> known) {
  StringRef best;
  unsigned bestDistance = std::max<size_t>(text.size() / 3, 2) + 1;
  for (StringRef name : known) {
    unsigned distance = text.edit_distance(name, true, bestDistance);
    if (distance < bestDistance) {
      best = name;
      bestDistance = distance;
    }
  }
  return best.empty() ? "" : ("; did you mean '" + best + "'?").str();
}

bool passdelta::isKey(StringRef key, StringRef place) {
  return llvm::any_of(grammarKeys, [&](const GrammarKey &each) {
    return each.place == place && each.key == key;
  });
}

std::string passdelta::unknownKey(StringRef key, StringRef place) {
  llvm::SmallVector<StringRef> known;
  for (const GrammarKey &each : grammarKeys)
    if (each.place == place)
      known.push_back(each.key);
  return ("unknown key '" + key + "' in a " + place).str() +
         didYouMean(key, known);
}
