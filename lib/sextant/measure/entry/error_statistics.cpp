#include "sextant/measure/entry/error_statistics.hpp"

#include <cmath>

namespace sextant::measure {
namespace {

/// Table order: independent of the order in which entries are measured.
bool before(const Witness& a, const Witness& b) {
  return a.row != b.row ? a.row < b.row : a.channel < b.channel;
}

}  // namespace

void ErrorStatistics::see(const Witness& witness, bool of_phase) {
  const EntryError& e = witness.error;
  const bool other_sign = std::signbit(witness.got) != std::signbit(e.want);
  ++entries;
  wrong_zeros += witness.got == 0 && e.want == 0 && other_sign ? 1U : 0U;
  misrounded += e.correct == Correct::no ? 1U : 0U;
  undecided += e.correct == Correct::undecided ? 1U : 0U;
  unfaithful += e.faithful ? 0U : 1U;
  absolute.see(e.absolute, witness);
  ulps.see(e.ulps, witness);
  steps.see(e.steps, witness);
  histogram.see(witness.channel, e, witness.got);
  if (!witness.phase || !of_phase) return;
  phase.see(std::abs(witness.phase->radians), witness);
  positions.see(std::abs(witness.phase->positions), witness);
}

void ErrorStatistics::see_not_finite(const Witness& witness, bool decided) {
  const bool right = witness.got == witness.error.want;
  ++entries;
  ++non_finite;
  overflowed += right ? 1U : 0U;
  undecided += right && !decided ? 1U : 0U;
  if (!right && (!first_non_finite || before(witness, *first_non_finite)))
    first_non_finite = witness;
}

void ErrorStatistics::merge(const ErrorStatistics& other) {
  entries += other.entries;
  misrounded += other.misrounded;
  unfaithful += other.unfaithful;
  undecided += other.undecided;
  non_finite += other.non_finite;
  wrong_zeros += other.wrong_zeros;
  overflowed += other.overflowed;
  absolute.merge(other.absolute);
  ulps.merge(other.ulps);
  steps.merge(other.steps);
  phase.merge(other.phase);
  positions.merge(other.positions);
  histogram.merge(other.histogram);
  const auto& mine = first_non_finite;
  const auto& theirs = other.first_non_finite;
  if (theirs && (!mine || before(*theirs, *mine))) first_non_finite = theirs;
}

}  // namespace sextant::measure
