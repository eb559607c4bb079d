//===- Recognizer.h - Names what a pass did ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a recognizer is, and the list of all of them. To add one: a file in
// lib/Recognize and a line in Registry.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_RECOGNIZE_RECOGNIZER_H
#define PASSDELTA_RECOGNIZE_RECOGNIZER_H

#include "passdelta/Knowledge/Knowledge.h"
#include "passdelta/Model/Alignment.h"
#include "passdelta/Model/Finding.h"
#include "llvm/ADT/BitVector.h"

namespace passdelta {

/// What recognizers look at. Both graphs have their use tables.
struct RecognizeInput {
  const OpGraph &before;
  const OpGraph &after;
  const Alignment &alignment;
  const Knowledge &knowledge;
  /// The pass, for the words of the report; recognition must not depend on it.
  StringRef pass;
};

/// The changes found so far, and which ops they explain, so that nothing is
/// said twice.
struct Recognized {
  std::vector<Change> changes;
  /// Ops that a named change accounts for. Ops that only plain words (created,
  /// erased, modified, moved) mention stay unset. What changed and is neither
  /// here nor in the plain ones is unexplained. An op that is Kept never needs
  /// an explanation.
  llvm::BitVector explainedBefore, explainedAfter;
  /// Ops that plain words mention.
  llvm::BitVector plainBefore, plainAfter;
};

/// Finds one kind of transformation.
struct Recognizer {
  /// Also the value of `--filter-kind=`, where it finds one kind.
  StringRef name;
  /// One line for `--list-recognizers`.
  StringRef summary;
  /// Appends every match and marks the ops it explains. Pure and deterministic;
  /// cannot fail: what does not match is left for the next recognizer.
  void (*recognize)(const RecognizeInput &input, Recognized &found);
};

/// Every recognizer, in the order they run: specific ones first, the plain
/// created/erased/modified/moved last.
ArrayRef<Recognizer> getRecognizers();

/// Runs all of them.
Recognized recognizeAll(const RecognizeInput &input);

/// Only created, erased, modified and moved: for graphs without attributes,
/// in which ops that look alike need not be equal.
Recognized recognizePlain(const RecognizeInput &input);

} // namespace passdelta

#endif // PASSDELTA_RECOGNIZE_RECOGNIZER_H
