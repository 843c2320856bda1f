#include "sextant/verify/resampled/resampled.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/measure/entry/error.hpp"
#include "sextant/number/text.hpp"
#include "sextant/verify/diagnosis/diagnose.hpp"
#include "sextant/verify/diagnosis/zero_rows.hpp"
#include "sextant/verify/resampled/resampled_candidates.hpp"
#include "sextant/verify/resampled/resampled_check.hpp"
#include "sextant/verify/rows/claim.hpp"
#include "sextant/verify/rows/median.hpp"
#include "sextant/verify/verdict/grading.hpp"

namespace sextant::verify {
namespace {

using resample::ResampledTable;
using resample::Resampling;
using resample::SourceNumbers;

/// The largest fraction of entries that may be damage, and how many bounds each of them is off.
constexpr double kDamaged = 0.01, kGross = 32;
/// The smallest fraction of entries that the closest fault accounts for.
constexpr double kCloses = 0.5;

/// A table with the numbers of its source, as one claim reads them.
struct Claimed {
  const SourceNumbers& source;
  const Source& table;
  const ResampledQuestion& asked;
  Format compute;

  ResampledTable exact() const { return {source, asked.how, compute}; }
};

/// Throws Error if the numbers of rows or columns do not agree.
void expect_shape(const NpyVectors& source, const Table& table, const Resampling& how) {
  const std::uint64_t rows = how.rows();
  if (table.rows() != rows)
    throw Error(fmt::format(
        "{}: {} rows do not agree with the {} of a grid of {}{}{}", table.name(), table.rows(),
        rows, to_text(how.to), how.prefix > 0 ? fmt::format(" with --prefix {}", how.prefix) : "",
        how.padding > 0 ? fmt::format(" with --padding {}", how.padding) : std::string()));
  if (table.columns() != source.table.columns())
    throw Error(fmt::format("{}: {} columns do not agree with the {} of the source, {}",
                            table.name(), table.columns(), source.table.columns(),
                            source.table.name()));
}

/// The true value at the place of a maximum error, as a decimal; empty if nothing was measured.
std::string decimal_truth(const ResampledTable& exact, const Format& format,
                          const measure::MaxError& max_error) {
  if (max_error.empty()) return {};
  resample::ExactRow row;
  exact.read(max_error.witness.row, row);
  return decimal(row.value(max_error.witness.channel), telling_digits(format));
}

/// The acceptance of a table whose entries are all within the bounds; nullopt if some are not.
std::optional<Acceptance> accepted(const Claimed& claimed) {
  const ResampledBounds found =
      check_bounds(claimed.table, claimed.exact(), claimed.table.format, 0);
  if (!found.result.whole()) return std::nullopt;
  return Acceptance{"interpolate", claimed.compute,
                    fmt::format("weights, products and sums in {}, in any order of the sum",
                                claimed.compute.name()),
                    "correctly-rounded", found.result.margin};
}

Finding finding_of(const ResampledCandidate& candidate, std::size_t which, double match) {
  return {candidate.causes[which].fault, candidate.causes[which].parameters, match};
}

/// The findings of the first candidate whose bounds cover the whole table; empty if none does.
std::vector<Finding> explained(const Claimed& claimed,
                               const std::vector<ResampledCandidate>& candidates,
                               const Deadline& deadline) {
  const Source few = sample(claimed.table, 8);
  for (const ResampledCandidate& candidate : candidates) {
    if (deadline.passed()) break;
    if (!candidate.proves() || candidate.how.source_rows() > claimed.source.rows()) continue;
    const ResampledTable exact(claimed.source, candidate.how, candidate.compute);
    if (!check_bounds(few, exact, candidate.stored, 0).result.whole()) continue;
    const ResampledBounds found = check_bounds(claimed.table, exact, candidate.stored, 0);
    if (!found.result.whole()) continue;
    std::vector<Finding> findings;
    for (std::size_t k = 0; k < candidate.causes.size(); ++k)
      findings.push_back(finding_of(candidate, k, found.match()));
    return findings;
  }
  return {};
}

/// What a candidate leaves of a table.
Residual residual_of(const Source& table, const ResampledTable& exact, const Format& stored) {
  Residual left;
  const measure::ErrorStatistics all = statistics(table, exact);
  left.absolute = all.absolute.value;
  left.ulps = all.ulps.value;
  left.position = all.absolute.witness.position;
  left.channel = all.absolute.witness.channel;
  left.accounts_for = check_bounds(table, exact, stored).within();
  const ComparedRows rows = compared(table, exact);
  std::vector<double> got(rows.columns), want(rows.columns), within(rows.columns), errors;
  const std::uint64_t step = std::max<std::uint64_t>(1, table.rows / 64);
  for (std::uint64_t row = 0; row < table.rows; row += step) {
    rows.read(row, 1, got, want, within);
    for (std::size_t c = 0; c < rows.columns; ++c)
      if (std::isfinite(got[c])) errors.push_back(std::abs(got[c] - want[c]));
  }
  if (!errors.empty()) left.median = median(std::move(errors));
  return left;
}

/// The candidate that accounts for most of the table, if it is half of it and more than the claim
/// does; nullopt otherwise.
std::optional<Finding> closest(const Claimed& claimed,
                               const std::vector<ResampledCandidate>& candidates, double by_claim,
                               const Deadline& deadline) {
  const Source some = sample(claimed.table, 64);
  const ResampledCandidate* best = nullptr;
  double most = std::max(kCloses, by_claim);
  for (const ResampledCandidate& candidate : candidates) {
    if (deadline.passed()) break;
    if (candidate.how.source_rows() > claimed.source.rows()) continue;
    const ResampledTable exact(claimed.source, candidate.how, candidate.compute);
    const ResampledBounds found = check_bounds(some, exact, candidate.stored);
    const double within = found.within();
    if (within <= most || (!candidate.proves() && !found.balanced())) continue;
    most = within;
    best = &candidate;
  }
  if (best == nullptr) return std::nullopt;
  const ResampledTable exact(claimed.source, best->how, best->compute);
  Finding found = finding_of(*best, 0, check_bounds(claimed.table, exact, best->stored).match());
  found.residual = residual_of(claimed.table, exact, best->stored);
  if (found.residual->accounts_for < kCloses) return std::nullopt;
  return found;
}

/// Whether all correctly rounded entries of a row are zero.
bool vanishes(const resample::ExactRow& truth, const Format& format) {
  for (std::size_t c = 0; c < truth.columns(); ++c)
    if (truth.nearest(format, c, truth.ball(c)) != 0) return false;
  return true;
}

/// Adds what explains a table that no sound program makes, and returns whether that is complete.
bool diagnose(const Claimed& claimed, const ResampledTable& exact, Verdict& v) {
  const Resampling& how = claimed.asked.how;
  const Format& stored = claimed.table.format;
  const auto add = [&](std::vector<Finding> findings) {
    v.findings.insert(v.findings.end(), findings.begin(), findings.end());
    return !findings.empty();
  };
  resample::ExactRow truth;
  const IndexRanges zeros = zeros_unless(claimed.table, [&](std::uint64_t row) {
    exact.read(row, truth);
    return vanishes(truth, stored);
  });
  if (!zeros.empty() && zeros.count() < claimed.table.rows) {
    const Source others = rows_of(claimed.table, zeros.others(claimed.table.rows));
    const ResampledBounds rest = check_bounds(others, exact, stored, 0);
    if (rest.result.whole()) return add({zeros_finding(zeros, claimed.table.rows, rest.match())});
  }
  const auto singles = resampled_candidates(how, claimed.compute, stored);
  if (add(explained(claimed, singles, claimed.asked.deadline))) return true;
  const ResampledBounds all = check_bounds(claimed.table, exact, stored);
  const auto& places = all.result.places;
  const bool gross = std::all_of(places.begin(), places.end(), [](const Violation& place) {
    return place.absolute > kGross * place.bound;
  });
  if (1 - all.within() <= kDamaged && gross)
    return add({corrupt_entries(all.result, stored, 1, all.match())});
  if (add(explained(claimed, resampled_candidates(how, claimed.compute, stored, true),
                    claimed.asked.deadline)))
    return true;
  if (auto likely = closest(claimed, singles, all.within(), claimed.asked.deadline))
    v.findings.push_back(*std::move(likely));
  return false;
}

/// Judges a table.  If it had to be changed before it could be read, `altered` says how.
Verdict judge(const NpyVectors& source, const Table& table, const ResampledQuestion& asked,
              std::optional<Finding> altered, const Progress& progress) {
  expect_shape(source, table, asked.how);
  const SourceNumbers numbers = source_numbers(source, asked.how);
  const Source rows = held(whole(table, Positions::from(0, table.rows())));
  ResampledQuestion fresh = asked;
  fresh.deadline = asked.deadline.fresh();
  const Claimed claimed{numbers, rows, fresh, computed_in(asked.computed_in, table.format())};
  const ResampledTable exact = claimed.exact();
  Verdict v;
  v.format = table.format();
  v.required = asked.required;
  v.limits = asked.limits;
  v.encoding = words(asked.how);
  v.part = Part::resampled;
  v.positions = fmt::format("of a grid of {}", to_text(asked.how.to));
  v.holds = table.holds();
  v.statistics = statistics(rows, exact, progress);
  v.truths = {decimal_truth(exact, v.format, v.statistics.absolute),
              decimal_truth(exact, v.format, v.statistics.ulps),
              {}};
  const auto match = [&] { return check_bounds(rows, exact, v.format).match(); };
  if (!graded({match, [&] { return accepted(claimed); }}, v))
    v.grade = diagnose(claimed, exact, v) ? Grade::explained : Grade::unexplained;
  v.ended_early = fresh.deadline.ended();
  if (!v.passes() && v.judged() > 0) v.where = where(compared(rows, exact), false);
  if (altered) {
    altered->match = match();
    add_alteration(*std::move(altered), v);
  }
  return v;
}

}  // namespace

SourceNumbers source_numbers(const NpyVectors& source, const Resampling& how) {
  const Table& table = source.table;
  if (table.rows() != how.source_rows())
    throw Error(fmt::format("{}: {} rows do not agree with the {} of a source of {}{}",
                            table.name(), table.rows(), how.source_rows(), to_text(how.from),
                            how.skip > 0 ? fmt::format(" with --prefix {}", how.skip) : ""));
  const Source rows = whole(table, Positions::from(0, table.rows()));
  return {table.name(), table.rows(), static_cast<std::size_t>(table.columns()), rows.read};
}

Verdict verify_resampled(const NpyVectors& source, const NpyVectors& given,
                         const ResampledQuestion& asked, const Progress& progress) {
  if (asked.limits.max_phase)
    throw Error("--max-phase does not go with part resampled: limit it with --max-error");
  const Table& stored = given.table;
  const auto judge_altered = [&](const Table& table, Finding change) {
    return judge(source, table, asked, std::move(change), progress);
  };
  if (auto swapped = judged_swapped(stored, judge_altered)) return *std::move(swapped);
  if (stored.rows() != asked.how.rows() && stored.columns() == asked.how.rows() &&
      stored.rows() == source.table.columns())
    return judged_transposed(stored, judge_altered);
  return judge(source, stored, asked, std::nullopt, progress);
}

}  // namespace sextant::verify
