#include "sextant/measure/prefilter/prefilter.hpp"

namespace sextant::measure {

Prefilter prefilter(const Format& format) {
  if (format == kFloat16) return float16_prefilter();
  if (format == kBfloat16) return bfloat16_prefilter();
  if (format == kFloat32) return float32_prefilter();
  if (format == kFloat64) return float64_prefilter();
  return {};
}

}  // namespace sextant::measure
