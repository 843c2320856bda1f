#pragma once

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/encoding/real/expression.hpp"
#include "sextant/exact/angle/ball.hpp"
#include "sextant/number/format.hpp"
#include "sextant/number/number.hpp"

namespace sextant::exact {

/// The same number, with every decision replaced by the branch that enclosures prove.  Throws Error
/// if 4320 bits do not decide; no known encoding needs that many.
Expression settled(const Expression& e);
Frequency settled(const Frequency& frequency);
Chart settled(Chart chart);

/// The number of a format nearest to an expression; throws Error if 370 000 bits do not decide.
Number nearest(const Format& format, const Expression& e);

/// A non-zero expression as a factor of balls.
Factor factor(const Expression& e);

}  // namespace sextant::exact
