#pragma once

#include "sextant/measure/identity/part.hpp"

namespace sextant::measure {

/// |s² + c² − 1| of a sine and a cosine within e_s, e_c of those of one angle.  invariance.md, (4)
DefectPart off_the_circle(double s, double c, double es, double ec);

/// What s² + c² changes by where both are stored, each within h_s, h_c.         invariance.md, (5)
DefectPart storing(double s, double c, double stored_s, double stored_c, double hs, double hc);

/// |v| of a value whose sine was off by `own` at most before it was stored, and by what it exceeds
/// 1: rounding keeps the order of numbers.                                         invariance.md,
/// (6), (7)
DefectPart size(double v, double own, const Format& store);
DefectPart excess(double v, double own, const Format& store);

}  // namespace sextant::measure
