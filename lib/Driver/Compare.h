//===- Compare.h - Two states as a whole ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_LIB_DRIVER_COMPARE_H
#define PASSDELTA_LIB_DRIVER_COMPARE_H

#include "GraphStore.h"
#include "passdelta/Knowledge/Knowledge.h"

namespace passdelta {

enum class Sameness {
  Same, ///< But for names, locations and the order of independent ops.
  Different,
  Unknown, ///< Nothing that is in the dump differs, but not all is in it.
};

/// Compares two states by their hashes. `note` says what does not count or is
/// not known; it is left alone where there is nothing to say.
///
/// \cost O(ops); O(1) for equal texts.
Sameness compareWhole(const StateGraph &before, const StateGraph &after,
                      const Knowledge &knowledge, std::string &note);

/// `state` with the same ops (of the same ids) but without attributes, which
/// are not comparable between two forms, and types of block arguments, which
/// custom forms seldom print. O(ops).
StateGraph withoutAttributes(const StateGraph &state);

/// How many symbols two graphs share.
struct SharedSymbols {
  size_t common = 0;
  size_t fewer = 0; ///< Of the graph that has fewer.
  /// A pass may rename what it has, but hardly all where there is much.
  bool isFew() const { return fewer >= 3 && common * 5 < fewer; }
};
SharedSymbols countShared(const OpGraph &before, const OpGraph &after);

} // namespace passdelta

#endif // PASSDELTA_LIB_DRIVER_COMPARE_H
