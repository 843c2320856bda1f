#include <algorithm>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/tensor/table_writer.hpp"
#include "tensor/npy_files.hpp"
#include "tensor/table_files.hpp"

namespace sextant {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

PROPERTY(SafetensorsWriter, WritesWhatIsReadBack) {
  const Directory directory;
  const std::string path = directory / "t.safetensors";
  const Format format = *draw::element(kFloat16, kBfloat16, kFloat32, kFloat64);
  const auto rows = *draw::in_range<std::uint64_t>(1, 100).as("rows");
  const auto columns = *draw::in_range<std::uint64_t>(2, 100).as("columns");
  const auto step = *draw::in_range<std::uint64_t>(1, rows * columns + 1).as("numbers at once");
  const auto letters = *draw::container<std::vector<int>>(draw::in_range(1, 128)).as("name");
  const std::string name(letters.begin(), letters.end());
  std::mt19937_64 random(*draw::arbitrary<std::uint64_t>().as("seed of the numbers"));
  std::vector<std::uint64_t> bits(rows * columns);
  for (auto& b : bits) b = random() >> (64 - format.storage_bits);

  TableWriter writer(path, format, {rows, columns}, name);
  for (std::size_t i = 0; i < bits.size(); i += step) {
    writer.append(std::span(bits).subspan(i, std::min(step, bits.size() - i)));
  }
  RC_ASSERT(!std::filesystem::exists(path));
  writer.finish();
  RC_ASSERT(directory.names() == std::vector<std::string>{"t.safetensors"});
  const Table table = open_table({path, name, format});
  RC_ASSERT(table.format() == format);
  RC_ASSERT(table.rows() == rows);
  RC_ASSERT(table.columns() == columns);
  RC_ASSERT(patterns(table) == bits);
}

/// The bytes that another program writes of the same tensor.
TEST(SafetensorsWriter, WritesTheHeaderThatPythonWrites) {
  const Directory directory;
  const std::string path = directory / "t.safetensors";
  const std::string header = R"({"table":{"dtype":"BF16","shape":[2,3],"data_offsets":[0,12]}})";
  TableWriter writer(path, kBfloat16, {2, 3});
  writer.append(std::vector<std::uint64_t>{1, 2, 3, 4, 5, 0xabcd});
  writer.finish();
  const std::string padding(64 - header.size(), ' ');
  EXPECT_EQ(contents(path),
            safetensors_bytes(header + padding, std::string("\1\0\2\0\3\0\4\0\5\0\xcd\xab", 12)));
}

TEST(SafetensorsWriter, WritesIntegers) {
  const Directory directory;
  const std::string path = directory / "t.safetensors";
  TableWriter writer = TableWriter::of_integers(path, {2, 2}, "buckets");
  writer.append(std::vector<std::uint64_t>{1, 2, 3, ~std::uint64_t{0}});
  writer.finish();
  const Table table = open_table({path}, true);
  EXPECT_EQ(table.holds(), "int64");
  EXPECT_EQ(table.number(patterns(table)[3]), -1);
  EXPECT_THAT(error_of_table({path}), HasSubstr("tensor 'buckets' holds integers (dtype 'I64')"));
}

TEST(SafetensorsWriter, LeavesTheOldFileUntilTheNewOneIsWhole) {
  const Directory directory;
  const std::string path = directory / "t.safetensors";
  write_file(path, "old");
  {
    TableWriter writer(path, kFloat32, {2, 100'000});
    writer.append(std::vector<std::uint64_t>(150'000));
    EXPECT_EQ(contents(path), "old");
  }
  EXPECT_EQ(contents(path), "old");
  EXPECT_THAT(directory.names(), ElementsAre("t.safetensors"));
  TableWriter few(path, kFloat32, {2, 4});
  few.append(std::vector<std::uint64_t>(7));
  EXPECT_THAT(error_of([&] { few.finish(); }), HasSubstr("1 numbers of its shape are missing"));
  EXPECT_THROW(TableWriter(path, kFloat32, {std::uint64_t{1} << 63, 2}), Error);
  EXPECT_THAT(error_of([&] {
                TableWriter(path, kFloat64, {std::uint64_t{1} << 58, 32});
              }),
              HasSubstr("bytes, and its file system has"));
  EXPECT_EQ(contents(path), "old");
}

}  // namespace
}  // namespace sextant
