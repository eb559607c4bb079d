//===- AlignmentJsonl.cpp - The links of an alignment, one a line ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A million links are normal here, so lines are written directly, without a
// JSON value in between.
//
//===----------------------------------------------------------------------===//

#include "passdelta/Report/Format.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace passdelta;

namespace {
class LinkPrinter {
public:
  LinkPrinter(const OpGraph &before, const OpGraph &after,
              llvm::raw_ostream &os)
      : before(before), after(after), os(os) {}

  void print(Relation relation, Stage stage, float confidence,
             ArrayRef<OpId> beforeOps, ArrayRef<OpId> afterOps) {
    os << "{\"relation\":\"" << toString(relation) << "\",\"before\":[";
    printOps(before, beforeOps);
    os << "],\"after\":[";
    printOps(after, afterOps);
    os << "],\"confidence\":";
    printConfidence(confidence);
    os << ",\"stage\":\"" << toString(stage) << "\"}\n";
  }

private:
  void printOps(const OpGraph &graph, ArrayRef<OpId> ops) {
    bool first = true;
    for (OpId op : ops) {
      os << (first ? "{\"line\":" : ",{\"line\":") << graph[op].line
         << ",\"op\":";
      printName(graph.name(op));
      os << '}';
      first = false;
    }
  }

  void printName(StringRef name) {
    bool plain = llvm::all_of(name, [](unsigned char c) {
      return c >= ' ' && c < 0x7f && c != '"' && c != '\\';
    });
    if (plain)
      os << '"' << name << '"';
    else
      os << llvm::json::Value(llvm::json::fixUTF8(name));
  }

  /// In thousandths, without trailing zeros: 1, 0.99, 0.125.
  void printConfidence(float confidence) {
    unsigned thousandths = unsigned(confidence * 1000 + 0.5f);
    os << thousandths / 1000;
    unsigned rest = thousandths % 1000;
    for (unsigned digit = 100, dot = 0; rest; digit /= 10, dot = 1) {
      if (!dot)
        os << '.';
      os << rest / digit;
      rest %= digit;
    }
  }

  const OpGraph &before, &after;
  llvm::raw_ostream &os;
};
} // namespace

void passdelta::printAlignmentJsonl(const OpGraph &before, const OpGraph &after,
                                    const Alignment &alignment,
                                    llvm::raw_ostream &os) {
  LinkPrinter printer(before, after, os);
  llvm::BitVector groupedBefore(before.numOps()), groupedAfter(after.numOps());
  for (const Group &group : alignment.groups) {
    for (OpId op : group.before)
      groupedBefore.set(uint32_t(op));
    for (OpId op : group.after)
      groupedAfter.set(uint32_t(op));
  }

  for (uint32_t i = 0; i < before.numOps(); ++i)
    if (const Link &link = alignment.link(OpId(i)); link.other != OpId::None)
      printer.print(link.relation, link.stage, link.confidence, OpId(i),
                    link.other);
  for (const Group &group : alignment.groups)
    printer.print(group.relation, group.stage, group.confidence, group.before,
                  group.after);
  for (uint32_t i = 0; i < before.numOps(); ++i)
    if (alignment.afterOf(OpId(i)) == OpId::None && !groupedBefore.test(i))
      printer.print(Relation::Erased, alignment.link(OpId(i)).stage,
                    alignment.link(OpId(i)).confidence, OpId(i), {});
  for (uint32_t i = 0; i < after.numOps(); ++i)
    if (alignment.beforeOf(OpId(i)) == OpId::None && !groupedAfter.test(i))
      printer.print(Relation::Created, alignment.linkOfAfter(OpId(i)).stage,
                    alignment.linkOfAfter(OpId(i)).confidence, {}, OpId(i));
}
