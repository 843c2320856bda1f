#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sextant/verify/npy.hpp"
#include "verify/npy_files.hpp"

namespace sextant {
namespace {

using testing::HasSubstr;

std::string error_of_positions(const std::string& bytes) {
  const Directory directory;
  write_file(directory / "ids.npy", bytes);
  return error_of([&] { read_positions(directory / "ids.npy"); });
}

RC_GTEST_PROP(NpyPositions, AreReadInEveryIntegerType, ()) {
  const int log_size = *rc::gen::inRange(0, 4);
  const int size = 1 << log_size;
  const bool negative_too = *rc::gen::arbitrary<bool>().as("signed");
  const std::string order = *rc::gen::element<std::string>("<", ">", "|", "=", "");
  const bool column = *rc::gen::arbitrary<bool>().as("a column");
  const auto patterns = *rc::gen::nonEmpty(rc::gen::container<std::vector<std::uint64_t>>(
      rc::gen::resize(100, rc::gen::arbitrary<std::uint64_t>())));
  std::string numbers;
  std::vector<Position> want;
  for (std::uint64_t bits : patterns) {
    bits >>= 64 - 8 * size;
    if (size == 8 && !negative_too) bits >>= 1;
    numbers += number_bytes(bits, size, order == ">" ? ByteOrder::big : ByteOrder::little);
    const bool negative = negative_too && bits >> (8 * size - 1) != 0;
    want.push_back(static_cast<Position>(bits) - (negative ? Position{1} << (8 * size) : 0));
  }
  const Directory directory;
  const std::string count = std::to_string(patterns.size());
  write_file(directory / "ids.npy",
             npy_bytes(1 + log_size % 3,
                       dictionary(order + (negative_too ? "i" : "u") + std::to_string(size), column,
                                  column ? "(" + count + ", 1)" : "(" + count + ",)"),
                       numbers));
  RC_ASSERT(read_positions(directory / "ids.npy") == want);
}

TEST(NpyPositions, ReachFromMinus2To63To2To63) {
  const Directory directory;
  const auto only = [&](const char* descr, std::uint64_t bits) {
    write_file(directory / "id.npy", npy_bytes(1, dictionary(descr, false, "(1,)"),
                                               number_bytes(bits, 8, ByteOrder::little)));
    return read_positions(directory / "id.npy").at(0);
  };
  constexpr std::uint64_t top = std::uint64_t{1} << 63;
  EXPECT_TRUE(only("<i8", top) == -kLargestPosition);
  EXPECT_TRUE(only("<i8", top - 1) == kLargestPosition - 1);
  EXPECT_TRUE(only("<u8", top) == kLargestPosition);
  EXPECT_THAT(error_of([&] { only("<u8", top + 1); }),
              HasSubstr("9223372036854775809, beyond 2^63"));
}

TEST(NpyPositions, OfNumPyAreRead) {
  const auto positions = read_positions(SEXTANT_DATA_DIR "/npy/wrong_int64.npy");
  ASSERT_EQ(positions.size(), 12u);
  for (int i = 0; i < 12; ++i) EXPECT_TRUE(positions[static_cast<std::size_t>(i)] == i);
}

TEST(NpyPositions, AreReadInPieces) {
  std::string numbers;
  for (std::uint64_t i = 0; i < 20'000; ++i) numbers += number_bytes(i, 4, ByteOrder::little);
  const Directory directory;
  write_file(directory / "ids.npy", npy_bytes(1, dictionary("<i4", false, "(20000,)"), numbers));
  const auto positions = read_positions(directory / "ids.npy");
  ASSERT_EQ(positions.size(), 20'000u);
  for (std::size_t i = 0; i < positions.size(); ++i) ASSERT_TRUE(positions[i] == Position(i));
}

TEST(NpyPositions, ThatAreMalformedAreRefused) {
  const std::string twelve(48, '\0');
  const auto with = [&](const std::string& descr, const std::string& shape) {
    return error_of_positions(npy_bytes(1, dictionary(descr, false, shape), twelve));
  };
  for (const char* descr : {"<f4", "|b1", "|O", "<i3", "<i", "i", "<i16", "ii4", "<u44", "<V4"}) {
    EXPECT_THAT(with(descr, "(12,)"), HasSubstr("holds no integers")) << descr;
  }
  EXPECT_THAT(with("<i4", "(3, 4)"), HasSubstr("shape (3, 4) is no single row"));
  EXPECT_THAT(with("<i4", "(0,)"), HasSubstr("holds no positions"));
  EXPECT_THAT(with("<i4", "(4611686018427387904,)"), HasSubstr("more than a file can hold"));
  EXPECT_THAT(with("<i4", "(18446744073709551615,)"), HasSubstr("more than a file can hold"));
  EXPECT_THAT(with("<i4", "(13,)"), HasSubstr("needs 52 bytes after the header, 48 are there"));
  EXPECT_THAT(with("<i4", "(1000000000000,)"), HasSubstr("is truncated"));
  EXPECT_THAT(with("<i4", "(11,)"), HasSubstr("has more bytes"));
  EXPECT_THAT(error_of_positions(""), HasSubstr("is empty"));
  const std::string whole = npy_bytes(1, dictionary("<i4", false, "(12,)"), twelve);
  EXPECT_THAT(error_of_positions(whole.substr(0, 90)), HasSubstr("ends within its header"));
}

}  // namespace
}  // namespace sextant
