#include "sextant/verify/accept/one_frequency.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <vector>

#include "sextant/exact/evaluate.hpp"
#include "sextant/measure/prefilter/sweep.hpp"
#include "sextant/verify/accept/acceptance_criterion.hpp"
#include "sextant/verify/accept/stored_bound.hpp"

namespace sextant::verify {
namespace {

constexpr std::uint64_t kRowsFirst = 128;  // rows that are read first, to narrow the intervals

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
    if (any_empty(known)) return false;
    const auto rows = [&](std::uint64_t first, std::uint64_t last, Intervals& found) {
      if (found.pairs.empty()) found = known;
      std::vector<double> values((last - first) * source_.columns);
      source_.read(first, last - first, values);
      for (std::uint64_t row = first; row < last; ++row)
        look(row, &values[(row - first) * source_.columns], known, found);
    };
    return !any_empty(measure::sweep<Intervals>(source_.rows, source_.block(), rows));
  }

 private:
  struct Column {
    std::size_t channel, slot;  ///< slot: index of the pair's interval
  };

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
    std::vector<std::uint64_t> rows;
    const std::uint64_t count = std::min(source_.rows, kRowsFirst);
    for (std::uint64_t k = 0; k < count; ++k)
      rows.push_back(count < 2 ? 0 : k * (source_.rows - 1) / (count - 1));
    std::sort(rows.begin(), rows.end(), [&](std::uint64_t a, std::uint64_t b) {
      return std::abs(place(a)) < std::abs(place(b));
    });
    return rows;
  }

  void look(std::uint64_t row, const Intervals& known, Intervals& found) const {
    std::vector<double> values(source_.columns);
    source_.read(row, 1, values);
    look(row, values.data(), known, found);
  }

  /// Intersects the intervals in `found` with those that a row allows.  `known` must be narrow
  /// enough for the wave to be nearly linear in the error.
  void look(std::uint64_t row, const double* values, const Intervals& known,
            Intervals& found) const {
    const Real at = place(row);
    for (const Column& column : columns_) {
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
