#pragma once

#include "sextant/measure/identity/part.hpp"

namespace sextant::measure {

/// A value of one channel: as stored, by what it can be off, and what is true.
struct Sample {
  double value = 0, error = 0;
  long double truth = 0;
};

/// fl(v(p + h) − v(p − h)), which stands for 2h·dv/dp = 2hω·w(p), w being the cosine for a sine and
/// minus the sine for a cosine: by what it is off, in parts that add up.
struct Difference {
  DefectPart entries;  ///< the two values are rounded                         invariance.md, (14)
  DefectPart
      subtraction;  ///< so is their difference                             invariance.md, (15)
  DefectPart
      truncation;    ///< a difference is no derivative                      invariance.md, (16)
  DefectPart whole;  ///< all three                                          invariance.md, (17)
};
/// `reach` is hω, `partner` the true w(p).
Difference difference(const Sample& ahead, const Sample& behind, long double reach,
                      long double partner, const Format& format);

}  // namespace sextant::measure
