#include "draw/gen.hpp"
#include "draw/patterns.hpp"
#include "draw/places.hpp"
#include "engine/property.hpp"
#include "exact/second_opinion.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/number/round.hpp"
#include "sextant/number/text.hpp"

namespace sextant::exact {
namespace {

bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

/// What Arb's interval rounds to, if both its ends round alike.  Where the value is rational they
/// need not, at a tie: there the rational itself is asked.
std::optional<Number> second_nearest(const Format& format, const draw::Place& place, Position p,
                                     slong precision = second_opinion::kPrecision) {
  if (const auto exactly = rational_value(place.waves, to_rational(p), place.channel)) {
    return round(format, *exactly);
  }
  const Span span = second_opinion::span(place.waves, to_rational(p), place.channel, precision);
  const Number low = round(format, span.lower);
  return low == round(format, span.upper) ? std::optional(low) : std::nullopt;
}

/// Three answers: the fast oracle's, the slow one's, and Arb's.  Says in which format they differ.
std::string disagreement(const Oracle& oracle, const draw::Place& place, Position p) {
  std::string found;
  for (const Format& format : draw::hardware_formats()) {
    const Oracle::Rounded fast = oracle.nearest(format, p, place.channel);
    const NearestNumber slow = nearest(format, place.waves, to_rational(p), place.channel);
    const auto second = second_nearest(format, place, p);
    const bool alike = fast.decided && slow.decided && second.has_value() &&
                       same_bits(fast.value, to_double(slow.number)) && slow.number == *second;
    if (alike) continue;
    found += format.name() + " at " + to_text(p) + ": fast " + hex_text(from_double(fast.value)) +
             ", slow " + hex_text(slow.number) + ", Arb " +
             (second ? hex_text(*second) : std::string("undecided")) + "\n";
  }
  return found;
}

PROPERTY(NearestNumber, FastAndSlowAndSecondOpinionRoundAlike) {
  const auto place = *draw::places().as("place");
  const Oracle oracle(place.chart());
  const auto positions = *draw::container<std::vector<draw::At>>(4, draw::positions());
  for (const Position p : positions) RC_ASSERT(disagreement(oracle, place, p) == "");
}

PROPERTY(NearestNumber, FrequenciesRoundAlikeToo) {
  auto place = *draw::places().as("place");
  RC_PRE(place.channel.function != Function::zero);
  place.channel.function = Function::frequency;
  RC_ASSERT(disagreement(Oracle(place.chart()), place, 0) == "");
}

PROPERTY(NearestNumber, WiderFormatsRoundAsTheSecondOpinion) {
  const auto place = *draw::places().as("place");
  const int bits = *draw::full(draw::in_range(2, 1200)).as("bits");
  const Rational p = to_rational(place.position);
  for (const Format& format : {kBinary128, Format::bits(bits)}) {
    const NearestNumber found = nearest(format, place.waves, p, place.channel);
    RC_ASSERT(found.decided);
    RC_ASSERT(found.number == second_nearest(format, place, place.position, 2000));
  }
}

/// Arb rounds the midpoint of its ball itself, with code of its own.
PROPERTY(NearestNumber, ArbsOwnRoundingAgrees) {
  const auto place = *draw::places().as("place");
  const int bits = *draw::full(draw::in_range(2, 300)).as("bits");
  const Rational p = to_rational(place.position);
  RC_PRE(!rational_value(place.waves, p, place.channel).has_value());
  const auto real = second_opinion::value(place.waves, p, place.channel, 1000);
  second_opinion::Real rounded;
  arf_set_round(arb_midref(rounded.get()), arb_midref(real.get()), bits, ARF_RND_NEAR);
  const NearestNumber found = nearest(Format::bits(bits), place.waves, p, place.channel);
  RC_ASSERT(to_rational(found.number) == rounded.span().lower);
}

/// An angle of many turns takes more than one level, and is decided all the same.
TEST(NearestNumber, HugeAnglesAreDecided) {
  auto place = draw::place_of(read_encoding("sinusoidal dim=8 scale=1e3000"), 12345, 2);
  const NearestNumber found = nearest(kFloat64, place.waves, 12345, place.channel);
  EXPECT_TRUE(found.decided);
  EXPECT_EQ(found.number, second_nearest(kFloat64, place, 12345, 20000));
  EXPECT_TRUE(same_bits(Oracle(place.chart()).nearest(kFloat64, 12345, place.channel).value,
                        to_double(found.number)));
}

/// (1 + 3·2⁻⁵³)·cos a is a tie at a = 0, which goes to the even neighbour above, and just below it
/// for tiny a: nearer than the fast ball is narrow.
TEST(NearestNumber, ABallThatTouchesABoundaryIsLeftToTheSlowOracle) {
  const auto place = draw::place_of(
      read_encoding("sinusoidal dim=2 scale=0x1p-60 amplitude=0x1.00000000000018p+0"), 1, 1);
  const Oracle oracle(place.chart());
  EXPECT_FALSE(exact::nearest(kFloat64, oracle.ball(0, place.channel)));
  EXPECT_FALSE(exact::nearest(kFloat64, oracle.ball(1, place.channel)));
  EXPECT_EQ(oracle.nearest(kFloat64, 0, place.channel).value, 1 + 0x1p-51);
  EXPECT_EQ(oracle.nearest(kFloat64, 1, place.channel).value, 1 + 0x1p-52);
}

/// Every edge position in every format, for every channel of a small encoding and of one whose
/// angles are shifted and scaled.
TEST(NearestFull, EveryEdgePositionInEveryFormat) {
  for (const char* text : {"sinusoidal dim=32",
                           "sinusoidal dim=12 base=500000 law=half-minus-shift "
                           "origin=1/2 scale=1/3 amplitude=7/5"}) {
    const Encoding encoding = read_encoding(text);
    for (int column = 0; column < dim(encoding); ++column) {
      const auto place = draw::place_of(encoding, 0, column);
      const Oracle oracle(place.chart());
      for (const Position p : draw::edge_positions()) {
        ASSERT_EQ(disagreement(oracle, place, p), "") << place;
      }
    }
  }
}

}  // namespace
}  // namespace sextant::exact
