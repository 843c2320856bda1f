#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sextant/measure/identity/identity_fixture.hpp"
#include "sextant/measure/identity/part.hpp"

namespace sextant::measure {

/// The largest ratio of an error to the bound of one term of one property, and its place.
struct Approach {
  std::string_view property, term;
  int equation = 0;        ///< of invariance.md
  std::string arithmetic;  ///< the arithmetic of sums and products; empty: none
  DefectPart part;
  Position position = 0, offset = 0;
  int pair = -1;  ///< −1: all pairs
};

/// The positions tried: `count` of them below 2^bits, each also with every offset added.  A
/// sequential recipe is tried at its first rows.
struct Attempt {
  int count = 96, bits = 40;
  std::uint64_t seed = 20170612;
};

/// The largest ratio for each bound over the positions tried.  `oracle` must be that of a `plain`
/// chart.
std::vector<Approach> approaches(const exact::Oracle& oracle, const std::string& recipe,
                                 const recipe::ComputeFormats& formats,
                                 const Attempt& attempt = {});

}  // namespace sextant::measure
