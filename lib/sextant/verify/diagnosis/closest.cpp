#include "sextant/verify/diagnosis/closest.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sextant/measure/entry/rows.hpp"
#include "sextant/measure/prefilter/sweep.hpp"
#include "sextant/number/ulp.hpp"
#include "sextant/verify/candidate/candidate_positions.hpp"
#include "sextant/verify/observation/expected.hpp"
#include "sextant/verify/rows/index_ranges.hpp"
#include "sextant/verify/rows/median.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kRowsCompared = 32;  // rows compared with every candidate
// Maximum number of rows compared with the closest candidate.
constexpr std::uint64_t kRowsMeasured = std::uint64_t{1} << 14;
// Maximum number of entries, likewise.
constexpr std::uint64_t kEntriesMeasured = std::uint64_t{1} << 21;
// Fraction of the entries, and of those that the claim leaves, that the closest candidate must
// explain.
constexpr double kHalf = 0.5;
constexpr double kClearly = 0.25;  // maximum disagreement, as a fraction of the claim's
// Minimum difference to the claim's disagreement, as a fraction of all entries.
constexpr double kLeast = 1.0 / 32;
// The same factor for a pair of faults, or a fitted parameter, against a simpler candidate.
constexpr double kTwoFaults = 0.5;

/// The errors that remain with a candidate, over some rows.
struct Left {
  std::uint64_t entries = 0, within = 0;
  std::vector<float> absolute;
  Residual largest;

  void add(double off, double ulps, Position position, std::size_t channel) {
    absolute.push_back(static_cast<float>(off));
    keep({off, ulps, 0, position, channel, 0});
  }
  void merge(const Left& other) {
    entries += other.entries, within += other.within;
    absolute.insert(absolute.end(), other.absolute.begin(), other.absolute.end());
    keep(other.largest);
  }

 private:
  void keep(const Residual& next) {
    const double ulps = std::max(largest.ulps, next.ulps);
    if (next.absolute > largest.absolute) largest = next;
    largest.ulps = ulps;
  }
};

/// Returns whether an entry is within an informative tolerance.
bool agrees(double got, double want, double within, const Format& format) {
  return is_informative(within) && !disagrees(got, want, within, format);
}

/// Returns the errors against exact values; with rounded angles, against values in doubles.
Left measured(const Source& source, const Positions& claimed, const Positions& positions,
              const std::vector<std::uint64_t>& rows, const Candidate& candidate) {
  const Expected expected(candidate.truth, candidate.formats);
  const exact::Oracle truth(candidate.truth);
  const measure::RowErrorMeter meter(truth, source.format);
  const bool exactly = !candidate.formats.intermediate.angle;
  return measure::sweep<Left>(
      rows.size(), 16, [&](std::uint64_t first, std::uint64_t last, Left& left) {
        std::vector<double> got(source.columns), want(source.columns), within(source.columns);
        for (std::uint64_t k = first; k < last; ++k) {
          source.read(rows[k], 1, got);
          expected.row(positions[k], want, within);
          const Position at = claimed[rows[k]];
          left.entries += source.columns;
          for (std::size_t j = 0; j < got.size(); ++j) {
            left.within += agrees(got[j], want[j], within[j], source.format) ? 1 : 0;
            const double off = std::abs(got[j] - want[j]);
            if (!exactly && std::isfinite(off))
              left.add(off, std::ldexp(off, -ulp_exponent(source.format, want[j])), at, j);
          }
          measure::ErrorStatistics ignored;
          if (exactly)
            meter.measure(rows[k], positions[k], got, ignored,
                          [&](std::size_t j, const measure::EntryError& e) {
                            left.add(e.absolute, e.ulps, at, j);
                          });
        }
      });
}

/// Returns the residual of a candidate over some rows, for the given claimed positions.  nullopt if
/// a position leaves the valid range or no error is finite.
std::optional<Residual> left_at(const Source& source, const Positions& positions,
                                const Candidate& candidate) {
  const auto rows = spread(
      source.rows, std::clamp<std::uint64_t>(kEntriesMeasured / source.columns, 1, kRowsMeasured));
  const auto places = computed_from(listed_at(positions, rows), candidate);
  if (!places) return std::nullopt;
  Left left = measured(source, source.positions, *places, rows, candidate);
  if (left.absolute.empty()) return std::nullopt;
  left.largest.accounts_for = static_cast<double>(left.within) / static_cast<double>(left.entries);
  left.largest.median = median(std::move(left.absolute));
  return left.largest;
}

}  // namespace

Residual residual(const Source& source, const Candidate& candidate) {
  return left_at(source, source.positions, candidate).value_or(Residual{});
}

Closest::Closest(const Source& source, const Claim& claim)
    : source_(source),
      claim_(claim),
      rows_(spread(source.rows, kRowsCompared)),
      values_(entries_of(source, rows_)) {
  claimed_ = left(source.positions, as_claimed(claim, ""));
}

double Closest::left(const Positions& positions, const Candidate& candidate, double most) const {
  const auto places = computed_from(listed_at(positions, rows_), candidate);
  if (!places) return 1;
  const Expected expected(candidate.truth, candidate.formats);
  const std::size_t width = source_.columns;
  std::vector<double> want(width), within(width);
  const double few = most * static_cast<double>(values_.size());
  std::size_t differ = 0;
  for (std::size_t k = 0; k < rows_.size() && static_cast<double>(differ) <= few; ++k) {
    expected.row((*places)[k], want, within);
    for (std::size_t j = 0; j < width; ++j)
      differ += agrees(values_[k * width + j], want[j], within[j], source_.format) ? 0 : 1;
  }
  return static_cast<double>(differ) / static_cast<double>(values_.size());
}

void Closest::note(const Positions& positions, const Candidate& candidate) {
  if (candidate.fault.empty()) return;
  double most = kHalf;
  if (best_) {  // of two candidates with similar disagreement, the simpler one
    const bool simpler = candidate.digits < best_->candidate.digits && !candidate.second_cause;
    const bool fitted = candidate.digits > best_->candidate.digits || candidate.second_cause;
    most = best_->left * (simpler ? 1 + kClearly : fitted ? kTwoFaults : 1);
  }
  const double left = this->left(positions, candidate, most);
  if (left < most) best_ = Best{positions, candidate, left};
}

std::vector<Finding> Closest::findings() const {
  const auto clearly = [&](double left) {
    return left <= kHalf && left <= kClearly * claimed_ && left + kLeast <= claimed_;
  };
  if (!best_ || !clearly(best_->left)) return {};
  const Candidate& candidate = best_->candidate;
  const auto residual = left_at(source_, best_->positions, candidate);
  const auto claimed = left_at(source_, source_.positions, as_claimed(claim_, ""));
  const double unexplained = claimed ? 1 - claimed->accounts_for : 1;
  if (!residual || 1 - residual->accounts_for > kHalf * unexplained) return {};
  std::vector<Finding> found;
  if (candidate.second_cause)
    found.push_back({candidate.second_cause->fault, candidate.second_cause->parameters, 0,
                     std::nullopt, *residual});
  found.push_back({candidate.fault, candidate.parameters, 0, drift(claim_, candidate), *residual});
  return found;
}

}  // namespace sextant::verify
