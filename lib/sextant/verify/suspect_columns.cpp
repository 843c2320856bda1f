#include "sextant/verify/suspect_columns.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "sextant/verify/estimate.hpp"
#include "sextant/verify/rough_truth.hpp"
#include "sextant/verify/suspect_positions.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kRowsLookedAt = 64;
constexpr std::size_t kMostColumns = 4096;
constexpr std::size_t kPlacesNamed = 8;
constexpr double kMuchBetter = 4;     // squares, by which another channel must fit better
constexpr double kRounding = 0x1p-4;  // the square of a rounding, in squares of tolerances
constexpr double kNever = std::numeric_limits<double>::infinity();

/// Which channel every column holds.
using ColumnOrder = std::vector<std::size_t>;

/// How well columns fit channels: the mean square of what they are off by, in tolerances; never
/// where more than one entry in sixteen exceeds its own.
class Fits {
 public:
  Fits(const Source& source, const Claim& claim) : width_(source.columns) {
    const Source some = sample(source, kRowsLookedAt);
    rows_ = some.rows;
    values_.resize(rows_ * width_);
    some.read(0, rows_, values_);
    const RoughTruth truth(claim, source.format);
    for (std::uint64_t row = 0; row < rows_; ++row) {
      for (const Channel& c : claim.chart.channels)
        truths_.push_back(truth.entry(c, some.positions[row]));
    }
  }

  double operator()(std::size_t column, std::size_t channel) const {
    double sum = 0;
    std::uint64_t asked = 0;
    std::uint64_t differ = 0;
    for (std::uint64_t row = 0; row < rows_ && 16 * differ <= rows_; ++row) {
      const double got = values_[row * width_ + column];
      const auto& want = truths_[row * width_ + channel];
      if (!want || !std::isfinite(got)) continue;
      ++asked;
      const double off = std::abs(got - want->want);
      if (off > want->within)
        ++differ;
      else if (off > 0)
        sum += off / want->within * (off / want->within);
    }
    if (16 * differ > asked) return kNever;
    return asked == 0 ? 0 : sum / static_cast<double>(asked);
  }

  std::size_t width() const { return width_; }

 private:
  std::size_t width_;
  std::uint64_t rows_ = 0;
  std::vector<double> values_;
  std::vector<std::optional<RoughTruth::Entry>> truths_;
};

/// A bijection of columns and channels: those that fit where they are stay, unless another channel
/// fits much better; of the others each takes the best that is left, or one that another gives up
/// for its next.                                                               verdict.md, (26)
class Matching {
 public:
  explicit Matching(const Fits& fits)
      : fits_(fits), held_by_(fits.width(), kNobody), choices_(fits.width()) {}

  std::optional<ColumnOrder> find() {
    const std::size_t width = fits_.width();
    std::vector<std::size_t> moved;
    for (std::size_t j = 0; j < width; ++j)
      if (fits_(j, j) == kNever) moved.push_back(j);
    if (moved.size() == 1 || !each_fits_one(moved)) return std::nullopt;
    for (std::size_t j = 0; j < width; ++j) {
      if (choices_[j].empty()) choose(j);
      if (choices_[j].empty()) return std::nullopt;
      if (stays(j)) held_by_[j] = j;
    }
    ColumnOrder order(width, kNobody);
    for (std::size_t j = 0; j < width; ++j) {
      if (held_by_[j] == j) continue;
      seen_.assign(width, false);
      if (!takes(j)) return std::nullopt;
    }
    for (std::size_t k = 0; k < width; ++k) order[held_by_[k]] = k;
    return order;
  }

 private:
  static constexpr std::size_t kNobody = SIZE_MAX;

  struct Choice {
    std::size_t channel = 0;
    double misfit = 0;
  };

  /// Wrong frequencies fit nowhere: the first columns tell.
  bool each_fits_one(const std::vector<std::size_t>& columns) {
    for (const std::size_t j : columns) {
      choose(j);
      if (choices_[j].empty()) return false;
    }
    return true;
  }

  void choose(std::size_t j) {
    auto& choices = choices_[j];
    for (std::size_t k = 0; k < fits_.width(); ++k) {
      const double misfit = fits_(j, k);
      if (misfit < kNever) choices.push_back({k, misfit});
    }
    std::stable_sort(choices.begin(), choices.end(),
                     [](const Choice& a, const Choice& b) { return a.misfit < b.misfit; });
  }

  bool stays(std::size_t j) const {
    const double own = fits_(j, j);
    return own < kNever && own <= kMuchBetter * (choices_[j].front().misfit + kRounding);
  }

  /// Whether a column finds a channel, a free one or one whose column finds another.
  bool takes(std::size_t j) {
    for (const Choice& c : choices_[j]) {
      if (held_by_[c.channel] != kNobody) continue;
      held_by_[c.channel] = j;
      return true;
    }
    for (const Choice& c : choices_[j]) {
      if (seen_[c.channel]) continue;
      seen_[c.channel] = true;
      if (!takes(held_by_[c.channel])) continue;
      held_by_[c.channel] = j;
      return true;
    }
    return false;
  }

  const Fits& fits_;
  std::vector<std::size_t> held_by_;
  std::vector<std::vector<Choice>> choices_;
  std::vector<bool> seen_;
};

nlohmann::json said(const ColumnOrder& order) {
  nlohmann::json places = nlohmann::json::array();
  std::size_t count = 0;
  for (std::size_t j = 0; j < order.size(); ++j) {
    if (order[j] == j) continue;
    if (++count <= kPlacesNamed) places.push_back({{"channel", j}, {"holds", order[j]}});
  }
  return {{"columns", count}, {"places", std::move(places)}};
}

/// The columns in the order that some rows ask for.
void add(const Source& source, const Claim& claim, std::vector<Suspect>& suspects) {
  const Fits fits(source, claim);
  const auto order = Matching(fits).find();
  if (!order) return;
  Suspect s = as_claimed(claim, "columns-permuted", said(*order));
  for (std::size_t j = 0; j < order->size(); ++j)
    s.truth.channels[j] = claim.chart.channels[(*order)[j]];
  s.program = s.truth;
  if (s.truth.channels == claim.chart.channels) return;
  if (!suspects.empty() && suspects.back().truth.channels == s.truth.channels) return;
  suspects.push_back(std::move(s));
}

}  // namespace

std::vector<Suspect> column_suspects(const Source& source, const Claim& claim, Search search) {
  std::vector<Suspect> suspects;
  if (source.columns < 2 || source.columns > kMostColumns || claim.chain.detours.position)
    return suspects;
  add(source, claim, suspects);
  if (search == Search::direct || source.rows <= kRowsLookedAt / 2) return suspects;
  add(beginning(source, kRowsLookedAt / 2), claim, suspects);  // before rows are missing, say
  return suspects;
}

}  // namespace sextant::verify
