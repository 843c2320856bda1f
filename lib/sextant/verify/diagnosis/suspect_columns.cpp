#include "sextant/verify/diagnosis/suspect_columns.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <span>
#include <string>

#include "sextant/verify/diagnosis/approximate.hpp"
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

/// What a column may hold: a function of a pair, some rows on.
struct Held {
  Function function = Function::sine;
  int pair = 0;
  int rows = 0;
};

/// What every column holds, of all functions of all pairs and the rows beside; nullopt if one holds
/// none of these.
std::optional<std::vector<Held>> held_by_columns(const Source& some, const Claim& claim) {
  const RoughTruth truth(claim, some.format);
  const Glance g = glance(some, 0, some.rows);
  const auto step = some.positions[1] - some.positions[0];
  std::vector<Held> candidates;
  for (const int rows : {0, 1, -1}) {
    for (int pair = 0; pair < claim.chart.waves.pairs(); ++pair)
      for (const Function function : {Function::sine, Function::cosine})
        candidates.push_back({function, pair, rows});
  }
  const auto fits = [&](std::size_t column, const Held& held) {
    std::size_t asked = 0, differ = 0;
    for (std::size_t r = 0; r < g.positions.size() && 8 * differ <= g.positions.size(); ++r) {
      const auto want = truth.entry({held.function, held.pair}, g.positions[r] + held.rows * step);
      if (!want || !std::isfinite(g.at(r, column))) continue;
      ++asked;
      differ += want->square_off(g.at(r, column), Tolerance::rough) > 1 ? 1 : 0;
    }
    return 2 * asked >= g.positions.size() && 8 * differ <= asked;
  };
  std::vector<Held> found;
  for (std::size_t j = 0; j < some.columns; ++j) {
    const Channel& own = claim.chart.channels[j];
    const Held here{own.function, own.pair, 0};
    // A column keeps what is claimed, or goes on from the one before, where several fit.
    std::vector<Held> first = {here};
    if (!found.empty())
      first.push_back({found.back().function, found.back().pair + 1, found.back().rows});
    const auto all = {std::span<const Held>(first), std::span<const Held>(candidates)};
    const Held* held = nullptr;
    for (const auto& list : all) {
      for (const Held& candidate : list) {
        const bool exists = candidate.pair < claim.chart.waves.pairs();
        if (held == nullptr && exists && fits(j, candidate)) held = &candidate;
      }
    }
    if (held == nullptr) return std::nullopt;
    found.push_back(*held);
  }
  return found;
}

/// Columns that hold what other columns should, some columns on, or rows beside.
void add_held(const Source& source, const Claim& claim, std::vector<Suspect>& suspects) {
  if (!claim.chart.waves.phases.empty() || source.rows < 8 || source.positions.listed ||
      !is_wave(claim.chart.channels.front().function))
    return;
  const auto held = held_by_columns(beginning(source, kRowsLookedAt), claim);
  if (!held) return;
  std::map<int, std::size_t> shifts;
  std::vector<Parameters> places;
  std::size_t others = 0;
  for (std::size_t j = 0; j < held->size(); ++j) {
    const Channel& own = claim.chart.channels[j];
    const Held& h = (*held)[j];
    if (h.function == own.function && h.rows == 0) ++shifts[h.pair - own.pair];
    if (h.function == own.function && h.pair == own.pair && h.rows == 0) continue;
    ++others;
    if (places.size() < kPlacesNamed)
      places.push_back({{"channel", j},
                        {"holds", std::string(h.function == Function::sine ? "sine" : "cosine") +
                                      " of pair " + std::to_string(h.pair)}});
  }
  const auto commonest =
      std::max_element(shifts.begin(), shifts.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  if (others == 0 || commonest == shifts.end()) return;
  const bool shifted = commonest->first != 0 && 4 * commonest->second >= held->size();
  Suspect s = as_claimed(claim, shifted ? "columns-shifted" : "columns-permuted",
                         shifted ? Parameters{{"columns", commonest->first}}
                                 : Parameters{{"columns", others}, {"places", std::move(places)}});
  Waves& waves = s.truth.waves;
  const int pairs = waves.pairs();
  const auto step = source.positions[1] - source.positions[0];
  const auto frequencies = approximate_frequencies(claim.chart.waves);
  for (std::size_t j = 0; j < held->size(); ++j) {
    const Held& h = (*held)[j];
    Channel& c = s.truth.channels[j];
    c = {h.function, h.pair};
    if (h.rows == 0) continue;
    if (waves.phases.empty()) waves.phases.assign(static_cast<std::size_t>(pairs), 0);
    const auto i = static_cast<std::size_t>(h.pair);
    const double phase =
        static_cast<double>(waves.scale) * frequencies[i] * static_cast<double>(step) * h.rows;
    waves.phases.push_back(to_rational(from_double(phase)));
    waves.frequencies.push_back(Frequency(waves.frequencies[i]));
    c.pair = waves.pairs() - 1;
    s.given = Given::nearly;
    waves.context = {};  // it is in the frequencies
  }
  s.program = s.truth;
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
  if (suspects.empty()) add_held(source, claim, suspects);
  if (search == Search::direct || source.rows <= kRowsLookedAt / 2) return suspects;
  add(beginning(source, kRowsLookedAt / 2), claim, suspects);  // before rows are missing, say
  return suspects;
}

}  // namespace sextant::verify
