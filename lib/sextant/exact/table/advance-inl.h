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

/// sum + low as a sum of two doubles whose low part is at most half a unit of the high one.
HWY_INLINE Double settled(V sum, V low) {
  const V high = hn::Add(sum, low);
  return {high, hn::Sub(low, hn::Sub(high, sum))};
}

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
  return settled(sum, hn::Add(lost, hn::Add(rest, other)));
}

/// a·b, where the low part may exceed half a unit of the high one.  Needs fused multiply-add.
HWY_INLINE Double times(const Double& a, const Double& b) {
  const V p = hn::Mul(a.high, b.high);
  const V rest = hn::MulSub(a.high, b.high, p);
  return {p, hn::MulAdd(a.low, b.high, hn::MulAdd(a.high, b.low, rest))};
}

/// a + b for |a.high| ≥ |b.high|.
HWY_INLINE Double plus(const Double& a, const Double& b) {
  const V sum = hn::Add(a.high, b.high);
  const V lost = hn::Add(hn::Sub(a.high, sum), b.high);
  return settled(sum, hn::Add(lost, hn::Add(a.low, b.low)));
}

/// The polynomials sin t = t + t·w·(−1/6 + w/120 − …) and cos t = 1 + w·(−1/2 + w/24 − …), w = t².
///                                                                                   table.md, (13)
inline void arcs(double* z, std::size_t count) {
  const D d;
  const auto number = [](double high, double low) HWY_ATTR {
    return Double{hn::Set(D(), high), hn::Set(D(), low)};
  };
  for (double* at = z; at != z + count; at += hn::Lanes(d)) {
    const Double rest{hn::Load(d, at), hn::Load(d, at + count)};
    const Double t = times(rest, number(0x1.921fb54442d18p-62, 0x1.1a62633145c07p-116));
    const Double w = times(t, t);
    // w·(a + w·(b + c·w + e·w²))
    const auto series = [&](const Double& a, Double b, double c, double e) HWY_ATTR {
      const V tail = hn::MulAdd(w.high, hn::Set(d, e), hn::Set(d, c));
      b.low = hn::MulAdd(w.high, tail, b.low);
      return times(w, plus(a, times(w, b)));
    };
    // -1/6, 1/120, -1/5040, 1/362880; and -1/2, 1/24, -1/720, 1/40320.
    const Double sine = series(number(-0x1.5555555555555p-3, -0x1.5555555555555p-57),
                               number(0x1.1111111111111p-7, 0x1.1111111111111p-63),
                               -0x1.a01a01a01a01ap-13, 0x1.71de3a556c734p-19);
    const Double cosine =
        series(number(-0.5, 0), number(0x1.5555555555555p-5, 0x1.5555555555555p-59),
               -0x1.6c16c16c16c17p-10, 0x1.a01a01a01a01ap-16);
    const Double x = plus(t, times(t, sine)), y = plus(number(1, 0), cosine);
    hn::Store(x.high, d, at), hn::Store(x.low, d, at + count);
    hn::Store(y.high, d, at + 2 * count), hn::Store(y.low, d, at + 3 * count);
  }
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
