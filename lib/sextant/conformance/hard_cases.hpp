#pragma once

#include <vector>

#include "sextant/conformance/test_request.hpp"
#include "sextant/exact/oracle.hpp"

namespace sextant::conformance {

/// An entry that a program is asked for.
struct Case {
  std::uint64_t row = 0;
  Position position = 0;
  std::size_t channel = 0;

  bool operator==(const Case&) const = default;
};

/// Where programs go wrong, each place once: first what lies nearest to where rounding to nearest
/// changes, then to a number of the format, then to a zero crossing, of `searched` entries; then
/// the first and last rows; then positions next to powers of two.  The answer does not depend on
/// the threads.
std::vector<Case> hard_cases(const TestRequest& request, const exact::Oracle& oracle,
                             std::uint64_t searched);

}  // namespace sextant::conformance
