#pragma once

#include <string>

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/measure/entry/error_statistics.hpp"
#include "sextant/number/format.hpp"

namespace sextant::verify {

/// The true value at the place of the maximum error, as a decimal.  It has three digits more than
/// are needed to distinguish all numbers of the format.  Empty if nothing was measured.
std::string decimal_truth(const Chart& chart, const Format& format,
                          const measure::MaxError& max_error);

}  // namespace sextant::verify
