//===- List.h - The recognizers by name -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PASSDELTA_LIB_RECOGNIZE_LIST_H
#define PASSDELTA_LIB_RECOGNIZE_LIST_H

#include "passdelta/Recognize/Recognizer.h"

namespace passdelta {

Recognizer getFusedOpsRecognizer();
Recognizer getFusedLoopsRecognizer();
Recognizer getTiledOpsRecognizer();
Recognizer getDistributedRecognizer();
Recognizer getTiledVectorsRecognizer();
Recognizer getTiledLoopsRecognizer();
Recognizer getVectorizedRecognizer();
Recognizer getUnrolledRecognizer();
Recognizer getInlinedRecognizer();
Recognizer getOutlinedRecognizer();
Recognizer getBufferizedRecognizer();
Recognizer getPromotedRecognizer();
Recognizer getRewrittenRecognizer();
Recognizer getLoweredRecognizer();
Recognizer getHoistedRecognizer();
Recognizer getDeduplicatedRecognizer();
Recognizer getFoldedRecognizer();
Recognizer getErasedRecognizer();
Recognizer getPlainRecognizer();

} // namespace passdelta

#endif // PASSDELTA_LIB_RECOGNIZE_LIST_H
