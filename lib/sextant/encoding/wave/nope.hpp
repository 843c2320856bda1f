#pragma once

#include "sextant/encoding/bias/chart.hpp"

namespace sextant {

/// No positional encoding: what is added is zero in every channel, at every position.
struct Nope {
  int dim = 512;

  bool operator==(const Nope&) const = default;
};

/// Columns of zeros.  Throws Error for dim < 1 or beyond kLargestDim.
Chart chart(const Nope& encoding);

}  // namespace sextant
