#include <gtest/gtest.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/tensor/table.hpp"

namespace sextant {
namespace {

constexpr float kNumbers[2][3] = {{0, 1, 2}, {3, 4, 5}};

std::shared_ptr<InputFile> numbers(std::size_t bytes = sizeof kNumbers) {
  return std::make_shared<InputFile>("an array", std::as_bytes(std::span(kNumbers)).first(bytes));
}

TEST(MemoryFile, HoldsATable) {
  const Table table(numbers(), {.format = kFloat32, .shape = {2, 3}});
  EXPECT_EQ(table.name(), "an array");
  std::vector<std::uint64_t> bits(3);
  table.read_rows(1, 1, bits);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(table.number(bits[static_cast<std::size_t>(i)]), 3 + i);
}

TEST(MemoryFile, EndsWhereItsBytesDo) {
  EXPECT_EQ(numbers()->available(1000), sizeof kNumbers);
  const Table table(numbers(20), {.format = kFloat32, .shape = {2, 3}});
  std::vector<std::uint64_t> bits(3);
  EXPECT_THROW(table.read_rows(1, 1, bits), Error);
  std::array<std::byte, 4> four{};
  EXPECT_NO_THROW(numbers()->read_at(20, four));
  EXPECT_THROW(numbers()->read_at(21, four), Error);
  EXPECT_THROW(numbers()->read_at(std::uint64_t{1} << 40, four), Error);
}

}  // namespace
}  // namespace sextant
