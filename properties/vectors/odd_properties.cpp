#include <gtest/gtest.h>

#include "draw/places.hpp"
#include "hard_places.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/exact/reference.hpp"
#include "sextant/exact/rounded.hpp"
#include "sextant/number/round.hpp"
#include "sextant/vectors/acceptance.hpp"
#include "sextant/vectors/odd.hpp"

namespace sextant::vectors {
namespace {

/// A value that is known: what an oracle would have to find out.
class Known final : public exact::Truth {
 public:
  explicit Known(Rational value) : value_(std::move(value)) {}
  std::optional<Rational> rational() const override { return value_; }
  bool may_be_rational() const override { return false; }
  exact::Enclosure enclosure(int) const override { return {}; }

 private:
  Rational value_;
};

Rational stored_in(int bits, const Rational& value) {
  return to_rational(exact::rounded(Format::bits(bits), Known(value), Rounding::to_odd).number);
}

/// A hair beside numbers and middles of a format, in its normal and subnormal range, below its
/// least number and about its largest.
std::vector<Rational> beside_boundaries(const Format& format) {
  std::vector<Rational> values;
  for (const int e : {0, -1, format.emin, format.emin - 1, format.emin - format.precision + 1,
                      format.emin - format.precision, format.emax}) {
    const int place = last_place(format, e);
    const Rational half = power_of_two(place - 1), one = power_of_two(e);
    for (const int halves : {0, 1, 2, 3, -1, -2}) {
      for (const int side : {-1, 0, 1}) {
        const Rational value = (one + half * halves) * (1 + side * power_of_two(-300));
        if (value > 0) values.insert(values.end(), {value, -value});
      }
    }
  }
  const Rational beyond =
      power_of_two(format.emax + 1) - power_of_two(format.emax - format.precision);
  for (const int side : {-1, 0, 1}) values.push_back(beyond * (1 + side * power_of_two(-300)));
  return values;
}

bool follows(const Format& format, const Rational& value, int bits, Rounding mode) {
  return round(format, stored_in(bits, value), mode) == round(format, value, mode);
}

/// vectors.md, (2) and (3)
TEST(OddValue, GivesEveryFormatByOneRounding) {
  std::size_t tried = 0;
  for (const Format& format : {kFloat16, kBfloat16, kFloat32, kFloat64, kBinary128}) {
    for (const Rational& value : beside_boundaries(format)) {
      for (const Rounding mode : {Rounding::nearest_even, Rounding::down, Rounding::up}) {
        ++tried;
        EXPECT_TRUE(follows(format, value, kOddBits, mode)) << format.name() << " " << value;
      }
    }
  }
  EXPECT_GT(tried, 2000U);
}

/// The bits of what mistakes make are as many as float64 needs; one less is not enough.
TEST(OddValue, NeedsTwoBitsMoreThanTheFormat) {
  bool fails = false;
  for (const Rational& value : beside_boundaries(kFloat64)) {
    EXPECT_TRUE(follows(kFloat64, value, kWrongBits, Rounding::nearest_even)) << value;
    fails |= !follows(kFloat64, value, kWrongBits - 1, Rounding::nearest_even);
  }
  EXPECT_TRUE(fails);
}

/// Where correct rounding hangs by a thread, from the encoding itself.
TEST(OddValue, RoundsAsTheOracleDoesAtHardPlaces) {
  for (const HardPlaces& file : recorded_hard_places()) {
    const Chart chart = exact::settled(sextant::chart(file.encoding));
    const auto waves = std::make_shared<const Waves>(chart.waves);
    std::size_t count = 0;
    for (const HardPlace& place : file.places) {
      if (++count % 8 != 0) continue;
      const Channel& c = chart.channels[place.channel];
      const Rational p = to_rational(place.position);
      const Number odd = vectors::odd({waves, p, c});
      for (const Format& format : formats()) {
        EXPECT_EQ(round(format, to_rational(odd)), exact::nearest(format, *waves, p, c).number)
            << where(file, place);
      }
      EXPECT_EQ(msb(odd.significand), static_cast<unsigned>(kOddBits - 1)) << where(file, place);
    }
  }
}

}  // namespace
}  // namespace sextant::vectors
