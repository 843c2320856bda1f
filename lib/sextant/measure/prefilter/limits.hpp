#pragma once

#include <array>
#include <vector>

#include "sextant/measure/entry/error_statistics.hpp"
#include "sextant/measure/prefilter/prefilter.hpp"

namespace sextant::measure {

/// Computes the limits below which an entry cannot change a maximum of the statistics. measures.md,
/// (15) to (24)
class LimitsOf {
 public:
  /// `steps` are the radians per position of every pair; the arrays have `padded` places.
  LimitsOf(const Format& format, const std::vector<double>& steps, std::size_t padded);

  /// For entries at positions ≥ `least`.  Repeated calls with equal statistics are cheap.
  const Limits& of(const ErrorStatistics& statistics, Position least);

 private:
  /// A maximum that an entry must exceed, and whether an equal entry would come after it.
  struct Mark {
    double value = -1;
    bool later = false;
    bool operator==(const Mark&) const = default;
  };
  static Mark mark(const MaxError& max_error, Position least);

  void entries(const Mark& absolute, const Mark& ulps, const Mark& steps);
  void pairs(const Mark& phase, const Mark& positions);

  double unit_;  ///< an ulp divided by the lower end of its binade
  /// Error bounds of the approximate distance, angle, and sine of an angle.
  struct Blur {
    double entry = 0, angle = 0, sine = 0;
  };
  Blur blur_;
  std::vector<double> steps_;
  std::array<Mark, 5> marks_;
  bool fresh_ = true;
  Limits limits_;
};

}  // namespace sextant::measure
