#pragma once

#include <map>
#include <vector>

#include "certificate/arithmetic/expression.hpp"
#include "certificate/arithmetic/number.hpp"

namespace sextant::certificate {

/// The frequencies in turns per position, f_i = ω_i/2π, in any precision.
class Turns {
 public:
  explicit Turns(std::vector<Expression> frequencies) : frequencies_(std::move(frequencies)) {}

  std::size_t size() const { return frequencies_.size(); }
  const std::vector<Expression>& frequencies() const { return frequencies_; }

  /// Balls of radius at most 2^−bits.  Throws Error if a frequency is undefined.
  const std::vector<Real>& within(slong bits);

  /// Integers F_i with |F_i − f_i·2^bits| ≤ 1/2 + 2⁻⁶⁴.        reports/derivations/checking.md, (2)
  std::vector<Integer> fixed_point(slong bits);

 private:
  std::vector<Expression> frequencies_;
  std::map<slong, std::vector<Real>> known_;
};

}  // namespace sextant::certificate
