//===- Builtin.cpp - What is compiled in ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// dialects/*.yaml were parsed when passdelta was built (a mistake in them fails
// the build); here constant tables are only turned into a Knowledge.
//
//===----------------------------------------------------------------------===//

#include "Builtin.h"
#include "passdelta/Knowledge/Knowledge.h"

using namespace passdelta;

#include "Builtin.inc"

static std::vector<std::string> splitItems(StringRef text) {
  std::vector<std::string> items;
  while (!text.empty()) {
    auto [item, rest] = text.split('\n');
    items.push_back(item.str());
    text = rest;
  }
  return items;
}

static PassInfo toPassInfo(const BuiltinPass &pass) {
  PassInfo info;
  info.argument = pass.argument;
  info.className = pass.className;
  info.aliases = splitItems(pass.aliases);
  info.summary = pass.summary;
  info.anchor = pass.anchor;
  for (char intent : StringRef(pass.intents))
    info.intents.push_back(Kind(intent - 1));
  info.lowersFrom = splitItems(pass.lowersFrom);
  info.lowersTo = splitItems(pass.lowersTo);
  info.candidates = splitItems(pass.candidates);
  std::vector<std::string> options = splitItems(pass.options);
  for (size_t i = 0; i + 1 < options.size(); i += 2)
    info.options.emplace_back(std::move(options[i]), std::move(options[i + 1]));
  info.source = pass.source;
  info.checked = pass.checked;
  info.inferred = pass.inferred;
  return info;
}

Knowledge Knowledge::builtin() {
  DialectInfo info;
  info.roles.reserve(std::size(builtinRoles));
  for (const BuiltinRole &role : builtinRoles)
    info.roles.push_back({role.op, role.include, role.exclude});
  info.passes.reserve(std::size(builtinPasses));
  for (const BuiltinPass &pass : builtinPasses)
    info.passes.push_back(toPassInfo(pass));
  Knowledge knowledge;
  knowledge.add(std::move(info));
  return knowledge;
}
