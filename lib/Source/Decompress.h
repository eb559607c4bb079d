//===- Decompress.h - Texts in gzip and Zstandard files ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_LIB_SOURCE_DECOMPRESS_H
#define PASSDELTA_LIB_SOURCE_DECOMPRESS_H

#include "ByteFile.h"

namespace passdelta {

/// A way to encode the bytes of a text, told by how it starts.
struct Encoding {
  StringRef name; ///< "gzip", "Zstandard", "UTF-16".
  bool (*detect)(StringRef head);
  /// Decodes `from`, which is `path`, in pieces: the memory does not grow with
  /// the size. Where the stream is cut or broken what came before is kept, and
  /// `warning` says so.
  /// \errors It expands to more than 64 GiB; nothing could be decoded.
  llvm::Expected<std::unique_ptr<ByteFile>> (*decode)(const ByteFile &from,
                                                      StringRef path,
                                                      std::string &warning);
};

/// The encoding that `head` starts, or null for plain bytes.
const Encoding *findEncoding(StringRef head);

} // namespace passdelta

#endif // PASSDELTA_LIB_SOURCE_DECOMPRESS_H
