#pragma once

#include <span>
#include <vector>

#include "sextant/encoding/chart.hpp"
#include "sextant/measure/worst.hpp"

namespace sextant::measure {

/// Measures whole rows.  One object serves any number of threads.
class RowGauge {
 public:
  RowGauge(const exact::Oracle& oracle, const Format& format);

  /// Adds a row's entries to `tally`; `visit(channel, error)` is called for every finite entry.
  template <class Visit>
  void measure(std::uint64_t row, Position position, std::span<const double> values, Tally& tally,
               Visit&& visit) const;
  void measure(std::uint64_t row, Position position, std::span<const double> values,
               Tally& tally) const;

  const Gauge& gauge() const { return gauge_; }

 private:
  bool add(Witness& witness, const exact::Ball& truth, double got, Tally& tally) const;

  Gauge gauge_;
  const std::vector<Channel>& channels_;
  std::vector<PairChannels> pairs_;
  std::vector<std::size_t> others_;  ///< channels without an angle
};

template <class Visit>
void RowGauge::measure(std::uint64_t row, Position position, std::span<const double> values,
                       Tally& tally, Visit&& visit) const {
  const auto one = [&](std::size_t channel, const exact::Ball& truth,
                       const std::optional<PhaseError>& phase) {
    Witness witness;
    witness.row = row;
    witness.position = position;
    witness.channel = channel;
    witness.phase = phase;
    if (add(witness, truth, values[channel], tally)) visit(channel, witness.error);
  };
  for (const PairChannels& p : pairs_) {
    const exact::SineCosine truth = gauge_.oracle().pair(position, p.pair);
    std::optional<PhaseError> phase;
    if (!p.sines.empty() && !p.cosines.empty()) {
      phase =
          gauge_.phase(position, p.pair, truth, values[p.sines.front()], values[p.cosines.front()]);
    }
    for (const std::size_t channel : p.sines) one(channel, truth.sine, phase);
    for (const std::size_t channel : p.cosines) one(channel, truth.cosine, phase);
  }
  for (const std::size_t channel : others_) {
    one(channel, gauge_.oracle().ball(position, channels_[channel]), std::nullopt);
  }
}

}  // namespace sextant::measure
