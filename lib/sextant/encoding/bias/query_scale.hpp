#pragma once

#include "sextant/encoding/real/expression.hpp"

namespace sextant {

struct Chart;

/// The factor of the queries at position p, also called attention temperature:
///
///   steps  1 + beta·ln(1 + ⌊(p + origin)/original⌋)
///   log_n  max(1, ln(p + origin)/ln original)
///
/// Llama 4 has steps and origin 1, Ministral 3 and Mistral 4 steps and origin 0, Qwen log_n and
/// origin 1.
struct QueryScale {
  enum class Form { steps, log_n };

  Form form = Form::steps;
  Rational beta = Rational(1, 10);  ///< of steps: attn_scale of Llama 4
  /// The original context; of steps, the positions from step to step: floor_scale of Llama 4.
  Rational original = 8192;
  Rational origin = 0;

  bool operator==(const QueryScale&) const = default;
};

/// A form of the factor that a program may compute; the defaults give the right one.
struct QueryScaleForm {
  QueryScale of = {};
  bool floors = true;    ///< of steps; false: the quotient is not rounded down
  bool adds_one = true;  ///< of steps; false: the product of beta and the logarithm is the result
  bool at_least_one = true;  ///< of log_n; false: the quotient is the result
  int base = 0;              ///< of the logarithm: 2 or 10; 0: e

  bool operator==(const QueryScaleForm&) const = default;
  bool is_log_n() const { return of.form == QueryScale::Form::log_n; }
  /// Whether the factor is the same from step to step.
  bool is_staircase() const { return floors && !is_log_n(); }
};

/// The number whose logarithm is taken at place = position + origin: 1 + ⌊place/original⌋, or of
/// log_n the place.
Rational logarithm_argument(const QueryScaleForm& scale, const Rational& place);

/// The factor at place = position + origin.  Throws Error for a negative place.
Expression cell(const QueryScaleForm& scale, const Rational& place);

/// The chart of a table with a row for each position, and one column.  Throws Error if beta or
/// original is not positive.
Chart chart(const QueryScale& encoding);

}  // namespace sextant
