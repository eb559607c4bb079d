//===- Lineage.cpp - Origin and fate of an op over a whole timeline -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passdelta/Model/Alignment.h"
