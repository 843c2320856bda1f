#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sextant/measure/identity/identity_fixture.hpp"
#include "sextant/measure/identity/part.hpp"

namespace sextant::measure {

/// How near to the bound of one term of one property anything came, and where.
struct Approach {
  std::string_view property, term;
  int equation = 0;        ///< of invariance.md
  std::string arithmetic;  ///< what sums and products are formed in, and how; empty: nothing is
  DefectPart part;
  Position position = 0, offset = 0;
  int pair = -1;  ///< −1: all of them
};

/// What is tried: positions below 2^bits, `count` of them, and beside each those at every offset.
/// A sequential recipe is tried at its first rows.
struct Attempt {
  int count = 96, bits = 40;
  std::uint64_t seed = 20170612;
};

/// The largest part of each bound, over the positions tried.  `oracle` is of a `plain` chart.
std::vector<Approach> approaches(const exact::Oracle& oracle, const std::string& recipe,
                                 const recipe::ComputeFormats& formats,
                                 const Attempt& attempt = {});

}  // namespace sextant::measure
