#pragma once

#include <string>
#include <vector>

#include "sextant/conformance/hard_cases.hpp"

namespace sextant::conformance {

/// The cases of a test request by number: the hard ones first, then the others.  The others are all
/// remaining entries row by row, or as many random ones as the level says; `forever` adds random
/// ones without end.  Half of the random ones lie anywhere.  The rest lie near the first and the
/// last position, equally many in every octave of the distance.
class Cases {
 public:
  /// Throws Error as requested_chart does.
  explicit Cases(TestRequest request);

  const TestRequest& request() const { return request_; }
  const exact::Oracle& oracle() const { return oracle_; }

  /// The number of cases that must be answered.
  std::uint64_t count() const { return count_; }
  bool has(std::uint64_t k) const { return k < count_ || request_.forever; }
  Case operator[](std::uint64_t k) const;

  /// The comment line before the cases: their subject and number.
  std::string header() const;

 private:
  Case drawn_case(std::uint64_t k) const;

  TestRequest request_;
  exact::Oracle oracle_;
  std::vector<Case> hard_;
  std::vector<std::uint64_t> gaps_;  ///< number of entries before each hard one that are not hard
  std::uint64_t others_ = 0;  ///< number of entries that are not hard if all are tried, else 0
  std::uint64_t count_ = 0;
};

/// The beginning of that comment line.
inline constexpr std::string_view kHeader = "# sextant cases ";

}  // namespace sextant::conformance
