#pragma once

#include "draw/gen.hpp"
#include "sextant/sweep/job.hpp"
#include "sextant/sweep/record.hpp"

namespace sextant {

/// A small sweep: any recipe that does not run, across octaves, the origin, and fractions.
draw::Gen<sweep::Job> sweeps();

/// One that is always the same, of 300 rows.
sweep::Job small_sweep();

/// Its rows [first, last), measured here.
sweep::Record record(std::uint64_t first, std::uint64_t last,
                     const sweep::Job& job = small_sweep());

}  // namespace sextant
