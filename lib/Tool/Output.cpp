//===- Output.cpp - Where the report goes ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Output.h"
#include "passdelta/Support/Error.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

using namespace passdelta;
namespace fs = llvm::sys::fs;

static llvm::Error cannotWrite(llvm::StringRef path, std::error_code code) {
  return inputError(path == "-" ? "<stdout>" : path, 0, 0,
                    "cannot write: " + code.message());
}

/// True if `input` ("-" is stdin) is the file `status`.
static bool isSameFile(const std::string &input,
                       const fs::file_status &status) {
  fs::file_status other;
  std::error_code code =
      input == "-" ? fs::status(STDIN_FILENO, other) : fs::status(input, other);
  return !code && fs::equivalent(status, other);
}

/// Follows the symbolic links that `path` ends in; their end need not exist.
static llvm::ErrorOr<std::string> followLinks(llvm::StringRef path) {
  llvm::SmallString<256> end = path;
  for (unsigned steps = 0; fs::is_symlink_file(end); ++steps) {
    char text[4096];
    ssize_t size = ::readlink(end.c_str(), text, sizeof text);
    if (size < 0)
      return std::error_code(errno, std::generic_category());
    if (steps == 40 || size_t(size) == sizeof text)
      return std::make_error_code(std::errc::too_many_symbolic_link_levels);
    llvm::StringRef link(text, size_t(size));
    if (llvm::sys::path::is_absolute(link)) {
      end = link;
    } else {
      llvm::sys::path::remove_filename(end);
      llvm::sys::path::append(end, link);
    }
  }
  return end.str().str();
}

/// The one of stdout and stderr that goes to the file `status`, or -1.
static int standardDescriptorOf(const fs::file_status &status) {
  for (int descriptor : {STDOUT_FILENO, STDERR_FILENO}) {
    fs::file_status other;
    if (!fs::status(descriptor, other) && fs::equivalent(status, other))
      return descriptor;
  }
  return -1;
}

/// Gives a new file the owner and the permissions of the one it replaces, as
/// far as the system lets us.
static void copyAttributes(const fs::file_status &status, int descriptor) {
  if (::fchown(descriptor, status.getUser(), status.getGroup()) == 0 ||
      status.getUser() == ::geteuid())
    (void)fs::setPermissions(descriptor, status.permissions());
}

Output::Temporary::Temporary(std::string path) : name(std::move(path)) {
  llvm::sys::RemoveFileOnSignal(name);
}

Output::Temporary::~Temporary() {
  if (name.empty())
    return;
  (void)fs::remove(name);
  llvm::sys::DontRemoveFileOnSignal(name);
}

std::error_code Output::openBeside() {
  // The number is for a file that a killed run with this process id left.
  for (unsigned number = 0;; ++number) {
    llvm::SmallString<256> name = llvm::sys::path::parent_path(target);
    llvm::sys::path::append(name, ".passdelta-" + llvm::Twine(::getpid()) +
                                      "-" + llvm::Twine(number) + ".tmp");
    int descriptor = -1;
    std::error_code code =
        fs::openFileForWrite(name, descriptor, fs::CD_CreateNew);
    if (code == std::errc::file_exists && number < 1000)
      continue;
    if (code)
      return code;
    temporary = std::make_unique<Temporary>(name.str().str());
    file = std::make_unique<llvm::raw_fd_ostream>(descriptor,
                                                  /*shouldClose=*/true);
    fs::file_status old;
    if (!fs::status(target, old))
      copyAttributes(old, descriptor);
    return {};
  }
}

llvm::Expected<Output> Output::open(llvm::StringRef path,
                                    llvm::ArrayRef<std::string> inputs) {
  Output output(path);
  output.os = &llvm::outs();
  if (path == "-")
    return output;
  fs::file_status status;
  std::error_code code = fs::status(path, status);
  bool exists = !code;
  if (code && (path.empty() || code != std::errc::no_such_file_or_directory))
    return cannotWrite(path, code);

  if (exists && status.type() != fs::file_type::regular_file) {
    output.file = std::make_unique<llvm::raw_fd_ostream>(path, code);
  } else {
    for (const std::string &input : inputs)
      if (exists && isSameFile(input, status))
        return inputError(path, 0, 0, "cannot write: it is an input");
    int descriptor = exists ? standardDescriptorOf(status) : -1;
    if (exists && descriptor < 0)
      code = fs::access(path, fs::AccessMode::Write);
    if (descriptor >= 0) {
      output.file = std::make_unique<llvm::raw_fd_ostream>(
          descriptor, /*shouldClose=*/false);
    } else if (!exists || !code) {
      auto target = followLinks(path);
      output.target = target ? *target : "";
      code = target ? output.openBeside() : target.getError();
    }
  }
  if (code)
    return cannotWrite(path, code);
  output.os = output.file.get();
  return output;
}

llvm::Error Output::checkInputs(llvm::ArrayRef<Input> inputs) const {
  fs::file_status status;
  if (!temporary || fs::status(target, status))
    return llvm::Error::success();
  for (const Input &input : inputs)
    if (isSameFile(input.path, status))
      return inputError(path, 0, 0, "cannot write: it is an input");
  return llvm::Error::success();
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
  os->flush();
  if (temporary && !os->has_error())
    os->close();
  std::error_code code = os->error();
  // LLVM aborts in the destructor on an error that was not cleared.
  os->clear_error();
  if (!code && temporary)
    code = fs::rename(temporary->name, target);
  if (code && code != std::errc::broken_pipe)
    return cannotWrite(path, code);
  if (temporary) {
    llvm::sys::DontRemoveFileOnSignal(temporary->name);
    temporary->name.clear();
  }
  return llvm::Error::success();
}

void passdelta::occupyStandardDescriptors() {
  // The wrong direction, so that use fails.
  const int modes[] = {O_WRONLY, O_RDONLY, O_WRONLY};
  for (int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(descriptor, F_GETFD) < 0 && errno == EBADF)
      // The lowest free number is the one that was just found closed.
      (void)::open("/dev/null", modes[descriptor]);
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
