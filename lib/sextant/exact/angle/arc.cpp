#include "sextant/exact/angle/arc.hpp"

#include <bit>
#include <utility>

#include "sextant/number/real.hpp"

namespace sextant::exact {
namespace {

using Wide = Interval<100>;

/// round(x·2^bits) of an enclosed x in [0, 1]; the width of the enclosure is negligible.
Bits fixed_point(const Wide& x, int bits) {
  if (mpfr_zero_p(&x.backend().data()[0].left) != 0) return 0;
  const LeadingBits leading =
      leading_bits(&Wide(ldexp(x, bits) + Wide(0.5)).backend().data()[0].left);
  return leading.exponent >= 0 ? leading.significand << leading.exponent
                               : leading.significand >> -leading.exponent;
}

/// cos and sin of k/1024 turn for k up to an eighth of a turn, each from two angles half as large,
/// in intervals.
struct Eighth {
  static constexpr std::size_t kSteps = kPoints / 8;
  std::array<std::pair<Wide, Wide>, kSteps + 1> points;

  explicit Eighth(const Wide& pi) {
    const Wide step = pi / Wide(kPoints / 2);
    points[0] = {Wide(1), Wide(0)};
    points[1] = {cos(step), sin(step)};
    for (std::size_t k = 2; k <= kSteps; ++k) {
      const auto& [c, s] = points[k / 2];
      const auto& [d, t] = points[k - k / 2];
      points[k] = {c * d - s * t, s * d + c * t};
    }
  }
};

}  // namespace

PointTable::PointTable() {
  const Wide pi = enclose_pi<Wide>();
  two_pi_ = fixed_point(pi / 4, 128);
  const Eighth eighth(pi);
  constexpr std::size_t quarter = kPoints / 4;
  for (std::size_t k = 1; k <= quarter; ++k) {
    const Wide& sine =
        k <= quarter / 2 ? eighth.points[k].second : eighth.points[quarter - k].first;
    const auto value = static_cast<Ordinal>(fixed_point(sine, 126));
    sines_[k] = sines_[kPoints / 2 - k] = value;
    sines_[kPoints / 2 + k] = sines_[(kPoints - k) % kPoints] = -value;
  }
}

const PointTable& PointTable::instance() {
  static const PointTable table;
  return table;
}

Remainder reduce(const Turn& t) {
  constexpr int shift = 64 - kIndexBits;
  const std::uint64_t index = (t.high + (std::uint64_t{1} << (shift - 1))) >> shift;
  Turn rest{t.high - (index << shift), t.middle, t.low, 0};
  const bool negative = (rest.high >> 63) != 0;
  if (negative) rest = -rest;
  return {static_cast<std::size_t>(index % kPoints), negative, rest.high, rest.middle, rest.low};
}

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
  return {high_product(top, PointTable::instance().two_pi()), 4 + spread, n};
}

}  // namespace sextant::exact
