#include "sextant/encoding/chart.hpp"

namespace sextant {

std::vector<PairChannels> by_pair(const Chart& chart) {
  std::vector<PairChannels> pairs(static_cast<std::size_t>(chart.waves.pairs()));
  for (std::size_t j = 0; j < chart.channels.size(); ++j) {
    const Channel& channel = chart.channels[j];
    if (channel.function != Function::sine && channel.function != Function::cosine) continue;
    auto& pair = pairs[static_cast<std::size_t>(channel.pair)];
    pair.pair = channel.pair;
    if (channel.function == Function::sine) pair.sines.push_back(j);
    if (channel.function == Function::cosine) pair.cosines.push_back(j);
  }
  std::erase_if(pairs, [](const PairChannels& p) { return p.sines.empty() && p.cosines.empty(); });
  return pairs;
}

}  // namespace sextant
