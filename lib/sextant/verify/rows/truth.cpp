#include "sextant/verify/rows/truth.hpp"

#include <cmath>

#include "sextant/encoding/real/error.hpp"
#include "sextant/exact/reference.hpp"
#include "sextant/number/text.hpp"

namespace sextant::verify {

std::string decimal_truth(const Chart& chart, const Format& format, const measure::Worst& worst) {
  if (worst.empty()) return {};
  const measure::Witness& w = worst.witness;
  const int apart = 1 + static_cast<int>(std::ceil(format.precision * std::log10(2.0)));
  try {
    if (chart.integral()) return shortest_decimal(format, from_double(w.error.want));
    return exact::decimal(chart.waves, to_rational(w.position), chart.channels[w.channel],
                          apart + 3);
  } catch (const Error&) {  // undecided: the nearest that is known
    return shortest_decimal(format, from_double(w.error.want));
  }
}

}  // namespace sextant::verify
