#include "sextant/encoding/chart.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "sextant/encoding/error.hpp"

namespace sextant {

Chart chart_of(Formula formula, int columns) {
  if (columns < 0) throw Error("--keys " + std::to_string(columns) + " is negative");
  Chart result;
  result.waves.formula = std::move(formula);
  for (int column = 0; column < std::max(columns, 1); ++column)
    result.channels.push_back({Function::formula, column});
  return result;
}

std::vector<PairChannels> by_pair(const Chart& chart) {
  std::vector<PairChannels> pairs(static_cast<std::size_t>(chart.waves.pairs()));
  for (std::size_t j = 0; j < chart.channels.size(); ++j) {
    const Channel& channel = chart.channels[j];
    if (!is_wave(channel.function)) continue;
    auto& pair = pairs[static_cast<std::size_t>(channel.pair)];
    pair.pair = channel.pair;
    if (channel.function == Function::sine) pair.sines.push_back(j);
    if (channel.function == Function::cosine) pair.cosines.push_back(j);
  }
  std::erase_if(pairs, [](const PairChannels& p) { return p.sines.empty() && p.cosines.empty(); });
  return pairs;
}

}  // namespace sextant
