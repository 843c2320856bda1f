#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "verify/fault/ordered_tables.hpp"

/// Rows elsewhere, in tables that have another fault, and runs with another fault.
namespace sextant {
namespace {

/// Every row elsewhere.
std::vector<std::uint64_t> permuted(std::uint64_t count) {
  std::vector<std::uint64_t> order;
  for (std::uint64_t k = 0; k < count; ++k) order.push_back((5 * k + 7) % count);
  return order;
}

/// The first rows, with one of them repeated; `count` rows in total.
std::vector<std::uint64_t> repeated(std::uint64_t count, std::uint64_t row, std::uint64_t times) {
  std::vector<std::uint64_t> order = counted(count - times);
  order.insert(order.begin() + static_cast<std::ptrdiff_t>(row), times, row);
  return order;
}

/// Angles in bfloat16 leave the truth too little to tell where a row belongs: what programs make
/// of them does.
TEST(RowsElsewhere, AreToldByRowsAsMadeWhereAnglesAreRoundedFull) {
  for (const Position first : {0, 2000}) {
    const Program claimed = program("pow-reciprocal", kFloat32, kFloat32, first, 64);
    Program made = claimed;
    made.formats.intermediate.angle = kBfloat16;
    const Rows rows = rows_of(made);
    EXPECT_EQ(finding(in_order(rows, permuted(64)), claimed), "computed-in-half rows-permuted")
        << to_text(first);
    const std::string found = finding(in_order(rows, repeated(64, 20, 2)), claimed);
    EXPECT_TRUE(found == "repeated-row computed-in-half" ||
                found == "computed-in-half repeated-row")
        << to_text(first) << ": " << found;
  }
}

/// Positions beyond 256 that bfloat16 rounds stand two by two: rows are put elsewhere before that.
TEST(RowsElsewhere, AreToldWherePositionsAreRoundedFull) {
  const Program claimed = program("pow-reciprocal", kFloat64, kFloat64, 255, 64);
  Program made = claimed;
  made.formats.intermediate.position = kBfloat16;
  const Rows rows = rows_of(made);
  EXPECT_EQ(finding(rows, claimed), "position-rounded");
  EXPECT_EQ(finding(in_order(rows, permuted(64)), claimed), "position-rounded rows-permuted");
  EXPECT_EQ(finding(in_order(rows, repeated(64, 26, 3)), claimed), "position-rounded repeated-row");
}

/// Far out bounds leave sixteen rows so little that other orders fit: bits tell.
TEST(RowsElsewhere, AreToldByBitsWhereBoundsSayLittleFull) {
  Program claimed = program("exp-log", kFloat32, kFloat32, 16777216, 16);
  auto& encoding = std::get<Sinusoidal>(claimed.encoding);
  encoding = {.dim = 102, .base = 1000000, .law = Law::half_minus_shift, .shift = 0};
  Program made = claimed;
  made.formats.compute = kFloat64;
  std::get<Sinusoidal>(made.encoding).order = Order::cos_sin;
  EXPECT_EQ(finding(made_in_order(made, 3, without(16, 14, 3)), claimed),
            "sin-cos-swapped rows-missing");
}

/// Half a pair whose start leaves too much open to be made again still has to turn as is said.
TEST(RunsOfHalves, HaveTheFrequenciesThatTheyAreSaidToHave) {
  const Program claimed{
      .encoding = Rotary{.dim = 4, .base = 138800, .layout = Pairing::interleaved},
      .part = Part::cos,
      .formats = {kFloat32, kFloat32, {}},
      .positions = Positions::from(8064, 128)};
  Rows rows{kFloat32, 2, std::vector<double>(256)};
  for (std::uint64_t pair = 0; pair < 2; ++pair) {
    const float step = pair == 0 ? 1 : std::pow(138800.0F, -0.25F);
    float s = std::sin(8064 * step), c = std::cos(8064 * step);
    const float sine = std::sin(step), cosine = std::cos(step);
    for (std::uint64_t row = 0; row < 128; ++row) {
      rows.at(row, pair) = c;
      const float next = s * cosine + c * sine;
      c = c * cosine - s * sine;
      s = next;
    }
  }
  EXPECT_EQ(finding(rows, claimed), "exponent-halved rotation-recurrence");
}

}  // namespace
}  // namespace sextant
