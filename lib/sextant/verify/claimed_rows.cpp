#include "sextant/verify/claimed_rows.hpp"

#include <algorithm>
#include <cmath>

#include "sextant/verify/candidate/fault.hpp"
#include "sextant/verify/candidate/storing_candidates.hpp"
#include "sextant/verify/diagnosis/diagnose.hpp"
#include "sextant/verify/diagnosis/zero_rows.hpp"
#include "sextant/verify/observation/observations.hpp"
#include "sextant/verify/verdict/grading.hpp"

namespace sextant::verify {
namespace {

/// Whether an acceptance assumes a library with larger errors than the usual one.
bool looser_than_usual(const Acceptance& acceptance) {
  const Format& compute = acceptance.computed_in;
  const recipe::Hypothesis here = recipe::library(acceptance.library).hypothesis(compute);
  const recipe::Hypothesis usual = recipe::usual_library().hypothesis(compute);
  return here.trig > usual.trig || here.exp > usual.exp || here.pow > usual.pow;
}

/// Whether a finding says that entries of these rows are damaged, and no others.
bool damages_only(const Finding& finding, const IndexRanges& rows) {
  if (!has(finding.fault, Trait::kDamage)) return false;
  const auto& places = finding.parameters.places();
  return std::all_of(places.begin(), places.end(), [&](const Parameters& place) {
    const auto row = static_cast<std::uint64_t>(std::get<Position>(place.at("row")));
    return std::any_of(rows.ranges().begin(), rows.ranges().end(),
                       [&](const auto& range) { return range.first <= row && row <= range.last; });
  });
}

}  // namespace

std::optional<Claim> ClaimedRows::wider() const {
  if (!assumed || claim.formats.compute == kFloat64) return std::nullopt;
  Claim wide = claim;
  wide.formats.compute = kFloat64;
  return wide;
}

std::optional<Acceptance> ClaimedRows::accepted() const {
  const auto accepted_with = [&](const recipe::ComputeFormats& formats) {
    return acceptance(source, oracle, claim.chart, formats, progress);
  };
  auto found = accepted_with(claim.formats);
  const auto wide = wider();
  if (!wide || (found && !looser_than_usual(*found))) return found;
  auto in_wider = accepted_with(wide->formats);
  return !found || (in_wider && !looser_than_usual(*in_wider)) ? in_wider : found;
}

std::vector<Finding> ClaimedRows::diagnosed(Closest& closest) const {
  auto found = diagnose(source, claim, oracle, progress, std::nullopt, &closest);
  const auto wide = wider();
  if (!wide) return found;
  // At large positions, float64 distinguishes positions that float32 does not. If few float32
  // bounds decide, these entries look damaged.
  if (found.empty() || found.front().residual) {
    auto other = diagnose(source, *wide, oracle, progress, claim.formats.compute);
    return other.empty() || (other.front().residual && !found.empty()) ? found : other;
  }
  // A recurrence from the first row may also be the result of rounded frequencies. verdict.md,
  // (22b)
  const Finding& first = found.front();
  if (found.size() > 1 || (!has(first.fault, Trait::kDamage) && !first.parameters.contains("by")))
    return found;
  auto whole = diagnose_whole(source, *wide);
  return whole.empty() ? found : whole;
}

std::pair<std::vector<Finding>, bool> ClaimedRows::diagnosed_with_zeros(const IndexRanges& zeros,
                                                                        Closest& closest) const {
  const IndexRanges kept = zeros.others(source.rows);
  if (claim.chart.integral() || query_scale_of(claim) != nullptr) {  // steps may begin at 0
    if (auto found = diagnosed(closest); kept.empty() || !found.empty())
      return {std::move(found), true};
  }
  if (kept.empty()) return {{zeros_finding(zeros, source.rows, 0)}, true};
  const Source others = rows_of(source, kept);
  const ClaimedRows rest{others, claim, oracle, assumed, progress};
  const measure::ErrorStatistics t = statistics(others, oracle);
  const double same = match(others, claim);
  if (t.unfaithful == 0 || rest.accepted()) {
    std::vector<Finding> found = {zeros_finding(zeros, source.rows, same)};
    if (t.misrounded > 0 && truncated(others, oracle))
      found.push_back(rounded_toward_zero(claim.formats.store));
    return {std::move(found), true};
  }
  const bool one = zeros.count() == 1;  // a fault of all rows may also cause one such row
  if (one) {
    if (auto found = diagnosed(closest); !found.empty()) {
      if (damages_only(found.back(), zeros))
        found.back() = zeros_finding(zeros, source.rows, found.back().match);
      Closest ignored(others, claim);
      std::vector<Finding> fewer;  // a row of sines at position 0 may make up for a row of zeros
      if (found.size() > 1 && sines_alone(claim.chart)) fewer = rest.diagnosed(ignored);
      if (fewer.empty() || fewer.size() >= found.size()) return {std::move(found), true};
      fewer.insert(fewer.begin(), zeros_finding(zeros, source.rows, fewer.front().match));
      return {std::move(fewer), true};
    }
  } else if (sines_alone(claim.chart)) {  // rows of position 0 are zeros
    if (auto found = diagnose_whole(source, claim); !found.empty()) return {std::move(found), true};
  }
  Closest closest_of_rest(others, claim);
  std::vector<Finding> found = rest.diagnosed(closest_of_rest);
  const bool explained = !found.empty();
  if (!explained && sines_alone(claim.chart))
    return {one ? std::move(found) : diagnosed(closest), true};
  // A bucket or a logarithm may be 0, so that rows of zeros prove nothing.
  if (!explained && (claim.chart.integral() || query_scale_of(claim) != nullptr)) return {{}, true};
  found.insert(found.begin(),
               zeros_finding(zeros, source.rows, explained ? found.front().match : same));
  return {std::move(found), explained};
}

std::vector<Finding> ClaimedRows::of_finite_rows() const {
  const IndexRanges finite = finite_rows(source);
  if (finite.empty()) return {};
  const Source rows = rows_of(source, finite);
  const ClaimedRows rest{rows, claim, oracle, assumed, progress};
  if (rest.accepted()) return {};
  Closest closest(rows, claim);
  return rest.diagnosed(closest);
}

void ClaimedRows::grade(Verdict& verdict) const {
  const auto find = [&](const std::vector<Finding>& found, Grade grade) {
    verdict.findings.insert(verdict.findings.end(), found.begin(), found.end());
    verdict.grade = grade;
  };
  if (graded({.match = [&] { return match(source, claim); },
              .accepted = [&] { return accepted(); },
              .truncated = [&] { return truncated(source, oracle); }},
             verdict)) {
    if (!verdict.accepted_by || !looser_than_usual(*verdict.accepted_by)) return;
    const auto made = made_by_bits(source, claim);
    if (made.empty()) return;
    verdict.accepted_by.reset();
    return find(made, Grade::explained);
  }
  const IndexRanges zeros = wrong_zeros(source, claim, oracle);
  Closest closest(source, claim);
  auto [found, explained] =
      zeros.empty() ? std::pair(diagnosed(closest), true) : diagnosed_with_zeros(zeros, closest);
  const auto is_likely = [](const std::vector<Finding>& all) {
    return std::any_of(all.begin(), all.end(),
                       [](const Finding& finding) { return finding.residual.has_value(); });
  };
  if (!verdict.all_finite() && (found.empty() || is_likely(found) || !explained)) {
    if (auto rest = of_finite_rows(); !rest.empty() && !is_likely(rest))
      found = std::move(rest), explained = true;
  }
  const bool likely = is_likely(found);
  const auto overflow = [](const Finding& finding) { return finding.overflow; };
  if (!likely && explained && std::any_of(found.begin(), found.end(), overflow))
    verdict.findings.clear();  // that some entries are not finite is the effect of this fault
  if (!found.empty())
    return find(found, likely || !explained ? Grade::unexplained : Grade::explained);
  verdict.seen = observe(source, claim, oracle);
  find(closest.findings(), Grade::unexplained);
}

}  // namespace sextant::verify
