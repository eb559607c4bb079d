//===- Groups.cpp - Stage 8: what is not one to one -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Matcher.h"

using namespace passdelta;

void passdelta::findGroups(Matcher &matcher) {}
