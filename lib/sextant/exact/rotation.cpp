#include "sextant/exact/rotation.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "sextant/exact/angle/arc.hpp"
#include "sextant/exact/formula.hpp"
#include "sextant/number/round.hpp"

namespace sextant::exact {
namespace {

constexpr Channel cosine_of(int pair) { return {Function::cosine, pair}; }
constexpr Channel sine_of(int pair) { return {Function::sine, pair}; }

Bits size_of(Ordinal value) { return static_cast<Bits>(value < 0 ? -value : value); }

/// A double's significand, an integer, and its exponent.
struct Parts {
  bool negative = false;
  std::uint64_t significand = 0;
  int exponent = 0;
};
Parts parts_of(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const int biased = static_cast<int>(bits >> 52 & 2047);
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
  const std::uint64_t leading = biased == 0 ? 0 : std::uint64_t{1} << 52;
  return {bits >> 63 != 0, leading | fraction, std::max(biased, 1) - 1075};
}

/// A ball times a double; exact if the ball is a power of two.
Ball times(const Ball& b, double x) {
  const Parts p = parts_of(x);
  if (p.significand == 0 || (b.mid == 0 && b.radius == 0)) return {};
  const Bits size = size_of(b.mid);
  if (b.radius == 0 && (size & (size - 1)) == 0) {
    return {with_sign(p.significand, p.negative != (b.mid < 0)), 0,
            p.exponent + b.exponent + highest_bit(size)};
  }
  const int up = 126 - highest_bit(Bits{p.significand});
  return b * Factor{p.negative, Bits{p.significand} << up, p.exponent - up, true};
}

/// The same ball, or one that contains it, with ends of at most 125 bits: a sum then fits.
Ball aligned(const Ball& b) {
  const Bits size = size_of(b.mid);
  const int up = 124 - highest_bit(size + b.radius);
  if (up >= 0) return {with_sign(size << up, b.mid < 0), b.radius << up, b.exponent - up};
  return {with_sign(size >> -up, b.mid < 0), (b.radius >> -up) + 2, b.exponent - up};
}

/// The same in units of a greater exponent.
Ball lowered(const Ball& b, int exponent) {
  const int down = exponent - b.exponent;
  if (down == 0) return b;
  if (down > 126) return {0, 1, exponent};
  return {with_sign(size_of(b.mid) >> down, b.mid < 0), (b.radius >> down) + 2, exponent};
}

bool is_nothing(const Ball& b) { return b.mid == 0 && b.radius == 0; }

Ball sum(const Ball& a, const Ball& b) {
  if (is_nothing(a)) return b;
  if (is_nothing(b)) return a;
  const Ball x = aligned(a);
  const Ball y = aligned(b);
  const int exponent = std::max(x.exponent, y.exponent);
  const Ball p = lowered(x, exponent);
  const Ball q = lowered(y, exponent);
  return {p.mid + q.mid, p.radius + q.radius, exponent};
}

}  // namespace

Ball ball(double value) {
  const Parts p = parts_of(value);
  return p.significand == 0 ? Ball{} : Ball{with_sign(p.significand, p.negative), 0, p.exponent};
}

Ball rotated(const SineCosine& by, double x, double y) {
  return sum(times(by.cosine, x), times(by.sine, y));
}

/// Whether x·cos a + y·sin a is 0, for a at an odd eighth of a turn: there cos a = ±sin a.
bool RotatedNumber::vanishes(const Rational& x, const Rational& y) const {
  const Frequency& f = waves_.frequencies[static_cast<std::size_t>(pair_)];
  const Expression power = f.algebraic_part();
  if (f.pi_power != 1 || power.rational() == nullptr) return false;
  const Rational place = to_rational(position_) + waves_.origin;
  const Rational eighths = place * waves_.scale * *power.rational() * 4;  // of a turn
  if (!is_integer(eighths) || numerator(eighths) % 2 == 0) return false;
  Integer k = numerator(eighths) % 4;
  if (k < 0) k += 4;
  return k == 1 ? x == -y : x == y;  // cos a = sin a after one and five, −sin a after three, seven
}

std::optional<Rational> RotatedNumber::rational() const {
  const Rational x = to_rational(from_double(x_));
  const Rational y = to_rational(from_double(y_));
  const Rational place = to_rational(position_);
  const auto cosine = rational_value(waves_, place, cosine_of(pair_));
  const auto sine = rational_value(waves_, place, sine_of(pair_));
  const auto term = [](const Rational& factor, const std::optional<Rational>& wave) {
    return factor == 0 ? std::optional(Rational(0))
                       : (wave ? std::optional(Rational(factor * *wave)) : std::nullopt);
  };
  const auto first = term(x, cosine);
  const auto second = term(y, sine);
  if (first && second) return Rational(*first + *second);
  return vanishes(x, y) ? std::optional(Rational(0)) : std::nullopt;
}

bool RotatedNumber::may_be_rational() const {
  return exact::may_be_rational(waves_, to_rational(position_), sine_of(pair_));
}

Enclosure RotatedNumber::enclosure(int level) const {
  return on_level(level, [&]<class I>(std::type_identity<I>) {
    const I angle = enclose<I>(multiple(waves_, to_rational(position_), Function::sine)) *
                    frequency<I>(waves_, pair_);
    const I x = enclose<I>(to_rational(from_double(x_)));
    const I y = enclose<I>(to_rational(from_double(y_)));
    const Expression amplitude = settled_amplitude(waves_, to_rational(position_), pair_);
    const I result = evaluate<I>(amplitude) * I(x * I(cos(angle)) + y * I(sin(angle)));
    return Enclosure{lower_end(result), upper_end(result)};
  });
}

}  // namespace sextant::exact
