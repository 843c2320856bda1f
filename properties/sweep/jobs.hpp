#pragma once

#include "draw/gen.hpp"
#include "sextant/sweep/job.hpp"
#include "sextant/sweep/record.hpp"

namespace sextant {

/// A small sweep: any recipe that is not sequential, across octaves, the origin, and fractions.
draw::Gen<sweep::Job> sweeps();

/// A fixed sweep of 300 rows.
sweep::Job small_sweep();

/// The record of its rows [first, last), measured here.
sweep::Record record(std::uint64_t first, std::uint64_t last,
                     const sweep::Job& job = small_sweep());

}  // namespace sextant
