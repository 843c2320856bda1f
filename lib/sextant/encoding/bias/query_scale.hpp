#pragma once

#include "sextant/encoding/real/expression.hpp"

namespace sextant {

struct Chart;

/// The factor of the queries at position p, also called attention temperature:
///
///   1 + beta·ln(1 + ⌊(p + origin)/original⌋)
///
/// Llama 4 has origin 1; Ministral 3 and Mistral 4 have origin 0.
struct QueryScale {
  Rational beta = Rational(1, 10);  ///< attn_scale of Llama 4
  Rational original = 8192;  ///< positions from step to step: the original context, or floor_scale
  Rational origin = 0;

  bool operator==(const QueryScale&) const = default;
};

/// A form of the factor that a program may compute; the defaults give the right one.
struct QueryScaleForm {
  QueryScale of = {};
  bool floors = true;    ///< false: the quotient is not rounded down
  bool adds_one = true;  ///< false: the product of beta and the logarithm is the result
  int base = 0;          ///< of the logarithm: 2 or 10; 0: e

  bool operator==(const QueryScaleForm&) const = default;
};

/// The number whose logarithm is taken, 1 + ⌊place/original⌋, at place = position + origin.
Rational logarithm_argument(const QueryScaleForm& scale, const Rational& place);

/// The factor at place = position + origin.  Throws Error for a negative place.
Expression cell(const QueryScaleForm& scale, const Rational& place);

/// The chart of a table with a row for each position, and one column.  Throws Error if beta or
/// original is not positive.
Chart chart(const QueryScale& encoding);

}  // namespace sextant
