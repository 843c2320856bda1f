#pragma once

#include <span>
#include <vector>

#include "sextant/encoding/wave/turning.hpp"
#include "sextant/exact/rotation.hpp"
#include "sextant/measure/entry/worst.hpp"

namespace sextant::measure {

/// A vector before and after it was turned.
struct TurnedRow {
  std::uint64_t row = 0;
  Position position = 0;
  std::span<const double> before, after;
};

/// What a sweep over turned vectors amounts to; also a commutative monoid.
struct TurnTally {
  Tally tally;
  std::uint64_t left_out = 0;  ///< numbers made of one that is not finite: nothing is known of them
  std::uint64_t made_up = 0;   ///< of these the finite ones: no program makes such of such

  void merge(const TurnTally& other) {
    tally.merge(other.tally);
    left_out += other.left_out;
    made_up += other.made_up;
  }
};

/// Measures turned vectors of one format against the rotations of one oracle.  The truth is what
/// becomes of the vector that was given, exactly.  One object serves any number of threads.
class TurnGauge {
 public:
  /// `columns` turn pairs whole: each pair has two of them.  The oracle outlives the gauge.
  TurnGauge(const exact::Oracle& oracle, std::vector<TurnedColumn> columns, const Format& format);

  const std::vector<TurnedColumn>& columns() const { return columns_; }

  /// The sines and cosines that turn the pairs at a position, by pair.
  std::vector<exact::SineCosine> waves(Position position) const;

  /// Whether a column is made of finite numbers.
  bool known(std::size_t column, std::span<const double> before) const;
  /// What a column truly is: an enclosure.
  exact::Ball ball(std::size_t column, std::span<const exact::SineCosine> by,
                   std::span<const double> before) const;
  /// The number of a format nearest to it.
  exact::Oracle::Rounded nearest(const Format& format, std::size_t column, Position position,
                                 std::span<const exact::SineCosine> by,
                                 std::span<const double> before) const;
  /// Its first digits.
  std::string decimal(std::size_t column, Position position, std::span<const double> before,
                      int digits) const;

  void measure(const TurnedRow& row, std::span<const exact::SineCosine> by, TurnTally& tally) const;

 private:
  struct Twins {
    std::size_t u = 0, v = 0;  ///< the columns of a pair
  };

  /// Calls `f` with the true value of a column.
  template <class F>
  auto with_truth(std::size_t column, Position position, std::span<const double> before,
                  const F& f) const;
  void add(const TurnedRow& row, std::span<const exact::SineCosine> by, std::size_t column,
           const std::optional<PhaseError>& phase, TurnTally& tally) const;
  std::optional<PhaseError> phase(const TurnedRow& row, std::span<const exact::SineCosine> by,
                                  const Twins& twins) const;

  const exact::Oracle& oracle_;
  Format format_;
  std::vector<TurnedColumn> columns_;
  std::vector<Twins> pairs_;
  std::vector<std::size_t> passing_;
  std::vector<double> steps_;  ///< radians per position, by pair
};

}  // namespace sextant::measure
