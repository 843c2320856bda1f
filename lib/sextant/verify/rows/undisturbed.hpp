#pragma once

#include <initializer_list>
#include <vector>

#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// Consecutive rows by themselves, from which parameters are estimated where rows elsewhere may be
/// damaged, exchanged or missing: the first ones, as many as is said, and the last half of sixteen
/// or more; nothing that is all of the source.
std::vector<Source> undisturbed(const Source& source, std::initializer_list<std::uint64_t> first);

}  // namespace sextant::verify
