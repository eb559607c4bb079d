//===- Registry.cpp - The recognizers, in the order they run --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order is by how specific the evidence is: whoever comes first claims the
// ops. Structure (tiles, fusions, vectors) comes before what happened to single
// ops, and plain words come last.
//
//===----------------------------------------------------------------------===//

#include "List.h"
#include "Trust.h"

using namespace passdelta;

ArrayRef<Recognizer> passdelta::getRecognizers() {
  static const Recognizer recognizers[] = {
      getInlinedRecognizer(),     getOutlinedRecognizer(),
      getTiledOpsRecognizer(),    getTiledVectorsRecognizer(),
      getDistributedRecognizer(), getTiledLoopsRecognizer(),
      getFusedOpsRecognizer(),    getFusedLoopsRecognizer(),
      getVectorizedRecognizer(),  getUnrolledRecognizer(),
      getPromotedRecognizer(),    getBufferizedRecognizer(),
      getRewrittenRecognizer(),   getDeduplicatedRecognizer(),
      getFoldedRecognizer(),      getHoistedRecognizer(),
      getLoweredRecognizer(),     getErasedRecognizer(),
      getPlainRecognizer(),
  };
  return recognizers;
}

static Recognized runThem(const RecognizeInput &input,
                          ArrayRef<Recognizer> recognizers) {
  Recognized found;
  found.explainedBefore.resize(input.before.numOps());
  found.explainedAfter.resize(input.after.numOps());
  found.plainBefore.resize(input.before.numOps());
  found.plainAfter.resize(input.after.numOps());
  Alignment trusted = trustedAlignment(input);
  RecognizeInput sure = {input.before, input.after, trusted, input.knowledge,
                         input.pass};
  for (const Recognizer &recognizer : recognizers)
    recognizer.recognize(sure, found);
  return found;
}

Recognized passdelta::recognizeAll(const RecognizeInput &input) {
  return runThem(input, getRecognizers());
}

Recognized passdelta::recognizePlain(const RecognizeInput &input) {
  return runThem(input, getPlainRecognizer());
}
