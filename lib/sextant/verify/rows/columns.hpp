#pragma once

#include <vector>

#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// Some columns of a source, in any order and any number of times, at positions of their own.
Source columns_of(const Source& whole, const std::vector<std::size_t>& columns,
                  const Positions& positions);

}  // namespace sextant::verify
