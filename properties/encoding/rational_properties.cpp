#include "draw/gen.hpp"
#include "draw/places.hpp"
#include "engine/property.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/real/rational.hpp"

namespace sextant {
namespace {

TEST(ParseRational, ReadsWhatPeopleWrite) {
  const std::pair<const char*, Rational> written[] = {
      {"10000", 10000},
      {"1_000_000", 1000000},
      {"-0.25", Rational(-1, 4)},
      {"+7", 7},
      {"1e6", 1000000},
      {"1E6", 1000000},
      {"1e+6", 1000000},
      {"2.5e-3", Rational(1, 400)},
      {"2^20", 1 << 20},
      {"2^-3", Rational(1, 8)},
      {"-2^2", -4},
      {"10^2", 100},
      {"1/3", Rational(1, 3)},
      {"-4/6", Rational(-2, 3)},
      {"1.5/0.5", 3},
      {"1e3/1e-3", 1000000},
      {"0x1.8p-3", Rational(3, 16)},
      {"0X1.8P+3", 12},
      {"0xff", 255},
      {"0x1_0", 16},
      {".5", Rational(1, 2)},
      {"5.", 5},
      {"0", 0},
      {"-0", 0},
      {"0.1", Rational(1, 10)},
      {"000012", 12},
      {"9223372036854775808", Rational(Integer(1) << 63)},
  };
  for (const auto& [text, want] : written) EXPECT_EQ(parse_rational(text), want) << text;
  EXPECT_EQ(parse_rational("1e5000"), Rational(pow(Integer(10), 5000)));
  EXPECT_EQ(parse_rational("0x1p-16494"), power_of_two(-16494));
}

TEST(ParseRational, RefusesEverythingElseAndShowsIt) {
  for (const std::string text : {"",
                                 " ",
                                 "-",
                                 "+",
                                 "abc",
                                 "1e",
                                 "1e+",
                                 "1e+-5",
                                 "1e--5",
                                 "e5",
                                 ".",
                                 "-.",
                                 "1__0",
                                 "_1",
                                 "1_",
                                 "1_.5",
                                 "1._5",
                                 "nan",
                                 "inf",
                                 "-inf",
                                 "1/0",
                                 "0/0",
                                 "1/",
                                 "/2",
                                 "1/-3",
                                 "1//2",
                                 "1/2/3",
                                 "2^",
                                 "2^x",
                                 "^2",
                                 "0^-1",
                                 "1/3^2",
                                 "2^3^2",
                                 "2.5^2",
                                 "0x",
                                 "0xg",
                                 "0x.p1",
                                 "0x1p",
                                 "0b101",
                                 "1 000",
                                 "1,000",
                                 " 1",
                                 "1 ",
                                 "1\n",
                                 "1e5.5",
                                 "1e1_0",
                                 "--1",
                                 "+-1",
                                 "0x1.8e3p",
                                 "1f",
                                 "1e20001",
                                 "1e-20001",
                                 "2^20001",
                                 "2^99999999999999999999",
                                 "1e999999999",
                                 "1e-999999999",
                                 "1e99999999999999999999",
                                 "1e20000",
                                 "0x1p-20000/1e9000",
                                 "36893488147419103232^2"}) {
    try {
      ADD_FAILURE() << "'" << text << "' is " << parse_rational(text);
    } catch (const Error& error) {
      const std::string what = error.what();
      EXPECT_NE(what.find("'" + text.substr(0, 60) + "'"), std::string::npos) << what;
      EXPECT_EQ(what.find('\n') == std::string::npos, text.find('\n') == std::string::npos);
    }
  }
  EXPECT_THROW((void)parse_rational(std::string(1, '\0')), Error);
  EXPECT_THROW((void)parse_rational(std::string(30000, '9')), Error);
  EXPECT_THROW((void)parse_rational(std::string(15000, '9')), Error);
}

PROPERTY(ParseRational, ReadsBackWhatIsPrinted) {
  const Rational x = *draw::rationals(64).as("x");
  RC_ASSERT(parse_rational(to_text(x)) == x);
  RC_ASSERT(to_text(parse_rational(to_text(x))) == to_text(x));
}

PROPERTY(ParseRational, ReadsDecimalsExactly) {
  const std::uint64_t digits = *draw::log_uniform(64).as("digits");
  const int exponent = *draw::full(draw::in_range(-400, 401)).as("exponent");
  const Integer power = pow(Integer(10), static_cast<unsigned>(std::abs(exponent)));
  const Rational want = exponent < 0 ? Rational(Integer(digits), power) : Rational(digits * power);
  RC_ASSERT(parse_rational(std::to_string(digits) + "e" + std::to_string(exponent)) == want);
  if (exponent < 0) {  // the same with a point in the text
    std::string text = std::to_string(digits);
    const auto shift = static_cast<std::size_t>(-exponent);
    if (text.size() <= shift) text.insert(0, shift + 1 - text.size(), '0');
    text.insert(text.size() - shift, ".");
    RC_ASSERT(parse_rational(text) == want);
  }
}

/// Whatever the text, it is a number or an Error, and what is a number can be printed and read.
PROPERTY(ParseRational, TakesOrRefusesAnyText) {
  const auto letters = draw::element_of(std::string("0123456789.eEpPxX/^_-+ abf\0\xff", 29));
  const std::string text = *draw::container<std::string>(letters).as("text");
  try {
    const Rational x = parse_rational(text);
    RC_ASSERT(parse_rational(to_text(x)) == x);
    RC_ASSERT(x == 0 || msb(denominator(x)) < 32768);
  } catch (const Error&) {
  }
}

TEST(Rational, PowersOfTwo) {
  EXPECT_EQ(power_of_two(0), 1);
  EXPECT_EQ(power_of_two(10), 1024);
  EXPECT_EQ(power_of_two(-3), Rational(1, 8));
  EXPECT_TRUE(is_integer(Rational(4, 2)));
  EXPECT_FALSE(is_integer(Rational(1, 2)));
}

}  // namespace
}  // namespace sextant
