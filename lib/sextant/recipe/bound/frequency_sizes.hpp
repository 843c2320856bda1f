#pragma once

#include <vector>

#include "sextant/encoding/bias/chart.hpp"

namespace sextant::recipe {

/// Upper bounds of |ω| of every pair.  Each thread caches its last result, because all recipes for
/// a table need the same.
std::vector<double> frequency_sizes(const Waves& waves);

}  // namespace sextant::recipe
