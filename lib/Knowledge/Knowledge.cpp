//===- Knowledge.cpp - Look-ups in what is known --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passdelta/Knowledge/Knowledge.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace passdelta;

/// In the order of the bits of Role.
static constexpr StringRef roleNames[] = {
    "pure",        "constant",    "terminator",
    "commutative", "elementwise", "structured",
    "contraction", "loop",        "parallel-loop",
    "load",        "store",       "alloc",
    "dealloc",     "copy",        "view",
    "cast",        "call",        "function",
    "container",   "transpose",   "layout-conversion",
    "quantize",    "dequantize",  "branch",
    "slice",       "barrier",     "effect-free"};
static constexpr size_t numRoles = std::size(roleNames);
static_assert(Roles(Role::EffectFree) == Roles(1) << (numRoles - 1));

StringRef passdelta::toString(Role role) {
  return roleNames[llvm::countr_zero(Roles(role))];
}

std::optional<Role> passdelta::parseRole(StringRef text) {
  for (size_t i = 0; i < numRoles; ++i)
    if (roleNames[i] == text)
      return Role(Roles(1) << i);
  return std::nullopt;
}

ArrayRef<Role> passdelta::getAllRoles() {
  static const std::vector<Role> all = [] {
    std::vector<Role> roles;
    for (size_t i = 0; i < numRoles; ++i)
      roles.push_back(Role(Roles(1) << i));
    return roles;
  }();
  return all;
}

StringRef passdelta::stripClassName(StringRef className) {
  className = className.trim();
  // "foo::PassWrapper<(anonymous namespace)::Bar>": template arguments first,
  // since they may hold "::".
  className = className.take_until([](char c) { return c == '<'; });
  size_t scope = className.rfind("::");
  if (scope != StringRef::npos)
    className = className.drop_front(scope + 2);
  if (className.size() > strlen("Pass"))
    className.consume_back("Pass");
  return className;
}

llvm::Error Knowledge::addFile(StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer)
    return inputError(path, 0, 0, buffer.getError().message());
  return addText((*buffer)->getBuffer(), path);
}

llvm::Error Knowledge::addText(StringRef text, StringRef path) {
  llvm::Expected<DialectInfo> info = parseDialectInfo(text, path);
  if (!info)
    return info.takeError();
  add(std::move(*info));
  return llvm::Error::success();
}

/// Pure ops are effect-free; to list them once is enough.
static Roles withImplied(Roles roles) {
  if (roles & Roles(Role::Pure))
    roles |= Roles(Role::EffectFree);
  return roles;
}

void Knowledge::addRoles(const DialectInfo::RoleEntry &entry) {
  StringRef name = entry.op;
  if (name.consume_back(".*")) {
    dialectRoles[name] |= withImplied(entry.include);
    return;
  }
  OpEntry &known = opRoles[name];
  known.include |= withImplied(entry.include);
  // What is said last holds.
  known.exclude = (known.exclude & ~entry.include) | entry.exclude;
  known.include &= ~entry.exclude;
}

void Knowledge::resolveRoles() {
  for (auto &op : opRoles) {
    OpEntry &entry = op.second;
    Roles dialect = dialectRoles.lookup(op.first().split('.').first);
    entry.resolved = (dialect & ~entry.exclude) | entry.include;
  }
}

void Knowledge::indexPasses() {
  llvm::sort(passList, [](const PassInfo &before, const PassInfo &after) {
    return before.argument < after.argument;
  });
  passByArgument.clear();
  passByClass.clear();
  // Own names win over aliases, and what is known over what is inferred from
  // names: several compilers have a class ConversionPass.
  for (auto [index, pass] : llvm::enumerate(passList))
    passByArgument[pass.argument] = unsigned(index);
  for (bool inferred : {false, true})
    for (auto [index, pass] : llvm::enumerate(passList))
      if (pass.inferred == inferred && !pass.className.empty())
        passByClass.try_emplace(stripClassName(pass.className),
                                unsigned(index));
  for (auto [index, pass] : llvm::enumerate(passList))
    for (StringRef alias : pass.aliases) {
      passByArgument.try_emplace(alias, unsigned(index));
      passByClass.try_emplace(stripClassName(alias), unsigned(index));
    }
}

void Knowledge::add(DialectInfo info) {
  for (const DialectInfo::RoleEntry &entry : info.roles)
    addRoles(entry);
  resolveRoles();
  for (PassInfo &pass : info.passes) {
    auto known = passByArgument.find(pass.argument);
    if (known != passByArgument.end() &&
        passList[known->second].argument == pass.argument)
      passList[known->second] = std::move(pass);
    else
      passList.push_back(std::move(pass));
  }
  indexPasses();
}

Roles Knowledge::roles(StringRef name) const {
  auto op = opRoles.find(name);
  if (op != opRoles.end())
    return op->second.resolved;
  return dialectRoles.lookup(name.split('.').first);
}

const PassInfo *Knowledge::findClass(StringRef className) const {
  if (className.empty())
    return nullptr;
  auto found = passByClass.find(stripClassName(className));
  return found == passByClass.end() ? nullptr : &passList[found->second];
}

const PassInfo *Knowledge::findPass(StringRef argument,
                                    StringRef className) const {
  auto found = passByArgument.find(argument);
  if (found != passByArgument.end())
    return &passList[found->second];
  // An argument is lower case with dashes; anything else is a class name.
  bool isArgument = !argument.empty() && argument != className &&
                    !argument.contains("::") && !llvm::isUpper(argument[0]);
  if (isArgument)
    return nullptr;
  if (const PassInfo *pass = findClass(argument))
    return pass;
  return findClass(className);
}
