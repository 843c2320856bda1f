#include "sextant/exact/turn.hpp"

#include <array>
#include <bit>

#include "sextant/number/real.hpp"

namespace sextant::exact {
namespace {

constexpr int kIndexBits = 10;
constexpr std::size_t kPoints = std::size_t{1} << kIndexBits;
constexpr Ordinal kOne = Ordinal{1} << 126;
constexpr Bits kRadius = Bits{1} << 49;  // 2⁻⁷⁷                                     turn.md, (9)

/// round(x·2^bits) of an enclosed x in [0, 1].
Bits fixed_point(const Interval<100>& x, unsigned bits) {
  const Rational scaled = to_rational(lower_end(x)) * Rational(Integer(1) << bits) + Rational(1, 2);
  const Integer rounded = numerator(scaled) / denominator(scaled);
  return (Bits{static_cast<std::uint64_t>(Integer(rounded >> 64))} << 64) |
         static_cast<std::uint64_t>(Integer(rounded & Integer(~std::uint64_t{0})));
}

/// sin(k/1024 turn)·2¹²⁶, and 2π·2¹²⁵.
struct Table {
  std::array<Ordinal, kPoints> sines{};
  Bits two_pi = 0;

  Table() {
    const Interval<100> pi = enclose_pi<Interval<100>>();
    two_pi = fixed_point(pi / 4, 128);
    for (std::size_t k = 1; k <= kPoints / 4; ++k) {
      const Interval<100> angle = pi * Interval<100>(k) / Interval<100>(kPoints / 2);
      const auto value =
          k == kPoints / 4 ? kOne : static_cast<Ordinal>(fixed_point(sin(angle), 126));
      sines[k] = sines[kPoints / 2 - k] = value;
      sines[kPoints / 2 + k] = sines[(kPoints - k) % kPoints] = -value;
    }
  }

  Ordinal sine(std::size_t k) const { return sines[k]; }
  Ordinal cosine(std::size_t k) const { return sines[(k + kPoints / 4) % kPoints]; }
};

const Table& table() {
  static const Table instance;
  return instance;
}

std::uint64_t high_word(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::uint64_t>((Bits{a} * b) >> 64);
}

/// The remainder of a turn after its nearest multiple of 1/1024, as a magnitude.       turn.md, (2)
struct Remainder {
  std::size_t index = 0;
  bool negative = false;
  std::uint64_t high = 0, middle = 0, low = 0;
};

Remainder reduce(const Turn& t) {
  constexpr int shift = 64 - kIndexBits;
  const std::uint64_t index = (t.high + (std::uint64_t{1} << (shift - 1))) >> shift;
  Turn rest{t.high - (index << shift), t.middle, t.low, 0};
  const bool negative = (rest.high >> 63) != 0;
  if (negative) rest = -rest;
  return {static_cast<std::size_t>(index % kPoints), negative, rest.high, rest.middle, rest.low};
}

/// t = W·2^−(125+n) radians from a remainder whose leading bit stands n places down, W in
/// [2¹²⁶, 2¹²⁸), off by `units`, or by nobody knows how much from 2¹⁰⁰ units on.       turn.md, (3)
struct Arc {
  Bits w = 0;
  Bits units = 0;
  int n = 192;
};

Arc arc(const Remainder& r, std::uint64_t radius) {
  const int n = r.high != 0     ? std::countl_zero(r.high)
                : r.middle != 0 ? 64 + std::countl_zero(r.middle)
                : r.low != 0    ? 128 + std::countl_zero(r.low)
                                : 192;
  if (n == 192) return {0, radius == 0 ? Bits{0} : Bits{radius} << 3, 192};
  Bits top = (Bits{r.high} << 64) | r.middle;
  if (n >= 64) {
    top = (Bits{r.middle} << 64) | r.low;
    if (n > 64) top <<= (n - 64);
  } else if (n > 0) {
    top = (top << n) | (r.low >> (64 - n));
  }
  // The width of the spread in bits.
  const int widened = radius == 0 ? 0 : n - std::countl_zero(radius);
  const Bits spread = n <= 64         ? (Bits{radius} >> (64 - n)) + 1
                      : widened > 100 ? Bits{1} << 100
                                      : Bits{radius} << (n - 64);
  return {high_product(top, table().two_pi), 4 + spread, n};
}

Ordinal with_sign(Bits size, bool negative) {
  return negative ? -static_cast<Ordinal>(size) : static_cast<Ordinal>(size);
}

/// S·v for |S| ≤ 1 in 2⁻¹²⁶ and v < 2⁻¹⁷ in 2⁻⁸⁰.                                      turn.md, (7)
Ordinal scaled(Ordinal s, std::uint64_t v) {
  const auto size = static_cast<std::uint64_t>(static_cast<Bits>(s < 0 ? -s : s) >> 63);
  return with_sign((Bits{size} * v) >> 17, s < 0);
}

}  // namespace

Turn operator+(const Turn& a, const Turn& b) {
  Turn sum;
  Bits carry = Bits{a.low} + b.low;
  sum.low = static_cast<std::uint64_t>(carry);
  carry = (carry >> 64) + a.middle + b.middle;
  sum.middle = static_cast<std::uint64_t>(carry);
  sum.high = a.high + b.high + static_cast<std::uint64_t>(carry >> 64);
  sum.radius = a.radius + b.radius;
  return sum;
}

Turn operator-(const Turn& a) {
  const Turn one{0, 0, 1, 0};
  Turn negated = Turn{~a.high, ~a.middle, ~a.low, 0} + one;
  negated.radius = a.radius;
  return negated;
}

Turn operator*(Position position, const Turn& step) {
  const std::uint64_t p = magnitude(position);
  const Bits low = Bits{p} * step.low;
  const Bits middle = Bits{p} * step.middle + static_cast<std::uint64_t>(low >> 64);
  const Turn product{p * step.high + static_cast<std::uint64_t>(middle >> 64),
                     static_cast<std::uint64_t>(middle), static_cast<std::uint64_t>(low),
                     p * step.radius};
  return position < 0 ? -product : product;
}

SineCosine sine_cosine(const Turn& turn) {
  const Remainder r = reduce(turn);
  const Arc t = arc(r, turn.radius);

  // z = t² in units of 2⁻⁸⁰, and from it q = 1 − sin(t)/t and v = 1 − cos t.    turn.md, (4), (5)
  const auto t64 = static_cast<std::uint64_t>(t.w >> 64);
  const int drop = 2 * (t.n - (kIndexBits + 1));
  const std::uint64_t square = high_word(t64, t64);
  const std::uint64_t z = drop > 63 ? 0 : drop < 0 ? square << -drop : square >> drop;
  const std::uint64_t z2 = high_word(z, z) >> 16;
  const std::uint64_t z3 = high_word(z2, z) >> 16;
  const std::uint64_t q = z / 6 - z2 / 120 + z3 / 5040;
  const std::uint64_t v = z / 2 - z2 / 24 + z3 / 720;
  const Bits s = t.w - ((Bits{t64} * q) >> 16);  // sin t in units of 2^−(125+n), (6)

  const Ordinal sine = table().sine(r.index);
  const Ordinal cosine = table().cosine(r.index);
  // C·sin t in 2⁻¹²⁶: |C|·2 · s / 2¹²⁸ has the unit 2^−(124+n).                      turn.md, (8)
  const auto times_sine = [&](Ordinal c) {
    const Bits product = high_product(static_cast<Bits>(c < 0 ? -c : c) << 1, s);
    const int down = t.n - 2;
    return with_sign(down > 127 ? 0 : product >> down, (c < 0) != r.negative);
  };
  // Where the table's value is 0 the other one is ±1: the sine of t is all there is.  turn.md, (10)
  const auto near_zero = [&](bool negative) -> Ball {
    const Bits units = t.units + (s >> 77) + 4;
    return {with_sign(s >> 2, negative), (units >> 2) + 2, -(123 + t.n)};
  };
  const bool relative = t.units < (Bits{1} << 99) && t.n < 192;
  const bool exact = t.n == 192 && turn.radius == 0;
  const auto ball = [&](Ordinal leading, Ordinal other, bool other_negated) -> Ball {
    if (leading == 0 && exact) return {};
    if (leading == 0 && relative) return near_zero(((other < 0) != r.negative) != other_negated);
    const Ordinal product = times_sine(other);
    const bool axis = exact && other == 0;
    return {leading - scaled(leading, v) + (other_negated ? -product : product),
            axis ? Bits{0} : kRadius, -126};
  };
  return {ball(sine, cosine, false), ball(cosine, sine, true)};
}

}  // namespace sextant::exact
