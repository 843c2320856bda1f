#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "sextant/encoding/bias/chart.hpp"

namespace sextant::verify {

/// Expressions in doubles, and the frequencies of waves without their scale, to some roundings: for
/// looks, which prove nothing.  A decision in them is made in doubles, as most programs make it.
double approximate(const Expression& expression);
std::vector<double> approximate_frequencies(const Waves& waves);

/// The same frequencies, each when it is asked for: most looks ask for few.  The waves outlive it.
class FrequenciesAsAsked {
 public:
  explicit FrequenciesAsAsked(const Waves& waves)
      : waves_(waves), known_(waves.frequencies.size()) {}

  double operator[](int pair);

 private:
  const Waves& waves_;
  std::vector<std::optional<double>> known_;
  std::unordered_map<const void*, double> parts_;  ///< of expressions
};

/// Whether the frequencies of two are the same but for some roundings of doubles, and amplitudes
/// too.
bool nearly_equal(const Waves& a, const Waves& b);

}  // namespace sextant::verify
