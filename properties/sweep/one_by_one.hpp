#pragma once

#include "sextant/sweep/job.hpp"
#include "sextant/sweep/measured.hpp"

namespace sextant {

/// The result of a sweep, computed row by row and entry by entry, without its optimisations.
sweep::Measured one_by_one(const sweep::Job& job);

}  // namespace sextant
