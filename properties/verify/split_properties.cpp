#include <cmath>

#include <gtest/gtest.h>

#include "draw/gen.hpp"
#include "draw/patterns.hpp"
#include "engine/property.hpp"
#include "sextant/measure/entry/error.hpp"
#include "sextant/measure/prefilter/split.hpp"
#include "sextant/number/round.hpp"
#include "verify/verify_programs.hpp"

namespace sextant {
namespace {

Rational exactly(double x) { return to_rational(from_double(x)); }

/// a − b is (a − x) − (b − x) whatever x is, and both errors are what is printed but for the blur;
/// who is nearer is what rationals say.
void expect_split(const exact::Oracle& oracle, Position p, const Channel& c, double a, double b) {
  const exact::ChannelTruth<Position> truth(oracle.waves(), p, c);
  const exact::Near x = measure::near(truth, oracle.ball(p, c));
  const measure::ErrorSplit split = measure::split(x, a, b);
  const auto wide = truth.enclosure(3);
  const Rational lower = to_rational(wide.lower), upper = to_rational(wide.upper);
  const Rational blur = exactly(split.blur);
  for (const Rational& t : {lower, upper}) {
    RC_ASSERT(abs(Rational(exactly(split.first) - (exactly(a) - t))) <= blur);
    RC_ASSERT(abs(Rational(exactly(split.second) - (exactly(b) - t))) <= blur);
  }
  RC_ASSERT(abs(Rational(exactly(split.first) - exactly(split.second) -
                         (exactly(a) - exactly(b)))) <= 2 * blur);
  RC_ASSERT(split.share() >= 0);
  RC_ASSERT(split.share() <= 1);
  const auto found = measure::nearer(truth, x, a, b);
  const auto truly = [&](const Rational& t) {
    const Rational from_a = abs(Rational(exactly(a) - t)), from_b = abs(Rational(exactly(b) - t));
    return from_a == from_b  ? measure::Nearer::tie
           : from_a < from_b ? measure::Nearer::first
                             : measure::Nearer::second;
  };
  if (truly(lower) == truly(upper)) RC_ASSERT(found == truly(lower));
}

/// Of numbers near the truth and far, in every format; of two equally far on either side in nearly
/// every digit.
PROPERTY(ErrorSplit, AddsUpOfEveryDifference) {
  const Program p = *draw::programs(40);
  const exact::Oracle oracle(p.chart());
  const auto row = *draw::in_range<std::uint64_t>(0, p.positions.count);
  const auto j = *draw::in_range<std::size_t>(0, oracle.chart().width());
  const Channel& c = oracle.chart().channels[j];
  const Position at = p.positions[row];
  const double want = oracle.nearest(kFloat64, at, c).value;
  const auto number = [&] {
    const Format format = *draw::element_of(draw::hardware_formats());
    const int k = *draw::in_range(0, 60);
    const double factor = 1 + *draw::element(1.0, -1.0, 3.0) * std::ldexp(1.0, -k);
    return round_to(format, *draw::weighted_element<double>(
                                {{4, want * factor}, {1, -want}, {1, 0.0}, {1, 1.0}, {1, -0.5}}));
  };
  const double a = number();
  const double b = *draw::arbitrary<bool>() ? number() : 2 * want - a;
  RC_PRE(std::isfinite(a) && std::isfinite(b));
  RC_PRE(c.function != Function::zero || want == 0);
  expect_split(oracle, at, c, a, b);
}

/// Where the truth is rational, two numbers can be equally far.
TEST(ErrorSplit, KnowsTies) {
  const exact::Oracle oracle(chart(Sinusoidal{.dim = 4}));
  const auto nearer = [&](std::size_t channel, double a, double b) {
    const Channel& c = oracle.chart().channels[channel];
    const exact::ChannelTruth<Position> truth(oracle.waves(), 0, c);
    return measure::nearer(truth, measure::near(truth, oracle.ball(0, c)), a, b);
  };
  using measure::Nearer;
  EXPECT_EQ(nearer(0, 0.25, -0.25), Nearer::tie);
  EXPECT_EQ(nearer(0, 0.0, -0.0), Nearer::tie);
  EXPECT_EQ(nearer(1, 1.5, 0.5), Nearer::tie);
  EXPECT_EQ(nearer(1, 1.5, std::nextafter(0.5, 1)), Nearer::second);
  EXPECT_EQ(nearer(1, std::nextafter(0.5, 0), 1.5), Nearer::second);
  EXPECT_EQ(nearer(0, 0x1p-1074, -0x1p-1073), Nearer::first);
}

}  // namespace
}  // namespace sextant
