// The looks of one format, SEXTANT_LOOKS, by its numbers, SEXTANT_NUMBERS: each format has a file
// that defines both and includes this one, once for every target.  All of them in one would take a
// minute to compile.

// Targets without vectors go without.
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
#define SEXTANT_HAS_VECTORS 1
#include "sextant/measure/screen/farthest-inl.h"
#include "sextant/measure/screen/screen-inl.h"
#else
#define SEXTANT_HAS_VECTORS 0
#include <hwy/highway.h>
#endif

#include "sextant/measure/screen/screen.hpp"

HWY_BEFORE_NAMESPACE();
namespace sextant::measure::HWY_NAMESPACE {
namespace {

Looks made() {
#if SEXTANT_HAS_VECTORS
  return {&screened<SEXTANT_NUMBERS>, &farthest_of<SEXTANT_NUMBERS>};
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

Looks SEXTANT_LOOKS() { return HWY_DYNAMIC_DISPATCH(made)(); }

}  // namespace sextant::measure
#endif
