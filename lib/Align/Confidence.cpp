//===- Confidence.cpp - How often a stage is right ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Confidence.h"

using namespace passdelta;

float passdelta::confidenceOf(Stage stage) {
  switch (stage) {
  case Stage::Root:
  case Stage::Symbol:
  case Stage::Location:
    return 0.99f;
  case Stage::Merkle:
    return 0.99f;
  case Stage::Context:
    return 0.98f;
  case Stage::Label:
    return 0.95f;
  case Stage::DefUse:
    return 0.90f;
  case Stage::Similarity:
    return 0.85f;
  case Stage::Terminator:
  case Stage::Container:
    return 0.95f;
  case Stage::ValueEqual:
    return 0.90f;
  case Stage::Copy:
    return 0.80f;
  case Stage::Frontier:
  case Stage::Absorbed:
    return 0.60f;
  case Stage::None:
    return 0;
  }
  return 0;
}
