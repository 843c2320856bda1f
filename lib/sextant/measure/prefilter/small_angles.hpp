#pragma once

#include <vector>

#include "sextant/measure/entry/rows.hpp"
#include "sextant/measure/prefilter/prefilter.hpp"

namespace sextant::measure {

/// Checks single pairs whose angle a is below 2⁻¹².  For these a double p·(scale·ω) gives the sine,
/// and one minus the cosine, with a small relative error; vectors give them to 2⁻⁵¹.  This decides
/// entries that the prefilter leaves open. reports/derivations/measures.md, (33) …
class SmallAngles {
 public:
  /// For formats of at most 24 bits.  For other formats, and for angles with an offset, pass()
  /// returns false.
  SmallAngles(const exact::Oracle& oracle, const Format& format);

  /// Whether all entries of a pair, value(channel), are certainly right or certainly wrong, and
  /// certainly no maximum; then `seen` counts them.
  template <class Value>
  bool pass(Position position, const PairChannels& channels, const Value& value,
            const Limits& limits, PrefilterCounts& seen) const;

 private:
  /// An approximation of a pair: |sin a − sine| ≤ 2⁻⁵⁰|sine| if that is normal, and |1 − cos a −
  /// lack| ≤ 2⁻⁴⁹·lack + 2⁻¹⁰⁰⁰.
  struct Approximation {
    double sine = 0, lack = 0;
    bool possible = false;
  };
  Approximation at(Position position, int pair) const;

  /// A sine's entry.  `steps` is its distance from the correctly rounded value; only valid if
  /// `sure`, which also means that it is no maximum.
  struct SineEntry {
    bool sure = false, faithful = true;
    double steps = 0;
  };
  SineEntry sine(double got, double x, const Limits& limits) const;
  bool cosine(double got, double lack, const Limits& limits) const;
  static bool angle_within(double got, const Approximation& truth, double limit);
  void count(std::size_t channel, const SineEntry& entry, PrefilterCounts& seen) const;

  int precision_;
  double whole_;         ///< 2^precision
  double most_per_one_;  ///< 1 divided by the format's least positive number
  std::vector<double>
      steps_;  ///< radians per position, to a relative 2⁻⁵²; empty: pass() returns false
};

template <class Value>
bool SmallAngles::pass(Position position, const PairChannels& channels, const Value& value,
                       const Limits& limits, PrefilterCounts& seen) const {
  const Approximation truth = at(position, channels.pair);
  if (!truth.possible) return false;
  for (const std::size_t channel : channels.cosines) {
    if (!cosine(value(channel), truth.lack, limits)) return false;
  }
  bool right = true;
  for (const std::size_t channel : channels.sines) {
    const SineEntry entry = sine(value(channel), truth.sine, limits);
    if (!entry.sure) return false;
    right &= entry.steps == 0;
  }
  if (!channels.sines.empty() && !channels.cosines.empty() &&
      !angle_within(value(channels.sines.front()), truth,
                    limits.sharp.angle[static_cast<std::size_t>(channels.pair)]))
    return false;
  if (right) return true;
  for (const std::size_t channel : channels.sines)
    count(channel, sine(value(channel), truth.sine, limits), seen);
  return true;
}

}  // namespace sextant::measure
