#pragma once

#include "sextant/measure/identity/part.hpp"

namespace sextant::measure {

/// |s² + c² − 1| of a stored sine and cosine within e_s and e_c of those of one angle.
///                                                                               invariance.md, (4)
DefectPart off_the_circle(double s, double c, double es, double ec);

/// The change of s² + c² when both are stored, with errors of at most h_s and h_c.
///                                                                               invariance.md, (5)
DefectPart storing(double s, double c, double stored_s, double stored_c, double hs, double hc);

/// |v| of a value whose sine had an error of at most `own` before it was stored, and the amount by
/// which |v| exceeds 1.  Rounding is monotone.                             invariance.md, (6), (7)
DefectPart size(double v, double own, const Format& store);
DefectPart excess(double v, double own, const Format& store);

}  // namespace sextant::measure
