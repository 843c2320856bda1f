#include "draw/gen.hpp"
#include "draw/places.hpp"
#include "engine/property.hpp"
#include "exact/second_opinion.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/number/text.hpp"

namespace sextant::exact {
namespace {

/// A row as it was printed somewhere: each value to the digits shown.
struct Row {
  const char* encoding;
  Position position;
  std::vector<std::string> printed;
};

/// The significant digits that a printed decimal shows: those after the leading zeros.
int digits_of(const std::string& printed) {
  int digits = 0;
  for (const char c : printed) {
    if (c >= '0' && c <= '9' && (digits > 0 || c != '0')) ++digits;
  }
  return digits;
}

/// Compared as numbers: `.5403` and `0.54030` write the same one.
void expect_as_printed(const Row& row) {
  const Encoding encoding = read_encoding(row.encoding);
  const Chart whole = chart(encoding);
  ASSERT_EQ(whole.width(), row.printed.size());
  for (std::size_t column = 0; column < whole.width(); ++column) {
    const std::string& printed = row.printed[column];
    const std::string found =
        decimal(whole.waves, to_rational(row.position), whole.channels[column], digits_of(printed));
    EXPECT_EQ(parse_rational(found), parse_rational(printed)) << encoding << ' ' << column;
  }
}

/// What RoFormer's released sinusoidal table has in row 1: [S|C].
TEST(Published, RoformersFirstRow) {
  expect_as_printed(
      {"roformer-table dim=6", 1, {".8415", ".0464", ".0022", ".5403", ".9989", "1.0000"}});
}

TEST(Published, FourChannelsAtPosition1) {
  expect_as_printed({"sinusoidal dim=4", 1, {"0.8415", "0.5403", "0.0100", "0.99995"}});
}

TEST(Published, EightChannelsAtPosition100) {
  expect_as_printed(
      {"sinusoidal dim=8",
       100,
       {"-0.5064", "0.8623", "-0.5440", "-0.8391", "0.8415", "0.5403", "0.0998", "0.9950"}});
}

/// The fifth value was cut where the others were rounded: it is 0.0299955.
TEST(Published, SixChannelsAtPosition3) {
  const Encoding encoding = read_encoding("sinusoidal dim=8");
  const std::vector<std::string> printed = {"0.141", "-0.990",  "0.296",
                                            "0.955", "0.02999", "0.99955"};
  for (int column = 0; column < 6; ++column) {
    const auto place = draw::place_of(encoding, 3, column);
    const std::string& want = printed[static_cast<std::size_t>(column)];
    const int digits = column == 4 ? 6 : digits_of(want);
    EXPECT_EQ(decimal(place.waves, 3, place.channel, digits).substr(0, want.size()), want);
  }
}

/// Fifty digits against Arb's, and against bc: `scale=120; p=1048577; w=e(-3*l(10000)/256);
/// s(p*w)`, whose series are another implementation yet.
TEST(Published, FiftyDigitsFarOut) {
  const auto place = draw::place_of(read_encoding("sinusoidal dim=512"), 1048577, 6);
  for (const Function function : {Function::sine, Function::cosine}) {
    const Channel channel{function, 0};
    const Span second = second_opinion::span(place.waves, 1048577, channel);
    const std::string digits = decimal(place.waves, 1048577, channel, 50);
    EXPECT_EQ(digits, sextant::decimal(second.lower, 50));
    EXPECT_EQ(digits, sextant::decimal(second.upper, 50));
  }
  EXPECT_EQ(decimal(place.waves, 1048577, place.channel, 50),
            "-0.61677082227459250127111201126889711930509766460605");
  EXPECT_EQ(decimal(place.waves, 1048577, {Function::cosine, 0}, 50),
            "-0.78714277789402541813407119016674381691109282344671");
}

PROPERTY(Decimal, ItsDigitsAreThoseOfTheSecondOpinion) {
  const auto place = *draw::places().as("place");
  const int digits = *draw::full(draw::in_range(1, 200)).as("digits");
  const Rational p = to_rational(place.position);
  RC_PRE(!rational_value(place.waves, p, place.channel).has_value());
  const Span second = second_opinion::span(place.waves, p, place.channel, 1200);
  const std::string found = decimal(place.waves, p, place.channel, digits);
  RC_ASSERT(found == sextant::decimal(second.lower, digits));
  RC_ASSERT(found == sextant::decimal(second.upper, digits));
}

TEST(Decimal, AThousandDigitsStartLikeFifty) {
  const auto place = draw::place_of(read_encoding("sinusoidal dim=512"), 1048577, 6);
  const std::string longer = decimal(place.waves, 1048577, place.channel, 1000);
  const std::string shorter = decimal(place.waves, 1048577, place.channel, 50);
  EXPECT_EQ(longer.substr(0, shorter.size() - 2), shorter.substr(0, shorter.size() - 2));
  EXPECT_EQ(longer.size(), 1000 + std::string("0.").size() + (longer.front() == '-' ? 1 : 0));
}

}  // namespace
}  // namespace sextant::exact
