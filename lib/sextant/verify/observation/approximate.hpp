#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "sextant/encoding/bias/chart.hpp"

namespace sextant::verify {

/// Value of an expression, computed in doubles; floor, minimum and maximum are decided in doubles
/// too.  For estimates and prefilters only: it proves nothing.
/// approximate_frequencies() returns one frequency for each pair, in radians per position, without
/// the scale of the waves.
double approximate(const Expression& expression);
std::vector<double> approximate_frequencies(const Waves& waves);

/// The same frequencies, each computed on first use.  The waves must outlive this object.
class FrequenciesAsAsked {
 public:
  explicit FrequenciesAsAsked(const Waves& waves)
      : waves_(waves), known_(waves.frequencies.size()) {}

  double operator[](int pair);

 private:
  const Waves& waves_;
  std::vector<std::optional<double>> known_;
  std::unordered_map<const void*, double> parts_;  ///< known values of subexpressions, by identity
};

/// Returns whether waves have the same frequencies times their scale, within a fraction of those of
/// `b`.
bool same_angles(const Waves& a, const Waves& b, double within = 0x1p-40);

/// Returns whether two waves have the same amplitude, scale of xPos and phases, and frequencies
/// that differ by at most 2⁻⁴⁰ of their size.
bool nearly_equal(const Waves& a, const Waves& b);

}  // namespace sextant::verify
