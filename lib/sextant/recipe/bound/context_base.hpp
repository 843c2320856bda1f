#pragma once

#include <cmath>
#include <type_traits>
#include <utility>

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/recipe/bound/arithmetic.hpp"
#include "sextant/recipe/bound/exactly.hpp"

namespace sextant::recipe {

/// What programs compute of a context in the host language's number, before any tensor: Python's
/// double, or a wider Scalar.                                           recipes.md, §contexts

/// A base, and its relative error.
struct NewBase {
  Rational value;
  double error = 0;
};

/// base·q^(d/(d−2)), q = f·L/L₀ − (f − 1) or f.  It has four roundings of q's parts, one of the
/// exponent, two of pow and one of the product. recipes.md, (38)
template <class Scalar>
NewBase new_base(const Waves& waves) {
  const Context& c = waves.context;
  const GeometricFrequencies& geometric = waves.geometric;
  const bool longer = c.scaling == Scaling::dynamic && c.length > c.original;
  if (c.scaling != Scaling::ntk && !longer) return {geometric.base};
  const Rational exact_q =
      longer ? Rational(c.factor * c.length / c.original - (c.factor - 1)) : c.factor;
  const Rational d = geometric.divisor;
  using std::pow;
  const Scalar f = to<Scalar>(c.factor);
  Scalar q = f;
  if (longer)
    q = Scalar(Scalar(f * to<Scalar>(c.length)) / to<Scalar>(c.original)) - Scalar(f - Scalar(1));
  const Scalar exponent = to<Scalar>(d) / Scalar(to<Scalar>(d) - Scalar(2));
  const Scalar base = to<Scalar>(geometric.base) * Scalar(pow(q, exponent));
  const double v = unit<Scalar>();
  const double quotient = upward(exact_q);
  const double parts = longer ? upward(Rational(c.factor * c.length / c.original)) : 0;
  const double slip = v * (4 * parts + 2 * upward(c.factor) + quotient) / quotient;
  const double power = upward(Rational(d / (d - 2)));
  const double size = std::abs(std::log(quotient)) + 1e-9;
  const Hypothesis& h = Arithmetic<Scalar>::hypothesis;
  const double error =
      power * slip + 3 * v * power * size + v * h.pow_argument * power * size + v * (2 * h.pow + 2);
  return {exactly(base), error * (1 + 16 * v) * (1 + 0x1p-20)};
}

/// corr as programs compute it: d·log(L₀/(r·2π))/(2·log(base)).
template <class Scalar>
Scalar correction(const Context& c, const GeometricFrequencies& geometric,
                  const Rational& rotations) {
  using std::log;
  const Scalar two_pi = to<Scalar>(Expression(2) * Expression::pi());
  const Scalar turns = to<Scalar>(c.original) / Scalar(to<Scalar>(rotations) * two_pi);
  return Scalar(to<Scalar>(geometric.divisor) * Scalar(log(turns))) /
         Scalar(Scalar(2) * Scalar(log(to<Scalar>(geometric.base))));
}

/// The begin and the end of YaRN's ramp, in pairs.
template <class Scalar>
std::pair<Scalar, Scalar> ramp_ends(const Context& c, const GeometricFrequencies& geometric) {
  Scalar low = correction<Scalar>(c, geometric, c.beta_fast);
  Scalar high = correction<Scalar>(c, geometric, c.beta_slow);
  if (c.truncate) {
    low = to<Scalar>(exactly(std::floor(static_cast<double>(low))));
    high = to<Scalar>(exactly(std::ceil(static_cast<double>(high))));
  }
  const Rational d = geometric.divisor;
  const Scalar last =
      to<Scalar>(c.clamp == Clamp::channels ? Rational(d - 1) : Rational(d / 2 - 1));
  if (low < Scalar(0)) low = Scalar(0);
  if (high > last) high = last;
  return {low, high};
}

}  // namespace sextant::recipe
