#include "sextant/measure/screen/screen.hpp"

namespace sextant::measure {

Looks looks(const Format& format) {
  if (format == kFloat16) return float16_looks();
  if (format == kBfloat16) return bfloat16_looks();
  if (format == kFloat32) return float32_looks();
  if (format == kFloat64) return float64_looks();
  return {};
}

}  // namespace sextant::measure
