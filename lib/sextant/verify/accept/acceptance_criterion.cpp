#include "sextant/verify/accept/acceptance_criterion.hpp"

#include <cmath>

#include "sextant/recipe/bound/arithmetic.hpp"

namespace sextant::verify {

std::vector<double> steps_of(const exact::Oracle& oracle) {
  std::vector<double> steps;
  steps.reserve(static_cast<std::size_t>(oracle.waves().pairs()));
  for (int pair = 0; pair < oracle.waves().pairs(); ++pair) {
    steps.push_back(exact::near(oracle.ball(0, {Function::frequency, pair})).high *
                    static_cast<double>(oracle.waves().scale));
  }
  return steps;
}

std::vector<Measure> measures_of(const exact::Oracle& oracle) {
  const double amplitude = recipe::upward(oracle.waves().amplitude);
  std::vector<double> steps = steps_of(oracle);
  for (double& step : steps) step *= static_cast<double>(oracle.waves().parts);
  std::vector<Measure> measures;
  for (const Channel& c : oracle.chart().channels) {
    if (c.function == Function::zero)
      measures.push_back({});
    else if (is_frequency(c.function))
      measures.push_back({std::abs(exact::near(oracle.ball(0, c)).high), 0});
    else if (!is_wave(c.function))
      measures.push_back({});
    else
      measures.push_back({amplitude, std::abs(steps[static_cast<std::size_t>(c.pair)])});
  }
  return measures;
}

AcceptanceCriterion acceptance_criterion(Function function, double bound, double size) {
  if (!std::isfinite(bound)) return AcceptanceCriterion::none;
  if (!is_wave(function) && function != Function::frequency) return AcceptanceCriterion::bound;
  if (bound <= kVacuous * size) return AcceptanceCriterion::bound;
  // A bound cannot be compared with a fraction of frequency 0.
  if (function == Function::frequency)
    return size == 0 ? AcceptanceCriterion::bound : AcceptanceCriterion::none;
  return AcceptanceCriterion::same_arithmetic;
}

}  // namespace sextant::verify
