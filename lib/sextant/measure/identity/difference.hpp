#pragma once

#include "sextant/measure/identity/part.hpp"

namespace sextant::measure {

/// A value of one channel: stored, its error bound, and the true value.
struct Sample {
  double value = 0, error = 0;
  long double truth = 0;
};

/// The error of fl(v(p + h) − v(p − h)) as an approximation of 2h·dv/dp = 2hω·w(p), as a sum of
/// parts.  If v is a sine, w is the cosine; if v is a cosine, w is minus the sine.
struct Difference {
  DefectPart entries;      ///< both values are rounded: invariance.md, (14)
  DefectPart subtraction;  ///< their difference is rounded: invariance.md, (15)
  DefectPart truncation;   ///< a difference is not a derivative: invariance.md, (16)
  DefectPart whole;        ///< all three: invariance.md, (17)
};
/// `reach` is hω; `partner` is the true w(p).
Difference difference(const Sample& ahead, const Sample& behind, long double reach,
                      long double partner, const Format& format);

}  // namespace sextant::measure
