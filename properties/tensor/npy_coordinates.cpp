#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sextant/tensor/npy.hpp"
#include "sextant/tensor/positions_file.hpp"
#include "tensor/npy_files.hpp"

namespace sextant {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<Positions> read(const std::string& descr, bool fortran_order, const std::string& shape,
                            const std::string& numbers, std::uint64_t axes = 3) {
  const Directory directory;
  write_file(directory / "ids.npy", npy_bytes(1, dictionary(descr, fortran_order, shape), numbers));
  return read_coordinates(directory / "ids.npy", axes);
}

std::string bytes(std::initializer_list<int> numbers) {
  std::string text;
  for (const int number : numbers) text += static_cast<char>(number);
  return text;
}

const std::string kSix = bytes({1, 2, 3, 4, 5, -6});

TEST(NpyCoordinates, AreRowsOfTheFirstAxis) {
  for (const char* shape : {"(3, 2)", "(3, 1, 2)", "(3, 2, 1)"}) {
    const auto found = read("|i1", false, shape, kSix);
    ASSERT_EQ(found.size(), 3U) << shape;
    EXPECT_THAT(*found[0].listed, ElementsAre(1, 2));
    EXPECT_THAT(*found[1].listed, ElementsAre(3, 4));
    EXPECT_THAT(*found[2].listed, ElementsAre(5, -6));
  }
  const auto turned = read("|i1", true, "(3, 2)", kSix);
  EXPECT_THAT(*turned.at(0).listed, ElementsAre(1, 4));
  EXPECT_THAT(*turned.at(2).listed, ElementsAre(3, -6));
  const auto one = read("|i1", false, "(3, 1)", bytes({7, 8, 9}));
  ASSERT_EQ(one.size(), 3U);
  EXPECT_THAT(*one[1].listed, ElementsAre(8));
}

TEST(NpyCoordinates, OfOneRowAreOneForAllAxes) {
  for (const char* shape : {"(6,)", "(1, 6)", "(6, 1)"}) {
    const auto found = read("|i1", false, shape, kSix);
    ASSERT_EQ(found.size(), 1U) << shape;
    EXPECT_EQ(found[0].count, 6U);
  }
}

/// Of floats all axes count the same parts.
TEST(NpyCoordinates, OfFloatsAreExact) {
  std::string numbers;
  for (const std::uint64_t bits : {0x3c00, 0x4000, 0x3800, 0x4200}) {  // 1, 2, ½, 3
    numbers += number_bytes(bits, 2, ByteOrder::little);
  }
  const auto found = read("<f2", false, "(2, 2)", numbers, 2);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].parts, 2U);
  EXPECT_EQ(found[1].parts, 2U);
  EXPECT_THAT(*found[0].listed, ElementsAre(2, 4));
  EXPECT_THAT(*found[1].listed, ElementsAre(1, 6));
}

TEST(NpyCoordinates, OfOtherShapesAreRefused) {
  const auto refused = [](const std::string& shape, const std::string& numbers,
                          const std::string& words) {
    EXPECT_THAT(error_of([&] { (void)read("|i1", false, shape, numbers); }),
                testing::AllOf(HasSubstr("ids.npy"), HasSubstr(words)))
        << shape;
  };
  refused("(2, 3)", kSix, "is not [3, n]");
  refused("(4, 2)", kSix + "ab", "is not [3, n]");
  refused("(3, 2, 2)", kSix + kSix, "no single row of positions");
  refused("(3, 0)", "", "holds no positions");
  refused("(3, 2)", "abcde", "");
  refused("(3, 9223372036854775807)", kSix, "more than a file can hold");
}

}  // namespace
}  // namespace sextant
