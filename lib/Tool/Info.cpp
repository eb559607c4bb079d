//===- Info.cpp - --help, --version and the lists -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "passdelta/Audit/Audit.h"
#include "passdelta/Reader/Reader.h"
#include "passdelta/Recognize/Recognizer.h"
#include "passdelta/Report/Format.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/raw_ostream.h"

using namespace passdelta;

using Row = std::pair<std::string, std::string>;

static void printTable(ArrayRef<Row> rows, llvm::raw_ostream &os) {
  size_t width = 0;
  for (const Row &row : rows)
    width = std::max(width, row.first.size());
  for (const Row &row : rows) {
    os << row.first;
    if (!row.second.empty())
      os.indent(unsigned(width - row.first.size() + 2)) << row.second;
    os << "\n";
  }
}

/// Rows of anything that has a name and a summary.
template <typename List>
static std::vector<Row> rowsOf(const List &list) {
  std::vector<Row> rows;
  for (const auto &entry : list)
    rows.push_back({std::string(entry.name), std::string(entry.summary)});
  return rows;
}

static std::vector<Row> recognizerRows() {
  std::vector<Row> rows = rowsOf(getRecognizers());
  for (const Auditor &auditor : getAuditors())
    rows.push_back(
        {"missed:" + toString(auditor.kind).str(), auditor.summary.str()});
  return rows;
}

static std::vector<Row> readerRows() {
  Reader lenient = getLenientReader();
  return {
      {"auto", "lenient, and MLIR in addition where a proof needs it"},
      {lenient.name.str(), lenient.summary.str()},
      {"mlir", "MLIR's own parser: registered dialects, plugins, IRDL"},
  };
}

/// "affine-loop-fusion  [fused] Fuse affine loop nests"
static std::vector<Row> passRows() {
  Knowledge knowledge = Knowledge::builtin();
  std::vector<Row> rows;
  for (const RegisteredPass &pass : getRegisteredPasses()) {
    std::string text;
    if (const PassInfo *info = knowledge.findPass(pass.name, ""))
      for (Kind intent : info->intents)
        text += (text.empty() ? "[" : ", ") + toString(intent).str();
    rows.push_back(
        {pass.name, text + (text.empty() ? "" : "] ") + pass.summary});
  }
  return rows;
}

bool passdelta::printInfo(const Options &options, llvm::raw_ostream &os) {
  if (options.helpAll)
    os << longHelp();
  else if (options.help)
    os << shortHelp();
  else if (options.version)
    os << "passdelta " PASSDELTA_VERSION " (MLIR " LLVM_VERSION_STRING ")\n";
  else if (options.listSources)
    printTable(rowsOf(getSources()), os);
  else if (options.listReaders)
    printTable(readerRows(), os);
  else if (options.listRecognizers)
    printTable(recognizerRows(), os);
  else if (options.listFormats)
    printTable(rowsOf(getFormats()), os);
  else if (options.listPasses)
    printTable(passRows(), os);
  else
    return false;
  return true;
}
