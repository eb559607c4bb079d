//===- Texts.cpp - Normalised text and aliases ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Texts.h"
#include "Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace passdelta;
using namespace passdelta::lenient;

/// Longest text that one expansion may make, in bytes.
static constexpr size_t maxExpansion = 16384;
/// Deepest chain of aliases of aliases.
static constexpr unsigned maxAliasDepth = 64;

Texts::Texts(StringRef text, Interner &names)
    : names(names), budget((size_t(64) << 20) + 16 * text.size()) {
  const char *p = text.begin(), *end = text.end();
  while (p != end) {
    ++lines;
    if (*p == '#' || *p == '!') {
      const char *nameEnd = skipWhile(p + 1, end, SuffixPart);
      const char *equals = skipSpace(nameEnd, end);
      if (nameEnd != p + 1 && equals != end && *equals == '=') {
        // The body runs to the end of its line, or of its brackets.
        const char *body = skipSpace(equals + 1, end);
        const char *q = body;
        BracketError error;
        while (q && q != end && *q != '\n')
          q = *q == '"' ? skipString(q, end)
              : *q == '(' || *q == '[' || *q == '{' || *q == '<'
                  ? skipBalanced(q, end, error)
                  : q + 1;
        if (q) {
          defineAlias(slice(p, nameEnd), slice(body, q).rtrim());
          p = q;
          continue;
        }
      }
    }
    const void *eol = std::memchr(p, '\n', size_t(end - p));
    if (!eol)
      return;
    p = static_cast<const char *>(eol) + 1;
  }
}

void Texts::defineAlias(StringRef name, StringRef body) {
  if (aliasIndex.try_emplace(name, aliases.size()).second)
    aliases.push_back({body, {}, Alias::Raw});
}

const std::string &Texts::expand(Alias &alias, unsigned depth) {
  if (alias.state == Alias::Raw) {
    alias.state = Alias::Busy;
    llvm::SmallString<256> text;
    append(alias.body, text, alias.body.starts_with("loc("), depth + 1);
    alias.expanded = std::string(text);
    alias.state = Alias::Done;
  }
  return alias.expanded;
}

size_t Texts::appendAlias(StringRef rest, llvm::SmallVectorImpl<char> &out,
                          bool inLoc, unsigned depth) {
  const char *nameEnd = skipWhile(rest.begin() + 1, rest.end(), SuffixPart);
  StringRef name = slice(rest.begin(), nameEnd);
  // `tensor<4xf32, #a>->`: the dash is not of the name.
  name = name.rtrim('-');
  auto found = aliasIndex.find(name);
  if (found == aliasIndex.end())
    return 0;
  Alias &alias = aliases[found->second];
  if (alias.state == Alias::Busy || depth > maxAliasDepth ||
      out.size() > maxExpansion)
    return 0;
  StringRef text = expand(alias, depth);
  if (inLoc && text.starts_with("loc(") && text.ends_with(")"))
    text = text.drop_front(4).drop_back();
  if (text.size() > budget)
    return 0;
  budget -= text.size();
  out.append(text.begin(), text.end());
  return name.size();
}

/// True if a blank between `before` and `after` has no meaning and is left
/// out: after an opening and before a closing bracket or a comma.
static bool dropsBlank(char before, char after) {
  return before == '(' || before == '[' || before == '{' || before == '<' ||
         after == ')' || after == ']' || after == '}' || after == ',' ||
         after == '>';
}

void Texts::append(StringRef raw, llvm::SmallVectorImpl<char> &out, bool inLoc,
                   unsigned depth) {
  const char *p = raw.begin(), *end = raw.end();
  size_t start = out.size();
  while (p != end) {
    char c = *p;
    if (is(c, Blank) || (c == '/' && end - p > 1 && p[1] == '/')) {
      p = skipSpace(p, end);
      if (p != end && out.size() != start && out.back() != ' ' &&
          !dropsBlank(out.back(), *p))
        out.push_back(' ');
      continue;
    }
    if (c == '"') {
      const char *next = skipString(p, end);
      if (!next)
        next = end;
      out.append(p, next);
      p = next;
      continue;
    }
    if ((c == '#' || c == '!') && end - p > 1 && is(p[1], IdentStart) &&
        (p == raw.begin() || !is(p[-1], IdentPart))) {
      if (size_t taken = appendAlias(slice(p, end), out, inLoc, depth)) {
        p += taken;
        continue;
      }
    }
    out.push_back(c);
    ++p;
    if (c == ',' && p != end && !is(*p, Blank))
      out.push_back(' ');
  }
}

/// Drops the name of an attribute or type that stands inside the brackets of
/// another one:
///
///   #a.info<config = #a.config<[8]>>   ->   #a.info<config = <[8]>>
///
/// MLIR prints the second where the inner one has no alias, and the first is
/// what an alias expands to; the kind of parameter tells the name anyway.
/// Returns whether there was one.
static bool dropNestedNames(StringRef text, llvm::SmallVectorImpl<char> &out) {
  // Per open `<`: is it, or one around it, of an attribute or type.
  llvm::SmallVector<bool, 16> opaque;
  bool dropped = false, namedBefore = false;
  for (const char *p = text.begin(), *end = text.end(); p != end;) {
    if (*p == '"') {
      const char *next = skipString(p, end);
      next = next ? next : end;
      out.append(p, next);
      p = next;
      continue;
    }
    if ((*p == '#' || *p == '!') && end - p > 1 && is(p[1], IdentStart)) {
      const char *nameEnd = skipWhile(p + 1, end, IdentPart);
      bool opens =
          nameEnd != end && *nameEnd == '<' && slice(p, nameEnd).contains('.');
      if (opens && !opaque.empty() && opaque.back())
        dropped = true;
      else
        out.append(p, nameEnd);
      namedBefore = opens;
      p = nameEnd;
      continue;
    }
    if (*p == '<')
      opaque.push_back(namedBefore || (!opaque.empty() && opaque.back()));
    else if (*p == '>' && !opaque.empty() && p != text.begin() && p[-1] != '-')
      opaque.pop_back();
    namedBefore = false;
    out.push_back(*p++);
  }
  return dropped;
}

NameId Texts::internNormal(StringRef text) {
  llvm::SmallString<256> plain;
  // Almost no text has an attribute or a type with a name in it, so two.
  auto countNames = [&] {
    unsigned count = 0;
    for (char c : text)
      count += c == '#' || c == '!';
    return count;
  };
  if (text.size() > 8 && countNames() > 1 && dropNestedNames(text, plain))
    text = plain;
  if (text.size() <= maxText)
    return names.intern(text);
  std::string cut = text.take_front(maxText / 4).str();
  cut += "...#" + llvm::utohexstr(hashBytes(text), /*LowerCase=*/true) + ":" +
         std::to_string(text.size());
  return names.intern(cut);
}

NameId Texts::intern(StringRef raw) {
  if (raw.empty())
    return NameId::Empty;
  bool isNew;
  NameId &id = cache.get(raw, isNew);
  if (isNew) {
    scratch.clear();
    append(raw, scratch);
    id = internNormal(scratch);
  }
  return id;
}

NameId Texts::internLoc(StringRef raw) {
  bool isNew;
  NameId &id = locCache.get(raw, isNew);
  if (!isNew)
    return id;
  scratch = "loc(";
  append(raw, scratch, /*inLoc=*/true, 0);
  StringRef inner = StringRef(scratch).drop_front(4);
  if (inner != "unknown" && !inner.starts_with("#")) {
    scratch.push_back(')');
    id = internNormal(scratch);
  }
  return id;
}
