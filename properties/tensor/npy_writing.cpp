#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/tensor/npy.hpp"
#include "sextant/tensor/table_writer.hpp"
#include "tensor/npy_files.hpp"

namespace sextant {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

PROPERTY(TableWriter, WritesWhatIsReadBack) {
  const Directory directory;
  const std::string path = directory / "t.npy";
  const Format format = *draw::element(kFloat16, kBfloat16, kFloat32, kFloat64);
  const auto rows = *draw::in_range<std::uint64_t>(1, 300).as("rows");
  const auto columns = *draw::in_range<std::uint64_t>(2, 300).as("columns");
  const auto step = *draw::in_range<std::uint64_t>(1, rows * columns + 1).as("numbers at once");
  std::mt19937_64 random(*draw::arbitrary<std::uint64_t>().as("seed of the numbers"));
  std::vector<std::uint64_t> bits(rows * columns);
  for (auto& b : bits) b = random() >> (64 - format.storage_bits);

  TableWriter writer(path, format, {rows, columns});
  for (std::size_t i = 0; i < bits.size(); i += step) {
    writer.append(std::span(bits).subspan(i, std::min(step, bits.size() - i)));
  }
  RC_ASSERT(!std::filesystem::exists(path));
  writer.finish();
  RC_ASSERT(directory.names() == std::vector<std::string>{"t.npy"});
  const Table table = open_npy(path, format);
  RC_ASSERT(table.rows() == rows);
  RC_ASSERT(table.columns() == columns);
  RC_ASSERT(patterns(table) == bits);
}

TEST(TableWriter, WritesTheBytesThatNumPyWrites) {
  const Directory directory;
  const std::string path = directory / "t.npy";
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(SEXTANT_DATA_DIR)) {
    if (entry.path().extension() != ".npy") continue;
    const std::string name = entry.path().string();
    const bool bfloat16 = name.find("bf16_d96") != name.npos || name.find("s_bf16") != name.npos ||
                          name.find("bf16_cache") != name.npos;
    const Table table = open_npy(name, bfloat16 ? std::optional(kBfloat16) : std::nullopt);
    TableWriter writer(path, table.format(), table.storage().shape);
    writer.append(patterns(table));
    writer.finish();
    EXPECT_TRUE(contents(path) == contents(name)) << name;
    ++files;
  }
  EXPECT_EQ(files, 22);
}

TEST(TableWriter, LeavesTheOldFileUntilTheNewOneIsWhole) {
  const Directory directory;
  const std::string path = directory / "t.npy";
  write_file(path, "old");
  {
    TableWriter writer(path, kFloat32, {2, 100'000});
    writer.append(std::vector<std::uint64_t>(150'000));
    EXPECT_EQ(contents(path), "old");
    EXPECT_EQ(directory.names().size(), 2u);
  }
  EXPECT_EQ(contents(path), "old");
  EXPECT_THAT(directory.names(), ElementsAre("t.npy"));
  ::chmod(path.c_str(), 0640);
  write_zeros(path, 3, 4);
  EXPECT_EQ(open_npy(path).rows(), 3u);
  EXPECT_EQ(std::filesystem::status(path).permissions(), std::filesystem::perms(0640));
}

TEST(TableWriter, ReplacesWhatALinkPointsTo) {
  const Directory directory;
  write_file(directory / "real.npy", "old");
  ASSERT_EQ(::symlink("real.npy", (directory / "link.npy").c_str()), 0);
  write_zeros(directory / "link.npy", 3, 4);
  EXPECT_TRUE(std::filesystem::is_symlink(directory / "link.npy"));
  EXPECT_EQ(open_npy(directory / "real.npy").rows(), 3u);
}

TEST(TableWriter, RefusesWrongCounts) {
  const Directory directory;
  const std::string path = directory / "t.npy";
  const std::vector<std::uint64_t> seven(7);
  TableWriter few(path, kFloat32, {2, 4});
  few.append(seven);
  EXPECT_THAT(error_of([&] { few.finish(); }), HasSubstr("1 numbers of its shape are missing"));
  TableWriter many(path, kFloat32, {2, 3});
  EXPECT_THAT(error_of([&] { many.append(seven); }), HasSubstr("1 numbers too many"));
  EXPECT_THROW(TableWriter(path, kFloat32, {0, 3}), Error);
  EXPECT_THROW(TableWriter(path, kFloat32, {}), Error);
  EXPECT_THROW(TableWriter(path, kFloat32, {2, 1, 1, 1, 1, 1, 1, 1, 2}), Error);
  EXPECT_THROW(TableWriter(path, kFloat32, {std::uint64_t{1} << 63, 2}), Error);
  EXPECT_THAT(error_of([&] { TableWriter(path, kBinary128, {2, 3}); }), HasSubstr("not binary128"));
  EXPECT_THAT(directory.names(), IsEmpty());
}

TEST(TableWriter, RefusesAtOnceWhatItsFileSystemHasNoRoomFor) {
  const Directory directory;
  const std::string path = directory / "t.npy";
  write_file(path, "old");
  for (const std::uint64_t rows : {std::uint64_t{1} << 50, std::uint64_t{1} << 58}) {
    EXPECT_THAT(error_of([&] {
                  TableWriter(path, kFloat64, {rows, 32});
                }),
                HasSubstr("bytes, and its file system has"));
  }
  const std::uint64_t left = std::filesystem::space(directory / "").available;
  OutputFile(path).expect_room(left / 2);
  EXPECT_THAT(error_of([&] { OutputFile(path).expect_room(2 * left + 1); }),
              HasSubstr("it needs " + std::to_string(2 * left + 1) + " bytes"));
  TableWriter("/dev/null", kFloat64, {std::uint64_t{1} << 50, 32})
      .append(std::span<const std::uint64_t>{});
  EXPECT_EQ(contents(path), "old");
  EXPECT_THAT(directory.names(), ElementsAre("t.npy"));
}

TEST(TableWriter, RefusesPlacesThatCannotBeWritten) {
  const Directory directory;
  const auto refusal = [&](const std::string& path) {
    return error_of([&] { write_zeros(path, 3, 4); });
  };
  ASSERT_EQ(::symlink("nowhere", (directory / "dangling").c_str()), 0);
  write_file(directory / "file", "x");
  EXPECT_THAT(refusal(directory / ""), HasSubstr("is a directory"));
  EXPECT_THAT(refusal(directory / "none/t.npy"), HasSubstr("No such file or directory"));
  EXPECT_THAT(refusal(directory / "file/t.npy"), HasSubstr("Not a directory"));
  EXPECT_THAT(refusal(directory / "dangling"), HasSubstr("symbolic link to a file that is not"));
  EXPECT_THAT(refusal(directory / std::string(300, 'x')), HasSubstr("File name too long"));
  EXPECT_THAT(refusal(""), HasSubstr("''"));
  EXPECT_THAT(directory.names(), ElementsAre("dangling", "file"));
}

TEST(TableWriter, RefusesPlacesWithoutPermission) {
  const Directory directory;
  const std::string old = directory / "t.npy";
  write_file(old, "old");
  ::chmod(old.c_str(), 0444);
  const auto denied = [](const std::string& path) {
    const std::string error = error_of([&] { write_zeros(path, 3, 4); });
    return error.find("Permission denied") != std::string::npos ? 0 : 1;
  };
  ::chmod((directory / "").c_str(), 0777);  // it would let its files be replaced
  EXPECT_EQ(status_in_child_of_nobody([&] { return denied(old); }), 0);
  ::chmod((directory / "").c_str(), 0555);
  EXPECT_EQ(status_in_child_of_nobody([&] { return denied(directory / "new.npy"); }), 0);
  ::chmod((directory / "").c_str(), 0755);
  EXPECT_EQ(contents(old), "old");
  EXPECT_THAT(directory.names(), ElementsAre("t.npy"));
}

TEST(TableWriter, WritesDevicesInPlace) {
  const auto into_devices = [] {
    write_zeros("/dev/null", 300, 400);
    const auto error = error_of([] { write_zeros("/dev/full", 3, 4); });
    return error == "'/dev/full': cannot be written: No space left on device" ? 0 : 1;
  };
  EXPECT_EQ(status_in_child_of_nobody(into_devices), 0);
}

TEST(TableWriter, LeavesNothingWhenThereIsNoRoom) {
  const Directory directory;
  const auto limited = [&] {
    const rlimit limit{1 << 20, 1 << 20};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const auto error = error_of([&] { write_zeros(directory / "t.npy", 1000, 1000); });
    if (error.find("File too large") == std::string::npos) return 1;
    return directory.names().empty() ? 0 : 2;
  };
  EXPECT_EQ(status_in_child(limited), 0);
}

TEST(TableWriter, CannotBeFinishedOnceItFailed) {
  const auto fails_twice = [] {
    TableWriter writer("/dev/full", kFloat32, {1, 100'000});
    const std::vector<std::uint64_t> all(100'000);
    const auto once = error_of([&] { writer.append(all); });
    const auto twice = error_of([&] { writer.finish(); });
    return once.empty() || twice.empty() ? 1 : 0;
  };
  EXPECT_EQ(status_in_child_of_nobody(fails_twice), 0);
}

}  // namespace
}  // namespace sextant
