#include "sextant/encoding/bias/deberta.hpp"

#include <algorithm>
#include <string>

#include "sextant/encoding/bias/chart.hpp"
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

Chart chart(const Deberta& e) {
  if (e.num_buckets > kMostBuckets || e.num_buckets < 2) {
    throw Error("--num-buckets " + std::to_string(e.num_buckets) + " is not in 2 ... " +
                std::to_string(kMostBuckets));
  }
  if (e.max_distance - 1 <= e.num_buckets / 2) {
    throw Error("--max-distance " + std::to_string(e.max_distance) + " is not beyond the " +
                std::to_string(e.num_buckets / 2) + " distances with buckets of their own");
  }
  return chart_of(e, e.keys);
}

Chart chart(const DebertaIndex& index) {
  (void)chart(index.of);  // throws what is to be thrown
  return chart_of(index, index.of.keys);
}

}  // namespace sextant
