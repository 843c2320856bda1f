#include "sextant/measure/entry/rows.hpp"

#include <cmath>

namespace sextant::measure {

RowGauge::RowGauge(const exact::Oracle& oracle, const Format& format)
    : gauge_(oracle, format), channels_(oracle.chart().channels), pairs_(by_pair(oracle.chart())) {
  for (std::size_t j = 0; j < channels_.size(); ++j) {
    if (!is_wave(channels_[j].function)) others_.push_back(j);
  }
}

void RowGauge::measure(std::uint64_t row, Position position, std::span<const double> values,
                       Tally& tally) const {
  measure(row, position, values, tally, [](std::size_t, const EntryError&) {});
}

Witness RowGauge::place(std::uint64_t row, Position position, std::size_t channel) {
  Witness witness;
  witness.row = row;
  witness.position = position;
  witness.channel = channel;
  return witness;
}

bool RowGauge::add(Witness& witness, const exact::Ball& truth, double got, Tally& tally) const {
  const Channel& channel = channels_[witness.channel];
  witness.got = got;
  if (!std::isfinite(got)) {
    const auto rounded = gauge_.oracle().nearest(gauge_.format(), witness.position, channel, truth);
    witness.error.want = rounded.value;
    tally.see_not_finite(witness, rounded.decided);
    return false;
  }
  witness.error = gauge_.entry(witness.position, channel, truth, got);
  tally.see(witness);
  return true;
}

}  // namespace sextant::measure
