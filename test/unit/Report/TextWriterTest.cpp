//===- TextWriterTest.cpp - Columns, margins and odd characters -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextWriter.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace passdelta;

static std::string print(StringRef text, StringRef place, unsigned width,
                         bool colour = false) {
  FormatOptions options;
  options.width = width;
  options.colour = colour;
  std::string result;
  llvm::raw_string_ostream os(result);
  TextWriter(options, os).line(TextLine().add(text, Style::Green), place);
  return result;
}

TEST(TextWriter, PlaceIsFlushRight) {
  EXPECT_EQ(print("ab", "1:2", 10), "ab     1:2\n");
  EXPECT_EQ(print("abcde", "1:2", 10), "abcde  1:2\n");
}

TEST(TextWriter, PlaceThatDoesNotFitTakesALine) {
  EXPECT_EQ(print("abcdef", "1:2", 10), "abcdef\n       1:2\n");
  EXPECT_EQ(print("a", "123456789012", 10), "a\n  123456789012\n");
}

TEST(TextWriter, ColourTakesNoColumns) {
  EXPECT_EQ(print("ab", "1:2", 10, true),
            "\033[32mab\033[0m     \033[2m1:2\033[0m\n");
}

TEST(TextWriter, ControlCharactersAndBadUtf8AreMended) {
  EXPECT_EQ(printable("a\x1b[31m\tb"), "a [31m b");
  EXPECT_EQ(printable("\xff"), "\xef\xbf\xbd");
  EXPECT_EQ(columnsOf("\xe4\xbd\xa0"), 2u);
}

TEST(TextWriter, ShortenedKeepsBothEnds) {
  EXPECT_EQ(shortened("short", 10), "short");
  std::string text = shortened("abcdefghijklmnopqrstuvwxyz", 13);
  EXPECT_EQ(text, "abcdef...wxyz");
  EXPECT_TRUE(llvm::json::isUTF8(shortened(
      "\xe4\xbd\xa0\xe4\xbd\xa0\xe4\xbd\xa0\xe4\xbd\xa0\xe4\xbd\xa0\xe4"
      "\xbd\xa0\xe4\xbd\xa0",
      9)));
}
