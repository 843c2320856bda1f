#pragma once

#include <vector>

#include "sextant/conformance/test_request.hpp"
#include "sextant/exact/oracle.hpp"

namespace sextant::conformance {

/// An entry that a program is asked to compute.
struct Case {
  std::uint64_t row = 0;
  Position position = 0;
  std::size_t channel = 0;

  bool operator==(const Case&) const = default;
};

/// Entries where programs often fail, each place once, in this order:
///
///   * among `searched` entries, those nearest to a tie, then to a number of the format, then to a
///     zero crossing;
///   * the first and last rows;
///   * positions next to powers of two.
///
/// The result does not depend on the number of threads.
std::vector<Case> hard_cases(const TestRequest& request, const exact::Oracle& oracle,
                             std::uint64_t searched);

}  // namespace sextant::conformance
