#include "sextant/conformance/grants.hpp"

#include <utility>

namespace sextant::conformance {

CaseAcceptance::CaseAcceptance(const verify::Source& source, const exact::Oracle& oracle,
                               const verify::Claim& claim, bool assumed)
    : oracle_(oracle), assumed_(claim.chain.compute) {
  add_recipes(source, claim, claim.chain);
  if (!assumed || assumed_ == kFloat64) return;
  recipe::Chain wider = claim.chain;
  wider.compute = kFloat64;
  add_recipes(source, claim, wider);
}

void CaseAcceptance::add_recipes(const verify::Source& source, const verify::Claim& claim,
                                 const recipe::Chain& chain) {
  for (verify::Sound& sound : verify::sound_recipes(source, claim.chart, chain)) {
    auto cover =
        std::make_unique<verify::EntryCover>(source, oracle_, *sound.recipe, sound.compute);
    candidates_.push_back({std::move(sound), std::move(cover), {}, true});
  }
}

void CaseAcceptance::judge(verify::Outside entry, Counts& counts) const {
  counts.resize(candidates_.size());
  for (std::size_t k = 0; k < candidates_.size(); ++k) {
    const Candidate& candidate = candidates_[k];
    if (!candidate.left) continue;
    entry.bound = candidate.sound.recipe->bound(entry.row, entry.channel);
    candidate.cover->full(entry, counts[k]);
    ++counts[k].entries;
  }
}

void CaseAcceptance::add(const Counts& counts) {
  for (std::size_t k = 0; k < counts.size(); ++k) {
    candidates_[k].seen.merge(counts[k]);
    if (candidates_[k].seen.least_outside() > 0) candidates_[k].left = false;
  }
}

std::optional<verify::Grant> CaseAcceptance::settled() const {
  std::optional<verify::Grant> best;
  const auto rank = [&](const verify::Grant& grant) {
    return std::pair(grant.computed_in != assumed_ && grant.recipe != "float64-angle",
                     grant.slack.bound);
  };
  for (const Candidate& candidate : candidates_) {
    const verify::Coverage all = candidate.seen.settled();
    if (!candidate.left || !all.whole()) continue;
    const Format& compute = candidate.sound.compute;
    verify::Grant found{std::string(candidate.sound.name), compute,
                        verify::hypothesis_words(oracle_, compute, all.by_reproduction), all.slack,
                        all.by_reproduction};
    if (!best || rank(found) < rank(*best)) best = std::move(found);
  }
  return best;
}

}  // namespace sextant::conformance
