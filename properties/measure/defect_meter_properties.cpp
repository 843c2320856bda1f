#include <cmath>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <gtest/gtest.h>

#include "draw/gen.hpp"
#include "draw/numbers.hpp"
#include "engine/property.hpp"
#include "sextant/encoding/encoding.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/measure/prefilter/defect_meter.hpp"

namespace sextant {
namespace {

using measure::DefectMeter;
using measure::Defects;
using measure::SplitRow;
using Wide = boost::multiprecision::cpp_bin_float_100;

/// Rows that are nearly those of an encoding: every entry off by a random part of 2^-10 to 2^-60.
struct Drawn {
  Encoding encoding;
  Position position = 0, apart = 0;
  std::vector<double> x, y;

  Chart chart() const { return sextant::chart(encoding); }
};

std::vector<double> damaged(const exact::Oracle& oracle, Position position, int smallest) {
  std::vector<double> row;
  for (const Channel& channel : oracle.chart().channels) {
    const double truth = oracle.nearest(kFloat64, position, channel).value;
    row.push_back(truth + std::ldexp(*draw::in_range(-8, 9), smallest));
  }
  return row;
}

Drawn drawn() {
  Drawn d;
  d.encoding = Sinusoidal{.dim = 2 * *draw::in_range(1, 20)};
  set_field(d.encoding, "layout", *draw::element("interleaved", "halves"));
  set_field(d.encoding, "amplitude", *draw::element("1", "1", "5/4", "1/8"));
  set_field(d.encoding, "origin", *draw::element("0", "2", "1/2"));
  d.position = *draw::element<Position>(0, -7, 1000, 123456789);
  d.apart = *draw::element<Position>(1, 17, -3, 4096);
  const exact::Oracle oracle(d.chart());
  const int smallest = *draw::in_range(-60, -10);
  d.x = damaged(oracle, d.position, smallest);
  d.y = damaged(oracle, d.position + d.apart, smallest);
  return d;
}

Wide wide(const exact::Ball& ball) {
  return ldexp(Wide(static_cast<boost::multiprecision::int128_t>(ball.mid)), ball.exponent);
}

/// The same by definition, in 100 digits; positions that are `apart` where the origin has no part.
struct Truth {
  Wide norm = 0, shift = 0, rotation = 0;
};
Truth truth_of(const Drawn& d) {
  Encoding plain = d.encoding;
  set_field(plain, "origin", "0");
  set_field(plain, "amplitude", "1");
  const exact::Oracle turns(chart(plain));
  Encoding one = d.encoding;
  const Chart chart = d.chart();
  const Wide a = wide(exact::Oracle([&] {
                        set_field(one, "origin", "0");
                        return sextant::chart(one);
                      }())
                          .pair(0, 0)
                          .cosine);
  Truth truth;
  for (const PairChannels& pair : by_pair(chart)) {
    const Wide s = d.x[pair.sines.front()], c = d.x[pair.cosines.front()];
    const Wide s2 = d.y[pair.sines.front()], c2 = d.y[pair.cosines.front()];
    const exact::SineCosine turn = turns.pair(d.apart, pair.pair);
    const Wide sine = wide(turn.sine), cosine = wide(turn.cosine);
    truth.norm = std::max<Wide>(truth.norm, abs(s * s + c * c - a * a));
    truth.shift += s * s2 + c * c2 - a * a * cosine;
    const Wide ds = s * cosine + c * sine - s2, dc = c * cosine - s * sine - c2;
    truth.rotation = std::max<Wide>(truth.rotation, sqrt(ds * ds + dc * dc));
  }
  truth.shift = abs(truth.shift);
  return truth;
}

Defects measured(const Drawn& d, Defects known = {}) {
  const DefectMeter meter(d.chart(), d.apart);
  SplitRow x, y;
  meter.split(d.x, x);
  meter.split(d.y, y);
  meter.norm(5, d.position, x, known);
  meter.step(5, d.position, x, y, known);
  return known;
}

/// Within what evaluating in long double costs: 2^-58 a pair of numbers below 2.
PROPERTY(DefectGauge, FindsWhatDefinitionsSay) {
  const Drawn d = drawn();
  const Truth truth = truth_of(d);
  const Defects found = measured(d);
  const auto near = [](double value, const Wide& wanted, double units) {
    return abs(Wide(value) - wanted) <= units * 0x1p-58 + abs(wanted) * 0x1p-52;
  };
  RC_ASSERT(near(found.norm.value, truth.norm, 1));
  RC_ASSERT(near(found.rotation.value, truth.rotation, 1));
  RC_ASSERT(near(found.shift.value, truth.shift, static_cast<double>(d.x.size())));
  RC_ASSERT(found.norm.row == 5U && found.norm.position == d.position);
}

/// A prefilter never hides what is larger than the worst, or ties with it at an earlier place.
PROPERTY(DefectGauge, IsTheSameBesideOthers) {
  const Drawn d = drawn();
  const Defects alone = measured(d);
  const double factor = *draw::element(0.0, 0.5, 1 - 0x1p-52, 1.0, 1 + 0x1p-52, 2.0);
  const bool later = *draw::arbitrary<bool>();
  Defects other = alone;
  for (auto* worst : {&other.norm, &other.shift, &other.rotation}) {
    worst->value *= factor;
    worst->position += later ? 1 : -1;
  }
  Defects merged = other;
  merged.merge(alone);
  const Defects found = measured(d, other);
  for (const auto member : {&Defects::norm, &Defects::shift, &Defects::rotation}) {
    RC_ASSERT((found.*member).value == (merged.*member).value);
    RC_ASSERT((found.*member).position == (merged.*member).position);
    RC_ASSERT((found.*member).channel == (merged.*member).channel);
  }
}

/// Rows that are zeros by definition break nothing, nor does what is no number.
TEST(DefectGauge, PassesOverWhatIsNoPair) {
  Chart waves = chart(Sinusoidal{.dim = 4});
  waves.waves.zero_row = 7;
  const DefectMeter meter(waves, 1);
  SplitRow zeros, ones, none;
  meter.split(std::vector<double>{0, 0, 0, 0}, zeros);
  meter.split(std::vector<double>{0, 1, 0, 1}, ones);
  meter.split(std::vector<double>{NAN, 1, HUGE_VAL, 1}, none);
  Defects found;
  meter.norm(7, 7, zeros, found);
  meter.step(6, 6, ones, zeros, found);
  meter.step(7, 7, zeros, ones, found);
  meter.norm(8, 8, none, found);
  meter.step(8, 8, none, ones, found);
  EXPECT_TRUE(found.norm.empty() && found.shift.empty() && found.rotation.empty());
  meter.norm(8, 8, zeros, found);
  EXPECT_EQ(found.norm.value, 1);
}

TEST(DefectGauge, NeedsPairs) {
  EXPECT_TRUE(DefectMeter(chart(Sinusoidal{.dim = 4}), 1).possible());
  EXPECT_FALSE(DefectMeter(chart(Rotary{.dim = 4}, Part::cos), 1).possible());
}

}  // namespace
}  // namespace sextant
