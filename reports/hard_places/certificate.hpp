#pragma once

#include <string>

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/encoding/position/position.hpp"
#include "sextant/number/format.hpp"

namespace sextant::hard_places {

/// The boundary (a number or midpoint of the format) next to a true value, and how far the truth
/// lies above it in ulps, to six digits.
struct Certificate {
  Rational boundary;
  std::string ulps;
};

/// From the definition, by intervals: nothing of the sweep is taken on trust.  Throws Error where
/// 332 bits do not settle the six digits.
Certificate certify(const Waves& waves, Position position, const Channel& channel,
                    const Format& format);

}  // namespace sextant::hard_places
