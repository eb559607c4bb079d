#include "passdelta/Report/Format.h"
#include "llvm/Support/raw_ostream.h"
using namespace passdelta;
ArrayRef<Format> passdelta::getFormats() { return {}; }
void passdelta::filterReport(Report &report, Filter &filter) {}
void passdelta::printAlignmentJsonl(const OpGraph &before, const OpGraph &after,
                                    const Alignment &alignment,
                                    llvm::raw_ostream &os) {
  auto ref = [&](const OpGraph &graph, OpId op) {
    return llvm::json::Object{{"line", graph[op].line}, {"op", graph.name(op)}};
  };
  for (uint32_t i = 0; i < before.numOps(); ++i) {
    const Link &link = alignment.link(OpId(i));
    llvm::json::Object object{{"relation", toString(link.relation)},
                              {"confidence", link.confidence},
                              {"stage", toString(link.stage)}};
    object["before"] = llvm::json::Array{ref(before, OpId(i))};
    object["after"] = llvm::json::Array{};
    if (link.other != OpId::None)
      object["after"].getAsArray()->push_back(ref(after, link.other));
    os << llvm::json::Value(std::move(object)) << "\n";
  }
  for (const Group &group : alignment.groups) {
    llvm::json::Object object{{"relation", toString(group.relation)},
                              {"confidence", group.confidence},
                              {"stage", toString(group.stage)}};
    llvm::json::Array b, a;
    for (OpId op : group.before)
      b.push_back(ref(before, op));
    for (OpId op : group.after)
      a.push_back(ref(after, op));
    object["before"] = std::move(b);
    object["after"] = std::move(a);
    os << llvm::json::Value(std::move(object)) << "\n";
  }
}
