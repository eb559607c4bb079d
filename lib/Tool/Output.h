//===- Output.h - Where the report goes -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_LIB_TOOL_OUTPUT_H
#define PASSDELTA_LIB_TOOL_OUTPUT_H

#include "passdelta/Model/Timeline.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <string>

namespace passdelta {

/// A file or stdout. It opens before the work, so that a wrong path costs
/// nothing. A regular file is written beside its place and moved there when it
/// is whole: whatever fails, an older file of that name stays as it was.
class Output {
public:
  /// Opens `path`; "-" is stdout. Pipes and devices, and a file that stdout or
  /// stderr go to already, are written directly. Of a symbolic link, the file
  /// it leads to is replaced.
  ///
  /// \param inputs The files that are read; "-" is stdin.
  /// \errors The path cannot be written, or is one of the inputs. They name
  ///   the path.
  static llvm::Expected<Output> open(llvm::StringRef path,
                                     llvm::ArrayRef<std::string> inputs = {});

  /// \errors One of `inputs`, which were found since open(), is the file that
  /// is
  ///   written.
  llvm::Error checkInputs(llvm::ArrayRef<Input> inputs) const;

  llvm::raw_ostream &stream() { return *os; }
  /// True on a terminal that shows colours and where NO_COLOR is not set.
  bool wantsColour() const;
  /// Columns of the terminal; 0 if it is none.
  unsigned columns() const;

  /// Writes what is left and puts the file into its place. A reader of a pipe
  /// that went away is no error.
  llvm::Error finish();

private:
  /// A file that goes away with this, or with the process, unless `name` is
  /// empty.
  struct Temporary {
    explicit Temporary(std::string name);
    ~Temporary();
    std::string name;
  };

  explicit Output(llvm::StringRef path) : path(path.str()) {}
  /// Makes the temporary file in the folder of `target`.
  std::error_code openBeside();

  std::string path;   ///< As the user wrote it.
  std::string target; ///< What is replaced, if there is a temporary file.
  std::unique_ptr<Temporary> temporary;
  std::unique_ptr<llvm::raw_fd_ostream> file; ///< Null for stdout.
  llvm::raw_fd_ostream *os = nullptr;
};

/// Occupies those of the descriptors 0, 1 and 2 that are closed, so that no
/// file that is opened later becomes stdout or stderr. Reading such a stdin and
/// writing such a stdout fail; what goes to such a stderr is dropped.
void occupyStandardDescriptors();

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
