#include <map>
#include <memory>
#include <string>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "sextant/tensor/zip_archive.hpp"
#include "tensor/mutated.hpp"
#include "tensor/npy_files.hpp"
#include "tensor/torch_files.hpp"

namespace sextant {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;
using testing::StartsWith;

const std::string kFiles = SEXTANT_DATA_DIR "/files/";
constexpr std::uint64_t kWide = 0xffffffff;

std::string little(std::uint64_t value, int bytes) {
  return number_bytes(value, bytes, ByteOrder::little);
}

std::string unpacked(const ZipArchive& archive, const ZipMember& member) {
  std::string bytes;
  archive.unpack(member, [&](std::span<const std::byte> piece) {
    bytes.append(reinterpret_cast<const char*>(piece.data()), piece.size());
  });
  EXPECT_EQ(archive.begin(member, 3), bytes.substr(0, 3));
  return bytes;
}

std::map<std::string, std::string> members_of(const std::shared_ptr<InputFile>& file) {
  const ZipArchive archive(file);
  std::map<std::string, std::string> members;
  for (const ZipMember& member : archive.members())
    members[member.name] = unpacked(archive, member);
  return members;
}

/// The unpacked members of an archive.
std::map<std::string, std::string> members_of(const std::string& bytes) {
  return members_of(std::make_shared<InputFile>("t.zip", std::as_bytes(std::span(bytes))));
}

/// An archive of two stored members, or another one, with some of its numbers changed.
class Changed {
 public:
  explicit Changed(std::string bytes = zip_bytes({{"one", "first"}, {"two", "second"}}))
      : bytes_(std::move(bytes)) {}

  /// Sets a number of `size` bytes in the last record with a signature.
  Changed& in(const std::string& signature, std::size_t offset, std::uint64_t value, int size) {
    const std::size_t at = bytes_.rfind(signature);
    EXPECT_LE(at, bytes_.size() - offset - static_cast<std::size_t>(size));
    bytes_.replace(at + offset, static_cast<std::size_t>(size), little(value, size));
    return *this;
  }
  Changed& header(std::size_t offset, std::uint64_t value, int size) {
    return in("PK\3\4", offset, value, size);
  }
  Changed& entry(std::size_t offset, std::uint64_t value, int size) {
    return in("PK\1\2", offset, value, size);
  }
  Changed& end(std::size_t offset, std::uint64_t value, int size) {
    return in("PK\5\6", offset, value, size);
  }

  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

void expect_refused(const std::string& bytes, const std::string& complaint) {
  const std::string error = error_of([&] { members_of(bytes); });
  EXPECT_THAT(error, StartsWith("t.zip: "));
  EXPECT_THAT(error, HasSubstr(complaint));
  EXPECT_THAT(error, testing::Not(HasSubstr("\n")));
}

void expect_refused(const Changed& changed, const std::string& complaint) {
  expect_refused(changed.bytes(), complaint);
}

/// What follows the data of an archive of one stored member, "m".  All numbers have 64 bits that
/// may have them.  `at` is the place of the member's header, `begin` that of the directory.
std::string wide_directory(const std::string& data, const std::string& checksum, std::uint64_t at,
                           std::uint64_t begin) {
  const std::string extra = little(0x7075, 2) + little(3, 2) + "abc" + little(1, 2) +
                            little(24, 2) + little(data.size(), 8) + little(data.size(), 8) +
                            little(at, 8);
  const std::string entry = "PK\1\2" + little(45, 4) + little(0, 8) + checksum + little(kWide, 4) +
                            little(kWide, 4) + little(1, 2) + little(extra.size(), 2) +
                            little(2, 2) + little(0, 8) + little(kWide, 4) + "m" + extra + "ok";
  const std::uint64_t end = begin + entry.size();
  return entry + "PK\6\6" + little(44, 8) + little(45, 4) + little(0, 8) + little(1, 8) +
         little(1, 8) + little(entry.size(), 8) + little(begin, 8) + "PK\6\7" + little(0, 4) +
         little(end, 8) + little(1, 4) + "PK\5\6" + little(0, 4) + little(0xffff, 2) +
         little(0xffff, 2) + little(kWide, 4) + little(kWide, 4) + little(0, 2);
}

/// The local header and the data of that member.
std::string wide_member(const std::string& data, const std::string& checksum) {
  const std::string extra =
      little(1, 2) + little(16, 2) + little(data.size(), 8) + little(data.size(), 8);
  return "PK\3\4" + little(45, 2) + little(0, 8) + checksum + little(kWide, 4) + little(kWide, 4) +
         little(1, 2) + little(extra.size(), 2) + "m" + extra + data;
}

std::string checksum_of(const std::string& data) {
  return zip_bytes({{"m", data}}).substr(14, 4);  // of the local header
}

std::string wide_archive(const std::string& data) {
  const std::string member = wide_member(data, checksum_of(data));
  return member + wide_directory(data, checksum_of(data), 0, member.size());
}

TEST(ZipArchive, HoldsItsMembers) {
  EXPECT_THAT(members_of(zip_bytes({{"one", "first"}, {"", ""}, {"two", "second"}})),
              ElementsAre(Pair("", ""), Pair("one", "first"), Pair("two", "second")));
  EXPECT_TRUE(members_of(zip_bytes({})).empty());
  const std::string large(200'000, 'x');
  EXPECT_THAT(members_of(zip_bytes({{"large", large}})), ElementsAre(Pair("large", large)));
  const auto deflated = members_of(contents(kFiles + "deflated.npz"));
  EXPECT_EQ(deflated, members_of(contents(kFiles + "stored.npz")));
  EXPECT_EQ(deflated.size(), 7u);
}

TEST(ZipArchive, MayHaveACommentAndBytesAfterIt) {
  const std::string bytes = Changed().end(20, 9, 2).bytes();
  EXPECT_EQ(members_of(bytes + "a comment").size(), 2u);
  EXPECT_EQ(members_of(bytes + "a comment" + std::string(500, '\0')).size(), 2u);
  EXPECT_EQ(members_of(bytes + "PK\5\6 PK\5\6").size(), 2u);  // no such record fits here
  expect_refused(bytes + "a commen", "is a damaged zip archive (it has no directory at its end)");
  EXPECT_EQ(members_of(Changed().end(20, 0xffff, 2).bytes() + std::string(0xffff, 'x')).size(), 2u);
}

/// With bit 3 of the flags, checksum and sizes follow the data.
TEST(ZipArchive, MayHaveSizesAfterItsMembers) {
  const Changed after =
      Changed().header(6, 8, 2).header(14, 0, 4).header(18, 0, 4).header(22, 0, 4).entry(8, 8, 2);
  EXPECT_EQ(members_of(after.bytes()).at("two"), "second");
}

TEST(ZipArchive, MayHaveNumbersOf64Bits) {
  EXPECT_THAT(members_of(wide_archive("numbers")), ElementsAre(Pair("m", "numbers")));
}

/// All but the last bytes are a hole in the file.
TEST(ZipArchive, MayHaveMembersAfterFourGigabytes) {
  const Directory directory;
  const std::string path = directory / "t.npz", data = "numbers";
  const std::uint64_t at = (std::uint64_t{5} << 30) + 3;
  const std::string member = wide_member(data, checksum_of(data));
  const std::string rest = member + wide_directory(data, checksum_of(data), at, at + member.size());
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT, 0600));
  ASSERT_EQ(::pwrite(file.get(), rest.data(), rest.size(), static_cast<off_t>(at)),
            static_cast<ssize_t>(rest.size()));
  EXPECT_THAT(members_of(std::make_shared<InputFile>(path)), ElementsAre(Pair("m", "numbers")));
}

TEST(MalformedZipArchive, HasAnEndThatItsDirectoryContradicts) {
  const std::string elsewhere =
      "is a damaged zip archive (its directory is not where its end says)";
  const auto size = static_cast<std::uint64_t>(2 * (46 + 3));
  const std::uint64_t begin = 2 * (30 + 3) + 5 + 6;
  expect_refused("PK\3\4" + Changed().bytes(), elsewhere);
  expect_refused(Changed().end(12, size + 1, 4), elsewhere);
  expect_refused(Changed().end(12, kWide, 4), elsewhere);
  expect_refused(Changed().end(16, begin - 1, 4), elsewhere);
  expect_refused(Changed().end(16, kWide, 4), elsewhere);
  expect_refused(Changed().end(12, size - 49, 4), elsewhere);
  expect_refused(Changed().end(12, size - 46, 4).end(16, begin + 46, 4),
                 "(byte 123 begins no entry of its directory)");
  expect_refused(Changed().end(12, size + 1, 4).end(16, begin - 1, 4),
                 "(byte 76 begins no entry of its directory)");
  expect_refused(Changed().end(8, 3, 2).end(10, 3, 2),
                 "(its directory has 2 members, and its end says 3)");
  expect_refused(Changed().end(8, 0, 2).end(10, 0, 2),
                 "(its directory has 2 members, and its end says 0)");
  for (const std::size_t offset : {4, 6, 8})
    expect_refused(Changed().end(offset, 7, 2), "(it is one of several files)");
  // A directory of the second member alone.
  EXPECT_THAT(members_of(Changed()
                             .end(8, 1, 2)
                             .end(10, 1, 2)
                             .end(12, size - 49, 4)
                             .end(16, begin + 49, 4)
                             .bytes()),
              ElementsAre(Pair("two", "second")));
  const std::string bytes = Changed().bytes();
  for (std::size_t length = 0; length < bytes.size(); ++length)
    expect_refused(bytes.substr(0, length), "is a damaged zip archive (it has no directory");
}

TEST(MalformedZipArchive, HasAnEntryThatIsNone) {
  expect_refused(Changed().entry(0, 0, 4), "begins no entry of its directory");
  for (const std::size_t offset : {28, 30, 32}) {
    expect_refused(Changed().entry(offset, 4, 2), "ends after its directory");
    expect_refused(Changed().entry(offset, 0xffff, 2), "ends after its directory");
  }
  expect_refused(Changed().entry(28, 0, 2), "begins no entry of its directory");
  expect_refused(zip_bytes({{"one", ""}, {"two", ""}, {"one", "1"}}),
                 "has the member 'one' twice; save or copy it again");
  expect_refused(zip_bytes({{std::string("a.npy\0b", 7), ""}}),
                 "(a zero byte is in the name 'a.npy\\x00b')");
  const std::string name(0xffff, 'x');
  EXPECT_THAT(members_of(zip_bytes({{name, "1"}})), ElementsAre(Pair(name, "1")));
}

TEST(MalformedZipArchive, HasDamagedRecordsOf64Bits) {
  const Changed sound(wide_archive("numbers"));
  const auto end = [&](std::size_t offset, std::uint64_t value, int size) {
    return Changed(sound).in("PK\6\6", offset, value, size);
  };
  const auto locator = [&](std::size_t offset, std::uint64_t value, int size) {
    return Changed(sound).in("PK\6\7", offset, value, size);
  };
  const std::string most = "its directory is not where its end says";
  const std::uint64_t all = ~std::uint64_t{0};
  for (const std::uint64_t value : {std::uint64_t{0}, all, all - 21, std::uint64_t{1} << 63}) {
    expect_refused(end(40, value, 8), most);
    expect_refused(end(48, value, 8), most);
    expect_refused(end(4, value, 8), "the record of zip64 at its end is not where it should be");
    expect_refused(locator(8, value, 8), "the record of zip64 at its end is not where it");
  }
  expect_refused(end(40, all - 10, 8).in("PK\6\6", 48, 100, 8), most);  // the sum overflows
  expect_refused(end(0, 0, 4), "the record of zip64 at its end is not where it should be");
  expect_refused(locator(4, 1, 4), "the record of zip64 at its end is not where it should be");
  expect_refused(locator(16, 2, 4), "the record of zip64 at its end is not where it should be");
  expect_refused(end(16, 1, 4), "the two records at its end contradict");
  expect_refused(end(16, 1, 4).end(4, 0xffff, 2), "it is one of several files");
  expect_refused(end(24, all, 8), "it is one of several files");
  expect_refused(end(24, all, 8).in("PK\6\6", 32, all, 8), "has 1 members, and its end says 184");
  for (const std::size_t offset : {4, 6, 8, 10, 12, 16})
    expect_refused(Changed(sound).end(offset, 2, 2), "the two records at its end contradict");
  expect_refused(locator(0, 0, 4), most);

  const std::string bytes = sound.bytes();
  const std::size_t extra = bytes.rfind("PK\1\2") + 46 + 1;
  const auto field = [&](std::size_t offset, std::uint64_t value, int size) {
    return bytes.substr(0, extra + offset) + little(value, size) +
           bytes.substr(extra + offset + static_cast<std::size_t>(size));
  };
  expect_refused(field(2, 0xffff, 2), "an extra field in its directory is too long");
  expect_refused(field(9, 25, 2), "an extra field in its directory is too long");
  expect_refused(field(9, 20, 2), "an extra field in its directory is too short");
  expect_refused(field(7, 2, 2), "has a member 'm' that cannot be unpacked (");
  for (const std::size_t offset : {11, 19, 27})
    for (const std::uint64_t value : {std::uint64_t{6}, std::uint64_t{8}, kWide, all, all - 29})
      expect_refused(field(offset, value, 8), "has a member 'm' that cannot be unpacked (");
}

TEST(MalformedZipArchive, HasAMemberThatItsHeaderContradicts) {
  const std::string two = "has a member 'two' that cannot be unpacked (";
  const std::string contradicts = two + "its header contradicts the directory); save or copy";
  for (const std::size_t offset : {6, 8, 14, 18, 22, 26})
    expect_refused(Changed().header(offset, 1, 2), contradicts);
  expect_refused(Changed().header(26, 0xffff, 2), "t.zip: ");
  std::string renamed = Changed().bytes();
  renamed[renamed.find("two")] = 'T';
  expect_refused(renamed, contradicts);
  expect_refused(Changed().entry(42, 0, 4), contradicts);  // two members with one header
  expect_refused(Changed().header(0, 0, 4), two + "it is not where the directory says)");
  for (const std::uint64_t at : {std::uint64_t{1}, std::uint64_t{77}, std::uint64_t{126}, kWide})
    expect_refused(Changed().entry(42, at, 4), two + "it is not where the directory says)");
  expect_refused(Changed().header(28, 1, 2), two + "6 bytes from byte 72 on are not there)");
  expect_refused(Changed().header(28, 0xffff, 2), "on are not there)");
  const auto sizes = [](std::uint64_t packed, std::uint64_t size) {
    return Changed()
        .header(18, packed, 4)
        .header(22, size, 4)
        .entry(20, packed, 4)
        .entry(24, size, 4);
  };
  expect_refused(sizes(7, 7), two + "7 bytes from byte 71 on are not there)");
  expect_refused(sizes(kWide, kWide), "bytes from byte 71 on are not there)");
  expect_refused(sizes(6, 5), two + "6 bytes, and says it has 5)");
  expect_refused(sizes(6, kWide), two + "6 bytes, and says it has 4294967295)");
  expect_refused(sizes(5, 5), two + "CRC error)");
}

TEST(MalformedZipArchive, HasDamagedCompressedBytes) {
  const Changed sound(contents(kFiles + "alone.npz"));
  const std::string named = "has a member 'arr_0.npy' that cannot be unpacked (";
  const std::size_t begin = sound.bytes().find("arr_0.npy") + 9 + 20;  // zip64 sizes
  const std::uint64_t packed = sound.bytes().rfind("PK\1\2") - begin;
  const auto sizes = [&](std::uint64_t packed_size, std::uint64_t size) {
    return Changed(sound)
        .header(18, packed_size, 4)
        .header(22, size, 4)
        .entry(20, packed_size, 4)
        .entry(24, size, 4);
  };
  EXPECT_EQ(members_of(sizes(packed, 224).bytes()).at("arr_0.npy").size(), 224u);
  expect_refused(sizes(packed, 223), named + "more bytes, and says it has 223)");
  expect_refused(sizes(packed, 225), named + "224 bytes, and says it has 225)");
  expect_refused(sizes(packed, 0), named + "more bytes, and says it has 0)");
  expect_refused(sizes(packed, packed * 2000), named + fmt::format("{} bytes, and says", packed));
  expect_refused(sizes(packed - 1, 224), named + "its compressed bytes end too early)");
  expect_refused(sizes(0, 0), named + "its compressed bytes end too early)");
  std::string longer = Changed(sound).entry(20, packed + 1, 4).header(18, packed + 1, 4).bytes();
  longer.insert(begin + packed, 1, '\0');
  expect_refused(Changed(longer).end(16, begin + packed + 1, 4),
                 named + "it has bytes after its compressed bytes)");
  std::string harmed = sound.bytes();
  harmed[begin] = '\7';  // a block of no kind
  expect_refused(harmed, named + "its compressed bytes are damaged)");
  expect_refused(Changed(sound).entry(16, 0, 4).header(14, 0, 4), named + "CRC error)");
}

TEST(ZipArchive, ThatIsPackedAnotherWayIsNamed) {
  for (const auto method : {1, 12, 14, 93, 95, 99, 0xffff})
    expect_refused(
        Changed().entry(10, static_cast<std::uint64_t>(method), 2),
        fmt::format("has a member 'two' that is compressed by method {}, and only 0 (stored) and 8 "
                    "(deflated) are read; unpack the archive, and pack it again with one of these",
                    method));
  for (const std::uint64_t flags : {1, 9, 65, 8193})
    expect_refused(Changed().entry(8, flags, 2),
                   "has a member 'two' that is encrypted; unpack the archive with its password, "
                   "and pack it again without one");
}

/// Whatever an archive says of itself, it is refused in one line, or its members have their
/// checksums; and neither needs much memory.
TEST(MutatedZipArchive, IsAnErrorOrHasItsMembers) {
  Mutator mutated(19890214,
                  {wide_archive("numbers"), zip_bytes({{"one", "first"}, {"two", "second"}}),
                   contents(kFiles + "alone.npz")},
                  {400, 0, 30});
  int read = 0;
  constexpr int cases = 20'000;
  for (int i = 0; i < cases; ++i) {
    const std::string bytes = mutated();
    const std::size_t before = bytes_allocated();
    try {
      members_of(bytes);
      ++read;
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), testing::Not(HasSubstr("\n")));
    }
    ASSERT_LE(bytes_allocated() - before, 100 * bytes.size() + (std::size_t{4} << 20)) << i;
  }
  EXPECT_GT(read, 100);
  EXPECT_GT(cases - read, 5'000);
  RecordProperty("read", read);
}

}  // namespace
}  // namespace sextant
