//===- CustomOp.cpp - The tokens of custom syntax -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

using namespace passdelta;
using namespace passdelta::lenient;

/// True after a token that cannot be the last one of an op.
static bool isOpen(Token token) {
  return token == Token::Comma || token == Token::Equals ||
         token == Token::Colon || token == Token::Arrow ||
         token == Token::Attrs || token == Token::Open;
}

bool Parser::parseCustom(OpState &op) {
  if (parsePlain(op))
    return true;
  while (!op.ended) {
    bool newline = false;
    const char *tokenEnd = p;
    p = skipSpace(p, end, newline);
    // The op's text ends with its last token.
    auto endHere = [&] { p = tokenEnd; };
    if (p == end) {
      if (isFlat(op)) {
        endHere();
        break;
      }
      return fail({end, brackets.back().at, "the text ends inside an op"});
    }
    if (isFlat(op)) {
      if (*p == '}' || (newline && startsNext(op))) {
        endHere();
        break;
      }
      if ((op.last == Token::Type || op.last == Token::Region) &&
          startsInLine()) {
        endHere();
        break;
      }
    }
    if (!parseToken(op))
      return false;
  }
  reorderRefs(op);
  flushRefs(op, /*beforeRegion=*/false);
  if (op.name->traits.hasShortBody && op.shortBody)
    return buildShortBody(op);
  return true;
}

/// True if an op starts at `p`, behind a complete op on the same line:
/// `... : f32 a.b %x`, `... : f32 %1 = a.b`.
bool Parser::startsInLine() {
  if (*p == '%')
    return startsResults(p, end);
  if (!is(*p, IdentStart))
    return false;
  StringRef word = slice(p, skipWhile(p, end, IdentPart));
  return word == "return" || (word.contains('.') && !skipBareLocation(p, end));
}

/// True if the first token of a line, at `p`, does not belong to `op`.
bool Parser::startsNext(const OpState &op) {
  if (isOpen(op.last))
    return false;
  switch (*p) {
  case '%':
    return startsResults(p, end);
  case '^':
    return true;
  case '"': {
    const char *close = skipString(p, end);
    close = close ? skipSpace(close, end) : end;
    return close != end && *close == '(';
  }
  case '{':
    return (end - p > 1 && p[1] == '-') ||
           (nesting == 1 && op.last == Token::Region);
  case '(':
  case ':':
  case '-':
    return nesting == 1 && op.last == Token::Region;
  case '[':
    return nesting == 1 && refs.empty();
  case '#':
  case '!':
    // `#x = ...` at the top level.
    return nesting == 1;
  default:
    break;
  }
  if (!is(*p, IdentStart))
    return nesting == 1;
  StringRef word = slice(p, skipWhile(p, end, IdentPart));
  if (word.contains('.'))
    return !skipBareLocation(p, end) || nesting == 1;
  if (word == "loc" || word == "else" || word == "do" || word == "attributes")
    return false;
  if (nesting == 1 && op.last == Token::Region)
    return word != "case" && word != "default" && word != "combiner" &&
           word != "cleanup" && word != "dealloc" && word != "copy" &&
           word != "atomic" && word != "init" && word != "destroy";
  return !expandOpName(word, defaultDialect, nameStorage).empty();
}

void Parser::addAsm(OpState &op, StringRef text) {
  char first = text[0];
  bool glued = first == ',' || first == ')' || first == ']' || first == '}' ||
               first == '>' || first == '(' || first == '[' || first == ':';
  if (asmText.size() != op.asmBase) {
    char before = asmText.back();
    if (!glued && before != '(' && before != '[' && before != '{' &&
        before != '<')
      asmText.push_back(' ');
  }
  asmText.append(text);
}

void Parser::addAsmText(OpState &op, StringRef raw, bool glued) {
  if (!glued && asmText.size() != op.asmBase && asmText.back() != '(' &&
      asmText.back() != '[' && asmText.back() != '{' && asmText.back() != '<')
    asmText.push_back(' ');
  size_t before = asmText.size();
  texts.append(raw, asmText);
  // Long constants are summarised at once: the stack must stay small.
  if (asmText.size() - before > 4 * Texts::maxText) {
    StringRef cut =
        names.str(texts.internNormal(StringRef(asmText).drop_front(before)));
    asmText.resize(before);
    asmText.append(cut);
  }
}

bool Parser::parseToken(OpState &op) {
  switch (*p) {
  case '%':
    return parseValue(op);
  case '^':
    return parseSuccessor(op);
  case '@':
    return parseSymbol(op);
  case '{':
    return parseBrace(op);
  case '(':
  case '[':
    return openBracket(op);
  case ')':
  case ']':
  case '}':
    return closeBracket(op);
  case '<':
    return parseAngle(op);
  case '>':
    if (!isFlat(op) && *brackets.back().at == '<')
      return closeBracket(op);
    return parseWord(op);
  case '"':
  case '#':
  case '!':
    return parseOpaque(op);
  case ',':
    addAsm(op, ",");
    setLast(op, Token::Comma);
    ++p;
    return true;
  case '=': {
    bool arrow = end - p > 1 && p[1] == '>';
    if (arrow && isFlat(op)) {
      const char *next = skipSpace(p + 2, end);
      if (looksLikeType(next, end)) {
        p = next;
        return parseSignature(op, /*isResult=*/true);
      }
    }
    addAsm(op, arrow ? "=>" : "=");
    setLast(op, Token::Equals);
    p += arrow ? 2 : 1;
    return true;
  }
  case ':': {
    bool twice = end - p > 1 && p[1] == ':';
    p += twice ? 2 : 1;
    if (twice) {
      addAsm(op, "::");
      return true;
    }
    if (isFlat(op))
      return parseSignature(op, /*isResult=*/false);
    if (op.last == Token::Value)
      return parseGroupTypes(op);
    addAsm(op, ":");
    setLast(op, Token::Colon);
    return true;
  }
  default:
    return parseWord(op);
  }
}

/// Words, numbers, arrows and stray punctuation.
bool Parser::parseWord(OpState &op) {
  const char *at = p;
  if (*p == '-' && end - p > 1 && p[1] == '>') {
    p += 2;
    if (isFlat(op))
      return parseSignature(op, /*isResult=*/true);
    addAsm(op, "->");
    setLast(op, Token::Arrow);
    return true;
  }
  if (!is(*p, IdentPart) && *p != '/' && *p != '-') {
    addAsm(op, StringRef(p++, 1));
    setLast(op, Token::Word);
    return true;
  }
  const char *wordEnd = skipWhile(p, end, IdentPart);
  bool maybeLocation =
      wordEnd != end && (*wordEnd == ':' || *wordEnd == '/' || *wordEnd == '-');
  // Pretty debug info: `gen.mlir:2:10`.
  if (const char *close = maybeLocation ? skipBareLocation(p, end) : nullptr) {
    if (isFlat(op))
      builder.op(op.id).loc =
          names.intern(("loc(" + slice(p, close) + ")").str());
    p = close;
    return true;
  }
  p = startsNumber(p, end) ? skipNumber(p, end)
                           : skipWhile(p + 1, end, IdentPart);
  StringRef word = slice(at, p);
  if (word == "loc" && p != end && *p == '(')
    return parseLocation(op);
  bool attrs = word == "attributes" || word == "attrs";
  if (word == "in" && isFlat(op) && op.last == Token::Value) {
    for (ValueRef &ref : refs)
      if (!scope.isVisible(ref.name))
        ref.isDefinition = true;
  }
  if (!attrs)
    addAsm(op, word);
  setLast(op, attrs ? Token::Attrs : word == "as" ? Token::As : Token::Word);
  return true;
}

/// `@f`, `@"f g"`, `@m::@f`. The first one names the op, unless ops of its name
/// refer to others.
bool Parser::parseSymbol(OpState &op) {
  const char *at = p;
  StringRef first;
  while (true) {
    const char *start = p + 1;
    bool quoted = start != end && *start == '"';
    p = quoted ? skipString(start, end) : skipWhile(start, end, SuffixPart);
    if (!p)
      return fail(start, "the string is not closed");
    // `@f->` does not end in a dash.
    if (!quoted && p != start && p[-1] == '-' && p != end && *p == '>')
      --p;
    if (first.empty())
      first = quoted ? slice(start + 1, p - 1) : slice(start, p);
    if (end - p < 3 || p[0] != ':' || p[1] != ':' || p[2] != '@')
      break;
    p += 2;
  }
  bool nested = slice(at, p).contains("::@");
  if (isFlat(op) && !nested && !op.hasSymbol && !op.numResults &&
      refs.empty() && operands.size() == op.operandBase &&
      !op.name->traits.refersToSymbol && op.last != Token::Equals) {
    op.hasSymbol = true;
    const char *next = skipSpace(p, end);
    op.hasParameters = next != end && (*next == '(' || *next == '<');
    builder.op(op.id).symbol = names.intern(first);
  } else {
    addAsm(op, slice(at, p));
  }
  setLast(op, Token::Word);
  return true;
}

bool Parser::parseSuccessor(OpState &op) {
  const char *at = p;
  p = skipWhile(p + 1, end, SuffixPart);
  labels.use(region, names.intern(slice(at, p)), op.id, op.numSuccessors++);
  addAsm(op, "^");
  setLast(op, Token::Word);
  return true;
}

bool Parser::openBracket(OpState &op) {
  // `-> (...)` and `: (...)` are types and do not come here.
  brackets.push_back({p, uint32_t(refs.size()), op.last});
  addAsm(op, StringRef(p, 1));
  setLast(op, Token::Open);
  ++p;
  return true;
}

static bool matches(char open, char close) {
  return (open == '(' && close == ')') || (open == '[' && close == ']') ||
         (open == '{' && close == '}') || (open == '<' && close == '>');
}

/// A value in affine subscripts is one operand however often it is used.
void Parser::dropRepeats(size_t firstRef) {
  if (firstRef >= refs.size())
    return; // A region came between.
  size_t kept = firstRef;
  for (size_t i = firstRef; i < refs.size(); ++i) {
    // Subscripts are few; hostile text must not make this quadratic.
    auto group = ArrayRef(refs).slice(firstRef, kept - firstRef).take_back(64);
    if (llvm::none_of(group, [&](const ValueRef &ref) {
          return ref.name == refs[i].name;
        }))
      refs[kept++] = refs[i];
  }
  refs.resize(kept);
}

bool Parser::closeBracket(OpState &op) {
  while (!isFlat(op) && *brackets.back().at == '<' && *p != '>')
    brackets.pop_back();
  if (isFlat(op)) {
    // A stray `)` or `]`: an oddity, not a reason to stop.
    addAsm(op, StringRef(p++, 1));
    return true;
  }
  OpenBracket bracket = brackets.back();
  if (!matches(*bracket.at, *p))
    return fail({p, bracket.at, "closing bracket does not match"});
  addAsm(op, StringRef(p, 1));
  ++p;
  brackets.pop_back();
  setLast(op, Token::Close);
  if (op.name->traits.affineSubscripts && isFlat(op) && *bracket.at == '[')
    dropRepeats(bracket.firstRef);
  closeGroup(op, bracket);
  return true;
}

/// `<...>`: one text, unless values are in it.
bool Parser::parseAngle(OpState &op) {
  bool plain = p < unpairedUntil || (end - p > 1 && p[1] == '=');
  if (!plain && end - p > 1 && p[1] == '%') {
    brackets.push_back({p, uint32_t(refs.size()), op.last});
    addAsm(op, "<");
    setLast(op, Token::Open);
    ++p;
    return true;
  }
  BracketError bracket;
  const char *close = plain ? nullptr : skipBalanced(p, end, bracket);
  if (!close) {
    if (!plain)
      unpairedUntil = bracket.at;
    addAsm(op, "<");
    ++p;
    return true;
  }
  // `key<...>` is glued to its key.
  addAsmText(op, slice(p, close), /*glued=*/true);
  setLast(op, Token::Word);
  p = close;
  return true;
}

/// Strings, `#attributes` and `!types` outside of signatures.
bool Parser::parseOpaque(OpState &op) {
  const char *at = p;
  BracketError bracket;
  if (*p == '"') {
    p = skipString(p, end);
    if (!p)
      return fail(at, "the string is not closed");
  } else {
    p = skipWhile(p + 1, end, SuffixPart);
    if (p[-1] == '-' && p - at > 1)
      --p;
    if (p != end && *p == '<') {
      p = skipBalanced(p, end, bracket);
      if (!p)
        return fail(bracket);
    }
  }
  addAsmText(op, slice(at, p), /*glued=*/false);
  setLast(op, Token::Word);
  return true;
}
