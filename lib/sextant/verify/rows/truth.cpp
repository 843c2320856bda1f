#include "sextant/verify/rows/truth.hpp"

#include "sextant/encoding/real/error.hpp"
#include "sextant/exact/reference.hpp"
#include "sextant/number/text.hpp"

namespace sextant::verify {

std::string decimal_truth(const Chart& chart, const Format& format,
                          const measure::MaxError& max_error) {
  if (max_error.empty()) return {};
  const measure::Witness& w = max_error.witness;
  try {
    if (chart.integral()) return stored_decimal(format, from_double(w.error.want));
    return exact::decimal(chart.waves, to_rational(w.position), chart.channels[w.channel],
                          telling_digits(format));
  } catch (const Error&) {  // the digits cannot be decided: use the nearest known number
    return stored_decimal(format, from_double(w.error.want));
  }
}

}  // namespace sextant::verify
