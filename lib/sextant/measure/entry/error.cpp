#include "sextant/measure/entry/error.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>

#include "sextant/number/precision_levels.hpp"
#include "sextant/number/round.hpp"
#include "sextant/number/ulp.hpp"
#include "sextant/recipe/bound/arithmetic.hpp"

namespace sextant::measure {
namespace {

constexpr double kErrorUpward =
    1 + 0x1p-49;  // covers the roundings of evaluating an error in doubles

/// The distance of a and b, rounded to `format`, in numbers of the format; ±0 are one number.
double steps_between(const Format& format, double a, double b) {
  const auto place = [&](double x) {
    return ordinal(format, encode(format, from_double(round_to(format, x))));
  };
  if (format == kFloat64) {
    const auto bits = [](double x) {
      const auto pattern = std::bit_cast<std::uint64_t>(x);
      const auto size = static_cast<Ordinal>(pattern & ~(std::uint64_t{1} << 63));
      return (pattern >> 63) != 0 ? -size : size;
    };
    return std::abs(static_cast<double>(bits(a) - bits(b)));
  }
  if (format == kFloat32) {
    const auto bits = [](double x) {
      const auto pattern = std::bit_cast<std::uint32_t>(static_cast<float>(x));
      const auto size = static_cast<std::int64_t>(pattern & 0x7fffffff);
      return (pattern >> 31) != 0 ? -size : size;
    };
    return std::abs(static_cast<double>(bits(a) - bits(b)));
  }
  return std::abs(static_cast<double>(place(a) - place(b)));
}

/// Whether the radius exceeds 2⁻⁶⁰ of the truth: it would then affect an error of half a float64
/// ulp.
bool blurred(const exact::Near& x) {
  return std::isfinite(x.high) && x.radius > std::abs(x.high) * 0x1p-60;
}

/// A real between two rationals, as a double-double with a radius.
exact::Near between(const Rational& lower, const Rational& upper) {
  const Number nearest = round(kFloat64, lower);
  constexpr double kBeyond = std::numeric_limits<double>::infinity();
  if (!nearest.finite()) return {nearest.negative ? -kBeyond : kBeyond, 0, kBeyond};
  const Rational rest = lower - to_rational(nearest);
  const Number low = round(kFloat64, rest);
  const Rational left = rest - to_rational(low);
  const Rational right = left + (upper - lower);
  return {to_double(nearest), to_double(low),
          recipe::upward(std::max(Rational(abs(left)), Rational(abs(right))))};
}

/// A lower bound of |x|, which determines the binade of its ulp.  If the truth is a double, it is
/// that double.
double least_magnitude(const exact::Near& x) {
  const double size = std::abs(x.high);
  const double more = std::signbit(x.high) ? -x.low : x.low;
  if (more >= x.radius) return size;
  return std::max(std::nextafter(size + (more - x.radius), 0.0), 0.0);
}

/// Whether the truth lies strictly on `got`'s side of `rounded`.  The first difference is exact,
/// and the addition keeps the sign.  If the ball contains `rounded`, the definition of the truth
/// decides.
bool lies_towards(double got, double rounded, const exact::Near& x, const exact::Truth& value) {
  const bool above = got > rounded;
  const double apart = (x.high - rounded) + x.low;
  if (std::abs(apart) > 2 * x.radius || x.radius == 0) return above ? apart > 0 : apart < 0;
  if (value.rational()) return false;
  const Rational place = to_rational(from_double(rounded));
  for (int level = kFirstLevel; level < kPrecisionLevels; ++level) {
    const auto truth = value.enclosure(level);
    if (to_rational(truth.lower) > place) return above;
    if (to_rational(truth.upper) < place) return !above;
  }
  return false;
}

/// The truth from its definition, to 2⁻⁶⁰ of itself or to the least double.
exact::Near sharp(const exact::Truth& value, const exact::Near& blurred_truth) {
  if (const auto known = value.rational()) return between(*known, *known);
  exact::Near x = blurred_truth;
  for (int level = kFirstLevel; level < kPrecisionLevels; ++level) {
    const auto truth = value.enclosure(level);
    if (!truth.lower.finite() || !truth.upper.finite()) continue;
    x = between(to_rational(truth.lower), to_rational(truth.upper));
    if (!blurred(x) || x.radius <= std::numeric_limits<double>::denorm_min()) break;
  }
  return x;
}

}  // namespace

ErrorMeter::ErrorMeter(const exact::Oracle& oracle, const Format& format)
    : oracle_(oracle), format_(format) {
  for (int pair = 0; pair < oracle.waves().pairs(); ++pair) {
    const exact::Near omega = exact::near(oracle.ball(0, {Function::frequency, pair}));
    per_position_.push_back(omega.high * static_cast<double>(oracle.waves().scale) *
                            static_cast<double>(oracle.waves().parts));
  }
}

EntryError ErrorMeter::entry(Position position, const Channel& channel, const exact::Ball& truth,
                             double got) const {
  return entry_error(format_, exact::ChannelTruth<Position>(oracle_.waves(), position, channel),
                     truth, oracle_.nearest(format_, position, channel, truth), got);
}

std::optional<PhaseError> ErrorMeter::phase(Position position, int pair,
                                            const exact::SineCosine& truth, double sine,
                                            double cosine) const {
  if ((sine == 0 && cosine == 0) || !std::isfinite(sine) || !std::isfinite(cosine))
    return std::nullopt;
  const auto known = [&](Function function, const exact::Ball& ball) {
    const Channel channel{function, pair};
    return near(exact::ChannelTruth<Position>(oracle_.waves(), position, channel), ball);
  };
  return phase_error(known(Function::sine, truth.sine), known(Function::cosine, truth.cosine), sine,
                     cosine, per_position_[static_cast<std::size_t>(pair)]);
}

/// If y is near x, the first difference is exact.
double distance(const exact::Near& x, double y) {
  return std::abs((y - x.high) - x.low) * kErrorUpward + x.radius;
}

exact::Near near(const exact::Truth& truth, const exact::Ball& ball) {
  const exact::Near x = exact::near(ball);
  return blurred(x) ? sharp(truth, x) : x;
}

EntryError entry_error(const Format& format, const exact::Truth& truth, const exact::Ball& ball,
                       const exact::Oracle::Rounded& rounded, double got) {
  const exact::Near x = near(truth, ball);
  EntryError error{.absolute = distance(x, got), .ulps = 0, .steps = 0, .want = rounded.value};
  // The least magnitude that the truth may have gives the smallest ulp, so the largest error.
  error.ulps = std::ldexp(error.absolute, -ulp_exponent(format, least_magnitude(x)));
  if (got == rounded.value) {
    error.correct = rounded.decided ? Correct::yes : Correct::undecided;
    error.ulps = std::min(error.ulps, 0.5);
    return error;
  }
  error.correct = rounded.decided ? Correct::no : Correct::undecided;
  error.steps = steps_between(format, got, rounded.value);
  error.faithful = error.steps == 1 && lies_towards(got, rounded.value, x, truth);
  return error;
}

std::optional<PhaseError> phase_error(const exact::Near& s, const exact::Near& c, double sine,
                                      double cosine, double step) {
  if ((sine == 0 && cosine == 0) || !std::isfinite(sine) || !std::isfinite(cosine))
    return std::nullopt;
  const double ds = (sine - s.high) - s.low;
  const double dc = (cosine - c.high) - c.low;
  // (s + ds, c + dc) against (s, c): the sine of the angle between is ds·c − dc·s over the lengths.
  const double cross = ds * c.high - dc * s.high;
  const double dot = sine * s.high + cosine * c.high;
  const double stored = std::hypot(sine, cosine);
  const double length = std::hypot(s.high, c.high);
  if (stored == 0 || length == 0) return std::nullopt;
  const double angle = std::atan2(cross, dot);
  // Errors of the cross product and of the true pair's direction. measures.md, (6), (7)
  const double blur = (std::abs(ds * c.high) + std::abs(dc * s.high)) / length * 0x1p-49 / stored;
  const double sway = (s.radius * std::abs(c.high) + c.radius * std::abs(s.high)) / length +
                      2 * s.radius * (c.radius / length);
  const bool lost = s.radius + c.radius > length / 4;
  const double size = std::abs(angle) * kErrorUpward + 2 * blur + 4 * sway / length + 0x1p-1060;
  // −π is π: the interval is open there.
  const bool open = !lost && size < std::numbers::pi;
  const double radians = open ? std::copysign(size, angle) : std::numbers::pi;
  return PhaseError{radians, step != 0 ? radians / step : 0};
}

}  // namespace sextant::measure
