#pragma once

#include <vector>

#include "sextant/encoding/chart.hpp"

namespace sextant::verify {

/// Expressions in doubles, and the frequencies of waves without their scale, to some roundings: for
/// looks, which prove nothing.  A decision in them is made in doubles, as most programs make it.
double approximate(const Expression& expression);
std::vector<double> approximate_frequencies(const Waves& waves);

/// Whether the frequencies of two are the same but for some roundings of doubles, and amplitudes
/// too.
bool nearly_equal(const Waves& a, const Waves& b);

}  // namespace sextant::verify
