#include "passdelta/Knowledge/Knowledge.h"
using namespace passdelta;
Knowledge Knowledge::builtin() { return Knowledge(); }
llvm::Error Knowledge::addFile(StringRef path) {
  return inputError(path, 0, 0, "not yet");
}
llvm::Error Knowledge::addText(StringRef text, StringRef path) {
  return inputError(path, 0, 0, "not yet");
}
Roles Knowledge::roles(StringRef name) const { return 0; }
const PassInfo *Knowledge::findPass(StringRef argument,
                                    StringRef className) const {
  return nullptr;
}
std::optional<PassInfo> Knowledge::guessPass(StringRef argument,
                                             StringRef className) const {
  return std::nullopt;
}
std::optional<std::string> passdelta::findOption(StringRef options,
                                                 StringRef key) {
  return std::nullopt;
}
