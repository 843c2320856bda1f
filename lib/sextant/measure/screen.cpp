#include "sextant/measure/screen.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sextant/measure/screen.cpp"
#include <hwy/foreach_target.h>

// Targets without vectors go without.
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
#define SEXTANT_HAS_VECTORS 1
#include "sextant/measure/screen-inl.h"
#else
#define SEXTANT_HAS_VECTORS 0
#include <hwy/highway.h>
#endif

HWY_BEFORE_NAMESPACE();
namespace sextant::measure::HWY_NAMESPACE {
namespace {

Screen made([[maybe_unused]] int precision) {
#if SEXTANT_HAS_VECTORS
  switch (precision) {
    case 8:
      return &screened<InSixteen<true>>;
    case 11:
      return &screened<InSixteen<false>>;
    case 24:
      return &screened<InFloat32>;
    default:
      return nullptr;
  }
#else
  return nullptr;
#endif
}

}  // namespace
}  // namespace sextant::measure::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#undef SEXTANT_HAS_VECTORS

#if HWY_ONCE
namespace sextant::measure {

HWY_EXPORT(made);

Screen screen(const Format& format) {
  for (const Format& known : {kFloat16, kBfloat16, kFloat32}) {
    if (format == known) return HWY_DYNAMIC_DISPATCH(made)(format.precision);
  }
  return nullptr;
}

}  // namespace sextant::measure
#endif
