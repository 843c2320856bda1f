#include "sextant/recipe/frequency_sizes.hpp"

#include <algorithm>

#include "sextant/exact/formula.hpp"
#include "sextant/recipe/arithmetic.hpp"

namespace sextant::recipe {

std::vector<double> frequency_sizes(const Waves& waves) {
  thread_local std::vector<Frequency> last;
  thread_local std::vector<double> sizes;
  if (last.empty() || last != waves.frequencies) {
    last.clear();
    sizes.clear();
    for (int pair = 0; pair < waves.pairs(); ++pair) {
      const auto omega = exact::frequency<Interval<50>>(waves, pair);
      sizes.push_back(std::max(upward(abs(to_rational(upper_end(omega)))),
                               upward(abs(to_rational(lower_end(omega))))));
    }
    last = waves.frequencies;
  }
  return sizes;
}

}  // namespace sextant::recipe
