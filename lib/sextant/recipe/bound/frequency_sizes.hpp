#pragma once

#include <vector>

#include "sextant/encoding/bias/chart.hpp"

namespace sextant::recipe {

/// Upper bounds of |ω| of every pair.  A thread keeps those it was asked for last: every recipe
/// that a table is held against asks for the same.
std::vector<double> frequency_sizes(const Waves& waves);

}  // namespace sextant::recipe
