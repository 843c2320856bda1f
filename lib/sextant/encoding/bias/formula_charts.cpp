#include <string>

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/real/readable.hpp"

namespace sextant {
namespace {

template <class F>
Chart chart_of_keys(const F& formula) {
  if (formula.first_key != 0 && formula.keys == 0) {
    throw Error("--first-key " + std::to_string(formula.first_key) +
                " needs --keys: rows are then queries, and columns keys");
  }
  return chart_of(formula, formula.keys);
}

}  // namespace

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
  return chart_of_keys(e);
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
  return chart_of_keys(e);
}

Chart chart(const DebertaIndex& index) {
  Chart result = chart(index.of);  // throws Error for invalid parameters
  result.waves.formula = index;
  return result;
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
  return chart_of_keys(e);
}

Chart chart(const Swin& e) {
  const int most = kMostTokens - (e.class_token ? 1 : 0);
  if (e.frames < 1 || e.height < 1 || e.width < 1 || e.height > most / e.width ||
      e.frames > most / (e.height * e.width)) {
    throw Error("--frames, --height and --width: a window of " +
                (e.frames == 1 ? "" : std::to_string(e.frames) + " x ") + std::to_string(e.height) +
                " x " + std::to_string(e.width) + " is not one of 1 ... " +
                std::to_string(kMostTokens) + " tokens");
  }
  return chart_of(form(e), e.tokens());
}

Chart chart(const SwinCoordinates& e) { return chart_of(form(e), 2); }

Chart chart(const Xpos& e) {
  expect_scale(e);
  const int pairs = e.dim / 2;
  Chart result = chart_of(XposForm{.of = e}, e.layout == XposColumns::pairs ? pairs : e.dim);
  result.waves.origin = e.origin - e.centre;
  for (int column = 0; column < static_cast<int>(result.width()); ++column) {
    result.channels[static_cast<std::size_t>(column)].pair =
        e.layout == XposColumns::interleaved ? column / 2 : column % pairs;
  }
  return result;
}

}  // namespace sextant
