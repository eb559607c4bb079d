//===- Proofs.h - MLIR operations behind a state ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_LIB_DRIVER_PROOFS_H
#define PASSDELTA_LIB_DRIVER_PROOFS_H

#include "GraphStore.h"
#include <unordered_set>

namespace passdelta {

/// The operations of a state: op `id` of its graph is op `id + offset` of the
/// snapshot. Null where MLIR cannot read the text, or reads other ops.
struct Proof {
  std::shared_ptr<MlirSnapshot> mlir;
  uint32_t offset = 0;
  /// Set where MLIR makes bodies that the text does not print: the ids of the
  /// snapshot, by id of the graph. Then `offset` does not count.
  std::vector<uint32_t> ids;
};

/// Makes operations for the states that proofs are wanted of. Keeps the latest
/// ones, and what cannot be parsed is not tried again.
class Proofs {
public:
  explicit Proofs(GraphStore &store) : store(store) {}

  /// Null from the first crash of MLIR on: its context is in no known state.
  /// \cost MLIR's parser on the text of the state's snapshot (20 MB/s).
  Proof proofFor(const IRState &state, const StateGraph &graph);

private:
  Proof make(const IRState &state, const StateGraph &graph);
  std::optional<std::string> composeText(const IRState &state);

  struct Kept {
    uint64_t key;
    Proof proof;
  };
  GraphStore &store;
  std::list<Kept> recent;
  std::unordered_set<uint64_t> unparsable;
};

} // namespace passdelta

#endif // PASSDELTA_LIB_DRIVER_PROOFS_H
