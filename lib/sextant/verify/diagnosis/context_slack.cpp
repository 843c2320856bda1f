#include "sextant/verify/diagnosis/context_slack.hpp"

#include <cmath>

#include "sextant/exact/evaluate.hpp"
#include "sextant/recipe/bound/context_scaling_errors.hpp"
#include "sextant/recipe/rule/given_frequency.hpp"
#include "sextant/verify/diagnosis/approximate.hpp"

namespace sextant::verify {
namespace {

constexpr double kHost = 0x1p-53;  // unit roundoff of the language that a context is prepared in

}  // namespace

ContextSlack::ContextSlack(const Claim& claim)
    : waves_(exact::settled(claim.chart).waves),
      unit_(std::ldexp(1.0, -claim.formats.compute.precision)),
      near_(recipe::kNear * unit_) {
  const recipe::ContextScalingErrors errors(waves_, unit_, kHost);
  for (int pair = 0; pair < waves_.pairs(); ++pair) errors_.push_back(errors(pair, near_));
}

/// Where a rounding may decide anything, nothing is granted for it.
double ContextSlack::sure(double error) const { return std::isfinite(error) ? error : near_; }

void ContextSlack::grant(Suspect& suspect,
                         const std::function<double(double, double)>& growth) const {
  for (std::size_t pair = 0; pair < errors_.size(); ++pair) {
    Frequency& f = suspect.truth.waves.frequencies[pair];
    const double own = approximate(waves_.frequencies[pair].factor);
    f.slack = sure(near_ + growth(own, approximate(f.factor)) * errors_[pair]);
  }
  suspect.program = suspect.truth;
}

std::vector<double> ContextSlack::again(const std::vector<double>& once) const {
  Waves made = waves_;
  for (std::size_t pair = 0; pair < once.size(); ++pair)
    made.frequencies[pair] = {.coefficient = to_rational(from_double(once[pair]))};
  const recipe::ContextScalingErrors errors(made, unit_, kHost);
  std::vector<double> found;
  for (std::size_t pair = 0; pair < once.size(); ++pair) {
    const double error = near_ + errors_[pair];
    found.push_back(sure(error + errors(static_cast<int>(pair), error)));
  }
  return found;
}

}  // namespace sextant::verify
