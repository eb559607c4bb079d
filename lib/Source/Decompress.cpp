//===- Decompress.cpp - Texts in gzip and Zstandard files -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// llvm/Support/Compression.h works on whole buffers and needs to know the size
// beforehand, which neither format promises; zlib and libzstd themselves do it
// in pieces. Files may hold several streams, one after the other (`cat a.gz
// b.gz`, pigz, zstd --adapt).
//
//===----------------------------------------------------------------------===//

#include "Decompress.h"
#include "StringEscapes.h"
#include "llvm/ADT/Twine.h"
#include <array>
#include <vector>
#include <zlib.h>
#include <zstd.h>

using namespace passdelta;

static constexpr uint64_t maxDecoded = uint64_t(64) << 30;
static constexpr size_t outputSize = 256 << 10;

/// Appends decoded bytes; fails at the limit.
static llvm::Error put(Spool &spool, StringRef bytes, StringRef path) {
  if (spool.size() + bytes.size() > maxDecoded)
    return inputError(path, 0, 0,
                      "expands to more than 64 GiB; give it uncompressed");
  return spool.write(bytes);
}

/// The file, if there is anything in it.
static llvm::Expected<std::unique_ptr<ByteFile>>
finish(Spool &spool, StringRef path, StringRef format, StringRef problem,
       std::string &warning) {
  if (!problem.empty()) {
    if (spool.size() == 0)
      return inputError(path, 0, 0,
                        llvm::Twine("the ") + format + " stream " + problem);
    warning = (path + ": the " + format + " stream " + problem +
               "; what comes before is read")
                  .str();
  }
  return spool.finish();
}

namespace {
/// zlib's state for a gzip stream.
struct Inflater {
  z_stream stream = {};
  bool isOpen = false;
  Inflater() {
    // 15 bits of window, and 16: a gzip header is expected.
    isOpen = ::inflateInit2(&stream, 15 + 16) == Z_OK;
  }
  ~Inflater() {
    if (isOpen)
      ::inflateEnd(&stream);
  }
};
} // namespace

/// Decodes one piece. Sets `problem`, after which nothing more can be decoded,
/// and `isAtEnd` where a stream ended.
static llvm::Error inflatePiece(z_stream &stream, StringRef piece, Spool &spool,
                                StringRef path, std::string &problem,
                                bool &isAtEnd) {
  std::vector<char> output(outputSize);
  stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(piece.data()));
  stream.avail_in = unsigned(piece.size());
  bool isFull = false;
  while (problem.empty() && (stream.avail_in || isFull)) {
    // Zeros may pad the last stream; other bytes after it are ignored as gzip
    // does.
    if (isAtEnd && *stream.next_in != 0x1f) {
      stream.avail_in = 0;
      break;
    }
    if (isAtEnd && ::inflateReset(&stream) != Z_OK)
      problem = "cannot be continued";
    isAtEnd = false;
    stream.next_out = reinterpret_cast<Bytef *>(output.data());
    stream.avail_out = unsigned(output.size());
    int status = ::inflate(&stream, Z_NO_FLUSH);
    if (llvm::Error error = put(
            spool, StringRef(output.data(), output.size() - stream.avail_out),
            path))
      return error;
    isFull = stream.avail_out == 0;
    if (status == Z_STREAM_END) {
      isAtEnd = true;
      isFull = false;
    } else if (status == Z_BUF_ERROR) {
      break; // Nothing left to do with this piece.
    } else if (status != Z_OK) {
      problem = std::string("is broken (") +
                (stream.msg ? stream.msg : "error in zlib") + ")";
    }
  }
  return llvm::Error::success();
}

static llvm::Expected<std::unique_ptr<ByteFile>>
decodeGzip(const ByteFile &from, StringRef path, std::string &warning) {
  auto spool = Spool::create(path);
  if (!spool)
    return spool.takeError();
  Inflater inflater;
  if (!inflater.isOpen)
    return inputError(path, 0, 0, "zlib cannot be used");
  std::string problem;
  bool isAtEnd = false;
  if (llvm::Error error =
          from.forEachPiece([&](StringRef piece) -> llvm::Error {
            return problem.empty()
                       ? inflatePiece(inflater.stream, piece, **spool, path,
                                      problem, isAtEnd)
                       : llvm::Error::success();
          }))
    return error;
  if (problem.empty() && !isAtEnd)
    problem = "is cut";
  return finish(**spool, path, "gzip", problem, warning);
}

static llvm::Expected<std::unique_ptr<ByteFile>>
decodeZstandard(const ByteFile &from, StringRef path, std::string &warning) {
  auto spool = Spool::create(path);
  if (!spool)
    return spool.takeError();
  std::unique_ptr<ZSTD_DStream, size_t (*)(ZSTD_DStream *)> stream(
      ::ZSTD_createDStream(), ::ZSTD_freeDStream);
  std::vector<char> output(outputSize);
  std::string problem;
  size_t status = 0; // 0: at the end of a frame.
  if (llvm::Error error =
          from.forEachPiece([&](StringRef piece) -> llvm::Error {
            ZSTD_inBuffer in = {piece.data(), piece.size(), 0};
            bool isFull = false;
            while (problem.empty() && (in.pos < in.size || isFull)) {
              ZSTD_outBuffer out = {output.data(), output.size(), 0};
              status = ::ZSTD_decompressStream(stream.get(), &out, &in);
              if (llvm::Error error =
                      put(**spool, StringRef(output.data(), out.pos), path))
                return error;
              isFull = out.pos == out.size;
              if (::ZSTD_isError(status))
                problem = std::string("is broken (") +
                          ::ZSTD_getErrorName(status) + ")";
            }
            return llvm::Error::success();
          }))
    return error;
  if (problem.empty() && status != 0)
    problem = "is cut";
  return finish(**spool, path, "Zstandard", problem, warning);
}

namespace {
/// Decodes UTF-16 in pieces that may end in the middle of a character.
class Utf16Decoder {
public:
  explicit Utf16Decoder(bool isBigEndian) : isBigEndian(isBigEndian) {}

  void addByte(unsigned char byte, std::string &text) {
    if (!std::exchange(hasByte, !hasByte)) {
      first = byte;
      return;
    }
    addUnit(isBigEndian ? first << 8 | byte : byte << 8 | first, text);
  }

private:
  void addUnit(uint32_t unit, std::string &text) {
    constexpr uint32_t replacement = 0xfffd;
    bool isLow = unit >= 0xdc00 && unit < 0xe000;
    if (high && isLow) {
      appendUtf8(text, 0x10000 + ((high - 0xd800) << 10) + (unit - 0xdc00));
      high = 0;
      return;
    }
    if (std::exchange(high, 0))
      appendUtf8(text, replacement);
    if (unit >= 0xd800 && unit < 0xdc00)
      high = unit;
    else if (unit != 0xfeff) // The byte order mark.
      appendUtf8(text, isLow ? replacement : unit);
  }

  bool isBigEndian;
  bool hasByte = false;
  uint32_t first = 0, high = 0;
};
} // namespace

static llvm::Expected<std::unique_ptr<ByteFile>>
decodeUtf16(const ByteFile &from, StringRef path, std::string &warning) {
  auto spool = Spool::create(path);
  if (!spool)
    return spool.takeError();
  auto mark = from.read(0, 2);
  if (!mark)
    return mark.takeError();
  Utf16Decoder decoder(StringRef(*mark).starts_with("\xfe"));
  std::string text;
  if (llvm::Error error =
          from.forEachPiece([&](StringRef piece) -> llvm::Error {
            text.clear();
            for (char c : piece)
              decoder.addByte(static_cast<unsigned char>(c), text);
            return (*spool)->write(text);
          }))
    return error;
  return (*spool)->finish();
}

const Encoding *passdelta::findEncoding(StringRef head) {
  static const std::array<Encoding, 3> encodings = {{
      {"gzip", [](StringRef head) { return head.starts_with("\x1f\x8b\x08"); },
       decodeGzip},
      {"Zstandard",
       [](StringRef head) {
         // A frame, or the skippable one that pzstd starts with.
         return head.starts_with("\x28\xb5\x2f\xfd") ||
                (head.size() > 4 && (head[0] & 0xf0) == 0x50 &&
                 head.substr(1, 3) == "\x2a\x4d\x18");
       },
       decodeZstandard},
      {"UTF-16",
       [](StringRef head) {
         return head.starts_with("\xff\xfe") || head.starts_with("\xfe\xff");
       },
       decodeUtf16},
  }};
  for (const Encoding &encoding : encodings)
    if (encoding.detect(head))
      return &encoding;
  return nullptr;
}
