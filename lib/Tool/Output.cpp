//===- Output.cpp - Where the report goes ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Output.h"
#include "passdelta/Support/Error.h"
#include "llvm/Support/Process.h"
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

using namespace passdelta;

llvm::Expected<Output> Output::open(llvm::StringRef path) {
  std::error_code code;
  auto file = std::make_unique<llvm::ToolOutputFile>(path, code,
                                                     llvm::sys::fs::OF_None);
  if (code)
    return inputError(path, 0, 0, "cannot write: " + code.message());
  return Output(path.str(), std::move(file));
}

bool Output::wantsColour() const {
  const char *noColour = std::getenv("NO_COLOR");
  return path == "-" && !(noColour && *noColour) &&
         llvm::sys::Process::StandardOutHasColors();
}

unsigned Output::columns() const {
  return path == "-" ? llvm::sys::Process::StandardOutColumns() : 0;
}

llvm::Error Output::finish() {
  file->os().flush();
  std::error_code code = file->os().error();
  // LLVM aborts in the destructor on an error that was not cleared.
  file->os().clear_error();
  if (code && code != std::errc::broken_pipe)
    return inputError(path == "-" ? "<stdout>" : path, 0, 0,
                      "cannot write: " + code.message());
  file->keep();
  return llvm::Error::success();
}

Redirect::Redirect(int from, int to) : from(from), saved(::dup(from)) {
  llvm::outs().flush();
  std::fflush(stdout);
  ::dup2(to, from);
}

Redirect::~Redirect() {
  llvm::outs().flush();
  std::fflush(stdout);
  if (saved < 0)
    return;
  ::dup2(saved, from);
  ::close(saved);
}

std::string passdelta::capture(int from, llvm::function_ref<void()> work) {
  std::FILE *file = std::tmpfile();
  if (!file) {
    work();
    return "";
  }
  {
    Redirect redirect(from, ::fileno(file));
    work();
  }
  std::string text;
  std::rewind(file);
  char buffer[4096];
  while (size_t count = std::fread(buffer, 1, sizeof buffer, file))
    text.append(buffer, count);
  std::fclose(file);
  return text;
}
