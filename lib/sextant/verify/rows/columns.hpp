#pragma once

#include <vector>

#include "sextant/verify/rows/source.hpp"

namespace sextant::verify {

/// A source with the given columns of `whole`, in the given order, at `positions`.  A column may
/// occur several times.
Source columns_of(const Source& whole, const std::vector<std::size_t>& columns,
                  const Positions& positions);

}  // namespace sextant::verify
