#include "sextant/verify/claimed_rows.hpp"

#include <algorithm>
#include <cmath>

#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/verify/candidate/fault.hpp"
#include "sextant/verify/diagnosis/diagnose.hpp"
#include "sextant/verify/diagnosis/zero_rows.hpp"
#include "sextant/verify/observation/observations.hpp"
#include "sextant/verify/rows/query_scale_claim.hpp"

namespace sextant::verify {
namespace {

/// Whether an acceptance assumes a library with larger errors than the usual one.
bool looser_than_usual(const Acceptance& acceptance) {
  const Format& compute = acceptance.computed_in;
  const recipe::Hypothesis here = recipe::library(acceptance.library).hypothesis(compute);
  const recipe::Hypothesis usual = recipe::usual_library().hypothesis(compute);
  return here.trig > usual.trig || here.exp > usual.exp || here.pow > usual.pow;
}

/// Whether a faithful table holds the exact values rounded toward zero.  In some of its rows, no
/// entry is larger than the exact value, and 16 or more are not the nearest number.
bool truncated(const Source& all, const exact::Oracle& oracle) {
  constexpr std::uint64_t kRows = 1 << 10, kFewest = 16;
  const Source some = sample(all, kRows);
  std::vector<double> values(some.columns);
  std::uint64_t cut = 0;
  for (std::uint64_t row = 0; row < some.rows; ++row) {
    some.read(row, 1, values);
    for (std::size_t j = 0; j < values.size(); ++j) {
      const Position p = some.positions[row];
      const Channel& c = oracle.chart().channels[j];
      const double nearest = oracle.nearest(some.format, p, c).value;
      if (std::abs(values[j]) > std::abs(nearest)) return false;
      if (values[j] == nearest) {
        const auto truth = exact::near(oracle.ball(p, c));
        const double beyond =
            (std::abs(nearest) - std::abs(truth.high)) - std::copysign(1.0, truth.high) * truth.low;
        if (beyond > truth.radius) return false;
      } else {
        ++cut;
      }
    }
  }
  return cut >= kFewest;
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
  if (t.unfaithful == 0 || rest.accepted())
    return {{zeros_finding(zeros, source.rows, same)}, true};
  const bool one = zeros.count() == 1;  // a fault of all rows may also cause one such row
  if (one) {
    if (auto found = diagnosed(closest); !found.empty()) return {std::move(found), true};
  } else if (sines_alone(claim.chart)) {  // rows of position 0 are zeros
    if (auto found = diagnose_whole(source, claim); !found.empty()) return {std::move(found), true};
  }
  Closest closest_of_rest(others, claim);
  std::vector<Finding> found = rest.diagnosed(closest_of_rest);
  const bool explained = !found.empty();
  if (!explained && sines_alone(claim.chart))
    return {one ? std::move(found) : diagnosed(closest), true};
  found.insert(found.begin(),
               zeros_finding(zeros, source.rows, explained ? found.front().match : same));
  return {std::move(found), explained};
}

void ClaimedRows::grade(Verdict& verdict) const {
  const measure::ErrorStatistics& t = verdict.statistics;
  const bool finite = t.non_finite == t.overflowed;
  const auto find = [&](const std::vector<Finding>& found, Grade grade) {
    verdict.findings.insert(verdict.findings.end(), found.begin(), found.end());
    verdict.grade = grade;
  };
  if (finite && t.unfaithful == 0) {
    const bool correct = t.misrounded == 0 && t.undecided == 0;
    verdict.grade = correct ? Grade::correctly_rounded : Grade::faithful;
    if (!verdict.passes() && truncated(source, oracle))
      find({{"rounded-toward-zero", {{"format", claim.formats.store.name()}}, 1}}, verdict.grade);
    return;
  }
  if (!finite) {
    const measure::Witness& place = *t.first_non_finite;
    find({{"not-finite",
           {{"entries", t.non_finite - t.overflowed},
            {"position", to_text(place.position, verdict.parts)},
            {"channel", place.channel}},
           match(source, claim)}},
         Grade::unexplained);
  }
  if (verdict.judged() == 0) return;  // nothing explains it
  verdict.accepted_by = accepted();
  if (verdict.accepted_by && looser_than_usual(*verdict.accepted_by)) {
    if (const auto made = made_by_bits(source, claim); !made.empty()) {
      verdict.accepted_by.reset();
      return find(made, Grade::explained);
    }
  }
  if (verdict.accepted_by) return find({}, finite ? Grade::rounding : Grade::explained);
  const IndexRanges zeros = wrong_zeros(source, claim, oracle);
  Closest closest(source, claim);
  auto [found, explained] =
      zeros.empty() ? std::pair(diagnosed(closest), true) : diagnosed_with_zeros(zeros, closest);
  const bool likely = std::any_of(found.begin(), found.end(), [](const Finding& finding) {
    return finding.residual.has_value();
  });
  if (!found.empty())
    return find(found, likely || !explained ? Grade::unexplained : Grade::explained);
  verdict.seen = observe(source, claim, oracle);
  find(closest.findings(), Grade::unexplained);
}

}  // namespace sextant::verify
