// Per-target: included once for every vector target.
#if defined(SEXTANT_EXACT_TABLE_SHAPE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SEXTANT_EXACT_TABLE_SHAPE_INL_H
#undef SEXTANT_EXACT_TABLE_SHAPE_INL_H
#else
#define SEXTANT_EXACT_TABLE_SHAPE_INL_H
#endif

#include "sextant/exact/table/floats-inl.h"
#include "sextant/exact/table/split-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sextant::exact::HWY_NAMESPACE {

/// The differences between formats: the sink, and the pairs and numbers per vector step.
template <class Sink>
inline constexpr bool kSplit = std::is_same_v<Sink, ToFloat64>;
template <class Sink>
inline constexpr std::size_t kTile = kSplit<Sink> ? 16 : 32;
template <class Sink>
HWY_INLINE std::size_t unit() {
  return (kSplit<Sink> ? 1 : 2) * hn::Lanes(D());
}
template <class Sink>
inline constexpr std::size_t kDoubles = kSplit<Sink> ? 4 : 2;
/// A format's rotations in floats, if it is made of these: points are packed as floats, too, behind
/// the doubles of all tiles.
template <class Sink>
struct Floats {
  static constexpr std::size_t kFloats = 0;
};
template <bool bfloat>
struct Floats<ToSixteen<bfloat>> : InFloats<bfloat> {};
template <class Sink>
inline constexpr bool kNarrow = Floats<Sink>::kFloats > 0;
template <class Sink>
inline constexpr std::size_t kPacked = kDoubles<Sink> + Floats<Sink>::kFloats / 2;

/// The floats of `slots` packed points.
template <class Sink>
HWY_INLINE float* floats_of(double* packed, std::size_t slots) {
  return reinterpret_cast<float*>(packed + kDoubles<Sink> * slots);
}
template <class Sink>
HWY_INLINE const float* floats_of(const double* packed, std::size_t slots) {
  return reinterpret_cast<const float*>(packed + kDoubles<Sink> * slots);
}

/// The pair of a unit in each lane, such that interleaving within 128-bit blocks gives the natural
/// order.
template <class Sink, ColumnPattern pattern>
std::size_t pair_of_lane(std::size_t lane) {
  const std::size_t n = unit<Sink>();
  if (kRuns<pattern> || sizeof(typename Sink::Element) == 2) return lane;
  if constexpr (kSplit<Sink>) return lane % 2 == 0 ? lane / 2 : n / 2 + lane / 2;
  const std::size_t k = lane / 4;
  const std::size_t r = lane % 4;
  return r < 2 ? 2 * k + r : n / 2 + 2 * k + r - 2;
}

}  // namespace sextant::exact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
