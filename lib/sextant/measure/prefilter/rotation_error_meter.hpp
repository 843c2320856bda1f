#pragma once

#include <span>
#include <vector>

#include "sextant/encoding/wave/rotated_columns.hpp"
#include "sextant/exact/rotation.hpp"
#include "sextant/measure/entry/error_statistics.hpp"

namespace sextant::measure {

/// A vector before and after the rotation.
struct RotatedRow {
  std::uint64_t row = 0;
  Position position = 0;
  std::span<const double> before, after;
};

/// The error statistics of rotated vectors; also a commutative monoid.
struct RotationStatistics {
  ErrorStatistics statistics;
  std::uint64_t left_out = 0;  ///< not measured: computed from a number that is not finite
  std::uint64_t made_up = 0;   ///< the finite ones of these: no correct program computes them

  void merge(const RotationStatistics& other) {
    statistics.merge(other.statistics);
    left_out += other.left_out;
    made_up += other.made_up;
  }
};

/// Measures rotated vectors of one format.  The truth is the exact rotation of the given vector.
/// Thread-safe.
class RotationErrorMeter {
 public:
  /// `columns` must have both columns of each pair.  The oracle must outlive the meter.
  RotationErrorMeter(const exact::Oracle& oracle, std::vector<RotatedColumn> columns,
                     const Format& format);

  const std::vector<RotatedColumn>& columns() const { return columns_; }

  /// The sines and cosines that rotate the pairs at a position, by pair.
  std::vector<exact::SineCosine> waves(Position position) const;

  /// Whether a column is computed from finite numbers only.
  bool known(std::size_t column, std::span<const double> before) const;
  /// An enclosure of a column's true value.
  exact::Ball ball(std::size_t column, std::span<const exact::SineCosine> by,
                   std::span<const double> before) const;
  /// A column's true value rounded to `format`.
  exact::Oracle::Rounded nearest(const Format& format, std::size_t column, Position position,
                                 std::span<const exact::SineCosine> by,
                                 std::span<const double> before) const;
  /// The first digits of a column's true value.
  std::string decimal(std::size_t column, Position position, std::span<const double> before,
                      int digits) const;

  void measure(const RotatedRow& row, std::span<const exact::SineCosine> by,
               RotationStatistics& statistics) const;

 private:
  struct Twins {
    std::size_t u = 0, v = 0;  ///< the columns of a pair
  };

  /// Returns f(the true value of a column).
  template <class F>
  auto with_truth(std::size_t column, Position position, std::span<const double> before,
                  const F& f) const;
  /// Returns a finite entry; nullopt if it was counted as another one.
  std::optional<Witness> witness(const RotatedRow& row, std::span<const exact::SineCosine> by,
                                 std::size_t column, const std::optional<PhaseError>& phase,
                                 RotationStatistics& statistics) const;
  std::optional<PhaseError> phase(const RotatedRow& row, std::span<const exact::SineCosine> by,
                                  const Twins& twins) const;

  const exact::Oracle& oracle_;
  Format format_;
  std::vector<RotatedColumn> columns_;
  std::vector<Twins> pairs_;
  std::vector<std::size_t> passing_;
  std::vector<double> steps_;  ///< radians per position, by pair
};

}  // namespace sextant::measure
