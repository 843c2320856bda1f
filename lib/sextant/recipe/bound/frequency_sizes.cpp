#include "sextant/recipe/bound/frequency_sizes.hpp"

#include <cmath>
#include <limits>

#include "sextant/exact/frequencies.hpp"
#include "sextant/number/number.hpp"
#include "sextant/recipe/bound/arithmetic.hpp"

namespace sextant::recipe {
namespace {

/// An upper bound: the radius includes the part of a frequency that two doubles do not hold.
double size_of(const exact::Near& omega) {
  if (!std::isfinite(omega.high)) return std::numeric_limits<double>::infinity();
  const auto exactly = [](double x) { return to_rational(from_double(x)); };
  return upward(Rational(abs(exactly(omega.high) + exactly(omega.low)) + exactly(omega.radius)));
}

}  // namespace

std::vector<double> frequency_sizes(const Waves& waves) {
  thread_local std::vector<Frequency> last;
  thread_local std::vector<double> sizes;
  if (last.empty() || last != waves.frequencies) {
    last.clear();
    sizes.clear();
    for (const exact::Ball& omega : exact::Frequencies(waves).balls())
      sizes.push_back(size_of(exact::near(omega)));
    last = waves.frequencies;
  }
  return sizes;
}

}  // namespace sextant::recipe
