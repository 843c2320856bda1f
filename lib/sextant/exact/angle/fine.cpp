#include "sextant/exact/angle/fine.hpp"

#include <array>

#include "sextant/exact/angle/arc.hpp"

namespace sextant::exact {
namespace {

constexpr Bits kRadius = 8;  // 2⁻¹²³                                                turn.md, (15)

/// 2¹²⁸/divisor, with an error of at most one unit.                                   turn.md, (13)
constexpr Bits over(std::uint64_t divisor) { return ~Bits{0} / divisor; }

/// c₀ − z·(c₁ − z·(c₂ − …)) in 2⁻¹²⁸, for z in 2⁻¹⁴².                                 turn.md, (13)
Bits alternating(Bits z, const std::array<Bits, 5>& c) {
  Bits sum = c[4];
  for (std::size_t k = 4; k-- > 0;) sum = c[k] - (high_product(z, sum) >> 14);
  return sum;
}

}  // namespace

SineCosine fine_sine_cosine(const Turn& turn) {
  const Remainder r = reduce(turn);
  const Arc a = arc(r, turn.radius);
  const Bits t = a.n - 2 > 127 ? Bits{0} : a.w >> (a.n - 2);  // 2⁻¹²⁷              turn.md, (12)
  const Bits z = high_product(t << 8, t << 8);                // t² in 2⁻¹⁴²
  constexpr std::array cosines = {over(2), over(24), over(720), over(40320), over(3628800)};
  constexpr std::array sines = {over(6), over(120), over(5040), over(362880), over(39916800)};
  const Bits v = high_product(z, alternating(z, cosines));  // 1 − cos t in 2⁻¹⁴²
  const Bits q = high_product(z, alternating(z, sines));    // 1 − sin(t)/t in 2⁻¹⁴²
  const Bits s = t - (high_product(t, q) >> 14);            // sin t in 2⁻¹²⁷

  const PointTable& points = PointTable::instance();
  const Ordinal sine = points.sine(r.index);
  const Ordinal cosine = points.cosine(r.index);
  const auto times = [](Ordinal c, Bits factor, int drop) {  // |c|·2 ≤ 2¹²⁷       turn.md, (14)
    const Bits product = high_product(static_cast<Bits>(c < 0 ? -c : c) << 1, factor) >> drop;
    return with_sign(product, c < 0);
  };
  const Ordinal forward = times(cosine, s, 0);
  const Ordinal sideways = times(sine, s, 0);
  const Ordinal sign = r.negative ? -1 : 1;
  return {{sine - times(sine, v, 15) + sign * forward, kRadius, -126},
          {cosine - times(cosine, v, 15) - sign * sideways, kRadius, -126}};
}

}  // namespace sextant::exact
