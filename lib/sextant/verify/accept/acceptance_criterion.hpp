#pragma once

#include <vector>

#include "sextant/exact/oracle.hpp"
#include "sextant/verify/rows/approximate_scale.hpp"

namespace sextant::verify {

/// A bound that exceeds this fraction of the amplitude or of the frequency is vacuous: it accepts
/// nothing.  Then waves are checked by same arithmetic, and frequencies are rejected.
inline constexpr double kVacuous = 0.1;

/// The units for errors of a channel.
struct Measure {
  double size = 0;  ///< the amplitude, or the frequency in the channel; 0 for biases and constants
  double step = 0;  ///< radians per position; 0 if the channel is no wave
};

/// The signed angle step of every pair, in radians per unit of Position, as doubles.
std::vector<double> steps_of(const exact::Oracle& oracle);

/// The units of every channel.  The amplitude is that without the scale of xPos.
std::vector<Measure> measures_of(const exact::Oracle& oracle);

/// The size of a channel at a position: that of its measure, times the scale of xPos.
inline double size_at(const Measure& measure, const exact::Oracle& oracle, std::size_t channel,
                      Position position) {
  const Waves& waves = oracle.waves();
  return waves.xpos ? measure.size *
                          approximate_scale(waves, position, oracle.chart().channels[channel].pair)
                    : measure.size;
}

/// The criterion that can accept an entry.  The bound of a bias is never vacuous.
enum class AcceptanceCriterion { bound, same_arithmetic, none };
AcceptanceCriterion acceptance_criterion(Function function, double bound, double size);

}  // namespace sextant::verify
