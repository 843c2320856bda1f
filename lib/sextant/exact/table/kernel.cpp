#include "sextant/exact/table/kernel.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sextant/exact/table/kernel.cpp"
#include <hwy/foreach_target.h>

// Targets without vectors have no kernels.  In WebAssembly the compiler makes vectors of EMU128.
#if HWY_TARGET != HWY_SCALAR && (HWY_TARGET != HWY_EMU128 || defined(__wasm_simd128__))
#define SEXTANT_HAS_VECTORS 1
#include "sextant/exact/table/advance-inl.h"
#include "sextant/exact/table/tile-inl.h"
#else
#define SEXTANT_HAS_VECTORS 0
#include <hwy/highway.h>
#endif

HWY_BEFORE_NAMESPACE();
namespace sextant::exact::HWY_NAMESPACE {
namespace {

#if SEXTANT_HAS_VECTORS

template <class Sink>
Shape shape(ColumnPattern pattern) {
  Shape result{kTile<Sink>, kPacked<Sink>, {}};
  for (std::size_t slot = 0; slot < kTile<Sink>; ++slot) {
    const std::size_t lane = slot % unit<Sink>();
    result.order.push_back(slot - lane +
                           (pattern >= ColumnPattern::apart
                                ? pair_of_lane<Sink, ColumnPattern::apart>(lane)
                                : pair_of_lane<Sink, ColumnPattern::sine_cosine>(lane)));
  }
  return result;
}

template <class Sink>
void block_of(const Angles& angles, const Rows& rows, std::vector<Open>& open) {
  switch (rows.pattern) {
    case ColumnPattern::sine_cosine:
      return block<Sink, ColumnPattern::sine_cosine>(angles, rows, open);
    case ColumnPattern::cosine_sine:
      return block<Sink, ColumnPattern::cosine_sine>(angles, rows, open);
    case ColumnPattern::sine_sine:
      return block<Sink, ColumnPattern::sine_sine>(angles, rows, open);
    case ColumnPattern::cosine_cosine:
      return block<Sink, ColumnPattern::cosine_cosine>(angles, rows, open);
    case ColumnPattern::apart:
      return block<Sink, ColumnPattern::apart>(angles, rows, open);
    case ColumnPattern::sines:
      return block<Sink, ColumnPattern::sines>(angles, rows, open);
    case ColumnPattern::cosines:
      return block<Sink, ColumnPattern::cosines>(angles, rows, open);
  }
}

template <class Sink>
Kernel made_of() {
  return {hwy::TargetName(HWY_TARGET),
          HWY_NATIVE_FMA != 0,
          &shape<Sink>,
          &arcs,
          &advance,
          &pack<Sink>,
          &block_of<Sink>};
}

#endif

Kernel make([[maybe_unused]] int precision) {
#if SEXTANT_HAS_VECTORS
  switch (precision) {
    case 8:
      return made_of<ToSixteen<true>>();
    case 11:
      return made_of<ToSixteen<false>>();
    case 24:
      return made_of<ToFloat32>();
    default:
      return made_of<ToFloat64>();
  }
#else
  return {};
#endif
}

}  // namespace
}  // namespace sextant::exact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#undef SEXTANT_HAS_VECTORS

#if HWY_ONCE
namespace sextant::exact {

HWY_EXPORT(make);

Kernel kernel(int precision) { return HWY_DYNAMIC_DISPATCH(make)(precision); }

}  // namespace sextant::exact
#endif
