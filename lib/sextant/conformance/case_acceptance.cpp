#include "sextant/conformance/case_acceptance.hpp"

#include <utility>

namespace sextant::conformance {

CaseAcceptance::CaseAcceptance(const verify::Source& source, const exact::Oracle& oracle,
                               const verify::Claim& claim, bool assumed)
    : oracle_(oracle), assumed_(claim.formats.compute) {
  add_recipes(source, claim, claim.formats);
  if (!assumed || assumed_ == kFloat64) return;
  recipe::ComputeFormats wider = claim.formats;
  wider.compute = kFloat64;
  add_recipes(source, claim, wider);
}

void CaseAcceptance::add_recipes(const verify::Source& source, const verify::Claim& claim,
                                 const recipe::ComputeFormats& formats) {
  // From strict to loose, without libraries whose pow errs by 16 ulp: single answers are not held
  // to one frequency per column.
  for (const char* name : {"glibc", "numpy"}) {
    recipe::ComputeFormats with = formats;
    with.library = &recipe::library(name);
    for (verify::Sound& sound : verify::sound_recipes(source, claim.chart, with)) {
      auto check =
          std::make_unique<verify::EntryBoundsCheck>(source, oracle_, *sound.recipe, sound.compute);
      candidates_.push_back({std::move(sound), with.library, std::move(check), {}, true});
    }
  }
}

void CaseAcceptance::judge(const verify::Violation& entry, Counts& counts) const {
  counts.resize(candidates_.size());
  for (std::size_t k = 0; k < candidates_.size(); ++k) {
    const Candidate& candidate = candidates_[k];
    if (!candidate.left) continue;
    candidate.check->with_error(entry, counts[k]);
    ++counts[k].entries;
  }
}

void CaseAcceptance::add(const Counts& counts) {
  for (std::size_t k = 0; k < counts.size(); ++k) {
    candidates_[k].seen.merge(counts[k]);
    if (candidates_[k].seen.least_violations() > 0) candidates_[k].left = false;
  }
}

std::optional<verify::Acceptance> CaseAcceptance::settled() const {
  std::optional<verify::Acceptance> best;
  const auto rank = [&](const verify::Acceptance& acceptance) {
    return std::pair(acceptance.computed_in != assumed_ && acceptance.recipe != "float64-angle",
                     acceptance.margin.bound);
  };
  for (const Candidate& candidate : candidates_) {
    const verify::BoundsResult all = candidate.seen.settled();
    if (!candidate.left || !all.whole()) continue;
    const Format& compute = candidate.sound.compute;
    verify::Acceptance found{
        std::string(candidate.sound.name),
        compute,
        verify::hypothesis_words(oracle_, compute, *candidate.library, all.by_same_arithmetic),
        candidate.library->name,
        all.margin,
        all.by_same_arithmetic};
    if (!best || rank(found) < rank(*best)) best = std::move(found);
  }
  return best;
}

}  // namespace sextant::conformance
