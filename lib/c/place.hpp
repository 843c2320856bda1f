#pragma once

#include "c/handle.hpp"
#include "c/words.hpp"
#include "sextant/encoding/bias/chart.hpp"
#include "sextant/encoding/real/rational.hpp"

namespace sextant::c {

/// One place of an encoding's table.
struct Place {
  Chart chart;
  Channel channel;
  Rational position;
};

/// The place with this position text and column; the text is NULL for parts of one row.  Throws
/// Error if there is no such place.
Place place_of(const sextant_encoding* encoding, sextant_part part, const char* position,
               std::size_t channel);

}  // namespace sextant::c
