#include "sextant/verify/compare/accepted_tolerance.hpp"

#include <cmath>

#include "sextant/number/ulp.hpp"

namespace sextant::verify {

AcceptedTolerance::AcceptedTolerance(const Verdict& verdict, const exact::Oracle& oracle,
                                     const Positions& positions)
    : oracle_(oracle), format_(verdict.format), measures_(measures_of(oracle)) {
  if (!verdict.accepted_by) {
    const bool correct = verdict.grade == Grade::correctly_rounded;
    ulps_ = correct ? 0.5 : 1;
    words_ = (correct ? "half an ulp of " : "an ulp of ") + format_.name();
    return;
  }
  const Acceptance& acceptance = *verdict.accepted_by;
  const recipe::ComputeFormats formats{.compute = acceptance.computed_in,
                                       .store = format_,
                                       .library = &recipe::library(acceptance.library)};
  recipe_ = recipe::make(acceptance.recipe, oracle.chart(), formats, positions);
  words_ = acceptance.recipe + " computed in " + acceptance.computed_in.name() + " with " +
           std::string(acceptance.library);
  if (format_ != acceptance.computed_in) words_ += ", stored in " + format_.name();
}

std::optional<double> AcceptedTolerance::at(std::uint64_t row, std::size_t channel,
                                            const exact::Near& x) const {
  if (!recipe_) {
    // Not below |x|, whose ulp it has but just below a power of two.
    const double size = std::nextafter(std::abs(x.high) + std::abs(x.low) + x.radius, HUGE_VAL);
    return std::ldexp(ulps_, ulp_exponent(format_, size));
  }
  const double bound = recipe_->bound(row, channel);
  const Function function = oracle_.chart().channels[channel].function;
  if (acceptance_criterion(function, bound, measures_[channel].size) != AcceptanceCriterion::bound)
    return std::nullopt;
  return bound;
}

std::optional<double> AcceptedTolerance::least(std::uint64_t first, std::uint64_t last,
                                               std::size_t channel) const {
  if (!recipe_) return 0;
  const auto range = recipe_->range(first, last, channel);
  if (!range || !(range->most <= kVacuous * measures_[channel].size)) return std::nullopt;
  return range->least * (1 - 0x1p-40);
}

}  // namespace sextant::verify
