//===- Reader.h - Snapshot text becomes an op graph -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_READER_READER_H
#define PASSDELTA_READER_READER_H

#include "passdelta/Model/Timeline.h"
#include "passdelta/Support/Error.h"

namespace passdelta {

/// What a reader is given: the text between two banners (or a whole file).
struct ReaderInput {
  StringRef text;
  StringRef path;         ///< For errors.
  unsigned firstLine = 1; ///< Line of the first byte in that file.
  /// A compiler printed it, so what its printer never does is damage: a text
  /// that another program wrote into is an error, not another IR.
  bool isDump = false;
};

/// What a reader made of it.
struct ReaderOutput {
  OpGraph graph;
  /// Byte range of `text` that is IR: [begin, end). Text outside is not (blank
  /// lines, diagnostics, program output).
  size_t begin = 0, end = 0;
  /// The operations behind the graph; only from the MLIR reader.
  std::shared_ptr<MlirSnapshot> mlir;
};

/// One language, or one way to read it.
struct Reader {
  /// Value of `--reader=`.
  StringRef name;
  /// One line for `--list-readers`.
  StringRef summary;
  /// Reads one snapshot. Op lines are lines of the file (`firstLine` counts).
  /// An InputError names line and reason; nothing is printed.
  llvm::Expected<ReaderOutput> (*read)(const ReaderInput &input,
                                       Interner &names);
};

/// Reads any MLIR text without knowing a dialect; see docs/lenient-reader.md.
Reader getLenientReader();

/// All readers, preferred first.
ArrayRef<Reader> getReaders();

} // namespace passdelta

#endif // PASSDELTA_READER_READER_H
