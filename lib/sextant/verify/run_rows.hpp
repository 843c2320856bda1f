#pragma once

#include "sextant/measure/rows.hpp"
#include "sextant/verify/run_fit.hpp"
#include "sextant/verify/run_tolerance.hpp"
#include "sextant/verify/source.hpp"

namespace sextant::verify {

/// Whether all rows of a pair are of a run, and each follows from the one before.  Rows that an
/// encoding leaves blank are none, nor are entries that are no numbers.
bool follow(const Source& source, const PairChannels& pair, const Run& run,
            const RunTolerance& tolerance, const std::optional<Position>& blank);

}  // namespace sextant::verify
