#pragma once

#include <vector>

#include "sextant/measure/entry/rows.hpp"
#include "sextant/measure/screen/screen.hpp"

namespace sextant::measure {

/// A second look, one by one, at pairs whose angle a is below 2⁻¹².  There a double p·(scale·ω) has
/// the angle, hence the sine and what the cosine lacks of one, to a part of themselves, where
/// vectors have them to 2⁻⁵¹: what those leave open is decided, and its errors are compared with
/// worsts as small as these angles have.                  reports/derivations/measures.md, (33) …
class SmallAngles {
 public:
  /// For formats of at most 24 bits; for others and for angles with an offset it passes nothing.
  SmallAngles(const exact::Oracle& oracle, const Format& format);

  /// Whether all entries of a pair, value(channel), are surely right or surely wrong, and surely
  /// not the worst: then they stand in the counts of `seen`.
  template <class Value>
  bool pass(Position position, const PairChannels& channels, const Value& value,
            const Limits& limits, ScreenCounts& seen) const;

 private:
  /// What is known of a pair: |sin a − sine| ≤ 2⁻⁵⁰|sine| where that is normal, and
  /// |1 − cos a − lack| ≤ 2⁻⁴⁹·lack + 2⁻¹⁰⁰⁰.
  struct Approximation {
    double sine = 0, lack = 0;
    bool possible = false;
  };
  Approximation at(Position position, int pair) const;

  /// A sine's entry: steps from the number nearest to the truth, if that is sure and no worst.
  struct Told {
    bool sure = false, faithful = true;
    double steps = 0;
  };
  Told sine(double got, double x, const Limits& limits) const;
  bool cosine(double got, double lack, const Limits& limits) const;
  static bool turned(double got, const Approximation& truth, double limit);
  void count(std::size_t channel, const Told& told, ScreenCounts& seen) const;

  int precision_;
  double whole_;               ///< 2^precision
  double most_per_one_;        ///< the format's least units in 1
  std::vector<double> steps_;  ///< radians by position, to 2⁻⁵² of themselves; empty: none passes
};

template <class Value>
bool SmallAngles::pass(Position position, const PairChannels& channels, const Value& value,
                       const Limits& limits, ScreenCounts& seen) const {
  const Approximation truth = at(position, channels.pair);
  if (!truth.possible) return false;
  for (const std::size_t channel : channels.cosines) {
    if (!cosine(value(channel), truth.lack, limits)) return false;
  }
  bool right = true;
  for (const std::size_t channel : channels.sines) {
    const Told told = sine(value(channel), truth.sine, limits);
    if (!told.sure) return false;
    right &= told.steps == 0;
  }
  if (!channels.sines.empty() && !channels.cosines.empty() &&
      !turned(value(channels.sines.front()), truth,
              limits.sharp.angle[static_cast<std::size_t>(channels.pair)]))
    return false;
  if (right) return true;
  for (const std::size_t channel : channels.sines)
    count(channel, sine(value(channel), truth.sine, limits), seen);
  return true;
}

}  // namespace sextant::measure
