#pragma once

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/encoding/real/expression.hpp"
#include "sextant/exact/angle/ball.hpp"
#include "sextant/number/format.hpp"
#include "sextant/number/number.hpp"

namespace sextant::exact {

/// The same number without decisions: each is made by an enclosure that leaves no doubt.  Throws
/// Error where 4320 bits do not decide, which nothing known does.
Expression settled(const Expression& e);
Frequency settled(const Frequency& frequency);
Chart settled(Chart chart);

/// The number of a format nearest to an expression; throws Error where 370 000 bits do not tell.
Number nearest(const Format& format, const Expression& e);

/// An expression that is not 0 as a factor of balls.
Factor factor(const Expression& e);

}  // namespace sextant::exact
