#include <bit>

#include "draw/gen.hpp"
#include "draw/places.hpp"
#include "engine/property.hpp"
#include "sextant/encoding/position/position.hpp"
#include "sextant/encoding/position/row_order.hpp"
#include "sextant/encoding/real/error.hpp"

namespace sextant {
namespace {

constexpr Position kEnd = kLargestPosition;

/// Whatever is drawn, the counterexample that is shown is the least of its size in bits, or so.
TEST(Positions, ShrinkTowardsZero) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const auto large = [](Position p) { return magnitude(p) >= 1000; };
    const Position found = draw::least(draw::positions(), large, seed);
    EXPECT_TRUE(found >= 1000 && found <= 1024) << "seed " << seed << ": " << to_text(found);
  }
}

PROPERTY(Position, ReadsBackWhatIsPrinted) {
  const Position p = *draw::positions().as("p");
  RC_ASSERT(parse_position(to_text(p)) == p);
  RC_ASSERT(to_position(to_rational(p)) == p);
  RC_ASSERT(to_text(-p) == (p == 0 ? "0" : p > 0 ? "-" + to_text(p) : to_text(p).substr(1)));
}

TEST(Position, EndsAt2ToThe63OnBothSides) {
  EXPECT_TRUE(parse_position("9223372036854775808") == kEnd);
  EXPECT_TRUE(parse_position("-2^63") == -kEnd);
  EXPECT_EQ(to_text(kEnd), "9223372036854775808");
  EXPECT_EQ(to_text(-kEnd), "-9223372036854775808");
  EXPECT_EQ(magnitude(-kEnd), std::uint64_t{1} << 63);
  for (const char* text :
       {"9223372036854775809", "-9223372036854775809", "2^64", "1e30", "1/2", "0.5", "x", ""}) {
    EXPECT_THROW((void)parse_position(text), Error) << text;
  }
}

TEST(Positions, ReadsRangesAsPeopleWriteThem) {
  const auto check = [](const char* text, Position first, std::uint64_t count, std::int64_t step) {
    const Positions found = Positions::parse(text);
    EXPECT_TRUE(found.first == first && found.count == count && found.step == step) << text;
  };
  check("0:10", 0, 10, 1);
  check("0:10:3", 0, 4, 3);
  check("0:9:3", 0, 3, 3);
  check("10:0:-1", 10, 10, -1);
  check("10:0:-4", 10, 3, -4);
  check("-5:5", -5, 10, 1);
  check("2^20:1e6:-1", 1 << 20, (1 << 20) - 1000000, -1);
  check("-2^63:2^63:2^62", -kEnd, 4, std::int64_t{1} << 62);
  check("0:2^63", 0, std::uint64_t{1} << 63, 1);
  check("-2^63:2^63:2", -kEnd, std::uint64_t{1} << 63, 2);
}

TEST(Positions, RefusesOtherRangesAndShowsThem) {
  for (const std::string text :
       {"",           "5",           "0:0",     "5:4",
        "4:5:-1",     "0:10:0",      ":",       "0:",
        ":5",         "0:5:",        "0:5:1:1", "a:b",
        "0:5:x",      "0:2^64",      "0.5:0.5", "0:1:1/9223372036854775808",
        "0:2^62:1/4", "2^62:0:-1/3", "0:1/2:0", "1:0.5",
        "0:10:2^63",  "-2^63:2^63"}) {
    EXPECT_THROW((void)Positions::parse(text), Error) << text;
  }
  EXPECT_THROW((void)Positions::from(kEnd, 2), Error);
  EXPECT_TRUE(Positions::from(kEnd, 1)[0] == kEnd);
  EXPECT_TRUE(Positions::from(0, 7)[6] == 6);
}

/// Positions that are no integers are integers counted in parts of one: no more than are needed.
TEST(Positions, CountPartsWhereSomeAreNoIntegers) {
  const auto check = [](const char* text, const char* shown, std::uint64_t parts,
                        std::vector<const char*> rows) {
    const Positions found = Positions::parse(text);
    EXPECT_EQ(found.parts, parts) << text;
    ASSERT_EQ(found.count, rows.size()) << text;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      EXPECT_EQ(Rational(to_rational(found[row]) / Rational(Integer(parts))),
                parse_rational(rows[row]))
          << text;
      EXPECT_EQ(to_text(found[row], parts), rows[row]) << text;
    }
    EXPECT_EQ(found.text(), shown);
  };
  check("0:2:1/2", "0:2:1/2", 2, {"0", "1/2", "1", "3/2"});
  check("999.5:996:-1", "1999/2:1991/2:-1", 2, {"1999/2", "1997/2", "1995/2", "1993/2"});
  check("0:0.3:0.1", "0:3/10:1/10", 10, {"0", "1/10", "1/5"});
  check("1/3:1:1/2", "1/3:4/3:1/2", 6, {"1/3", "5/6"});
  check("0:5/2", "0:3", 1, {"0", "1", "2"});
  check("0:0.5", "0:1", 1, {"0"});
  check("-0.25:0.25:0.25", "-1/4:1/4:1/4", 4, {"-1/4", "0"});
  EXPECT_EQ(Positions::parse("0:1:1/4611686018427387904").count, std::uint64_t{1} << 62);
}

TEST(RowOrder, GoesAsItSays) {
  const auto listed = [](Direction direction, Position first, std::uint64_t rows,
                         std::optional<Position> given = {}) {
    const Positions found = positions({direction, first}, rows, given);
    std::vector<int> all;
    for (std::uint64_t row = 0; row < found.count; ++row)
      all.push_back(static_cast<int>(found[row]));
    return all;
  };
  using Rows = std::vector<int>;
  EXPECT_EQ(listed(Direction::ascending, 0, 3), (Rows{0, 1, 2}));
  EXPECT_EQ(listed(Direction::ascending, 1, 3), (Rows{1, 2, 3}));
  EXPECT_EQ(listed(Direction::ascending, 1, 2, 7), (Rows{7, 8}));
  EXPECT_EQ(listed(Direction::descending, 0, 4), (Rows{3, 2, 1, 0}));
  EXPECT_EQ(listed(Direction::descending, 0, 3, 9), (Rows{9, 8, 7}));
  EXPECT_EQ(listed(Direction::centred, 0, 5), (Rows{2, 1, 0, -1, -2}));
  EXPECT_EQ(listed(Direction::centred, 0, 1), (Rows{0}));
  EXPECT_EQ(listed(Direction::centred, 0, 2, 5), (Rows{5, 4}));
  EXPECT_THROW((void)positions({Direction::centred, 0}, 4), Error);
  EXPECT_THROW((void)positions({Direction::descending, 0}, 3, 1 - kEnd), Error);
  EXPECT_THROW((void)positions({Direction::ascending, 1}, std::uint64_t{1} << 63, kEnd), Error);
  EXPECT_THROW((void)positions({Direction::descending, 0}, ~std::uint64_t{0}), Error);
}

/// Rows from the first on, none at or beyond the end, and one more would be.
PROPERTY(Positions, AreHalfOpen) {
  const Position first = *draw::positions().as("first");
  const Position end = *draw::positions().as("end");
  const auto size = static_cast<std::int64_t>(*draw::log_uniform(62).as("step")) + 1;
  RC_PRE(first != end);
  const std::int64_t step = first < end ? size : -size;
  RC_PRE(end - first != 2 * kEnd || size > 1);
  RC_PRE(first - end != 2 * kEnd || size > 1);
  const std::string text = to_text(first) + ":" + to_text(end) + ":" + std::to_string(step);
  const Positions found = Positions::parse(text);
  RC_ASSERT(found.count > 0U);
  RC_ASSERT(found[0] == first);
  const Position last = found[found.count - 1], beyond = last + step;
  const bool inside = step > 0 ? last < end : last > end;
  const bool outside = step > 0 ? beyond >= end : beyond <= end;
  RC_ASSERT(inside);
  RC_ASSERT(outside);
}

PROPERTY(Positions, ReadBackWhatIsPrinted) {
  const Position first = *draw::positions(62).as("first");
  const auto count = *draw::log_uniform(20).as("count") + 1;
  const auto step = static_cast<std::int64_t>(*draw::log_uniform(40).as("step")) + 1;
  const bool down = *draw::arbitrary<bool>().as("down");
  Positions written = Positions::from(first, count);
  written.step = down ? -step : step;
  const Positions read = Positions::parse(written.text());
  RC_ASSERT(read.first == written.first);
  RC_ASSERT(read.count == written.count);
  RC_ASSERT(read.step == written.step);
}

/// The end is the position after the last, as the steps have it.
TEST(Positions, ArePrintedAsTheyAreWritten) {
  for (const char* text : {"0:256:2", "7:10", "40:0:-8", "9:-6:-3", "0:9223372036854775808:2"})
    EXPECT_EQ(Positions::parse(text).text(), text);
}

/// All numbers of float32 from one on, and none twice, across powers of two.
PROPERTY(Positions, AreAllNumbersOfFloat32) {
  const int exponent = *draw::in_range(-39, 24).as("exponent");
  const auto bits = static_cast<std::uint32_t>(*draw::log_uniform(23).as("bits"));
  const std::uint32_t first =
      static_cast<std::uint32_t>(exponent + 127) << 23 | ((bits - 500) & 0x7fffff);
  const auto value = [](std::uint32_t of) { return Rational(std::bit_cast<float>(of)); };
  const std::uint32_t end = first + 1000;
  const Positions found =
      Positions::parse_any("float32:" + to_text(value(first)) + ":" + to_text(value(end)));
  RC_ASSERT(found.count == 1000U);
  RC_ASSERT(Positions::parse_any(found.text()).text() == found.text());
  const Rational parts{Integer(found.parts)};
  for (std::uint32_t row = 0; row < 1000; ++row) {
    RC_ASSERT(to_rational(found[row]) == value(first + row) * parts);
    if (row + 1 < 1000) RC_ASSERT(found[row + 1] - found[row] == found.step_at(row));
  }
}

TEST(Positions, AreNumbersOfFloat32InReach) {
  EXPECT_EQ(Positions::parse_any("float32:1:1000").count, 83492864U);
  EXPECT_EQ(Positions::parse_any("float32:2^-30:2^10").count, std::uint64_t{40} << 23);
  EXPECT_EQ(Positions::parse_any("float32:0.1:0.100000002").count, 1U);
  EXPECT_EQ(Positions::parse_any("0:8:2").text(), "0:8:2");
  for (const char* text : {"float32:0:1", "float32:1", "float32:2:1", "float32:-1:1", "float32:x:1",
                           "float32:2^-30:1025", "float32:2^24:2^25", "float32:1:2^64"})
    EXPECT_THROW((void)Positions::parse_any(text), Error) << text;
  EXPECT_THROW((void)Positions::parse("float32:1:2"), Error);
}

}  // namespace
}  // namespace sextant
