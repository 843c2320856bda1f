// The prefilter SEXTANT_PREFILTER of one format, whose numbers are SEXTANT_NUMBERS.  Each format
// has a file that defines both and includes this one, once for every target.  In one file they
// would take a minute to compile.

// Targets without vectors have no prefilter.  In WebAssembly the compiler makes vectors of EMU128.
#if HWY_TARGET != HWY_SCALAR && (HWY_TARGET != HWY_EMU128 || defined(__wasm_simd128__))
#define SEXTANT_HAS_VECTORS 1
#include "sextant/measure/prefilter/farthest-inl.h"
#include "sextant/measure/prefilter/prefilter-inl.h"
#else
#define SEXTANT_HAS_VECTORS 0
#include <hwy/highway.h>
#endif

#include "sextant/measure/prefilter/prefilter.hpp"

HWY_BEFORE_NAMESPACE();
namespace sextant::measure::HWY_NAMESPACE {
namespace {

Prefilter made() {
#if SEXTANT_HAS_VECTORS
  return {&classify_block<SEXTANT_NUMBERS>, &farthest_of<SEXTANT_NUMBERS>};
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

Prefilter SEXTANT_PREFILTER() { return HWY_DYNAMIC_DISPATCH(made)(); }

}  // namespace sextant::measure
#endif
