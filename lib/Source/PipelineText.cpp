//===- PipelineText.cpp - The text of a pass pipeline ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passdelta/Source/PipelineText.h"
#include "llvm/ADT/StringExtras.h"
#include <cstring>

using namespace passdelta;

static bool isNamePart(char c) {
  return llvm::isAlnum(c) || c == '-' || c == '_' || c == '.' || c == ':';
}

/// `text` is at a `{`; the size of what is up to its partner, or 0.
static size_t sizeOfOptions(StringRef text) {
  unsigned depth = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '{')
      ++depth;
    else if (text[at] == '}' && --depth == 0)
      return at + 1;
  }
  return 0;
}

/// `text` with every run of blanks as one.
static std::string withSingleBlanks(StringRef text) {
  std::string out;
  for (char c : text.trim()) {
    if (!llvm::isSpace(c))
      out += c;
    else if (out.back() != ' ')
      out += ' ';
  }
  return out;
}

std::optional<PipelineText> passdelta::parsePipeline(StringRef text) {
  PipelineText pipeline;
  std::vector<std::string> anchors;
  StringRef rest = text;
  while (true) {
    rest = rest.ltrim();
    StringRef name = rest.take_while(isNamePart);
    if (name.empty() && !rest.starts_with(")"))
      return std::nullopt;
    rest = rest.drop_front(name.size()).ltrim();
    StringRef options;
    if (rest.starts_with("{")) {
      size_t size = sizeOfOptions(rest);
      if (!size)
        return std::nullopt;
      options = rest.take_front(size).drop_front().drop_back();
      rest = rest.drop_front(size).ltrim();
    }
    if (rest.consume_front("(")) {
      anchors.push_back(name.str());
      pipeline.text += name.str() + "(";
      continue;
    }
    if (anchors.empty())
      return std::nullopt;
    if (!name.empty()) {
      std::string plain = withSingleBlanks(options);
      pipeline.text += name.str() + (plain.empty() ? "" : "{" + plain + "}");
      pipeline.passes.push_back({name.str(), plain, anchors.back()});
    }
    while (rest.consume_front(")")) {
      pipeline.text += ")";
      anchors.pop_back();
      if (anchors.empty()) {
        pipeline.end = text.size() - rest.size();
        return pipeline;
      }
      rest = rest.ltrim();
    }
    if (!rest.consume_front(","))
      return std::nullopt;
    pipeline.text += ",";
  }
}

std::optional<std::string> passdelta::findReproducer(StringRef text) {
  size_t at = text.rfind("mlir_reproducer");
  if (at == StringRef::npos || !text.take_front(at).contains("{-#"))
    return std::nullopt;
  StringRef rest = text.drop_front(at);
  at = rest.find("pipeline: \"");
  if (at == StringRef::npos)
    return std::nullopt;
  rest = rest.drop_front(at + strlen("pipeline: \""));
  std::string pipeline;
  for (; !rest.empty() && rest.front() != '"' && rest.front() != '\n';
       rest = rest.drop_front()) {
    unsigned code = 0;
    if (rest.front() == '\\' &&
        !rest.drop_front().take_front(2).getAsInteger(16, code) &&
        rest.size() > 2) {
      pipeline += char(code);
      rest = rest.drop_front(2);
      continue;
    }
    if (rest.front() == '\\' && rest.size() > 1)
      rest = rest.drop_front();
    pipeline += rest.front();
  }
  if (!rest.starts_with("\""))
    return std::nullopt;
  return pipeline;
}

std::vector<PipelineText> passdelta::findPipelines(StringRef whole) {
  std::vector<PipelineText> found;
  StringRef text = whole;
  constexpr StringRef heading = "Pass Manager with ";
  while (true) {
    size_t at = text.find(heading);
    if (at == StringRef::npos)
      return found;
    StringRef line =
        text.drop_front(at).take_until([](char c) { return c == '\n'; });
    text = text.drop_front(at + line.size());
    if (!line.rtrim().ends_with("passes:"))
      continue;
    if (auto pipeline = parsePipeline(text)) {
      pipeline->begin = size_t(text.ltrim().data() - whole.data());
      text = text.drop_front(pipeline->end);
      pipeline->end = size_t(text.data() - whole.data());
      found.push_back(std::move(*pipeline));
    }
  }
}
