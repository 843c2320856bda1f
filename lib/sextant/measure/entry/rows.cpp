#include "sextant/measure/entry/rows.hpp"

#include <cmath>

namespace sextant::measure {

RowErrorMeter::RowErrorMeter(const exact::Oracle& oracle, const Format& format)
    : meter_(oracle, format), channels_(oracle.chart().channels), pairs_(by_pair(oracle.chart())) {
  for (std::size_t j = 0; j < channels_.size(); ++j) {
    if (!is_wave(channels_[j].function)) others_.push_back(j);
  }
}

void RowErrorMeter::measure(std::uint64_t row, Position position, std::span<const double> values,
                            ErrorStatistics& statistics) const {
  measure(row, position, values, statistics, [](std::size_t, const EntryError&) {});
}

Witness RowErrorMeter::place(std::uint64_t row, Position position, std::size_t channel) {
  Witness witness;
  witness.row = row;
  witness.position = position;
  witness.channel = channel;
  return witness;
}

bool RowErrorMeter::add(Witness& witness, const exact::Ball& truth, double got,
                        ErrorStatistics& statistics) const {
  const Channel& channel = channels_[witness.channel];
  witness.got = got;
  if (!std::isfinite(got)) {
    const auto rounded = meter_.oracle().nearest(meter_.format(), witness.position, channel, truth);
    witness.error.want = rounded.value;
    statistics.see_not_finite(witness, rounded.decided);
    return false;
  }
  witness.error = meter_.entry(witness.position, channel, truth, got);
  statistics.see(witness);
  return true;
}

}  // namespace sextant::measure
