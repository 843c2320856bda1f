#pragma once

#include "sextant/sweep/job.hpp"
#include "sextant/sweep/measured.hpp"

namespace sextant {

/// What a sweep finds, row by row and entry by entry, without what it does to be fast.
sweep::Measured one_by_one(const sweep::Job& job);

}  // namespace sextant
