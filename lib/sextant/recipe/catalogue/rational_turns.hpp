#pragma once

#include "sextant/encoding/bias/chart.hpp"

namespace sextant::recipe {

/// The chart without powers of π in its angles, for programs: its scale is a rational that no
/// rounding distinguishes from the true one.                                          axial.md, (7)
Chart with_rational_turns(Chart chart);

}  // namespace sextant::recipe
