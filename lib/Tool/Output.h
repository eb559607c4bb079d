//===- Output.h - Where the report goes -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_LIB_TOOL_OUTPUT_H
#define PASSDELTA_LIB_TOOL_OUTPUT_H

#include "llvm/Support/Error.h"
#include "llvm/Support/ToolOutputFile.h"
#include <memory>

namespace passdelta {

/// A file or stdout. It opens before the work, so that a wrong path costs
/// nothing; a file that was not finished is removed.
class Output {
public:
  /// "-" is stdout. The error names the path.
  static llvm::Expected<Output> open(llvm::StringRef path);

  llvm::raw_ostream &stream() { return file->os(); }
  /// True on a terminal that shows colours and where NO_COLOR is not set.
  bool wantsColour() const;
  /// Columns of the terminal; 0 if it is none.
  unsigned columns() const;

  /// Writes what is left. A reader of a pipe that went away is no error.
  llvm::Error finish();

private:
  explicit Output(std::string path, std::unique_ptr<llvm::ToolOutputFile> file)
      : path(std::move(path)), file(std::move(file)) {}

  std::string path;
  std::unique_ptr<llvm::ToolOutputFile> file;
};

/// While this lives, what is written to file descriptor `from` goes elsewhere.
/// Passes print to stdout, and LLVM's option parser to stderr, both without
/// asking.
class Redirect {
public:
  /// Sends `from` to the open descriptor `to`.
  Redirect(int from, int to);
  Redirect(const Redirect &) = delete;
  ~Redirect();

private:
  int from, saved;
};

/// What `work` writes to the file descriptor `from`.
std::string capture(int from, llvm::function_ref<void()> work);

} // namespace passdelta

#endif // PASSDELTA_LIB_TOOL_OUTPUT_H
