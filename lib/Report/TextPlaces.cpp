//===- TextPlaces.cpp - Where things are, in few columns ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextParts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace passdelta;

std::string passdelta::fileName(const Report &report, unsigned input) {
  if (input >= report.inputs.size())
    return "";
  if (!report.inputs[input].name.empty())
    return report.inputs[input].name;
  StringRef path = report.inputs[input].path;
  StringRef name = llvm::sys::path::filename(path);
  return (name.empty() ? path : name).str();
}

std::string passdelta::formatPlace(const Report &report, unsigned input,
                                   unsigned line) {
  std::string place = fileName(report, input);
  return line ? place + ":" + std::to_string(line) : place;
}

std::string passdelta::formatPlace(const Report &report,
                                   const PassRunReport &run) {
  if (run.afterInput != run.input)
    return fileName(report, run.input) + " -> " +
           fileName(report, run.afterInput);
  return formatPlace(report, run.input,
                     run.beforeLine ? run.beforeLine : run.afterLine);
}

StringRef passdelta::wordFor(const RunGroup &group) {
  return group.runs.front()->isStep ? "step " : "pass ";
}

std::string passdelta::formatRunIds(const RunGroup &group) {
  auto id = [&](size_t index) { return uint32_t(group.runs[index]->id); };
  size_t last = group.runs.size() - 1;
  std::string text = std::to_string(id(0));
  if (last == 0)
    return text;
  if (id(last) - id(0) == last)
    return text + "-" + std::to_string(id(last));
  if (last > 3)
    return text + "..." + std::to_string(id(last));
  for (size_t index = 1; index <= last; ++index)
    text += ", " + std::to_string(id(index));
  return text;
}

std::string passdelta::formatTargets(const RunGroup &group, unsigned max,
                                     unsigned columns) {
  std::vector<std::string> names;
  for (const PassRunReport *run : group.runs) {
    std::string name =
        shortened(run->symbol.empty() ? run->anchor : run->symbol, columns);
    if (!name.empty() && !llvm::is_contained(names, name))
      names.push_back(name);
  }
  size_t rest = names.size() > max ? names.size() - max : 0;
  names.resize(names.size() - rest);
  std::string text = llvm::join(names, ", ");
  return rest ? text + ", and " + std::to_string(rest) + " more" : text;
}

std::string passdelta::formatPlaces(const TextContext &context,
                                    ArrayRef<OpRef> ops,
                                    const PassRunReport &run, unsigned max) {
  std::string text;
  unsigned shown = 0;
  std::vector<std::string> seen;
  for (const OpRef &op : ops) {
    if (!op.line)
      continue;
    std::string place;
    if (op.input != run.input && op.input != run.afterInput)
      place += fileName(context.report, op.input) + ":";
    place += std::to_string(op.line);
    if (op.column)
      place += ":" + std::to_string(op.column);
    if (llvm::is_contained(seen, place))
      continue;
    if (shown++ == max)
      return text + ", ...";
    text += (text.empty() ? "" : ", ") + place;
    seen.push_back(std::move(place));
  }
  return text;
}

std::string passdelta::formatPlaces(const TextContext &context,
                                    const Finding &finding,
                                    const PassRunReport &run) {
  std::string places = formatPlaces(context, finding.before, run, 2);
  // A candidate that was left alone stands where it stood.
  if (finding.outcome == Outcome::Passed || finding.before.empty())
    places = formatSides(places, formatPlaces(context, finding.after, run, 2));
  for (const OpRef &op :
       finding.before.empty() ? finding.after : finding.before)
    if (!op.loc.empty())
      return places + (places.empty() ? "" : "  ") + shortened(op.loc, 40);
  return places;
}
