#include "sextant/tensor/table.hpp"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/tensor/npy.hpp"
#include "tensor/npy_files.hpp"

namespace sextant {
namespace {

/// The pattern at a place tells the place.
std::uint64_t pattern_at(std::uint64_t row, std::uint64_t column) { return row << 32 | column; }

Table numbered(const std::string& path, std::uint64_t rows, std::uint64_t columns,
               bool column_major) {
  std::string numbers;
  for (std::uint64_t i = 0; i < rows * columns; ++i) {
    const std::uint64_t bits =
        column_major ? pattern_at(i % rows, i / rows) : pattern_at(i / columns, i % columns);
    numbers += number_bytes(bits, 8, ByteOrder::little);
  }
  const std::uint64_t shape[] = {rows, columns};
  write_file(path, npy_bytes(1, dictionary("<f8", column_major, shape_text(shape)), numbers));
  return open_npy(path);
}

PROPERTY(Table, GivesAnyRowsOfEitherOrderAndItsTranspose) {
  const Directory directory;
  const auto rows = *draw::in_range<std::uint64_t>(2, 60).as("rows");
  const auto columns = *draw::in_range<std::uint64_t>(2, 60).as("columns");
  const bool column_major = *draw::arbitrary<bool>().as("column-major");
  const bool transposed = *draw::arbitrary<bool>().as("transposed");
  const Table stored = numbered(directory / "t.npy", rows, columns, column_major);
  const Table table = transposed ? stored.transposed() : stored;
  RC_ASSERT(table.rows() == (transposed ? columns : rows));
  RC_ASSERT(table.columns() == (transposed ? rows : columns));

  const auto first = *draw::in_range<std::uint64_t>(0, table.rows() + 1).as("first row");
  const auto count = *draw::in_range<std::uint64_t>(0, table.rows() - first + 1).as("count");
  std::vector<std::uint64_t> bits(count * table.columns());
  table.read_rows(first, count, bits);
  for (std::uint64_t r = 0; r < count; ++r) {
    for (std::uint64_t c = 0; c < table.columns(); ++c) {
      const std::uint64_t want = transposed ? pattern_at(c, first + r) : pattern_at(first + r, c);
      RC_ASSERT(bits[r * table.columns() + c] == want);
    }
  }
}

TEST(Table, TransposedTwiceIsItself) {
  const Directory directory;
  const Table table = numbered(directory / "t.npy", 5, 7, true);
  EXPECT_EQ(patterns(table.transposed().transposed()), patterns(table));
}

TEST(Table, ReadsRunsLongerThanItsPieces) {  // pieces are 64 KiB
  const Directory directory;
  for (const bool column_major : {false, true}) {
    const Table table = numbered(directory / "t.npy", 30'000, 3, column_major);
    const auto bits = patterns(table);
    for (std::uint64_t i = 0; i < bits.size(); ++i) {
      ASSERT_EQ(bits[i], pattern_at(i / 3, i % 3)) << "column-major: " << column_major;
    }
  }
}

TEST(Table, IsReadByManyThreadsAtOnce) {
  const Directory directory;
  const Table table = numbered(directory / "t.npy", 1000, 64, false);
  std::atomic<int> wrong = 0;
  const auto read_all = [&](const Table mine) {
    std::vector<std::uint64_t> row(mine.columns());
    for (std::uint64_t r = 0; r < mine.rows(); ++r) {
      mine.read_rows(r, 1, row);
      for (std::uint64_t c = 0; c < mine.columns(); ++c) wrong += row[c] != pattern_at(r, c);
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back(read_all, table);
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(Table, RefusesRowsThatItHasNot) {
  const Directory directory;
  const Table table = numbered(directory / "t.npy", 5, 7, false);
  std::vector<std::uint64_t> two_rows(14);
  table.read_rows(3, 2, two_rows);
  EXPECT_THROW(table.read_rows(4, 2, two_rows), Error);
  EXPECT_THROW(table.read_rows(6, 0, {}), Error);
  EXPECT_THROW(table.read_rows(1, ~std::uint64_t{0}, two_rows), Error);
  EXPECT_THROW(table.read_rows(0, 1, two_rows), Error);
}

TEST(Table, SaysWhenItsFileBecameShorter) {
  const Directory directory;
  const Table table = numbered(directory / "t.npy", 50, 70, false);
  std::filesystem::resize_file(directory / "t.npy", 1000);
  EXPECT_THAT(error_of([&] { patterns(table); }), testing::HasSubstr("became shorter"));
}

TEST(Table, NamesShapesAsPythonDoes) {
  using Shape = std::vector<std::uint64_t>;
  EXPECT_EQ(shape_text(Shape{}), "()");
  EXPECT_EQ(shape_text(Shape{5}), "(5,)");
  EXPECT_EQ(shape_text(Shape{128, 96}), "(128, 96)");
  EXPECT_EQ(shape_text(Shape(9, 1)), "(1, 1, 1, 1, 1, 1, 1, 1, ...)");
}

}  // namespace
}  // namespace sextant
