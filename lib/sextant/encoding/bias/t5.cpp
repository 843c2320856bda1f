#include "sextant/encoding/bias/t5.hpp"

#include <algorithm>
#include <string>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/real/logarithm.hpp"

namespace sextant {

Integer cell(const T5& e, const Integer& relative) {
  const int nb = e.buckets_a_direction();
  const int exact = nb / 2;
  const bool after = relative > 0;
  if (after && !e.bidirectional) return 0;
  const int first = after ? nb : 0;
  if (abs(relative) >= e.max_distance) return first + nb - 1;
  const int n = static_cast<int>(abs(relative));
  if (n < exact) return first + n;
  const Rational limit(e.max_distance, exact);
  const int j = floor_of_logarithms(Rational(n, exact), limit, nb - exact);
  return first + std::min(exact + j, nb - 1);
}

}  // namespace sextant
