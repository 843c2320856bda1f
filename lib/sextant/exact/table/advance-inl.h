// Per-target: included once for every vector target.
#if defined(SEXTANT_EXACT_TABLE_ADVANCE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SEXTANT_EXACT_TABLE_ADVANCE_INL_H
#undef SEXTANT_EXACT_TABLE_ADVANCE_INL_H
#else
#define SEXTANT_EXACT_TABLE_ADVANCE_INL_H
#endif

#include "sextant/exact/table/tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sextant::exact::HWY_NAMESPACE {

/// A number as the sum of two doubles.
struct Double {
  V high, low;
};

/// a·b + c·d, with an error of at most 2⁻¹⁰³ if all are at most 1.  Needs fused multiply-add.
///                                                                                    table.md, (7)
HWY_INLINE Double product_sum(const Double& a, const Double& b, const Double& c, const Double& d) {
  const V p = hn::Mul(a.high, b.high);
  V rest = hn::MulSub(a.high, b.high, p);
  rest = hn::MulAdd(a.low, b.high, hn::MulAdd(a.high, b.low, rest));
  const V q = hn::Mul(c.high, d.high);
  V other = hn::MulSub(c.high, d.high, q);
  other = hn::MulAdd(c.low, d.high, hn::MulAdd(c.high, d.low, other));
  const V sum = hn::Add(p, q);
  const V part = hn::Sub(sum, p);
  const V lost = hn::Add(hn::Sub(p, hn::Sub(sum, part)), hn::Sub(q, part));
  const V low = hn::Add(lost, hn::Add(rest, other));
  const V high = hn::Add(sum, low);
  return {high, hn::Sub(low, hn::Sub(high, sum))};
}

inline void advance(double* z, const double* r, std::size_t count) {
  const D d;
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    const auto load = [&](const double* from, std::size_t run) HWY_ATTR {
      return Double{hn::Load(d, from + run * count + i), hn::Load(d, from + (run + 1) * count + i)};
    };
    const Double x = load(z, 0), y = load(z, 2), s = load(r, 0), c = load(r, 2);
    const Double minus_s{hn::Neg(s.high), hn::Neg(s.low)};
    const Double sine = product_sum(x, c, y, s);
    const Double cosine = product_sum(y, c, x, minus_s);
    hn::Store(sine.high, d, z + i);
    hn::Store(sine.low, d, z + count + i);
    hn::Store(cosine.high, d, z + 2 * count + i);
    hn::Store(cosine.low, d, z + 3 * count + i);
  }
}

/// Splits a sum of two doubles into a leading part, a multiple of 2^kSplitUnit, and the remainder.
///                                                                                    table.md, (5)
HWY_INLINE Double split(V high, V low) {
  const V shift = hn::Set(D(), 0x1.8p52 * power_of_two(kSplitUnit));
  const V leading = hn::Sub(hn::Add(high, shift), shift);
  return {leading, hn::Add(hn::Sub(high, leading), low)};
}

template <class Sink>
void pack(const double* z, std::size_t count, int scale, double* packed) {
  const D d;
  const V by = hn::Set(d, power_of_two(scale));
  const std::size_t n = hn::Lanes(d);
  for (std::size_t slot = 0; slot < count; slot += n) {
    const std::size_t lane = slot % unit<Sink>();
    double* to = packed + (slot - lane) * kDoubles<Sink> + lane;
    for (std::size_t run = 0; run < 2; ++run) {
      const V high = hn::Load(d, z + 2 * run * count + slot);
      const V scaled = hn::Mul(by, high);
      if constexpr (kSplit<Sink>) {
        const Double parts = split(high, hn::Load(d, z + (2 * run + 1) * count + slot));
        hn::Store(hn::Mul(by, parts.high), d, to + 2 * run * n);
        hn::Store(hn::Mul(by, parts.low), d, to + (2 * run + 1) * n);
      } else {
        hn::Store(scaled, d, to + run * unit<Sink>());
        if constexpr (kNarrow<Sink>) {
          constexpr std::size_t kFloats = Floats<Sink>::kFloats;
          float* near =
              floats_of<Sink>(packed, count) + kFloats * (slot - lane) + run * unit<Sink>() + lane;
          const auto rounded = hn::DemoteTo(DHalf(), scaled);
          hn::Store(rounded, DHalf(), near);
          if constexpr (kFloats == 4)
            hn::Store(hn::DemoteTo(DHalf(), hn::Sub(scaled, hn::PromoteTo(d, rounded))), DHalf(),
                      near + 2 * unit<Sink>());
        }
      }
    }
  }
}

}  // namespace sextant::exact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
