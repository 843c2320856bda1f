// Per-target: included once for every vector target.
#if defined(SEXTANT_MEASURE_BATCH_CLASSIFIER_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SEXTANT_MEASURE_BATCH_CLASSIFIER_INL_H
#undef SEXTANT_MEASURE_BATCH_CLASSIFIER_INL_H
#else
#define SEXTANT_MEASURE_BATCH_CLASSIFIER_INL_H
#endif

#include <algorithm>
#include <bit>
#include <limits>
#include <type_traits>

#include "sextant/measure/prefilter/judge-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sextant::measure::HWY_NAMESPACE {

using DI32 = hn::Repartition<std::int32_t, D>;
using VI32 = hn::Vec<DI32>;
using MI32 = hn::Mask<DI32>;

/// Classifies a whole unit of entries in 32-bit lanes, for formats of at most 24 bits and tables
/// whose entries are mostly wrong.  If one entry is uncertain, the unit must be checked entry by
/// entry.  Negative lanes mark what is uncertain.              measures.md, (29) to (32)
template <class F, bool = std::is_base_of_v<ByDoubles, F>>
class BatchClassifier {
 public:
  static constexpr bool kPossible = true;

  explicit BatchClassifier(const Limits& limits)
      : limits_(limits),
        absolute_(bits_below(limits.absolute)),
        ulps_(bits_below(limits.ulps - 0x1p-35) - kOne),
        steps_(static_cast<std::int32_t>(
            std::min<std::int64_t>(limits.steps, std::numeric_limits<std::int32_t>::max()))) {
    if (absolute_ == kNone || ulps_ == kNone - kOne) absolute_ = -1;  // less than any distance
  }

  /// The counts of a unit, valid if no lane of `doubt` is negative; and, if requested, the
  /// histogram cell of each entry.
  struct UnitResult {
    VI32 doubt, cells;
    std::size_t misrounded = 0, unfaithful = 0;
  };

  template <bool classes>
  HWY_INLINE UnitResult entries(const Unit& got, const Unit& x) const {
    const DI32 di;
    const VI32 off = size_of(narrowed(difference(got, x)));
    const VI32 entry = hn::BitCast(di, narrowed(got));
    const VI32 truth = hn::BitCast(di, narrowed(x));

    // The ordinal w of the number nearest to the truth: sure where no midpoint is near.     (29)
    const VI32 size = hn::And(truth, set(kSize));
    const VI32 rounded = hn::Add(kDrop > 0 ? size : low(x), set(kHalf));
    const VI32 mask = set(2 * kHalf - 1);
    VI32 doubt = hn::Sub(hn::And(hn::Add(rounded, set(kWindow)), mask), set(2 * kWindow + 1));
    doubt = hn::Or(doubt, hn::Sub(size, set(((127 + exact::kTiny32) << 23) + 5)));
    const VI32 w = kDrop > 0 ? hn::ShiftRight<kDrop>(rounded) : size;
    const VI32 magnitude = hn::And(entry, set(kSize));
    const VI32 y = hn::ShiftRight<kDrop>(magnitude);
    if constexpr (F::kLeastExponent > -126)
      doubt = hn::Or(doubt, hn::Sub(magnitude, set((127 + F::kLeastExponent) << 23)));

    // More steps than 31 bits have are negative.
    constexpr std::int32_t zero =
        F::kLeastExponent > -126 ? ((126 + F::kLeastExponent) << (23 - kDrop)) : 0;
    const VI32 further = hn::Sub(y, w);
    const MI32 opposed = hn::Lt(hn::Xor(entry, truth), hn::Zero(di));
    const VI32 steps =
        hn::IfThenElse(opposed, hn::Sub(hn::Add(y, w), set(2 * zero)), hn::Abs(further));
    doubt = hn::Or(doubt, hn::Or(steps, hn::Sub(set(steps_), steps)));

    // No entry is a maximum: the binade is that of four floats before the truth.  (30)
    const VI32 binade = hn::And(hn::Sub(size, set(4)), set(0x7f800000));
    doubt = hn::Or(doubt, hn::Sub(set(absolute_), off));
    doubt = hn::Or(doubt, hn::Sub(set(ulps_), hn::Sub(off, binade)));

    // Of a neighbour, the truth lies on its side, or off it.                               (29)
    const VI32 rest = hn::Sub(hn::And(rounded, mask), set(kHalf));
    const VI32 beside = hn::Sub(hn::Abs(rest), set(kWindow + 1));
    doubt = hn::Or(doubt, hn::And(beside, hn::Sub(steps, set(2))));
    const VI32 away = hn::And(hn::Neg(steps), hn::Mul(rest, further));
    const MI32 wrong = hn::Gt(steps, hn::Zero(di));
    const MI32 unfaithful = hn::Lt(hn::Or(hn::Sub(set(1), steps), away), hn::Zero(di));

    UnitResult result{doubt, hn::Zero(di), hn::CountTrue(di, wrong), hn::CountTrue(di, unfaithful)};
    if constexpr (classes) {
      // Eight floats around a power of two have two classes.                               (31)
      constexpr int unit_bits = Joint::unit_bits(F::kPrecision);
      constexpr int unit = 125 - F::kPrecision;
      const VI32 class_of_units =
          hn::Max(hn::Sub(hn::ShiftRight<23>(off), set(unit)), hn::Zero(di));
      const VI32 past_power = hn::And(hn::Add(off, set(8)), set((1 << 23) - 1));
      result.doubt = hn::Or(
          result.doubt,
          hn::Or(hn::Sub(past_power, set(17)), hn::Sub(set((1 << unit_bits) - 1), class_of_units)));
      // The leading bit stays, and what is rounded does not reach the next.
      const VI32 leading = hn::AndNot(hn::ShiftRight<1>(steps), steps);
      const VI32 exponent = hn::ShiftRight<23>(hn::BitCast(di, hn::ConvertTo(DF(), leading)));
      const VI32 class_of_steps = hn::Sub(exponent, set(126));
      result.cells = hn::IfThenElseZero(
          wrong, hn::Or(hn::ShiftLeft<unit_bits>(class_of_steps), class_of_units));
    }
    return result;
  }

  /// Negative where a pair's angle may be a maximum; (18) with the errors of lanes of 32 bits.
  ///                                                                           measures.md, (32)
  HWY_INLINE VI32 pair(const Unit& sine, const Unit& cosine, const Unit& sine_truth,
                       const Unit& cosine_truth, std::size_t pair) const {
    const DF d;
    const DI32 di;
    const VF s = narrowed(sine), c = narrowed(cosine);
    const VF x = narrowed(sine_truth), y = narrowed(cosine_truth);
    const VF ds = narrowed(difference(sine, sine_truth));
    const VF dc = narrowed(difference(cosine, cosine_truth));
    const VF cross = hn::Abs(hn::MulSub(ds, y, hn::Mul(dc, x)));
    const VF uncertainty = hn::Mul(hn::Add(hn::Abs(ds), hn::Abs(dc)), hn::Set(d, 0x1p-20F));
    const VF most = hn::Add(cross, uncertainty);
    const VF least = hn::Sub(cross, uncertainty);
    const VF dot = hn::MulAdd(s, x, hn::Mul(c, y));
    const VF square = hn::MulAdd(s, s, hn::Mul(c, c));
    const auto bits = [&](VF v) HWY_ATTR { return hn::BitCast(di, v); };
    const auto limit = [&](const std::vector<float>& part)
                           HWY_ATTR { return hn::Mul(hn::LoadU(d, part.data() + pair), square); };
    const VI32 near =
        hn::AndNot(bits(dot), bits(hn::Sub(hn::Mul(most, most), limit(limits_.narrow.near))));
    const VI32 far = bits(hn::Sub(limit(limits_.narrow.far), hn::Mul(dot, hn::Abs(dot))));
    const VI32 beyond = bits(hn::Sub(limit(limits_.narrow.beyond), hn::Mul(least, hn::Abs(least))));
    const VI32 sized = hn::Or(hn::Sub(bits(square), bits(hn::Set(d, 0x1p-5F))),
                              hn::Sub(bits(hn::Set(d, 0x1p5F)), bits(square)));
    return hn::Or(sized, hn::Not(hn::Or(near, hn::Or(far, beyond))));
  }

 private:
  static constexpr int kDrop = 24 - F::kPrecision;
  /// Of float32 it is the double's low bits that are rounded, else float32's.
  static constexpr std::int32_t kHalf =
      kDrop > 0 ? std::int32_t{1} << (kDrop - 1) : std::int32_t{exact::kHalf32};
  static constexpr std::int32_t kWindow = kDrop > 0 ? 1 : std::int32_t{exact::kWindow32};
  static constexpr std::int32_t kSize = 0x7fffffff;
  static constexpr std::int32_t kOne = 127 << 23;
  static constexpr std::int32_t kNone = 0;

  static HWY_INLINE VI32 set(std::int32_t value) { return hn::Set(DI32(), value); }
  static HWY_INLINE Unit difference(const Unit& got, const Unit& x) {
    return {hn::Sub(got.v0, x.v0), hn::Sub(got.v1, x.v1)};
  }
  static HWY_INLINE VF narrowed(const Unit& v) {
    return exact::HWY_NAMESPACE::narrowed(v.v0, v.v1);
  }
  static HWY_INLINE VI32 size_of(VF v) { return hn::And(hn::BitCast(DI32(), v), set(kSize)); }
  static HWY_INLINE VI32 low(const Unit& x) {
    const DI32 di;
    return hn::ConcatEven(di, hn::BitCast(di, x.v1), hn::BitCast(di, x.v0));
  }

  /// The bits of a float that a limit is above by more than lanes of 32 bits round; kNone for a
  /// limit that is next to nothing.
  static std::int32_t bits_below(double limit) {
    const double least = std::min(limit, 0x1p60) * (1 - 0x1p-20);
    return least > 0x1p-60 ? std::bit_cast<std::int32_t>(static_cast<float>(least)) : kNone;
  }

  const Limits& limits_;
  std::int32_t absolute_, ulps_, steps_;
};

/// Those of float64 are wider.
template <class F>
class BatchClassifier<F, false> {
 public:
  static constexpr bool kPossible = false;
  explicit BatchClassifier(const Limits&) {}
};

/// Where the entries of a unit are counted in a channel of `Joint`.
using Cells32 = std::array<std::int32_t, HWY_MAX_BYTES / sizeof(float)>;

}  // namespace sextant::measure::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
