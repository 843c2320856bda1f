#pragma once

#include <cstdint>
#include <vector>

#include "sextant/exact/angle/ball.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/resample/resampling.hpp"
#include "sextant/resample/source_numbers.hpp"
#include "sextant/resample/weights.hpp"

namespace sextant::resample {

/// The exact entries of a row, as integers / denominator · 2^exponent.
class ExactRow {
 public:
  std::size_t columns() const { return bounds_.size(); }
  Rational value(std::size_t channel) const;
  exact::Ball ball(std::size_t channel) const;
  /// The correctly rounded entry of a format no wider than float64.
  double nearest(const Format& format, std::size_t channel, const exact::Ball& ball) const;
  /// The error that a sound program may make before it stores the entry.   resampling.md, (14)
  double bound(std::size_t channel) const { return bounds_[channel]; }

 private:
  friend class ResampledTable;

  bool small_ = true;  ///< whether numerators have at most 126 bits
  std::vector<Int128> small_numerators_;
  std::vector<Integer> numerators_;
  Integer denominator_ = 1;
  exact::Factor factor_;  ///< 1/denominator
  int exponent_ = 0;
  std::vector<double> bounds_, sizes_;
};

/// The exact values of a resampled table.  The source must outlive it.
class ResampledTable {
 public:
  /// Throws Error if the source has fewer rows than the resampling reads.  `compute` is the format
  /// of the weights, products and sums of the programs whose errors are bounded.
  ResampledTable(const SourceNumbers& source, const Resampling& how, const Format& compute);

  std::uint64_t rows() const { return how_.rows(); }
  std::size_t columns() const { return source_.columns(); }
  const Format& compute() const { return compute_; }
  /// Replaces the content of `result` by the entries of a row.  Thread-safe.
  void read(std::uint64_t row, ExactRow& result) const;

 private:
  const SourceNumbers& source_;
  Resampling how_;
  Format compute_;
  LineTaps down_, across_;
};

}  // namespace sextant::resample
