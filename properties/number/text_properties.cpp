#include <charconv>
#include <cmath>
#include <cstdlib>

#include "draw/gen.hpp"
#include "draw/patterns.hpp"
#include "draw/places.hpp"
#include "engine/property.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/number/round.hpp"
#include "sextant/number/text.hpp"

namespace sextant {
namespace {

/// The significant digits of a decimal, and its exponent as in 0.ddd · 10^e.
struct Scientific {
  std::string digits;
  long point = 0;
  bool operator==(const Scientific&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Scientific& s) {
  return out << "0." << s.digits << "e" << s.point;
}

Scientific scientific(std::string text) {
  if (text.front() == '-') text.erase(0, 1);
  const auto e = text.find('e');
  long point = e == std::string::npos ? 0 : std::stol(text.substr(e + 1));
  std::string digits = text.substr(0, e);
  const auto dot = digits.find('.');
  point += static_cast<long>(dot == std::string::npos ? digits.size() : dot);
  if (dot != std::string::npos) digits.erase(dot, 1);
  const auto zeros = std::min(digits.find_first_not_of('0'), digits.size());
  point -= static_cast<long>(zeros);
  digits = digits.substr(zeros);
  while (!digits.empty() && digits.back() == '0') digits.pop_back();
  return {digits, point};
}

template <class T>
std::string shortest_by_the_library(T x) {
  char text[64];
  const auto end = std::to_chars(text, text + sizeof text, x, std::chars_format::scientific).ptr;
  return std::string(text, end);
}

PROPERTY(ShortestDecimal, HasTheDigitsOfToCharsInFloat64) {
  const draw::Pattern pattern = *draw::patterns(kFloat64).as("x");
  RC_PRE(!pattern.number().zero());
  const double x = to_double(pattern.number());
  const std::string found = shortest_decimal(kFloat64, pattern.number());
  RC_ASSERT(scientific(found) == scientific(shortest_by_the_library(x)));
  RC_ASSERT(std::strtod(found.c_str(), nullptr) == x);
}

PROPERTY(ShortestDecimal, HasTheDigitsOfToCharsInFloat32) {
  const draw::Pattern pattern = *draw::patterns(kFloat32).as("x");
  RC_PRE(!pattern.number().zero());
  const auto x = static_cast<float>(to_double(pattern.number()));
  const std::string found = shortest_decimal(kFloat32, pattern.number());
  RC_ASSERT(scientific(found) == scientific(shortest_by_the_library(x)));
  RC_ASSERT(std::strtof(found.c_str(), nullptr) == x);
}

/// With exponents near 0: those at the ends of binary128 take long.
PROPERTY(ShortestDecimal, ReadsBackInBinary128) {
  draw::Pattern pattern = *draw::patterns(kBinary128).as("x");
  const Bits exponent = (pattern.bits >> 112) & 0x7fff;
  pattern.bits += ((Bits{0x3fff} - 128 + exponent % 256) - exponent) << 112;
  const std::string found = shortest_decimal(kBinary128, pattern.number());
  RC_ASSERT(read_number(kBinary128, found) == pattern.number());
  RC_ASSERT(scientific(found).digits.size() <= 36U);
}

TEST(ShortestDecimal, ReadsBackAtTheEndsOfBinary128) {
  const Number least = make_number(false, 1, -16494);
  EXPECT_EQ(shortest_decimal(kBinary128, least), "6e-4966");
  EXPECT_EQ(read_number(kBinary128, "6e-4966"), least);
  const Number largest = round(kBinary128, power_of_two(20000), Rounding::down);
  EXPECT_EQ(read_number(kBinary128, shortest_decimal(kBinary128, largest)), largest);
}

PROPERTY(ReadNumber, ReadsDecimalsAsTheLibraryDoes) {
  const std::string digits = std::to_string(*draw::log_uniform(64).as("digits")) +
                             std::to_string(*draw::log_uniform(64).as("more digits"));
  const int exponent = *draw::full(draw::in_range(-370, 290)).as("exponent");
  const bool negative = *draw::arbitrary<bool>().as("negative");
  const std::string text = (negative ? "-" : "") + digits + "e" + std::to_string(exponent);
  RC_LOG(text);
  RC_ASSERT(to_double(read_number(kFloat64, text)) == std::strtod(text.c_str(), nullptr));
  RC_ASSERT(to_double(read_number(kFloat32, text)) == double(std::strtof(text.c_str(), nullptr)));
}

/// Halfway between two doubles: the case that one rounding gets right and two do not.
PROPERTY(ReadNumber, ReadsTiesAsTheLibraryDoes) {
  const draw::Pattern pattern = *draw::patterns(kFloat64).as("x");
  const Bits size = pattern.bits & ~(Bits{1} << 63);
  const Number low = decode(kFloat64, size), high = decode(kFloat64, size + 1);
  RC_PRE(high.finite());
  const Rational middle = (to_rational(low) + to_rational(high)) / 2;
  const std::string tie = decimal(middle, 1100);
  for (const std::string& text : {tie, tie.find('e') == std::string::npos ? tie + "1" : tie}) {
    RC_ASSERT(to_double(read_number(kFloat64, text)) == std::strtod(text.c_str(), nullptr));
  }
}

/// glibc prints doubles exactly rounded, ties to even, to any number of digits.
PROPERTY(Decimal, IsWhatPrintfSays) {
  const draw::Pattern pattern = *draw::patterns(kFloat64).as("x");
  RC_PRE(!pattern.number().zero());
  const int digits = *draw::full(draw::in_range(1, 60)).as("digits");
  char printed[128];
  std::snprintf(printed, sizeof printed, "%.*e", digits - 1, to_double(pattern.number()));
  const std::string found = decimal(to_rational(pattern.number()), digits);
  RC_ASSERT(scientific(found) == scientific(printed));
  RC_ASSERT((found.front() == '-') == pattern.number().negative);
}

PROPERTY(HexText, IsReadByTheLibrary) {
  const Number x = (*draw::patterns(kFloat64).as("x")).number();
  const double read = std::strtod(hex_text(x).c_str(), nullptr);
  RC_ASSERT(std::bit_cast<std::uint64_t>(read) == static_cast<std::uint64_t>(encode(kFloat64, x)));
}

/// Digits that read back as it there are none, however many, nor is there a pattern.
TEST(Numbers, OfAnotherFormatAreNeitherPrintedNorEncoded) {
  const Number thin = make_number(false, Integer(1), -140);    // below bfloat16's least
  const Number long_one = make_number(true, Integer(257), 0);  // of 9 bits
  const Number large = make_number(false, Integer(1), 128);    // beyond the largest
  for (const Number& number : {thin, long_one, large}) {
    EXPECT_THROW((void)shortest_decimal(kBfloat16, number), Error);
    EXPECT_THROW((void)encode(kBfloat16, number), Error);
  }
  const Number least = make_number(false, Integer(1), -133);
  EXPECT_EQ(encode(kBfloat16, least), 1U);
  EXPECT_EQ(shortest_decimal(kBfloat16, least), "9e-41");
}

TEST(HexText, HasEveryDigitThatMattersAndNoMore) {
  const auto text = [](double x) { return hex_text(from_double(x)); };
  EXPECT_EQ(text(1), "0x1p+0");
  EXPECT_EQ(text(-0.1875), "-0x1.8p-3");
  EXPECT_EQ(text(0), "0x0p+0");
  EXPECT_EQ(text(-0.0), "-0x0p+0");
  EXPECT_EQ(text(0x1.00000000000008p+0), "0x1p+0");
  EXPECT_EQ(text(0x1.0000000000001p+10), "0x1.0000000000001p+10");
  EXPECT_EQ(text(0x1p-1074), "0x1p-1074");
  EXPECT_EQ(text(31), "0x1.fp+4");
}

TEST(Text, OfWhatIsNoFiniteNumber) {
  for (const bool negative : {false, true}) {
    const Number infinite{Number::Kind::infinite, negative, 0, 0};
    const std::string want = negative ? "-inf" : "inf";
    EXPECT_EQ(hex_text(infinite), want);
    EXPECT_EQ(shortest_decimal(kFloat32, infinite), want);
    EXPECT_EQ(read_number(kFloat32, want), infinite);
  }
  EXPECT_EQ(hex_text({Number::Kind::nan, false, 0, 0}), "nan");
  EXPECT_EQ(read_number(kFloat16, "nan").kind, Number::Kind::nan);
  EXPECT_EQ(shortest_decimal(kFloat64, from_double(-0.0)), "-0");
  EXPECT_TRUE(read_number(kFloat64, "-0").negative);
  EXPECT_TRUE(read_number(kFloat64, "-1e-400").negative);
  EXPECT_EQ(bits_text(Format::bits(75), make_number(false, 1, 0)), "");
  for (const char* text : {"--inf", "+inf", "infinity", "--1", "nan1"}) {
    EXPECT_THROW((void)read_number(kFloat64, text), Error) << text;
  }
}

/// Beside an error a number stands with all its digits, or with as many as the truth has.
TEST(StoredDecimal, IsTheNumberItself) {
  const auto text = [](const Format& format, double x) {
    return stored_decimal(format, from_double(x));
  };
  EXPECT_EQ(text(kBfloat16, 0.66015625), "0.66015625");
  EXPECT_EQ(text(kFloat16, -0.0999755859375), "-0.0999755859375");
  EXPECT_EQ(text(kFloat16, 0x1p-24), "5.9604644775390625e-08");
  EXPECT_EQ(text(kFloat32, 0.5), "0.5");
  EXPECT_EQ(text(kFloat32, 0x1.aed548p-1), "0.841470956802");
  EXPECT_EQ(text(kFloat32, 0x1p-149), "1.40129846432e-45");
  EXPECT_EQ(text(kFloat64, 0.1), "0.10000000000000000555");
  EXPECT_EQ(text(kFloat64, 120), "120");
  EXPECT_EQ(text(kFloat32, -0.0), "-0");
  EXPECT_EQ(text(kFloat32, INFINITY), "inf");
}

PROPERTY(StoredDecimal, ReadsBackAndIsExactOfFloat16) {
  const draw::Pattern pattern =
      *draw::one_of(draw::patterns(kFloat16), draw::patterns(kFloat32), draw::patterns(kFloat64));
  const Number number = pattern.number();
  RC_PRE(number.finite());
  const std::string text = stored_decimal(pattern.format, number);
  RC_ASSERT(read_number(pattern.format, text) == number);
  const bool large = abs(to_rational(number)) >= Rational(1, 256);
  if (pattern.format == kFloat16 && large) RC_ASSERT(parse_rational(text) == to_rational(number));
}

TEST(PlacePoint, WritesAsPeopleDo) {
  EXPECT_EQ(place_point(false, "123", -2), "0.00123");
  EXPECT_EQ(place_point(false, "125", 2), "12.5");
  EXPECT_EQ(place_point(false, "125", -6), "1.25e-07");
  EXPECT_EQ(place_point(true, "5", 1), "-5");
  EXPECT_EQ(place_point(false, "5", 6), "500000");
  EXPECT_EQ(place_point(false, "5", 7), "5e+06");
  EXPECT_EQ(place_point(false, "5", -4), "0.00005");
  EXPECT_EQ(place_point(false, "15", 123), "1.5e+122");
}

TEST(Decimal, RoundsTiesToEvenAndCarries) {
  EXPECT_EQ(decimal(Rational(5, 2), 1), "2");
  EXPECT_EQ(decimal(Rational(7, 2), 1), "4");
  EXPECT_EQ(decimal(Rational(-999, 10), 2), "-100");
  EXPECT_EQ(decimal(Rational(9995, 10000), 3), "1.00");
  EXPECT_EQ(decimal(Rational(1, 3), 5), "0.33333");
  EXPECT_EQ(decimal(Rational(2, 3), 5), "0.66667");
  EXPECT_EQ(decimal(0, 5), "0");
}

}  // namespace
}  // namespace sextant
