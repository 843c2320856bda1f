#include "sextant/measure/rows.hpp"

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

/// Measures one entry into the tally; false for one that is not finite.
bool RowGauge::add(Witness& witness, const exact::Ball& truth, double got, Tally& tally) const {
  ++tally.entries;
  witness.got = got;
  if (!std::isfinite(got)) {
    ++tally.non_finite;
    const auto rounded = gauge_.oracle().nearest(gauge_.format(), witness.position,
                                                 channels_[witness.channel], truth);
    witness.error.want = rounded.value;
    const bool right = got == rounded.value;
    tally.overflowed += right ? 1U : 0U;
    tally.undecided += right && !rounded.decided ? 1U : 0U;
    const auto& first = tally.first_non_finite;
    if (!right && (!first || witness.row < first->row)) tally.first_non_finite = witness;
    return false;
  }
  witness.error = gauge_.entry(witness.position, channels_[witness.channel], truth, got);
  const EntryError& e = witness.error;
  tally.negative_zeros += got == 0 && std::signbit(got) && e.want == 0 && truth.mid >= 0 ? 1U : 0U;
  tally.misrounded += e.correct == Correct::no ? 1U : 0U;
  tally.undecided += e.correct == Correct::undecided ? 1U : 0U;
  tally.unfaithful += e.faithful ? 0U : 1U;
  tally.absolute.see(e.absolute, witness);
  tally.ulps.see(e.ulps, witness);
  tally.steps.see(e.steps, witness);
  if (witness.phase) {
    tally.phase.see(std::abs(witness.phase->radians), witness);
    tally.positions.see(std::abs(witness.phase->positions), witness);
  }
  return true;
}

}  // namespace sextant::measure
