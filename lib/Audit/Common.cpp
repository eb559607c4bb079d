//===- Common.cpp - What the audits share ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Common.h"
#include "passdelta/Knowledge/StructuredOp.h"
#include "llvm/ADT/STLExtras.h"

using namespace passdelta;
using namespace passdelta::auditing;

void auditing::addReason(Reasons &reasons, StringRef code, Basis basis,
                         const llvm::Twine &text, ArrayRef<OpId> evidence) {
  ReasonInGraph reason;
  reason.code = code.str();
  reason.basis = basis;
  reason.text = text.str();
  for (OpId op : evidence)
    if (op != OpId::None)
      reason.evidence.push_back(op);
  reasons.push_back(std::move(reason));
}

void auditing::finishReasons(Reasons &reasons, StringRef what) {
  if (reasons.empty())
    addReason(reasons, "unknown", Basis::Inferred,
              "no test of passdelta explains why it was not " + what);
  std::stable_sort(reasons.begin(), reasons.end(),
                   [](const ReasonInGraph &first, const ReasonInGraph &second) {
                     return first.basis < second.basis;
                   });
}

OpId auditing::imageOf(const AuditInput &input, OpId op) {
  OpId image = input.alignment.afterOf(op);
  if (image == OpId::None || input.after.name(image) != input.before.name(op))
    return OpId::None;
  return image;
}

/// The names of the ops in a subtree, sorted.
static std::vector<StringRef> namesIn(const OpGraph &graph, OpId root) {
  std::vector<StringRef> names;
  for (OpId op = root; op < graph[root].end; op = OpId(uint32_t(op) + 1))
    names.push_back(graph.name(op));
  llvm::sort(names);
  return names;
}

bool auditing::sameOps(const AuditInput &input, OpId before, OpId after) {
  return input.before.subtreeSize(before) == input.after.subtreeSize(after) &&
         namesIn(input.before, before) == namesIn(input.after, after);
}

bool auditing::isLeftAlone(const AuditInput &input, OpId op) {
  OpId image = imageOf(input, op);
  return image != OpId::None && sameOps(input, op, image);
}

bool auditing::isInChange(const AuditInput &input, Kind kind,
                          ArrayRef<OpId> ops) {
  return llvm::any_of(input.changes, [&](const Change &change) {
    return change.kind == kind && llvm::all_of(ops, [&](OpId op) {
             return llvm::is_contained(change.before, op);
           });
  });
}

OpId auditing::enclosing(const OpGraph &graph, OpId op, StringRef name) {
  while (op != OpId::None && graph.name(op) != name)
    op = graph.parent(op);
  return op;
}

bool auditing::containsOp(const OpGraph &graph, OpId root, StringRef name) {
  for (OpId op = root; op < graph[root].end; op = OpId(uint32_t(op) + 1))
    if (graph.name(op) == name)
      return true;
  return false;
}

bool auditing::hasOp(const OpGraph &graph, ArrayRef<StringRef> names) {
  for (uint32_t op = 0; op < graph.numOps(); ++op)
    if (llvm::is_contained(names, graph.name(OpId(op))))
      return true;
  return false;
}

std::optional<std::string> auditing::option(const AuditInput &input,
                                            StringRef key) {
  return findOption(input.run.options, key);
}

bool auditing::isOptionSet(const AuditInput &input, StringRef key) {
  std::optional<std::string> value = option(input, key);
  return value && *value != "false" && *value != "0";
}

llvm::SmallVector<int64_t, 4> auditing::integerOption(const AuditInput &input,
                                                      StringRef key) {
  llvm::SmallVector<int64_t, 4> numbers;
  std::string text = option(input, key).value_or("");
  StringRef rest = text;
  while (!rest.empty()) {
    rest = rest.ltrim("{}[], ");
    int64_t number;
    if (rest.consumeInteger(10, number))
      break;
    numbers.push_back(number);
  }
  return numbers;
}

std::string auditing::describe(const OpGraph &graph, OpId op) {
  std::string text = graph.name(op).str();
  if (text != "linalg.generic" && text != "linalg.map" &&
      text != "linalg.reduce")
    return text;
  std::string body;
  unsigned count = 0;
  for (OpId inner : bodyOps(graph, op)) {
    if (++count > 3)
      break;
    body +=
        (body.empty() ? "" : ", ") + graph.name(inner).split('.').second.str();
  }
  if (count > 3)
    body += ", ...";
  return body.empty() ? text : text + " (" + body + ")";
}

std::string auditing::counted(size_t count, StringRef noun) {
  return std::to_string(count) + " " + noun.str() + (count == 1 ? "" : "s");
}

std::string auditing::nameOf(const OpGraph &graph, ValueId value,
                             StringRef other) {
  StringRef name = graph.str(graph[value].name);
  return name.empty() ? other.str() : name.str();
}
