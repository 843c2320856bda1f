#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sextant/encoding/bias/chart.hpp"

namespace sextant::measure {

/// The largest defect and its place.  A commutative monoid like MaxError, with the same order of
/// ties.
struct MaxDefect {
  double value = -1;  ///< negative: no value yet
  std::uint64_t row = 0;
  Position position = 0;
  std::size_t channel = 0;  ///< of the pair's sine; 0 for defects of whole rows

  bool empty() const { return value < 0; }
  void merge(const MaxDefect& other);
};

/// The largest defects of stored rows: deviations from identities of true rows. measures.md, (26)
struct Defects {
  MaxDefect norm;      ///< |s² + c² − A²| of a pair, A being the amplitude
  MaxDefect shift;     ///< |x·y − A² Σ cos(kω)| of the rows at p and p + k
  MaxDefect rotation;  ///< |R(k)(s, c) − (s', c')| of their pairs

  void merge(const Defects& other);
};

/// The sines and the cosines of a row, by pair.
struct SplitRow {
  std::vector<double> sines, cosines;
  bool finite = true;
};

/// Measures the defects of rows of doubles, with the first sine and the first cosine of each pair.
/// A comparison in doubles avoids most evaluations in long double.  Thread-safe.
class DefectMeter {
 public:
  /// For pairs of rows whose positions differ by `apart`.
  DefectMeter(const Chart& chart, Position apart);

  /// Whether there is a pair with both a sine and a cosine.
  bool possible() const { return !sines_.empty(); }

  void split(std::span<const double> values, SplitRow& row) const;
  /// Skips rows that are zero by definition, and entries that are not finite.
  void norm(std::uint64_t row, Position position, const SplitRow& x, Defects& found) const;
  /// The shift and the rotation of x at `position` and y at `position` + `apart`.
  void step(std::uint64_t row, Position position, const SplitRow& x, const SplitRow& y,
            Defects& found) const;

 private:
  void rotation(const MaxDefect& place, const SplitRow& x, const SplitRow& y,
                MaxDefect& max_defect) const;
  void shift(const MaxDefect& place, const SplitRow& x, const SplitRow& y,
             MaxDefect& max_defect) const;

  Position apart_;
  std::optional<Position> zero_row_;
  std::vector<std::size_t> sines_, cosines_;            ///< channels, by pair with both functions
  long double square_ = 1;                              ///< A²
  std::vector<long double> turn_sines_, turn_cosines_;  ///< R(k), by pair
  std::vector<double> near_sines_, near_cosines_;       ///< the doubles nearest to them
  long double product_ = 0;                             ///< A² Σ cos(kω)
};

}  // namespace sextant::measure
