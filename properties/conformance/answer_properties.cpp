#include <bit>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "sextant/conformance/answer.hpp"
#include "sextant/conformance/case_text.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/number/pattern.hpp"
#include "sextant/number/text.hpp"

namespace sextant::conformance {
namespace {

using testing::HasSubstr;

constexpr Format kStored[] = {kFloat16, kBfloat16, kFloat32, kFloat64};

std::string answer_complaint(const std::string& text, const Format& format) {
  try {
    read_value(text, format);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

/// Equal bits, or NaN both.
bool same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

/// Any number of a format is read from its pattern, from what %a writes, and from all its digits.
PROPERTY(Answer, IsReadFromEveryFormOfANumber) {
  const Format format =
      *draw::element_of(std::vector<Format>(std::begin(kStored), std::end(kStored)));
  const auto pattern = *draw::arbitrary<std::uint64_t>() >> (64 - format.storage_bits);
  const double value = value_of(format, pattern);
  RC_ASSERT(same(read_value(bits_text(format, pattern), format), value));
  const Number number = from_double(value);
  RC_ASSERT(same(read_value(hex_text(number), format), value));
  if (!number.finite()) return;
  // 1100 digits: a float64 has 767 at most.
  if (value != 0) {
    const std::string digits = decimal(to_rational(number), 1100);
    RC_ASSERT(same(read_value(digits, format), value));
  }
}

TEST(Answer, HasShortPatternsAndSignedZeros) {
  EXPECT_TRUE(same(read_value("0x0", kFloat32), 0.0));
  EXPECT_TRUE(same(read_value("0x80000000", kFloat32), -0.0));
  EXPECT_TRUE(same(read_value("0X3F800000", kFloat32), 1.0));
  EXPECT_TRUE(same(read_value("-0x0p+0", kFloat32), -0.0));
  EXPECT_TRUE(same(read_value("-0.0", kFloat32), -0.0));
  EXPECT_TRUE(same(read_value("+0.5", kFloat16), 0.5));
  EXPECT_TRUE(same(read_value("0x1p-1", kBfloat16), 0.5));
  EXPECT_TRUE(std::isnan(read_value("-nan(0x7)", kFloat32)));
  EXPECT_TRUE(same(read_value("-Infinity", kFloat32), -INFINITY));
}

/// What Python prints of a double reads back to it.
PROPERTY(Answer, IsReadFromWhatPythonPrints) {
  const Format format =
      *draw::element_of(std::vector<Format>(std::begin(kStored), std::end(kStored)));
  const auto pattern = *draw::arbitrary<std::uint64_t>() >> (64 - format.storage_bits);
  const double value = value_of(format, pattern);
  RC_PRE(std::isfinite(value));
  RC_ASSERT(same(read_value(shortest_decimal(kFloat64, from_double(value)), format), value));
}

/// The shortest decimal, which NumPy prints, and any longer one that is rounded correctly.
PROPERTY(Answer, IsReadFromWhatNumPyPrints) {
  const Format format =
      *draw::element_of(std::vector<Format>(std::begin(kStored), std::end(kStored)));
  const auto pattern = *draw::arbitrary<std::uint64_t>() >> (64 - format.storage_bits);
  const double value = value_of(format, pattern);
  RC_PRE(std::isfinite(value) && value != 0);
  const Number number = from_double(value);
  RC_ASSERT(same(read_value(shortest_decimal(format, number), format), value));
  const int more = *draw::in_range(0, 5);
  const std::string digits = decimal(to_rational(number), telling_digits(format) + more);
  RC_ASSERT(same(read_value(digits, format), value));
}

TEST(Answer, IsReadFromDecimalsThatReadBack) {
  EXPECT_TRUE(same(read_value("0.1", kFloat32), 0x1.99999ap-4));
  EXPECT_TRUE(same(read_value("-0.5403023", kFloat32), -0x1.14a28p-1));
  EXPECT_TRUE(same(read_value("0.66", kBfloat16), 0.66015625));
  EXPECT_THAT(answer_complaint("0.6622121", kBfloat16), HasSubstr("no number of bfloat16"));
  EXPECT_TRUE(same(read_value("0.1", kFloat64), 0.1));
  EXPECT_TRUE(same(read_value("0.8414709848078965", kFloat64), 0x1.aed548f090ceep-1));
  EXPECT_TRUE(same(read_value("0.8414709568023682", kFloat32), 0x1.aed548p-1));
  EXPECT_TRUE(same(read_value("-5e-324", kFloat64), -0x1p-1074));
  EXPECT_THAT(answer_complaint("0.84147098", kFloat32), HasSubstr("Python's float.hex"));
  EXPECT_THAT(answer_complaint("1/3", kFloat64), HasSubstr("no number of float64"));
  EXPECT_THAT(answer_complaint("0x1.00000000000001p+0", kFloat64), HasSubstr("no number"));
}

TEST(Answer, IsExactOrNone) {
  EXPECT_THAT(answer_complaint("0.100000012", kFloat32),
              HasSubstr("'0.100000012' is no number of float32: write its bit"));
  EXPECT_THAT(answer_complaint("0x1.000001p+0", kFloat32), HasSubstr("no number of float32"));
  EXPECT_EQ(answer_complaint("0x1.000002p+0", kFloat32), "");
  EXPECT_THAT(answer_complaint("0x1.000002p+0", kBfloat16), HasSubstr("no number of bfloat16"));
  EXPECT_THAT(answer_complaint("65536", kFloat16), HasSubstr("no number of float16"));
  EXPECT_THAT(answer_complaint("1e-400", kFloat64), HasSubstr("no number of float64"));
  EXPECT_THAT(answer_complaint("0x3f8000000", kFloat32),
              HasSubstr("no bit pattern of float32, which has 8"));
  for (const char* text : {"0x", "0xg", "", "nanny", "--1", "0x-1", "1e99999999999"})
    EXPECT_NE(answer_complaint(text, kFloat32), "") << text;
}

TEST(Answer, IsThreeWords) {
  const Answer answer = read_answer("  -12\t3  0x3f800000 ", kFloat32, 1);
  EXPECT_EQ(answer.position, -12);
  EXPECT_EQ(answer.channel, 3U);
  EXPECT_EQ(answer.value, 1.0);
  EXPECT_TRUE(read_answer("2.5 3 0x0", kFloat32, 4).position == 10);
  EXPECT_TRUE(read_answer("2^63 3 0x0", kFloat32, 1).position == kLargestPosition);
  for (const char* line : {"", "1 2", "1 2 0x0 4", "x 2 0x0", "1 -2 0x0", "1 2.0 0x0", "0.5 2 0x0",
                           "1 99999999999999999999 0x0", "2^64 2 0x0"})
    EXPECT_THROW(read_answer(line, kFloat32, 1), Error) << line;
}

/// What is asked of a position is what an answer says of it, in lines and in records.
PROPERTY(Answer, NamesThePositionAsTheCaseDoes) {
  const auto parts = *draw::element<std::uint64_t>(1, 2, 3, 8, 10, 1000);
  const auto position = static_cast<Position>(*draw::arbitrary<std::int64_t>());
  const auto channel = *draw::in_range<std::size_t>(0, 100000);
  const Case asked{0, position, channel};
  std::string line, record;
  append_line(asked, parts, line);
  RC_ASSERT(line.back() == '\n');
  line.back() = ' ';
  const Answer answer = read_answer(line + "0x3f800000", kFloat32, parts);
  RC_ASSERT(answer.position == position);
  RC_ASSERT(answer.channel == channel);
  append_record(asked, record);
  RC_ASSERT(record.size() == kCaseBytes);
  const Answer again = read_record(record + std::string("\0\0\x80\x3f\0\0\0\0", 8), kFloat32);
  RC_ASSERT(again.position == position);
  RC_ASSERT(again.channel == channel);
  RC_ASSERT(again.value == 1.0);
}

TEST(Answer, HasPositionsAsDecimals) {
  EXPECT_EQ(position_text(1, 2), "0.5");
  EXPECT_EQ(position_text(-1, 1000), "-0.001");
  EXPECT_EQ(position_text(-3, 2), "-1.5");
  EXPECT_EQ(position_text(4, 2), "2");
  EXPECT_EQ(position_text(1, 3), "1/3");
  EXPECT_EQ(position_text(kLargestPosition, 1), "9223372036854775808");
  EXPECT_EQ(position_text(-kLargestPosition, 1), "-9223372036854775808");
}

TEST(Answer, HasNothingAboveThePatternOfARecord) {
  const std::string bytes(kAnswerBytes - 1, '\0');
  EXPECT_THROW(read_record(bytes + '\1', kFloat32), Error);
  EXPECT_EQ(read_record(bytes + '\x40', kFloat64).value, 2.0);
  EXPECT_THROW(expect_records(Positions::parse("0:2:1/2")), Error);
  EXPECT_THROW(expect_records(Positions::from(kLargestPosition, 1)), Error);
  EXPECT_NO_THROW(expect_records(Positions::parse("-2^63:2^62")));
}

}  // namespace
}  // namespace sextant::conformance
