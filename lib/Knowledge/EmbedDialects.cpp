//===- EmbedDialects.cpp - dialects/*.yaml as C++ tables ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Run by the build: embed-dialects OUT.inc FILE.yaml... Parsing at build time
// keeps start-up short and turns mistakes in the files into build errors.
//
//===----------------------------------------------------------------------===//

#include "Builtin.h"
#include "passdelta/Knowledge/Knowledge.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace passdelta;

namespace {
/// What all files say together.
struct Collected {
  std::map<std::string, DialectInfo::RoleEntry> roles;
  std::map<std::string, PassInfo> passes;
};
} // namespace

/// Adds what the file `path` says; a pass may be in one file only.
static llvm::Error collect(StringRef path, Collected &all) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer)
    return inputError(path, 0, 0, buffer.getError().message());
  auto info = parseDialectInfo((*buffer)->getBuffer(), path);
  if (!info)
    return info.takeError();
  for (DialectInfo::RoleEntry &entry : info->roles) {
    DialectInfo::RoleEntry &known = all.roles[entry.op];
    known.op = entry.op;
    known.include |= entry.include;
    known.exclude |= entry.exclude;
  }
  for (PassInfo &pass : info->passes)
    if (std::string argument = pass.argument;
        !all.passes.try_emplace(argument, std::move(pass)).second)
      return inputError(path, 0, 0,
                        "pass '" + argument + "' is in another file as well");
  return llvm::Error::success();
}

static void printString(llvm::raw_ostream &os, StringRef text) {
  os << '"';
  os.write_escaped(text, /*UseHexEscapes=*/false);
  os << "\",";
}

static void printItems(llvm::raw_ostream &os, ArrayRef<std::string> items) {
  std::string text;
  for (StringRef item : items)
    text += (item + "\n").str();
  printString(os, text);
}

static void printPass(llvm::raw_ostream &os, const PassInfo &pass) {
  std::string intents;
  for (Kind kind : pass.intents)
    intents += char(unsigned(kind) + 1);
  std::vector<std::string> options;
  for (const auto &[name, value] : pass.options)
    options.insert(options.end(), {name, value});
  os << "  {";
  printString(os, pass.argument);
  printString(os, pass.className);
  printItems(os, pass.aliases);
  printString(os, pass.summary);
  printString(os, pass.anchor);
  printString(os, intents);
  printItems(os, pass.lowersFrom);
  printItems(os, pass.lowersTo);
  printItems(os, pass.candidates);
  printItems(os, options);
  printString(os, pass.source);
  os << (pass.checked ? "true" : "false") << ','
     << (pass.inferred ? "true" : "false") << "},\n";
}

int main(int argc, char **argv) {
  if (argc < 3) {
    llvm::errs() << "usage: embed-dialects OUT.inc FILE.yaml...\n";
    return 2;
  }
  Collected all;
  for (StringRef path : llvm::ArrayRef(argv + 2, argc - 2))
    if (llvm::Error error = collect(path, all)) {
      llvm::errs() << "error: " << toString(std::move(error)) << '\n';
      return 1;
    }

  std::error_code error;
  llvm::raw_fd_ostream os(argv[1], error);
  if (error) {
    llvm::errs() << "error: " << argv[1] << ": " << error.message() << '\n';
    return 1;
  }
  os << "// Made by embed-dialects from dialects/*.yaml.\n"
        "static constexpr BuiltinRole builtinRoles[] = {\n";
  for (const auto &[name, entry] : all.roles)
    os << "  {\"" << name << "\", " << entry.include << ", " << entry.exclude
       << "},\n";
  os << "};\nstatic constexpr BuiltinPass builtinPasses[] = {\n";
  for (const auto &[argument, pass] : all.passes)
    printPass(os, pass);
  os << "};\n";
}
