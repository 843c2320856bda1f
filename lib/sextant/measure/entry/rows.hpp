#pragma once

#include <span>
#include <vector>

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/measure/entry/error_statistics.hpp"

namespace sextant::measure {

/// Measures whole rows.  Thread-safe.
class RowErrorMeter {
 public:
  RowErrorMeter(const exact::Oracle& oracle, const Format& format);

  /// Adds a row's entries to `statistics`; calls visit(channel, error) for every finite entry.
  template <class Visit>
  void measure(std::uint64_t row, Position position, std::span<const double> values,
               ErrorStatistics& statistics, Visit&& visit) const;
  void measure(std::uint64_t row, Position position, std::span<const double> values,
               ErrorStatistics& statistics) const;

  /// Adds only the entries of `pairs()[pair]`; value(channel) returns them.
  template <class Value, class Visit>
  void measure_pair(std::uint64_t row, Position position, std::size_t pair, const Value& value,
                    ErrorStatistics& statistics, Visit&& visit) const;

  /// Adds one entry, whose place is in the witness.  Returns false if it is not finite.
  bool add(Witness& witness, const exact::Ball& truth, double got,
           ErrorStatistics& statistics) const;

  const ErrorMeter& meter() const { return meter_; }
  const std::vector<PairChannels>& pairs() const { return pairs_; }

 private:
  static Witness place(std::uint64_t row, Position position, std::size_t channel);

  ErrorMeter meter_;
  const std::vector<Channel>& channels_;
  std::vector<PairChannels> pairs_;
  std::vector<std::size_t> others_;  ///< channels without an angle
};

template <class Value, class Visit>
void RowErrorMeter::measure_pair(std::uint64_t row, Position position, std::size_t pair,
                                 const Value& value, ErrorStatistics& statistics,
                                 Visit&& visit) const {
  const PairChannels& p = pairs_[pair];
  const exact::SineCosine truth = meter_.oracle().pair(position, p.pair);
  std::optional<PhaseError> phase;
  if (!p.sines.empty() && !p.cosines.empty()) {
    phase = meter_.phase(position, p.pair, truth, value(p.sines.front()), value(p.cosines.front()));
  }
  const auto one = [&](std::size_t channel, const exact::Ball& ball) {
    Witness witness = place(row, position, channel);
    witness.phase = phase;
    if (add(witness, ball, value(channel), statistics)) visit(channel, witness.error);
  };
  for (const std::size_t channel : p.sines) one(channel, truth.sine);
  for (const std::size_t channel : p.cosines) one(channel, truth.cosine);
}

template <class Visit>
void RowErrorMeter::measure(std::uint64_t row, Position position, std::span<const double> values,
                            ErrorStatistics& statistics, Visit&& visit) const {
  const auto value = [&](std::size_t channel) { return values[channel]; };
  for (std::size_t pair = 0; pair < pairs_.size(); ++pair)
    measure_pair(row, position, pair, value, statistics, visit);
  for (const std::size_t channel : others_) {
    Witness witness = place(row, position, channel);
    const exact::Ball ball = meter_.oracle().ball(position, channels_[channel]);
    if (add(witness, ball, values[channel], statistics)) visit(channel, witness.error);
  }
}

}  // namespace sextant::measure
