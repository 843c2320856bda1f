#pragma once

#include "sextant/encoding/bias/chart.hpp"

namespace sextant {

/// No positional encoding: every entry of the table is zero.
struct Nope {
  int dim = 512;

  bool operator==(const Nope&) const = default;
};

/// The chart: `dim` columns of zeros.  Throws Error for dim < 1 or dim > kLargestDim.
Chart chart(const Nope& encoding);

}  // namespace sextant
