#include "sextant/tensor/zip_archive.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include <fmt/core.h>
#include <zlib.h>

#include "sextant/tensor/byte_cursor.hpp"

namespace sextant {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 16;
constexpr std::uint64_t kHeader = 0x04034b50, kHeaderBytes = 30;  // without name and extra fields
constexpr std::uint64_t kEncrypted = 1, kSizesFollow = 8;         // flags
constexpr std::uint64_t kWide32 = 0xffffffff;                     // in an extra field instead
constexpr std::uint64_t kDeflated = 8;
constexpr std::uint64_t kMostInflated = 1032;  // bytes from one compressed byte

/// A stream of deflated bytes without a header.
struct Inflation {
  z_stream stream = {};

  Inflation() {
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
  }
  Inflation(const Inflation&) = delete;
  Inflation& operator=(const Inflation&) = delete;
  ~Inflation() { inflateEnd(&stream); }
};

}  // namespace

ZipArchive::ZipArchive(std::shared_ptr<InputFile> file)
    : file_(std::move(file)), directory_(read_zip_directory(*file_)) {}

std::string ZipArchive::begin(const ZipMember& member, std::size_t most) const {
  std::string bytes;
  const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(most, member.size));
  each_piece(member, [&](std::span<const std::byte> piece) {
    const std::size_t more = std::min(piece.size(), wanted - bytes.size());
    bytes.append(reinterpret_cast<const char*>(piece.data()), more);
    return bytes.size() < wanted;
  });
  return bytes;
}

void ZipArchive::unpack(const ZipMember& member,
                        const std::function<void(std::span<const std::byte>)>& take,
                        Checksums compared) const {
  std::uint64_t had = 0;
  std::size_t sum = 0;
  each_piece(member, [&](std::span<const std::byte> piece) {
    had += piece.size();
    if (had > member.size) return false;
    sum = crc32_z(sum, reinterpret_cast<const Bytef*>(piece.data()), piece.size());
    take(piece);
    return true;
  });
  if (had != member.size)
    fail(member, fmt::format("{} bytes, and says it has {}",
                             had < member.size ? std::to_string(had) : "more", member.size));
  const bool absent = compared == Checksums::not_zero && member.checksum == 0;
  if (sum != member.checksum && !absent) fail(member, "CRC error");
}

void ZipArchive::each_piece(const ZipMember& member, const Take& take) const {
  const std::uint64_t at = place_of(member);
  if (member.stored()) {
    each_stored(member, at, take);
  } else {
    each_inflated(member, at, take);
  }
}

void ZipArchive::each_stored(const ZipMember& member, std::uint64_t at, const Take& take) const {
  std::vector<std::byte> bytes(std::min<std::uint64_t>(kPiece, member.packed));
  for (std::uint64_t left = member.packed; left > 0;) {
    const auto piece = std::span(bytes).first(std::min<std::uint64_t>(bytes.size(), left));
    file_->read_at(at, piece);
    if (!take(piece)) return;
    at += piece.size();
    left -= piece.size();
  }
}

void ZipArchive::each_inflated(const ZipMember& member, std::uint64_t at, const Take& take) const {
  std::vector<std::byte> packed(std::min<std::uint64_t>(kPiece, member.packed)), bytes(kPiece);
  std::uint64_t left = member.packed;
  Inflation inflation;
  z_stream& stream = inflation.stream;
  for (int status = Z_OK; status != Z_STREAM_END;) {
    if (stream.avail_in == 0 && left > 0) {
      const auto next = std::span(packed).first(std::min<std::uint64_t>(packed.size(), left));
      file_->read_at(at, next);
      at += next.size();
      left -= next.size();
      stream.next_in = reinterpret_cast<Bytef*>(packed.data());
      stream.avail_in = static_cast<uInt>(next.size());
    }
    stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
    stream.avail_out = static_cast<uInt>(bytes.size());
    status = inflate(&stream, Z_NO_FLUSH);
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    if (status == Z_BUF_ERROR) fail(member, "its compressed bytes end too early");
    if (status != Z_OK && status != Z_STREAM_END) fail(member, "its compressed bytes are damaged");
    const auto piece = std::span(bytes).first(bytes.size() - stream.avail_out);
    if (!piece.empty() && !take(piece)) return;
  }
  if (left + stream.avail_in > 0) fail(member, "it has bytes after its compressed bytes");
}

std::uint64_t ZipArchive::place_of(const ZipMember& member) const {
  const std::string named = "has a member " + in_quotes(member.name, 60);
  if (member.encrypted)
    file_->fail(
        named +
        " that is encrypted; unpack the archive with its password, and pack it again without one");
  if (!member.stored() && member.method != kDeflated)
    file_->fail(
        fmt::format("{} that is compressed by method {}, and only 0 (stored) and 8 "
                    "(deflated) are read; unpack the archive, and pack it again with one of these",
                    named, member.method));
  if (directory_.begin < kHeaderBytes || member.header > directory_.begin - kHeaderBytes)
    fail(member, "it is not where the directory says");
  ByteCursor cursor(*file_, member.header);
  if (cursor.number(4) != kHeader) fail(member, "it is not where the directory says");
  cursor.skip(2);  // version
  const std::uint64_t flags = cursor.number(2);
  const std::uint64_t method = cursor.number(2);
  cursor.skip(4);  // time and date
  const std::uint64_t checksum = cursor.number(4);
  const std::uint64_t packed = cursor.number(4);
  const std::uint64_t size = cursor.number(4);
  const std::uint64_t name = cursor.number(2);
  const std::uint64_t extra = cursor.number(2);
  const bool same_sizes =
      (flags & kSizesFollow) != 0 ||
      (checksum == member.checksum && (packed == kWide32 || packed == member.packed) &&
       (size == kWide32 || size == member.size));
  if ((flags & kEncrypted) != 0 || method != member.method || !same_sizes ||
      cursor.text(name, name) != member.name)
    fail(member, "its header contradicts the directory");
  const std::uint64_t place = cursor.at() + extra;
  if (place > directory_.begin || member.packed > directory_.begin - place)
    fail(member, fmt::format("{} bytes from byte {} on are not there", member.packed, place));
  if (member.stored() ? member.size != member.packed : member.size / kMostInflated > member.packed)
    fail(member, fmt::format("{} bytes, and says it has {}", member.packed, member.size));
  return place;
}

void ZipArchive::fail(const ZipMember& member, const std::string& what) const {
  file_->fail("has a member " + in_quotes(member.name, 60) + " that cannot be unpacked (" + what +
              ")" + kZipRemedy);
}

}  // namespace sextant
