//===- TextStore.h - Texts of many inputs, few of them open -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A folder may have more dumps than a process may have open files. They are
// opened when a text is asked for, and a few are kept open.
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_LIB_SOURCE_TEXTSTORE_H
#define PASSDELTA_LIB_SOURCE_TEXTSTORE_H

#include "InputFile.h"
#include "llvm/ADT/SmallVector.h"

namespace passdelta {

/// Where the text of an input is.
struct TextPlace {
  std::string path; ///< Of the file.
  /// Set for a file that cannot be opened again: standard input.
  std::shared_ptr<InputFile> file = nullptr;
  /// A text that is the string `payload.file_content[member]` of the JSON line
  /// at this range; empty member: the file itself.
  std::string member = {};
  uint64_t lineOffset = 0, lineSize = 0;
  unsigned line = 0; ///< Number of that line.
};

/// The string at `payload.file_content[member]` of a JSON line.
llvm::Expected<std::string> readJsonMember(StringRef line, StringRef member);

/// The texts of all inputs of a timeline.
class TextStore {
public:
  /// The place of the next input.
  void add(TextPlace place) { places.push_back(std::move(place)); }
  size_t size() const { return places.size(); }

  /// The text of `snapshot`.
  /// \errors It cannot be opened or read, or is not what was hashed.
  llvm::Expected<std::string> read(const Snapshot &snapshot);

private:
  static constexpr size_t maxOpen = 8;
  llvm::Expected<std::shared_ptr<InputFile>> open(const TextPlace &place);

  std::vector<TextPlace> places;
  /// Latest used last.
  llvm::SmallVector<std::shared_ptr<InputFile>, maxOpen> opened;
};

} // namespace passdelta

#endif // PASSDELTA_LIB_SOURCE_TEXTSTORE_H
