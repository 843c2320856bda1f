#include "sextant/number/pi.hpp"

#include "sextant/number/real.hpp"

namespace sextant {

Rational lower_pi() { return to_rational(lower_end(enclose_pi<Interval<100>>())); }

}  // namespace sextant
