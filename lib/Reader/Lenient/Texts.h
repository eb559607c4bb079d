//===- Texts.h - Normalised text and aliases --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types, attributes and locations are kept as text. Two texts that mean the
// same must be equal, whatever the printer's line breaks and alias numbers:
// white space is normalised, comments are dropped and `#x` / `!x` aliases are
// replaced by what they stand for.
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_READER_LENIENT_TEXTS_H
#define PASSDELTA_READER_LENIENT_TEXTS_H

#include "TextTable.h"
#include "passdelta/Support/Interner.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallString.h"
#include <string>

namespace passdelta::lenient {

class Texts {
public:
  /// Collects the alias definitions that start a line of `text`, also those
  /// that stand after the ops. Of two definitions of a name the first counts.
  Texts(StringRef text, Interner &names);

  /// The definition `name = body`; `name` has its sigil.
  void defineAlias(StringRef name, StringRef body);

  /// The id of `raw`, normalised. Equal slices are normalised once. A text of
  /// more than `maxText` bytes is cut to its head, a hash and its length.
  NameId intern(StringRef raw);
  /// The id of the location in `loc(...)`; `raw` is what the parentheses hold.
  /// Empty for `unknown` and for an alias that is not defined.
  NameId internLoc(StringRef raw);
  /// The id of a text that append() built.
  NameId internNormal(StringRef text);

  /// Appends `raw`, normalised, to `out`.
  void append(StringRef raw, llvm::SmallVectorImpl<char> &out) {
    append(raw, out, /*inLoc=*/false, 0);
  }

  /// Number of lines, about.
  size_t numLines() const { return lines; }

  static constexpr size_t maxText = 4096;

private:
  struct Alias {
    StringRef body;
    std::string expanded;
    enum { Raw, Busy, Done } state = Raw;
  };

  void append(StringRef raw, llvm::SmallVectorImpl<char> &out, bool inLoc,
              unsigned depth);
  /// Appends the alias that starts `rest` if there is one; the bytes taken.
  size_t appendAlias(StringRef rest, llvm::SmallVectorImpl<char> &out,
                     bool inLoc, unsigned depth);
  const std::string &expand(Alias &alias, unsigned depth);

  Interner &names;
  size_t lines = 0;
  llvm::DenseMap<StringRef, size_t> aliasIndex;
  std::vector<Alias> aliases;
  TextTable<NameId> cache, locCache;
  llvm::SmallString<256> scratch;
  /// Bytes that expansions may still make: aliases of aliases grow
  /// exponentially in hostile text.
  size_t budget;
};

} // namespace passdelta::lenient

#endif // PASSDELTA_READER_LENIENT_TEXTS_H
