#include "sextant/tensor/zip_directory.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/core.h>

#include "sextant/tensor/byte_cursor.hpp"

namespace sextant {
namespace {

// Signatures and lengths of records, without their parts of variable length: APPNOTE.TXT of PKWARE,
// sections 4.3.12 to 4.3.16.
constexpr std::uint64_t kEntry = 0x02014b50, kEntryBytes = 46;
constexpr std::uint64_t kWideEnd = 0x06064b50, kWideEndBytes = 56;  // of zip64
constexpr std::uint64_t kLocator = 0x07064b50, kLocatorBytes = 20;  // of that record
constexpr std::string_view kEnd = "PK\5\6";
constexpr std::uint64_t kEndBytes = 22;

// A number of 16 or 32 bits has this value if the real one is in a record of zip64.
constexpr std::uint64_t kWide16 = 0xffff, kWide32 = 0xffffffff;

constexpr std::uint64_t kEncrypted = 1 | 1 << 6 | 1 << 13;  // flags
constexpr std::uint64_t kWideField = 1;                     // the kind of an extra field

[[noreturn]] void fail(const ByteCursor& cursor, const std::string& why) {
  cursor.fail("is a damaged zip archive (" + why + ")" + kZipRemedy);
}

/// What the records at the end of an archive say of its directory.
struct End {
  std::uint64_t disk, first_disk;  ///< 0, unless the archive consists of several files
  std::uint64_t members_here, members;
  std::uint64_t size, begin;
};

/// The place of the last record that ends an archive and whose comment fits into the file; nullopt
/// if there is none.
std::optional<std::uint64_t> place_of_end(const InputFile& file, std::uint64_t length) {
  const std::uint64_t from = length - std::min(length, kEndBytes + 0xffff);
  std::string tail(static_cast<std::size_t>(length - from), '\0');
  file.read_at(from, std::as_writable_bytes(std::span(tail)));
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(tail[at]); };
  for (std::size_t at = tail.size(); at-- > 0;) {
    at = tail.rfind(kEnd, at);
    if (at == std::string::npos) return std::nullopt;
    const std::size_t rest = tail.size() - at;
    if (rest >= kEndBytes && rest - kEndBytes >= byte(at + 20) + 256U * byte(at + 21))
      return from + at;
  }
  return std::nullopt;
}

End read_end(ByteCursor& cursor, std::size_t of_counts, std::size_t of_sizes) {
  End end{};
  const std::size_t of_disks = of_counts == 2 ? 2 : 4;
  end.disk = cursor.number(of_disks);
  end.first_disk = cursor.number(of_disks);
  end.members_here = cursor.number(of_counts);
  end.members = cursor.number(of_counts);
  end.size = cursor.number(of_sizes);
  end.begin = cursor.number(of_sizes);
  return end;
}

/// The record of zip64, and where it begins; nullopt if no locator is before byte `at`.
std::optional<std::pair<End, std::uint64_t>> read_wide_end(ByteCursor& cursor, std::uint64_t at) {
  if (at < kLocatorBytes) return std::nullopt;
  const std::uint64_t locator = at - kLocatorBytes;
  cursor.seek(locator);
  if (cursor.number(4) != kLocator) return std::nullopt;
  const std::uint64_t disk = cursor.number(4);
  const std::uint64_t place = cursor.number(8);
  const std::uint64_t disks = cursor.number(4);
  if (disk != 0 || disks > 1 || locator < kWideEndBytes || place > locator - kWideEndBytes)
    fail(cursor, "the record of zip64 at its end is not where it should be");
  cursor.seek(place);
  const bool begins = cursor.number(4) == kWideEnd;
  const std::uint64_t length = cursor.number(8);  // without these 12 bytes
  if (!begins || length != locator - place - 12)
    fail(cursor, "the record of zip64 at its end is not where it should be");
  cursor.skip(4);  // versions
  return std::pair(read_end(cursor, 8, 8), place);
}

/// Whether the two records at the end of an archive agree.
bool agree(const End& narrow, const End& wide) {
  const auto same = [](std::uint64_t a, std::uint64_t b, std::uint64_t elsewhere) {
    return a == elsewhere || a == b;
  };
  return same(narrow.disk, wide.disk, kWide16) &&
         same(narrow.first_disk, wide.first_disk, kWide16) &&
         same(narrow.members_here, wide.members_here, kWide16) &&
         same(narrow.members, wide.members, kWide16) && same(narrow.size, wide.size, kWide32) &&
         same(narrow.begin, wide.begin, kWide32);
}

/// Reads the extra fields of an entry up to byte `end`.  A member's values of 64 bits are there.
void read_extra_fields(ByteCursor& cursor, std::uint64_t end, ZipMember& member) {
  while (end - cursor.at() >= 4) {
    const std::uint64_t kind = cursor.number(2);
    const std::uint64_t length = cursor.number(2);
    if (length > end - cursor.at()) fail(cursor, "an extra field in its directory is too long");
    const std::uint64_t next = cursor.at() + length;
    if (kind == kWideField) {
      for (std::uint64_t* value : {&member.size, &member.packed, &member.header}) {
        if (*value != kWide32) continue;
        if (next - cursor.at() < 8) fail(cursor, "an extra field in its directory is too short");
        *value = cursor.number(8);
      }
    }
    cursor.seek(next);
  }
  cursor.seek(end);
}

/// Reads an entry of a directory that ends at byte `end`.
ZipMember read_entry(ByteCursor& cursor, std::uint64_t end) {
  const std::uint64_t at = cursor.at();
  if (end - at < kEntryBytes || cursor.number(4) != kEntry)
    fail(cursor, fmt::format("byte {} begins no entry of its directory", at));
  ZipMember member;
  cursor.skip(4);  // versions
  member.encrypted = (cursor.number(2) & kEncrypted) != 0;
  member.method = cursor.number(2);
  cursor.skip(4);  // time and date
  member.checksum = static_cast<std::uint32_t>(cursor.number(4));
  member.packed = cursor.number(4);
  member.size = cursor.number(4);
  const std::uint64_t name = cursor.number(2);
  const std::uint64_t extra = cursor.number(2);
  const std::uint64_t comment = cursor.number(2);
  cursor.skip(8);  // disk and attributes
  member.header = cursor.number(4);
  if (name + extra + comment > end - cursor.at())
    fail(cursor, fmt::format("the entry at byte {} ends after its directory", at));
  member.name = cursor.text(name, 0xffff);
  if (member.name.find('\0') != std::string::npos)
    fail(cursor, "a zero byte is in the name " + in_quotes(member.name, 60));
  read_extra_fields(cursor, cursor.at() + extra, member);
  cursor.skip(comment);
  return member;
}

void expect_different_names(const InputFile& file, const std::vector<ZipMember>& members) {
  std::vector<std::string_view> names;
  for (const ZipMember& member : members) names.push_back(member.name);
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end())
    file.fail("has the member " + in_quotes(*twice, 60) + " twice" + kZipRemedy);
}

}  // namespace

ZipDirectory read_zip_directory(InputFile& file) {
  ByteCursor cursor(file);
  const auto place = place_of_end(file, cursor.end());
  if (!place) fail(cursor, "it has no directory at its end");
  cursor.seek(*place + kEnd.size());
  End end = read_end(cursor, 2, 4);
  std::uint64_t behind = *place;  // where the directory ends
  if (const auto wide = read_wide_end(cursor, *place)) {
    if (!agree(end, wide->first)) fail(cursor, "the two records at its end contradict each other");
    std::tie(end, behind) = *wide;
  }
  if (end.disk != 0 || end.first_disk != 0 || end.members_here != end.members)
    fail(cursor, "it is one of several files");
  if (end.size > behind || end.begin != behind - end.size)
    fail(cursor, "its directory is not where its end says");
  ZipDirectory directory{end.begin};
  for (cursor.seek(end.begin); cursor.at() < behind;)
    directory.members.push_back(read_entry(cursor, behind));
  if (directory.members.size() != end.members)
    fail(cursor, fmt::format("its directory has {} members, and its end says {}",
                             directory.members.size(), end.members));
  expect_different_names(file, directory.members);
  return directory;
}

}  // namespace sextant
