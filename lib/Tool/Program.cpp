//===- Program.cpp - Runs a compiler with its dumps turned on -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace passdelta;

/// How long `--help` may take, in steps of 10 ms.
static constexpr unsigned maxHelpSteps = 2000;
/// Most of a help text that is looked at, in bytes.
static constexpr uint64_t maxHelpSize = 16 << 20;

namespace {
/// What a child process gets: descriptors, arguments, environment.
class Spawn {
public:
  Spawn() {
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawnattr_init(&attributes);
    // Signals that are ignored here are not in the child.
    sigset_t defaults;
    ::sigemptyset(&defaults);
    ::sigaddset(&defaults, SIGINT);
    ::sigaddset(&defaults, SIGQUIT);
    ::sigaddset(&defaults, SIGPIPE);
    ::posix_spawnattr_setsigdefault(&attributes, &defaults);
    flags = POSIX_SPAWN_SETSIGDEF;
  }
  ~Spawn() {
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
  }
  Spawn(const Spawn &) = delete;
  Spawn &operator=(const Spawn &) = delete;

  void open(int fd, const char *path, int mode) {
    ::posix_spawn_file_actions_addopen(&actions, fd, path, mode, 0600);
  }
  void copy(int from, int to) {
    ::posix_spawn_file_actions_adddup2(&actions, from, to);
  }
  /// Lets the child and what it starts be killed together.
  void makeGroup() { flags |= POSIX_SPAWN_SETPGROUP; }

  /// The process, or -1 with `errno` set.
  pid_t start(ArrayRef<std::string> command,
              ArrayRef<std::string> environment = {});

private:
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  short flags = 0;
};
} // namespace

/// The variables of this process with those of `more` that are not set.
static std::vector<char *> withEnvironment(ArrayRef<std::string> more) {
  std::vector<char *> variables;
  for (char **variable = ::environ; *variable; ++variable)
    variables.push_back(*variable);
  for (const std::string &setting : more)
    if (!::getenv(StringRef(setting).split('=').first.str().c_str()))
      variables.push_back(const_cast<char *>(setting.c_str()));
  variables.push_back(nullptr);
  return variables;
}

pid_t Spawn::start(ArrayRef<std::string> command,
                   ArrayRef<std::string> environment) {
  std::vector<char *> arguments;
  for (const std::string &argument : command)
    arguments.push_back(const_cast<char *>(argument.c_str()));
  arguments.push_back(nullptr);
  std::vector<char *> variables = withEnvironment(environment);
  ::posix_spawnattr_setflags(&attributes, flags);
  pid_t pid = -1;
  int status = ::posix_spawnp(&pid, arguments.front(), &actions, &attributes,
                              arguments.data(), variables.data());
  errno = status;
  return status == 0 ? pid : -1;
}

/// What `program FLAG` prints; empty if it does not end in time.
static std::string helpOf(const std::string &program, const char *flag) {
  llvm::SmallString<64> path;
  if (llvm::sys::fs::createTemporaryFile("passdelta", "help", path))
    return "";
  llvm::FileRemover remover(path);
  Spawn spawn;
  spawn.open(STDIN_FILENO, "/dev/null", O_RDONLY);
  spawn.open(STDOUT_FILENO, path.c_str(), O_WRONLY | O_APPEND);
  spawn.copy(STDOUT_FILENO, STDERR_FILENO);
  spawn.makeGroup();
  pid_t pid = spawn.start({program, flag});
  if (pid < 0)
    return "";
  for (unsigned step = 0; ::waitpid(pid, nullptr, WNOHANG) == 0; ++step) {
    if (step == maxHelpSteps) {
      ::kill(-pid, SIGKILL);
      ::waitpid(pid, nullptr, 0);
      return "";
    }
    ::usleep(10000);
  }
  auto text = llvm::MemoryBuffer::getFileSlice(path, maxHelpSize, 0);
  uint64_t size = 0;
  if (!text || llvm::sys::fs::file_size(path, size))
    return "";
  return (*text)->getBuffer().take_front(size).str();
}

/// `mlir-opt` of `/usr/bin/mlir-opt-22.1`.
static StringRef plainName(StringRef program) {
  StringRef name = llvm::sys::path::filename(program);
  StringRef plain = name.rtrim("0123456789.");
  return plain.size() != name.size() ? plain.rtrim('-') : name;
}

static bool isPython(StringRef program) {
  if (plainName(program).starts_with("python"))
    return true;
  auto path = llvm::sys::findProgramByName(program);
  if (!path)
    return false;
  auto head = llvm::MemoryBuffer::getFileSlice(*path, 256, 0);
  if (!head)
    return false;
  StringRef line = (*head)->getBuffer().split('\n').first;
  return line.starts_with("#!") && line.contains("python");
}

/// The flags among `wanted` that a help text lists.
static std::vector<std::string> listedIn(StringRef help,
                                         ArrayRef<StringRef> wanted) {
  std::vector<std::string> listed;
  for (StringRef flag : wanted)
    if (help.contains(("-" + flag + " ").str()) ||
        help.contains(("-" + flag + "\n").str()))
      listed.push_back(("--" + flag).str());
  return listed;
}

llvm::Expected<DumpFlags>
passdelta::findDumpFlags(ArrayRef<std::string> command) {
  DumpFlags flags;
  auto mentions = [&](StringRef text) {
    return llvm::any_of(
        command, [&](StringRef argument) { return argument.contains(text); });
  };
  if (mentions("mlir-print-ir-"))
    return flags;
  StringRef name = plainName(command.front());
  bool isClang = name == "clang" || name == "clang++";
  if (name == "flang" || name == "flang-new" ||
      (isClang && mentions("-fclangir"))) {
    flags.arguments = {"-mmlir", "--mlir-print-ir-before-all", "-mmlir",
                       "--mlir-print-ir-after-all"};
    return flags;
  }
  if (isClang || name == "opt" || name == "llc")
    return usageError(command.front() +
                      " prints LLVM IR, which is not supported yet; MLIR is");
  if (isPython(command.front())) {
    // Triton prints nothing for a kernel that it finds in its cache.
    flags.environment = {"MLIR_ENABLE_DUMP=1", "TRITON_ALWAYS_COMPILE=1"};
    return flags;
  }
  for (const char *help : {"--help", "--help-hidden"}) {
    flags.arguments =
        listedIn(helpOf(command.front(), help),
                 {"mlir-print-ir-before-all", "mlir-print-ir-after-all",
                  "dump-pass-pipeline"});
    if (!flags.arguments.empty())
      break;
  }
  return flags;
}

llvm::Expected<int> passdelta::runProgram(ArrayRef<std::string> command,
                                          const DumpFlags &flags,
                                          StringRef dumpPath, int stdoutFd) {
  std::vector<std::string> arguments = {command.front()};
  llvm::append_range(arguments, flags.arguments);
  llvm::append_range(arguments, command.drop_front());
  std::string path = dumpPath.str();
  Spawn spawn;
  if (stdoutFd != STDOUT_FILENO)
    spawn.copy(stdoutFd, STDOUT_FILENO);
  spawn.open(STDERR_FILENO, path.c_str(), O_WRONLY | O_APPEND);
  // The user's Ctrl-C is for the program.
  auto *onInterrupt = std::signal(SIGINT, SIG_IGN);
  auto *onQuit = std::signal(SIGQUIT, SIG_IGN);
  pid_t pid = spawn.start(arguments, flags.environment);
  int reason = errno;
  int status = 0;
  while (pid >= 0 && ::waitpid(pid, &status, 0) < 0 && errno == EINTR)
    continue;
  std::signal(SIGINT, onInterrupt);
  std::signal(SIGQUIT, onQuit);
  if (pid < 0)
    return usageError(command.front() + ": " + std::strerror(reason));
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
