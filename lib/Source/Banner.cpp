//===- Banner.cpp - The line above an IR dump -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passdelta/Source/Banner.h"

using namespace passdelta;

/// Cuts a trailing `('op' operation: @symbol)` off `text`.
static void takeOperation(StringRef &text, Banner &banner) {
  size_t open = text.rfind("('");
  if (open == StringRef::npos || !text.ends_with(")"))
    return;
  auto [op, rest] = text.drop_front(open + 2).drop_back().split('\'');
  if (!rest.consume_front(" operation"))
    return;
  banner.anchor = op;
  if (rest.consume_front(": @"))
    banner.symbol = rest;
  text = text.take_front(open).rtrim();
}

static void takeFailed(StringRef &text, Banner &banner) {
  if (!text.consume_back(" Failed"))
    return;
  banner.failed = true;
  text = text.rtrim();
}

/// Splits `arg{options}`; `unknown<Class>` has neither.
static void setPipeline(StringRef pipeline, Banner &banner) {
  if (pipeline.starts_with("unknown<"))
    return;
  size_t brace = pipeline.find('{');
  banner.pass = pipeline.take_front(brace).trim();
  if (brace == StringRef::npos)
    return;
  banner.options = pipeline.drop_front(brace + 1).rtrim();
  banner.options.consume_back("}");
  banner.options = banner.options.trim();
}

/// `Name Failed (arg)`, `Name: arg{options}`, `Name`; `Failed` in any place.
static void setPass(StringRef text, Banner &banner) {
  takeFailed(text, banner);
  // A name has `::` but no colon before a blank.
  size_t colon = text.find(": ");
  if (colon != StringRef::npos) {
    setPipeline(text.drop_front(colon + 2).trim(), banner);
    text = text.take_front(colon).rtrim();
  } else if (text.ends_with(")")) {
    // The last parenthesis: the name may have `(anonymous namespace)`.
    size_t open = text.rfind(" (");
    if (open != StringRef::npos) {
      banner.pass = text.drop_front(open + 2).drop_back().trim();
      text = text.take_front(open).rtrim();
    }
  }
  takeFailed(text, banner);
  banner.name = text;
}

/// What the greedy and the conversion driver print with -debug.
static bool isPatternDump(StringRef name) {
  return name.starts_with("Pattern Application") ||
         name.starts_with("Successful ") || name.starts_with("Failed ");
}

static BannerKind parseDashes(StringRef text, Banner &banner) {
  // Old or pasted banners may lack the terminator, and text may follow it.
  size_t end = text.find("//-----");
  if (end == StringRef::npos)
    return BannerKind::LookAlike;
  text = text.take_front(end).rtrim();
  takeOperation(text, banner);
  setPass(text, banner);
  return banner.name.empty() ? BannerKind::LookAlike : BannerKind::Pass;
}

static BannerKind parseStars(StringRef text, Banner &banner) {
  size_t end = text.find(" ***");
  if (end == StringRef::npos)
    return BannerKind::LookAlike;
  StringRef rest = text.drop_front(end + 4).trim();
  text = text.take_front(end).rtrim();
  if (isPatternDump(text))
    return BannerKind::LookAlike;
  // LLVM's passes name the unit (`X on f`) or the argument (`X (x)`), MLIR's
  // never did in this form.
  if (text.contains(" on ") || text.ends_with(")") || rest.starts_with(":"))
    return BannerKind::LlvmIr;
  takeOperation(rest, banner);
  takeOperation(text, banner);
  setPass(text, banner);
  return BannerKind::Pass;
}

/// `[[[ IR printer: after vectorize ]]]`
static BannerKind parsePrinter(StringRef line, Banner &banner) {
  if (!line.consume_front("[[[ IR printer"))
    return BannerKind::None;
  line.consume_front(":");
  banner.name = line.take_until([](char c) { return c == ']'; }).trim();
  banner.within = "transform.print";
  return BannerKind::Step;
}

/// `SoftwarePipeliner internal IR Dump After: LowerLoops`, without its dashes.
static BannerKind parseInternal(StringRef within, StringRef text,
                                Banner &banner) {
  if (!within.consume_back(" internal") || !text.consume_front("After: "))
    return BannerKind::LookAlike;
  banner.name = text.trim();
  banner.within = within.trim();
  return banner.name.empty() || banner.within.empty() ? BannerKind::LookAlike
                                                      : BannerKind::Step;
}

BannerKind passdelta::parseBanner(StringRef line, Banner &banner) {
  banner = Banner();
  line = line.rtrim();
  size_t at = line.find("IR Dump ");
  if (at == StringRef::npos)
    return parsePrinter(line, banner);
  StringRef prefix = line.take_front(at);
  StringRef text = line.drop_front(at + 8);
  bool dashes = prefix.trim() == "// -----//" || prefix.trim() == "-----//";
  bool stars = prefix.trim() == "// ***" || prefix.trim() == "***";
  if (prefix.starts_with("; ***") || prefix.starts_with("# ***"))
    return BannerKind::LlvmIr;
  if (!dashes && !stars)
    return prefix.consume_front("// -----// ")
               ? parseInternal(prefix.rtrim(), text, banner)
               : BannerKind::None;
  if (text.consume_front("Before "))
    banner.isBefore = true;
  else if (!text.consume_front("After "))
    return stars && text.starts_with("At Start") ? BannerKind::LlvmIr
                                                 : BannerKind::LookAlike;
  return dashes ? parseDashes(text, banner) : parseStars(text, banner);
}
