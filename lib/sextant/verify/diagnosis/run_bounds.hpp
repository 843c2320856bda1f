#pragma once

#include <vector>

#include "sextant/exact/oracle.hpp"
#include "sextant/verify/accept/acceptance.hpp"
#include "sextant/verify/diagnosis/run_fit.hpp"
#include "sextant/verify/diagnosis/suspect.hpp"

namespace sextant::verify {

/// Sines and cosines of every pair, whichever a chart has, and of amplitude 1 if not `amplified`.
Chart of_pairs(Chart chart, bool amplified);

/// The chart of what a step turns by: nothing is added to positions or angles.
Chart without_origin(Chart chart);

/// What a pair truly is at a position.
Complex wave(const exact::Oracle& oracle, Position p, int pair);

/// The sound recipes that a suspect's program may have used, at some positions.
std::vector<Sound> sound_recipes(const Suspect& suspect, const Chart& program, const Format& store,
                                 const Positions& positions);

/// How far they may be off at one position, by pairs of of_pairs(): as computed, and not stored.
class PairBounds {
 public:
  PairBounds(const Suspect& suspect, const Chart& program, Position at);

  double of(int pair) const;

 private:
  std::vector<Sound> all_;
};

}  // namespace sextant::verify
