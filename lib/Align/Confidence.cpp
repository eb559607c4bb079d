//===- Confidence.cpp - How often a stage is right ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Confidence.h"

using namespace passdelta;

namespace {

/// Confidence by what a link turned out to be.
struct Row {
  float kept, modified, moved, replaced;
};

} // namespace

static Row rowOf(Stage stage) {
  switch (stage) {
  case Stage::Root:
  case Stage::Location:
  case Stage::Symbol:
    return {0.99f, 0.99f, 0.99f, 0.99f};
  case Stage::Merkle:
    return {0.99f, 0.94f, 0.88f, 0.94f};
  case Stage::Context:
    return {0.99f, 0.97f, 0.97f, 0.94f};
  case Stage::Label:
    return {0.94f, 0.94f, 0.94f, 0.94f};
  case Stage::Terminator:
    return {0.97f, 0.94f, 0.94f, 0.97f};
  case Stage::Container:
    return {0.97f, 0.85f, 0.90f, 0.97f};
  case Stage::DefUse:
    return {0.94f, 0.84f, 0.90f, 0.84f};
  case Stage::Similarity:
    return {0.90f, 0.92f, 0.50f, 0.94f};
  case Stage::None:
  case Stage::Copy:
  case Stage::Frontier:
  case Stage::Absorbed:
  case Stage::ValueEqual:
    return {0, 0, 0, 0};
  }
  return {0, 0, 0, 0};
}

float passdelta::confidenceOf(Stage stage, Relation relation) {
  Row row = rowOf(stage);
  switch (relation) {
  case Relation::Kept:
    return row.kept;
  case Relation::Modified:
    return row.modified;
  case Relation::Moved:
    return row.moved;
  case Relation::Replaced:
    return row.replaced;
  default:
    return 0;
  }
}

float passdelta::confidenceOfGroup(Stage stage) {
  switch (stage) {
  case Stage::Copy:
    return 0.94f;
  case Stage::ValueEqual:
    return 0.94f;
  case Stage::Frontier:
    return 0.65f;
  case Stage::Absorbed:
    return 0.42f;
  default:
    return 0;
  }
}
