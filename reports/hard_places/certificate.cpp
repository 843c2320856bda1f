#include "hard_places/certificate.hpp"

#include "sextant/encoding/real/error.hpp"
#include "sextant/exact/reference.hpp"
#include "sextant/number/text.hpp"
#include "sextant/number/ulp.hpp"

namespace sextant::hard_places {
namespace {

Integer nearest_integer(const Rational& x) {
  const Rational shifted = abs(x) + Rational(1, 2);
  const Integer size = numerator(shifted) / denominator(shifted);
  return x < 0 ? Integer(-size) : size;
}

Certificate beside(const Rational& truth, const Format& format) {
  const Rational ulp = power_of_two(ulp_exponent(format, truth));
  const Rational boundary = Rational(nearest_integer(Rational(truth / ulp * 2))) * ulp / 2;
  return {boundary, decimal(Rational((truth - boundary) / ulp), 6)};
}

}  // namespace

Certificate certify(const Waves& waves, Position position, const Channel& channel,
                    const Format& format) {
  const auto [lower, upper] = exact::enclosure(waves, to_rational(position), channel, 1);
  const Certificate low = beside(to_rational(lower), format);
  const Certificate high = beside(to_rational(upper), format);
  if (low.boundary != high.boundary || low.ulps != high.ulps)
    throw Error("position " + to_text(position) + ": 332 bits do not settle how near it is");
  return high;
}

}  // namespace sextant::hard_places
