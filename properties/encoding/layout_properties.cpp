#include <gmock/gmock.h>

#include "draw/places.hpp"
#include "engine/property.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/encoding/wave/layout.hpp"
#include "sextant/encoding/wave/rotated_columns.hpp"

namespace sextant {
namespace {

/// `s0 c0 0`: the channels as people write them.
std::string written(const std::vector<Channel>& channels) {
  std::string text;
  for (const Channel& channel : channels) {
    if (!text.empty()) text += ' ';
    if (channel.function == Function::zero) {
      text += '0';
      continue;
    }
    if (channel.function == Function::negated_sine) text += '-';
    text += channel.function == Function::cosine    ? 'c'
            : channel.function == Function::divisor ? 'd'
            : channel.function == Function::period  ? 'p'
            : is_frequency(channel.function)        ? 'f'
                                                    : 's';
    text += std::to_string(channel.pair);
  }
  return text;
}

std::string laid_out(int dim, Layout layout, Order order, Odd odd = Odd::error) {
  return written(lay_out(dim, layout, order, odd));
}

TEST(Layout, OfEvenDims) {
  EXPECT_EQ(laid_out(6, Layout::interleaved, Order::sin_cos), "s0 c0 s1 c1 s2 c2");
  EXPECT_EQ(laid_out(6, Layout::interleaved, Order::cos_sin), "c0 s0 c1 s1 c2 s2");
  EXPECT_EQ(laid_out(6, Layout::halves, Order::sin_cos), "s0 s1 s2 c0 c1 c2");
  EXPECT_EQ(laid_out(6, Layout::halves, Order::cos_sin), "c0 c1 c2 s0 s1 s2");
  EXPECT_EQ(laid_out(2, Layout::halves, Order::sin_cos), "s0 c0");
}

TEST(Layout, OfOddDimsByEachConvention) {
  const auto interleaved = [](Odd odd) {
    return laid_out(5, Layout::interleaved, Order::sin_cos, odd);
  };
  const auto halves = [](Odd odd) { return laid_out(5, Layout::halves, Order::cos_sin, odd); };
  EXPECT_EQ(interleaved(Odd::zero_column), "s0 c0 s1 c1 0");
  EXPECT_EQ(interleaved(Odd::drop_last), "s0 c0 s1 c1 s2");
  EXPECT_EQ(interleaved(Odd::round_up), "s0 c0 s1 c1 s2");
  EXPECT_EQ(halves(Odd::zero_column), "c0 c1 s0 s1 0");
  EXPECT_EQ(halves(Odd::drop_last), "c0 c1 c2 s0 s1");
  EXPECT_EQ(halves(Odd::round_up), "c0 c1 c2 s0 s1");
  EXPECT_THROW((void)interleaved(Odd::error), Error);
  EXPECT_EQ(laid_out(1, Layout::halves, Order::sin_cos, Odd::zero_column), "0");
  EXPECT_EQ(laid_out(1, Layout::interleaved, Order::cos_sin, Odd::drop_last), "c0");
}

/// An even dim is laid out alike under every convention.
PROPERTY(Layout, TheOddConventionDoesNotTouchEvenDims) {
  const int dim = *draw::even_dims().as("dim");
  for (const Layout layout : {Layout::interleaved, Layout::halves}) {
    const auto plain = lay_out(dim, layout, Order::sin_cos, Odd::error);
    for (const Odd odd : {Odd::zero_column, Odd::drop_last, Odd::round_up}) {
      RC_ASSERT(lay_out(dim, layout, Order::sin_cos, odd) == plain);
    }
  }
}

/// The exponents differ where the channels do not: drop-last counts d channels, round-up d + 1.
TEST(Layout, OddConventionsHaveTheirOwnExponents) {
  const auto exponent = [](const char* text, int pair) {
    return chart(read_encoding(text)).waves.frequencies.at(static_cast<std::size_t>(pair)).exponent;
  };
  EXPECT_EQ(exponent("sinusoidal dim=5 odd=drop-last", 2), Rational(-4, 5));
  EXPECT_EQ(exponent("sinusoidal dim=5 odd=round-up", 2), Rational(-4, 6));
  EXPECT_EQ(exponent("sinusoidal dim=5 odd=zero-column", 1), Rational(-2, 5));
  const char* fairseq = "sinusoidal dim=9 law=half-minus-shift layout=halves odd=zero-column";
  EXPECT_EQ(exponent(fairseq, 3), -1);
  EXPECT_EQ(chart(read_encoding(fairseq)).waves.pairs(), 4);
}

TEST(Part, NamesTheColumnsOfARotaryTable) {
  const auto of = [](const char* text, Part part) {
    return written(chart(read_encoding(text), part).channels);
  };
  EXPECT_EQ(of("rope dim=4", Part::table), "c0 c1 s0 s1");
  EXPECT_EQ(of("rope dim=4", Part::cos), "c0 c1");
  EXPECT_EQ(of("rope dim=4", Part::sin), "s0 s1");
  EXPECT_EQ(of("rope dim=4", Part::cos_repeated), "c0 c1 c0 c1");
  EXPECT_EQ(of("rope dim=4 layout=interleaved", Part::sin_repeated), "s0 s0 s1 s1");
  EXPECT_EQ(of("rope dim=4", Part::inv_freq), "f0 f1");
  EXPECT_EQ(of("rope dim=4", Part::pairs), "c0 s0 c1 s1");
  EXPECT_EQ(of("rope dim=4", Part::matrices), "c0 -s0 s0 c0 c1 -s1 s1 c1");
  EXPECT_EQ(of("rope dim=4", Part::divisors), "d0 d1");
  EXPECT_EQ(of("rope dim=4", Part::periods), "p0 p1");
  EXPECT_EQ(of("rope dim=4", Part::rotated), "c0 c1 s0 s1");
  EXPECT_EQ(of("rope dim=4 layout=interleaved", Part::rotated), "c0 s0 c1 s1");
  EXPECT_EQ(of("rope dim=4 direction=inverse", Part::rotated), "c0 c1 -s0 -s1");
  EXPECT_EQ(of("rope dim=4 direction=inverse", Part::matrices), "c0 s0 -s0 c0 c1 s1 -s1 c1");
  EXPECT_EQ(of("rope dim=4 direction=inverse", Part::table), "c0 c1 s0 s1");
  EXPECT_EQ(of("sinusoidal dim=4", Part::inv_freq), "f0 f1");
}

/// No program stores only the cosines of a sinusoidal encoding: such a claim is a mistake.
TEST(Part, OfCosinesOrSinesIsRotary) {
  for (const Part part : {Part::cos, Part::sin, Part::cos_repeated, Part::sin_repeated})
    EXPECT_THROW(chart(Sinusoidal{.dim = 4}, part), Error);
}

TEST(Part, IsCalledAsTheOneThatItRepeats) {
  EXPECT_EQ(name(Part::sin_repeated), name(Part::sin));
  EXPECT_EQ(name(Part::cos_repeated), name(Part::cos));
}

/// The second numbers of rotated columns, which are the result of a quarter turn: (u, v) becomes
/// (−v, u), or back (v, −u).
TEST(PairsOfVectors, AreWhereTheEncodingSays) {
  const auto turned = [](const char* text) {
    const std::vector<double> row = {1, 2, 3, 4, 5, 6};
    std::vector<double> result;
    for (const RotatedColumn& c : rotated_columns(std::get<Rotary>(read_encoding(text)), 6))
      result.push_back(c.passes() ? c.x(row.data()) : c.y(row.data()));
    return result;
  };
  using testing::ElementsAre;
  EXPECT_THAT(turned("rope dim=4"), ElementsAre(-3, -4, 1, 2, 5, 6));
  EXPECT_THAT(turned("rope dim=4 layout=interleaved"), ElementsAre(-2, 1, -4, 3, 5, 6));
  EXPECT_THAT(turned("rope dim=4 rotated-channels=last"), ElementsAre(1, 2, -5, -6, 3, 4));
  EXPECT_THAT(turned("rope dim=4 layout=interleaved rotated-channels=last"),
              ElementsAre(1, 2, -4, 3, -6, 5));
  EXPECT_THAT(turned("rope dim=4 direction=inverse"), ElementsAre(3, 4, -1, -2, 5, 6));
  EXPECT_THAT(turned("rope dim=4 layout=interleaved rotated-channels=last direction=inverse"),
              ElementsAre(1, 2, 4, -3, 6, -5));
}

}  // namespace
}  // namespace sextant
