//===- Grammar.h - The keys of dialect information --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_LIB_KNOWLEDGE_GRAMMAR_H
#define PASSDELTA_LIB_KNOWLEDGE_GRAMMAR_H

#include "passdelta/Knowledge/Knowledge.h"

namespace passdelta {

/// True if the grammar has `key` at `place` ("file", "pass", "lowers").
bool isKey(StringRef key, StringRef place);

/// The error for a key that it has not.
std::string unknownKey(StringRef key, StringRef place);

/// The name in `known` that `text` most likely means, as a clause for an error
/// message; empty if none is near.
std::string didYouMean(StringRef text, ArrayRef<StringRef> known);

} // namespace passdelta

#endif // PASSDELTA_LIB_KNOWLEDGE_GRAMMAR_H
