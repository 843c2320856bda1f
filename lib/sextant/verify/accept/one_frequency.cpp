#include "sextant/verify/accept/one_frequency.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "sextant/exact/evaluate.hpp"
#include "sextant/measure/prefilter/sweep.hpp"
#include "sextant/verify/accept/acceptance_criterion.hpp"
#include "sextant/verify/accept/bounds_check.hpp"
#include "sextant/verify/accept/stored_bound.hpp"
#include "sextant/verify/rows/index_ranges.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kRowsFirst = 128;  // rows that are read first, to narrow the intervals
constexpr std::uint64_t kRowsApart =
    32;  // then every 32nd row, so that the profiles use narrow intervals
constexpr std::uint64_t kRowsForProfiles = 4096;  // fewer rows are all read

/// The relative errors of a frequency that some entries allow.
struct Interval {
  double least, most;

  bool empty() const { return !(least <= most); }
  double width() const { return most - least; }
  double middle() const { return least + width() / 2; }
  void meet(const Interval& other) {
    least = std::max(least, other.least);
    most = std::min(most, other.most);
  }
};

/// One interval for each pair; merge() intersects them.
struct Intervals {
  std::vector<Interval> pairs;
  void merge(const Intervals& other) {
    if (pairs.empty()) pairs = other.pairs;
    for (std::size_t k = 0; k < other.pairs.size(); ++k) pairs[k].meet(other.pairs[k]);
  }
};

/// The columns of a table.  The columns of one pair share a frequency error.  Angles are computed
/// in `Real`, which is wider than the recipe's compute format.
template <class Real>
class Columns {
 public:
  Columns(const Source& source, const exact::Oracle& oracle, const recipe::Recipe& recipe,
          const Format& compute)
      : source_(source),
        oracle_(oracle),
        recipe_(recipe),
        compute_(compute),
        measures_(measures_of(oracle)) {
    const Waves& waves = oracle.waves();
    const auto real = [](const Rational& x) {
      const auto high = static_cast<double>(x);
      return Real(high) + Real(static_cast<double>(Rational(x - to_rational(from_double(high)))));
    };
    amplitude_ = to_double(exact::nearest(kFloat64, waves.amplitude));
    scale_ = real(waves.scale);
    origin_ = real(waves.origin);
    std::map<int, std::size_t> slots;  // by pair
    for (std::size_t j = 0; j < oracle.chart().channels.size(); ++j) {
      const Channel& c = oracle.chart().channels[j];
      const auto shared = is_wave(c.function) ? recipe.frequency_error(c.pair) : std::nullopt;
      if (!shared || !(*shared > 0)) continue;
      const auto [slot, first] = slots.emplace(c.pair, omegas_.size());
      columns_.push_back({j, slot->second});
      if (!first) continue;
      const auto omega = exact::near(oracle.ball(0, {Function::frequency, c.pair}));
      omegas_.push_back(Real(omega.high) + Real(omega.low));
      start_.pairs.push_back({-*shared, *shared});
    }
  }

  bool each_has_one() const {
    if (columns_.empty()) return true;
    Intervals known = start_;
    for (const std::uint64_t row : first_rows()) look(row, known, known);
    if (any_empty(known) || source_.rows <= kRowsFirst) return !any_empty(known);
    if (source_.rows < kRowsForProfiles) return !any_empty(by_rows(known, 1));
    known = by_rows(known, kRowsApart);
    if (any_empty(known)) return false;
    const auto least = verify::profile(source_, moved(known, &Interval::least));
    const auto most = verify::profile(source_, moved(known, &Interval::most));
    return !any_empty(least && most ? by_profiles(*least, *most, known) : by_rows(known, 1));
  }

 private:
  struct Column {
    std::size_t channel, slot;  ///< slot: index of the pair's interval
  };

  /// The intervals, intersected with those that every `apart`-th row allows.
  Intervals by_rows(const Intervals& known, std::uint64_t apart) const {
    const auto rows = [&](std::uint64_t first, std::uint64_t last, Intervals& found) {
      if (found.pairs.empty()) found = known;
      std::vector<double> values(source_.columns);
      for (std::uint64_t row = first * apart; row < std::min(last * apart, source_.rows);
           row += apart) {
        source_.read(row, 1, values);
        look(row, values.data(), columns_, known, found);
      }
    };
    return measure::sweep<Intervals>((source_.rows + apart - 1) / apart, source_.block(), rows);
  }

  /// The same table with every frequency at an end of its interval.
  exact::Oracle moved(const Intervals& known, double Interval::*end) const {
    Chart chart = oracle_.chart();
    std::set<std::size_t> done;
    for (const Column& column : columns_) {
      const auto pair = static_cast<std::size_t>(chart.channels[column.channel].pair);
      if (!done.insert(pair).second) continue;
      Expression& factor = chart.waves.frequencies[pair].factor;
      factor = factor * (1 + to_rational(from_double(known.pairs[column.slot].*end)));
    }
    return exact::Oracle(std::move(chart));
  }

  /// The intervals, intersected with those of all cells that may narrow them.  A cell is a column
  /// of a block.  Its entries allow all of an interval if they allow both ends, by the profiles
  /// measured there. verdict.md, (1c)
  Intervals by_profiles(const measure::Profile& least, const measure::Profile& most,
                        const Intervals& known) const {
    return measure::sweep<Intervals>(
        least.blocks(), 1, [&](std::uint64_t begin, std::uint64_t end, Intervals& found) {
          if (found.pairs.empty()) found = known;
          std::vector<double> values(source_.columns);
          for (std::uint64_t block = begin; block < end; ++block) {
            const std::uint64_t first = block * least.block;
            const std::uint64_t last = std::min(first + least.block, source_.rows);
            const std::vector<Column> some = narrowing(least, most, block, first, last, known);
            for (std::uint64_t row = first; !some.empty() && row < last; ++row) {
              source_.read(row, 1, values);
              look(row, values.data(), some, known, found);
            }
          }
        });
  }

  /// The columns of a block whose entries may narrow an interval.
  std::vector<Column> narrowing(const measure::Profile& least, const measure::Profile& most,
                                std::uint64_t block, std::uint64_t first, std::uint64_t last,
                                const Intervals& known) const {
    const bool grows = std::abs(place(first)) < std::abs(place(last - 1));
    const std::uint64_t inner = grows ? first : last - 1, outer = grows ? last - 1 : first;
    const Real farthest = std::abs(place(outer));
    // Terms grow with positions that the compute format holds, if the recipe has a range.
    const bool held = magnitude(source_.positions[outer]) >> compute_.precision == 0;
    const bool stores = source_.format != compute_;
    std::vector<Column> some;
    for (const Column& column : columns_) {
      const auto far = [&](const measure::Profile& profile) {
        return stores ? profile.excess_at(block, column.channel)
                      : profile.at(block, column.channel);
      };
      const double turned =
          static_cast<double>(farthest * omegas_[column.slot]) * known.pairs[column.slot].width();
      const double bent = std::abs(amplitude_) * turned * turned / 8;
      const recipe::Terms terms = recipe_.terms(inner, column.channel);
      const auto allows = [&](const measure::Profile& profile) {
        return (far(profile) + bent) * kWider <= terms.product + terms.sine;
      };
      if (!held || !recipe_.range(first, last, column.channel) || !allows(least) || !allows(most))
        some.push_back(column);
    }
    return some;
  }

  static bool any_empty(const Intervals& all) {
    return std::any_of(all.pairs.begin(), all.pairs.end(),
                       [](const Interval& pair) { return pair.empty(); });
  }

  Real place(std::uint64_t row) const {
    return scale_ * (static_cast<Real>(source_.positions[row]) + origin_);
  }

  /// Some rows, sorted by growing angle.  Each row narrows the intervals that the rows before it
  /// allow.
  std::vector<std::uint64_t> first_rows() const {
    std::vector<std::uint64_t> rows = evenly(source_.rows, kRowsFirst);
    std::sort(rows.begin(), rows.end(), [&](std::uint64_t a, std::uint64_t b) {
      return std::abs(place(a)) < std::abs(place(b));
    });
    return rows;
  }

  void look(std::uint64_t row, const Intervals& known, Intervals& found) const {
    look(row, source_.row(row).data(), columns_, known, found);
  }

  /// Intersects the intervals in `found` with those that some columns of a row allow.  `known` must
  /// be narrow enough for the wave to be nearly linear in the error.
  void look(std::uint64_t row, const double* values, const std::vector<Column>& columns,
            const Intervals& known, Intervals& found) const {
    const Real at = place(row);
    for (const Column& column : columns) {
      const Interval before = known.pairs[column.slot];
      if (before.empty()) continue;
      found.pairs[column.slot].meet(
          allowed(row, column.channel, values[column.channel], at * omegas_[column.slot], before));
    }
  }

  /// The relative errors x of the frequency for which |got − A·f(a(1 + x))| is within the terms of
  /// the bound that entries do not share.
  Interval allowed(std::uint64_t row, std::size_t column, double got, Real angle,
                   const Interval& before) const {
    const Channel& c = oracle_.chart().channels[column];
    const double size = measures_[column].size;
    if (!std::isfinite(got) || is_blank(c, oracle_.waves().zero_row, source_.positions[row]))
      return before;
    const recipe::Terms terms = recipe_.terms(row, column);
    const double bound = terms.total();
    if (acceptance_criterion(c.function, bound, size) != AcceptanceCriterion::bound) return before;
    const Real moved = angle * (1 + Real(before.middle()));
    const Real sine = std::sin(moved), cosine = std::cos(moved);
    const bool of_sine = c.function == Function::sine;
    const Preimage stored =
        terms.storage > 0 ? preimage(source_.format, compute_, got) : Preimage{got, 0};
    const auto wave =
        static_cast<double>(Real(stored.middle) - Real(amplitude_) * (of_sine ? sine : cosine));
    const double slope = amplitude_ * static_cast<double>((of_sine ? cosine : -sine) * angle);
    const double bend = static_cast<double>(angle) * before.width() / 2;
    const double rest = (terms.position + terms.product + terms.sine + stored.half) * kWider +
                        size * (bend * bend / 2 + kOfAmplitude) + kTiny;
    if (std::abs(slope) < kTiny) return std::abs(wave) <= rest ? before : Interval{1, -1};
    const double middle = before.middle() + wave / slope, reach = rest / std::abs(slope);
    return {middle - reach, middle + reach};
  }

  // An angle in Real has an error of 3 roundings of Real. For recipes in float64 that is 2⁻⁹ of the
  // error of one product.
  static constexpr double kWider = 1.01;
  static constexpr double kOfAmplitude = 0x1p-52;  // rounding of the amplitude to double
  static constexpr double kTiny = 0x1p-140;

  const Source& source_;
  const exact::Oracle& oracle_;
  const recipe::Recipe& recipe_;
  Format compute_;
  std::vector<Measure> measures_;
  double amplitude_ = 1;
  Real scale_, origin_;
  std::vector<Column> columns_;
  std::vector<Real> omegas_;  ///< by slot
  Intervals start_;
};

}  // namespace

bool one_frequency_a_pair(const Source& source, const exact::Oracle& oracle,
                          const recipe::Recipe& recipe, const Format& compute) {
  return compute == kFloat32 ? Columns<double>(source, oracle, recipe, compute).each_has_one()
                             : Columns<long double>(source, oracle, recipe, compute).each_has_one();
}

}  // namespace sextant::verify
