#include "sextant/encoding/bias/alibi.hpp"

#include <bit>
#include <string>

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/real/readable.hpp"

namespace sextant {

std::vector<Frequency> slopes(const Alibi& e) {
  if (e.heads < 1 || e.heads > kMostHeads) {
    throw Error("--heads " + std::to_string(e.heads) + " is not in 1 ... " +
                std::to_string(kMostHeads));
  }
  if (e.max_bias <= 0) throw Error("--max-bias " + readable(e.max_bias) + " is not positive");
  if (e.shard.first < 0 || e.shard.first >= e.end() || e.end() > e.heads) {
    throw Error("--head-range " + std::to_string(e.shard.first) + ":" + std::to_string(e.end()) +
                " is not within the model's " + std::to_string(e.heads) + " heads (--heads)");
  }
  const int c = static_cast<int>(std::bit_floor(static_cast<unsigned>(e.heads)));
  std::vector<Frequency> result;
  for (int head = e.shard.first; head < e.end(); ++head) {
    const int count = head < c ? 2 * (head + 1) : 2 * (head - c) + 1;
    Frequency& slope = result.emplace_back();
    slope.base = 2;
    slope.exponent = e.max_bias;
    slope.exponent *= -count;
    slope.exponent /= 2 * c;
  }
  return result;
}

Chart chart(const Alibi& e) {
  Chart result;
  Waves& waves = result.waves;
  waves.frequencies = slopes(e);
  const auto c = std::bit_floor(static_cast<unsigned>(e.heads));
  waves.geometric.base = 2;
  waves.geometric.multiplier = 1;
  waves.geometric.divisor = Rational(c) / e.max_bias;
  waves.scale = e.form == BiasForm::keys ? 1 : -1;
  const Function function =
      e.form == BiasForm::distance ? Function::distance : Function::proportional;
  for (int head = 0; head < waves.pairs(); ++head) result.channels.push_back({function, head});
  return result;
}

}  // namespace sextant
