//===- Loader.cpp - Reads dialect information from YAML -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The grammar is small and typed: each place (the file, a pass, a lowering) has
// a table of keys, each key a function that reads its value. Whatever is not in
// the tables is an error with line and column. The first mistake ends it.
//
//===----------------------------------------------------------------------===//

#include "Grammar.h"
#include "passdelta/Knowledge/Knowledge.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"
#include <map>

using namespace passdelta;
using llvm::Error;
namespace yaml = llvm::yaml;

namespace {
/// One parse of one file.
class Loader {
public:
  Loader(StringRef text, StringRef path)
      : path(path), stream(text, sources, /*ShowColors=*/false) {
    sources.setDiagHandler(keepDiagnostic, this);
  }

  llvm::Expected<DialectInfo> load();

private:
  using KeyReader = llvm::function_ref<Error(
      StringRef key, yaml::ScalarNode &keyNode, yaml::Node &value)>;

  static void keepDiagnostic(const llvm::SMDiagnostic &diagnostic, void *self);
  Error fail(yaml::Node &at, const llvm::Twine &reason);
  Error syntaxError();

  Error readMapping(yaml::Node *node, StringRef place, KeyReader read);
  Error readText(yaml::Node &node, std::string &text);
  Error readName(yaml::Node &node, std::string &name);
  Error readFlag(yaml::Node &node, bool &flag);
  Error readEach(yaml::Node &node, StringRef what,
                 llvm::function_ref<Error(yaml::Node &item)> read);
  Error readNames(yaml::Node &node, std::vector<std::string> &names);
  Error readOps(yaml::Node &node, std::vector<std::string> &ops);
  Error checkOp(yaml::Node &node, StringRef op);

  Error readFileKey(StringRef key, yaml::Node &value);
  Error readRoles(yaml::Node &node);
  Error readRoleOps(Role role, yaml::Node &node);
  Error readPass(yaml::Node &node);
  Error readPassKey(StringRef key, yaml::Node &value, PassInfo &pass);
  Error readIntents(yaml::Node &node, PassInfo &pass);
  Error readLowers(yaml::Node &node, PassInfo &pass);
  Error readOptions(yaml::Node &node, PassInfo &pass);

  std::string path;
  llvm::SourceMgr sources;
  yaml::Stream stream;
  /// The first complaint of the YAML parser.
  std::optional<llvm::SMDiagnostic> diagnostic;

  std::vector<std::string> dialects;
  /// Ordered, so that the result is.
  std::map<std::string, DialectInfo::RoleEntry> roles;
  llvm::StringMap<unsigned> passLines;
  std::vector<PassInfo> passes;
};
} // namespace

void Loader::keepDiagnostic(const llvm::SMDiagnostic &diagnostic, void *self) {
  auto *loader = static_cast<Loader *>(self);
  if (!loader->diagnostic)
    loader->diagnostic = diagnostic;
}

Error Loader::syntaxError() {
  if (!diagnostic)
    return inputError(path, 0, 0, "not YAML");
  return inputError(path, diagnostic->getLineNo(),
                    diagnostic->getColumnNo() + 1,
                    "not YAML: " + diagnostic->getMessage());
}

Error Loader::fail(yaml::Node &at, const llvm::Twine &reason) {
  if (stream.failed())
    return syntaxError();
  auto [line, column] =
      sources.getLineAndColumn(at.getSourceRange().Start, /*BufferID=*/1);
  return inputError(path, line, column, reason);
}

Error Loader::readMapping(yaml::Node *node, StringRef place, KeyReader read) {
  auto *mapping = llvm::dyn_cast_or_null<yaml::MappingNode>(node);
  if (!mapping)
    return fail(*node, "expected a map of the keys of a " + place);
  llvm::StringMap<bool> seen;
  for (yaml::KeyValueNode &pair : *mapping) {
    auto *key = llvm::dyn_cast_or_null<yaml::ScalarNode>(pair.getKey());
    if (!key)
      return fail(pair, "expected a key");
    llvm::SmallString<32> storage;
    std::string name = key->getValue(storage).str();
    if (!seen.try_emplace(name, true).second)
      return fail(*key, "key '" + name + "' occurs twice");
    yaml::Node *value = pair.getValue();
    if (!value)
      return fail(*key, "key '" + name + "' has no value");
    if (Error error = read(name, *key, *value))
      return error;
  }
  return stream.failed() ? syntaxError() : Error::success();
}

Error Loader::readText(yaml::Node &node, std::string &text) {
  llvm::SmallString<128> storage;
  if (auto *scalar = llvm::dyn_cast<yaml::ScalarNode>(&node))
    text = scalar->getValue(storage).str();
  else if (auto *block = llvm::dyn_cast<yaml::BlockScalarNode>(&node))
    text = block->getValue().trim().str();
  else
    return fail(node, "expected a text");
  return Error::success();
}

Error Loader::readName(yaml::Node &node, std::string &name) {
  if (!llvm::isa<yaml::ScalarNode>(node))
    return fail(node, "expected a name");
  if (Error error = readText(node, name))
    return error;
  if (name.empty() || llvm::any_of(name, llvm::isSpace))
    return fail(node, "'" + name + "' is not a name");
  return Error::success();
}

Error Loader::readFlag(yaml::Node &node, bool &flag) {
  std::string text;
  if (llvm::isa<yaml::ScalarNode>(node))
    if (Error error = readText(node, text))
      return error;
  if (text != "true" && text != "false")
    return fail(node, "expected true or false");
  flag = text == "true";
  return Error::success();
}

Error Loader::readEach(yaml::Node &node, StringRef what,
                       llvm::function_ref<Error(yaml::Node &item)> read) {
  auto *sequence = llvm::dyn_cast<yaml::SequenceNode>(&node);
  if (!sequence)
    return fail(node, "expected a list of " + what);
  for (yaml::Node &item : *sequence)
    if (Error error = read(item))
      return error;
  return stream.failed() ? syntaxError() : Error::success();
}

Error Loader::readNames(yaml::Node &node, std::vector<std::string> &names) {
  return readEach(node, "names", [&](yaml::Node &item) {
    return readName(item, names.emplace_back());
  });
}

Error Loader::checkOp(yaml::Node &node, StringRef op) {
  auto [dialect, name] = op.split('.');
  if (dialect.empty() || name.empty())
    return fail(node,
                "'" + op + "' is not an op name such as 'my.op' or 'my.*'");
  if (!dialects.empty() && !llvm::is_contained(dialects, dialect))
    return fail(node, "'" + op + "' is of no dialect that this file describes");
  return Error::success();
}

Error Loader::readOps(yaml::Node &node, std::vector<std::string> &ops) {
  return readEach(node, "ops", [&](yaml::Node &item) -> Error {
    std::string &op = ops.emplace_back();
    if (Error error = readName(item, op))
      return error;
    if (!StringRef(op).contains('.'))
      return fail(item,
                  "'" + op + "' is not an op name such as 'my.op' or 'my.*'");
    return Error::success();
  });
}

Error Loader::readRoleOps(Role role, yaml::Node &node) {
  return readEach(node, "ops", [&](yaml::Node &item) -> Error {
    std::string text;
    if (Error error = readName(item, text))
      return error;
    StringRef op = text;
    bool isException = op.consume_front("-");
    if (Error error = checkOp(item, op))
      return error;
    if (isException && op.ends_with(".*"))
      return fail(item, "an exception names one op, not a dialect");
    DialectInfo::RoleEntry &entry = roles[op.str()];
    if ((entry.include | entry.exclude) & Roles(role))
      return fail(item,
                  "'" + op + "' occurs twice in role '" + toString(role) + "'");
    (isException ? entry.exclude : entry.include) |= Roles(role);
    return Error::success();
  });
}

Error Loader::readRoles(yaml::Node &node) {
  return readMapping(
      &node, "table of roles",
      [&](StringRef key, yaml::ScalarNode &keyNode, yaml::Node &value) {
        std::optional<Role> role = parseRole(key);
        if (role)
          return readRoleOps(*role, value);
        llvm::SmallVector<StringRef> known;
        for (Role each : getAllRoles())
          known.push_back(toString(each));
        return fail(keyNode,
                    "unknown role '" + key + "'" + didYouMean(key, known));
      });
}

Error Loader::readIntents(yaml::Node &node, PassInfo &pass) {
  return readEach(node, "kinds", [&](yaml::Node &item) -> Error {
    std::string text;
    if (Error error = readName(item, text))
      return error;
    if (std::optional<Kind> kind = parseKind(text)) {
      pass.intents.push_back(*kind);
      return Error::success();
    }
    llvm::SmallVector<StringRef> known;
    for (unsigned i = 0; i <= unsigned(Kind::Created); ++i)
      known.push_back(toString(Kind(i)));
    return fail(item, "unknown kind '" + text + "'" + didYouMean(text, known));
  });
}

Error Loader::readLowers(yaml::Node &node, PassInfo &pass) {
  return readMapping(
      &node, "lowers",
      [&](StringRef key, yaml::ScalarNode &keyNode, yaml::Node &value) {
        if (key == "from")
          return readNames(value, pass.lowersFrom);
        if (key == "to")
          return readNames(value, pass.lowersTo);
        return fail(keyNode, unknownKey(key, "lowers"));
      });
}

Error Loader::readOptions(yaml::Node &node, PassInfo &pass) {
  return readMapping(&node, "table of options",
                     [&](StringRef key, yaml::ScalarNode &, yaml::Node &value) {
                       return readText(
                           value, pass.options.emplace_back(key, "").second);
                     });
}

Error Loader::readPassKey(StringRef key, yaml::Node &value, PassInfo &pass) {
  if (key == "pass")
    return readName(value, pass.argument);
  if (key == "class")
    return readName(value, pass.className);
  if (key == "aliases")
    return readNames(value, pass.aliases);
  if (key == "anchor")
    return readName(value, pass.anchor);
  if (key == "summary")
    return readText(value, pass.summary);
  if (key == "intents")
    return readIntents(value, pass);
  if (key == "candidates")
    return readOps(value, pass.candidates);
  if (key == "lowers")
    return readLowers(value, pass);
  if (key == "options")
    return readOptions(value, pass);
  if (key == "source")
    return readText(value, pass.source);
  if (key == "checked")
    return readFlag(value, pass.checked);
  assert(key == "inferred" && "the table of keys has one that is not read");
  return readFlag(value, pass.inferred);
}

Error Loader::readPass(yaml::Node &node) {
  PassInfo pass;
  pass.anchor = "any";
  bool hasIntents = false;
  Error error = readMapping(
      &node, "pass",
      [&](StringRef key, yaml::ScalarNode &keyNode, yaml::Node &value) {
        if (!isKey(key, "pass"))
          return fail(keyNode, unknownKey(key, "pass"));
        hasIntents |= key == "intents";
        return readPassKey(key, value, pass);
      });
  if (error)
    return error;
  if (pass.argument.empty())
    return fail(node, "a pass needs the key 'pass'");
  if (!hasIntents)
    return fail(node, "pass '" + pass.argument + "' needs the key 'intents'");
  if (!passLines.try_emplace(pass.argument, 0).second)
    return fail(node, "pass '" + pass.argument + "' occurs twice");
  passes.push_back(std::move(pass));
  return Error::success();
}

Error Loader::readFileKey(StringRef key, yaml::Node &value) {
  std::string ignored;
  if (key == "dialects")
    return readNames(value, dialects);
  if (key == "summary" || key == "source")
    return readText(value, ignored);
  if (key == "roles")
    return readRoles(value);
  assert(key == "passes" && "the table of keys has one that is not read");
  return readEach(value, "passes",
                  [&](yaml::Node &item) { return readPass(item); });
}

llvm::Expected<DialectInfo> Loader::load() {
  yaml::document_iterator document = stream.begin();
  if (stream.failed())
    return syntaxError();
  yaml::Node *root = document == stream.end() ? nullptr : document->getRoot();
  if (stream.failed())
    return syntaxError();
  if (!root || llvm::isa<yaml::NullNode>(root))
    return inputError(path, 1, 1, "the file says nothing");
  Error error = readMapping(
      root, "file",
      [&](StringRef key, yaml::ScalarNode &keyNode, yaml::Node &value) {
        if (!isKey(key, "file"))
          return fail(keyNode, unknownKey(key, "file"));
        return readFileKey(key, value);
      });
  if (error)
    return error;
  ++document;
  if (stream.failed())
    return syntaxError();
  if (document != stream.end())
    return inputError(path, 0, 0, "more than one YAML document");

  DialectInfo info;
  for (auto &[name, entry] : roles) {
    entry.op = name;
    info.roles.push_back(std::move(entry));
  }
  info.passes = std::move(passes);
  return info;
}

llvm::Expected<DialectInfo> passdelta::parseDialectInfo(StringRef text,
                                                        StringRef path) {
  return Loader(text, path).load();
}
