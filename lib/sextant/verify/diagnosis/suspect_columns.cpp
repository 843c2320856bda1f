#include "sextant/verify/diagnosis/suspect_columns.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "sextant/verify/diagnosis/estimate.hpp"
#include "sextant/verify/diagnosis/made_columns.hpp"
#include "sextant/verify/diagnosis/matching.hpp"
#include "sextant/verify/diagnosis/rough_truth.hpp"
#include "sextant/verify/diagnosis/suspect_positions.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kRowsLookedAt = 64;
constexpr std::size_t kMostColumns = 4096;
constexpr std::size_t kPlacesNamed = 8;

/// Which channel every column holds.
using ColumnOrder = std::vector<std::size_t>;

/// How well columns fit channels: the mean square of what they are off by, in tolerances; never
/// where more than one entry in sixteen exceeds its own, or one its fine one.  Where tolerances say
/// nothing, what some recipe makes may.
class Fits {
 public:
  Fits(const Source& source, const Claim& claim)
      : width_(source.columns),
        some_(sample(source, kRowsLookedAt)),
        rows_(some_.rows),
        values_(rows_ * width_),
        made_(claim, some_) {
    some_.read(0, rows_, values_);
    const RoughTruth truth(claim, source.format);
    for (std::uint64_t row = 0; row < rows_; ++row) {
      for (const Channel& c : claim.chart.channels)
        truths_.push_back(truth.entry(c, some_.positions[row]));
    }
  }

  double operator()(std::size_t column, std::size_t channel, Tolerance tolerance) {
    double sum = 0;
    std::uint64_t asked = 0;
    std::uint64_t differ = 0;
    for (std::uint64_t row = 0; row < rows_ && 16 * differ <= rows_; ++row) {
      const double got = values_[row * width_ + column];
      const auto& want = truths_[row * width_ + channel];
      if (!want || !std::isfinite(got)) continue;
      ++asked;
      const double square = want->square_off(got, tolerance);
      if (square > 1 && tolerance == Tolerance::fine) return kNever;
      differ += square > 1 ? 1 : 0;
      sum += std::min(square, 1.0);
    }
    if (16 * differ > asked) return kNever;
    if (2 * asked < rows_) return made_.fits(column, channel) ? 0 : kUnknown;
    return sum / static_cast<double>(asked);
  }

 private:
  std::size_t width_;
  Source some_;
  std::uint64_t rows_;
  std::vector<double> values_;
  std::vector<std::optional<RoughTruth::Entry>> truths_;
  MadeColumns made_;
};

Parameters said(const ColumnOrder& order) {
  std::vector<Parameters> places;
  std::size_t count = 0;
  for (std::size_t j = 0; j < order.size(); ++j) {
    if (order[j] == j) continue;
    if (++count <= kPlacesNamed) places.push_back({{"channel", j}, {"holds", order[j]}});
  }
  return {{"columns", count}, {"places", std::move(places)}};
}

/// The columns in an order, unless that is known already.
void add(const Claim& claim, const ColumnOrder& order, std::vector<Suspect>& suspects) {
  Suspect s = as_claimed(claim, "columns-permuted", said(order));
  for (std::size_t j = 0; j < order.size(); ++j)
    s.truth.channels[j] = claim.chart.channels[order[j]];
  s.program = s.truth;
  const auto same = [&](const Suspect& known) { return known.truth.channels == s.truth.channels; };
  if (same(as_claimed(claim, "")) || std::any_of(suspects.begin(), suspects.end(), same)) return;
  suspects.push_back(std::move(s));
}

/// Those that some rows ask for.
void add(const Source& source, const Claim& claim, std::vector<Suspect>& suspects) {
  Fits fits(source, claim);
  for (const Tolerance tolerance : {Tolerance::rough, Tolerance::fine}) {
    const auto order = matching(
        source.columns, [&](std::size_t j, std::size_t k) { return fits(j, k, tolerance); });
    if (!order) return;  // what fits nowhere roughly does not finely
    add(claim, *order, suspects);
  }
}

}  // namespace

std::vector<Suspect> column_suspects(const Source& source, const Claim& claim, Search search) {
  std::vector<Suspect> suspects;
  if (source.columns < 2 || source.columns > kMostColumns || claim.formats.intermediate.position)
    return suspects;
  add(source, claim, suspects);
  if (search == Search::direct || source.rows <= kRowsLookedAt / 2) return suspects;
  add(beginning(source, kRowsLookedAt / 2), claim, suspects);  // before rows are missing, say
  return suspects;
}

}  // namespace sextant::verify
