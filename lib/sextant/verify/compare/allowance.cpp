#include "sextant/verify/compare/allowance.hpp"

#include <cmath>

#include "sextant/number/ulp.hpp"

namespace sextant::verify {

Allowance::Allowance(const Verdict& verdict, const exact::Oracle& oracle,
                     const Positions& positions)
    : oracle_(oracle), format_(verdict.format), measures_(measures_of(oracle)) {
  if (!verdict.granted_by) {
    const bool correct = verdict.grade == Grade::correctly_rounded;
    ulps_ = correct ? 0.5 : 1;
    words_ = (correct ? "half an ulp of " : "an ulp of ") + format_.name();
    return;
  }
  const Grant& grant = *verdict.granted_by;
  recipe_ = recipe::make(grant.recipe, oracle.chart(), {grant.computed_in, format_, {}}, positions);
  words_ = grant.recipe + " computed in " + grant.computed_in.name();
  if (format_ != grant.computed_in) words_ += ", stored in " + format_.name();
}

std::optional<double> Allowance::at(std::uint64_t row, std::size_t channel,
                                    const exact::Near& x) const {
  if (!recipe_) {
    // Not below |x|, whose ulp it has but just below a power of two.
    const double size = std::nextafter(std::abs(x.high) + std::abs(x.low) + x.radius, HUGE_VAL);
    return std::ldexp(ulps_, ulp_exponent(format_, size));
  }
  const double bound = recipe_->bound(row, channel);
  const Function function = oracle_.chart().channels[channel].function;
  if (granting(function, bound, measures_[channel].size) != By::bound) return std::nullopt;
  return bound;
}

std::optional<double> Allowance::least(std::uint64_t first, std::uint64_t last,
                                       std::size_t channel) const {
  if (!recipe_) return 0;
  const auto range = recipe_->range(first, last, channel);
  if (!range || !(range->most <= kVacuous * measures_[channel].size)) return std::nullopt;
  return range->least * (1 - 0x1p-40);
}

}  // namespace sextant::verify
