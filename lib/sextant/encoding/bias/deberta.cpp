#include "sextant/encoding/bias/deberta.hpp"

#include <algorithm>
#include <string>

#include "sextant/encoding/bias/t5.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/real/logarithm.hpp"

namespace sextant {
Integer cell(const Deberta& e, const Integer& relative) {
  const int mid = e.num_buckets / 2;
  const Integer n = abs(relative);
  if (n <= mid) return relative;
  const Integer bucket =
      ceil_of_logarithms(Rational(n, mid), Rational(e.max_distance - 1, mid), mid - 1) + mid;
  return relative < 0 ? Integer(-bucket) : bucket;
}

Integer cell(const DebertaIndex& index, const Integer& relative) {
  const Integer span = index.of.num_buckets;
  const Integer moved = cell(index.of, relative) + span;
  return std::clamp(moved, Integer(0), Integer(2 * span - 1));
}

}  // namespace sextant
