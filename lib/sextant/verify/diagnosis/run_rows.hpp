#pragma once

#include "sextant/verify/diagnosis/run_step.hpp"

namespace sextant::verify {

/// An entry that is none of a run's.
struct Stray {
  std::uint64_t row = 0;
  std::size_t channel = 0;
  double got = 0;
};

/// Whether all rows of a pair are of a run, and each follows from the one before, but for entries
/// that are off by more than twice what a run's may be, which are put into `damaged` as long as
/// these are no more than `most`.  Rows that an encoding leaves blank are none, nor are entries
/// that are no numbers.
bool follow(const Source& source, const PairChannels& pair, const RecurrenceFit& run,
            const RunTolerance& tolerance, const std::optional<Position>& blank, std::uint64_t most,
            std::vector<Stray>& damaged);

}  // namespace sextant::verify
