#pragma once

#include <string>

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/measure/entry/error_statistics.hpp"
#include "sextant/number/format.hpp"

namespace sextant::verify {

/// The true value at the worst place, to three digits more than tell all numbers of the format
/// apart; empty where nothing was seen.
std::string decimal_truth(const Chart& chart, const Format& format,
                          const measure::MaxError& max_error);

}  // namespace sextant::verify
