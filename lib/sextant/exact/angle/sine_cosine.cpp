#include "sextant/exact/angle/sine_cosine.hpp"

#include "sextant/exact/angle/arc.hpp"

namespace sextant::exact {
namespace {

constexpr Bits kRadius = Bits{1} << 49;  // 2⁻⁷⁷                                     turn.md, (9)

std::uint64_t high_word(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::uint64_t>((Bits{a} * b) >> 64);
}

/// S·v for |S| ≤ 1 in 2⁻¹²⁶ and v < 2⁻¹⁷ in 2⁻⁸⁰.                                      turn.md, (7)
Ordinal scaled(Ordinal s, std::uint64_t v) {
  const auto size = static_cast<std::uint64_t>(static_cast<Bits>(s < 0 ? -s : s) >> 63);
  return with_sign((Bits{size} * v) >> 17, s < 0);
}

}  // namespace

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

  const Ordinal sine = PointTable::instance().sine(r.index);
  const Ordinal cosine = PointTable::instance().cosine(r.index);
  // C·sin t in 2⁻¹²⁶: |C|·2 · s / 2¹²⁸ has the unit 2^−(124+n).                      turn.md, (8)
  const auto times_sine = [&](Ordinal c) {
    const Bits product = high_product(static_cast<Bits>(c < 0 ? -c : c) << 1, s);
    const int down = t.n - 2;
    return with_sign(down > 127 ? 0 : product >> down, (c < 0) != r.negative);
  };
  // If the table's value is 0, the other is ±1: only the sine of t remains.           turn.md, (10)
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
