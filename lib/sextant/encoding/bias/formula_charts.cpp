#include <string>

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/real/readable.hpp"

namespace sextant {

Chart chart(const T5& e) {
  if (e.num_buckets > kMostBuckets || e.buckets_a_direction() < 2) {
    throw Error("--num-buckets " + std::to_string(e.num_buckets) + " is not in " +
                (e.bidirectional ? "4" : "2") + " ... " + std::to_string(kMostBuckets));
  }
  if (e.max_distance <= e.buckets_a_direction() / 2) {
    throw Error("--max-distance " + std::to_string(e.max_distance) + " is not beyond the " +
                std::to_string(e.buckets_a_direction() / 2) +
                " distances with buckets of their own");
  }
  return chart_of(e, e.keys);
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
  (void)chart(index.of);  // throws Error for invalid parameters
  return chart_of(index, index.of.keys);
}

Chart chart(const Kerple& e) {
  if (e.r1.empty() || e.r1.size() != e.r2.size()) {
    throw Error("--r1 has " + std::to_string(e.r1.size()) + " numbers and --r2 has " +
                std::to_string(e.r2.size()) + ": each has one a head");
  }
  for (int head = 0; head < e.heads(); ++head) {
    const auto h = static_cast<std::size_t>(head);
    if (e.r1[h] <= 0) throw Error("--r1 " + readable(e.r1[h]) + " is not positive");
    if (e.r2[h] <= 0) throw Error("--r2 " + readable(e.r2[h]) + " is not positive");
    if (e.kernel == Kerple::Kernel::power && e.r2[h] > 2)
      throw Error("--r2 " + readable(e.r2[h]) + " is beyond 2: that power is no kernel");
  }
  return chart_of(e, e.heads());
}

Chart chart(const QueryScale& e) {
  if (e.beta <= 0) throw Error("--beta " + readable(e.beta) + " is not positive");
  if (e.original <= 0)
    throw Error("--original-context " + readable(e.original) + " is not positive");
  if (e.form == QueryScale::Form::log_n && e.original <= 1)
    throw Error("--original-context " + readable(e.original) +
                " is not above 1, and the formula divides by its logarithm");
  Chart result = chart_of(QueryScaleForm{.of = e}, 1);
  result.waves.origin = e.origin;
  return result;
}

Chart chart(const Shaw& e) {
  if (e.max_distance < 0)
    throw Error("--max-distance " + std::to_string(e.max_distance) + " is negative");
  return chart_of(e, e.keys);
}

Chart chart(const Swin& e) {
  if (e.height < 1 || e.width < 1 || e.height > kMostTokens / e.width) {
    throw Error("--height and --width: a window of " + std::to_string(e.height) + " x " +
                std::to_string(e.width) + " is not one of 1 ... " + std::to_string(kMostTokens) +
                " tokens");
  }
  return chart_of(e, e.tokens());
}

}  // namespace sextant
