#include "sextant/recipe/bound/exponents.hpp"

#include <algorithm>

#include "sextant/number/real.hpp"

namespace sextant::recipe {

double log_size(const Rational& base) {
  const auto log_of = log(enclose<Interval<50>>(base));
  return std::max(upward(abs(to_rational(lower_end(log_of)))),
                  upward(abs(to_rational(upper_end(log_of)))));
}

}  // namespace sextant::recipe
