#include "sextant/measure/screen/screen.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sextant/measure/screen/screen.cpp"
#include <hwy/foreach_target.h>

// Targets without vectors go without.
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
#define SEXTANT_HAS_VECTORS 1
#include "sextant/measure/screen/farthest-inl.h"
#include "sextant/measure/screen/screen-inl.h"
#else
#define SEXTANT_HAS_VECTORS 0
#include <hwy/highway.h>
#endif

HWY_BEFORE_NAMESPACE();
namespace sextant::measure::HWY_NAMESPACE {
namespace {

Looks made([[maybe_unused]] int precision) {
#if SEXTANT_HAS_VECTORS
  switch (precision) {
    case 8:
      return {&screened<InSixteen<true>>, &farthest_of<InSixteen<true>>};
    case 11:
      return {&screened<InSixteen<false>>, &farthest_of<InSixteen<false>>};
    case 24:
      return {&screened<InFloat32>, &farthest_of<InFloat32>};
    case 53:
      return {&screened<InFloat64>, &farthest_of<InFloat64>};
    default:
      return {};
  }
#else
  return {};
#endif
}

}  // namespace
}  // namespace sextant::measure::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#undef SEXTANT_HAS_VECTORS

#if HWY_ONCE
namespace sextant::measure {

HWY_EXPORT(made);

Looks looks(const Format& format) {
  for (const Format& known : {kFloat16, kBfloat16, kFloat32, kFloat64}) {
    if (format == known) return HWY_DYNAMIC_DISPATCH(made)(format.precision);
  }
  return {};
}

}  // namespace sextant::measure
#endif
