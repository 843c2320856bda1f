#include "sextant/measure/worst.hpp"

namespace sextant::measure {

void Tally::merge(const Tally& other) {
  entries += other.entries;
  misrounded += other.misrounded;
  unfaithful += other.unfaithful;
  undecided += other.undecided;
  non_finite += other.non_finite;
  negative_zeros += other.negative_zeros;
  overflowed += other.overflowed;
  absolute.merge(other.absolute);
  ulps.merge(other.ulps);
  steps.merge(other.steps);
  phase.merge(other.phase);
  positions.merge(other.positions);
  const auto& mine = first_non_finite;
  const auto& theirs = other.first_non_finite;
  if (theirs && (!mine || theirs->row < mine->row ||
                 (theirs->row == mine->row && theirs->channel < mine->channel))) {
    first_non_finite = theirs;
  }
}

}  // namespace sextant::measure
