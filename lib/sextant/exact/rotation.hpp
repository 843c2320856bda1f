#pragma once

#include "sextant/exact/angle/sine_cosine.hpp"
#include "sextant/exact/reference.hpp"

namespace sextant::exact {

/// A number of a rotated vector, for finite x and y:
///
///   A·(x·cos a + y·sin a)
///
/// The pair (u, v) needs it for (u, −v) and for (v, u).  For a = 0 it is A·x.  If a is a rational
/// part of a turn, it may be rational, and this is detected.  Otherwise it is transcendental or
/// unknown: see the cases of reference.hpp.             reports/derivations/rotation.md, (1) to (4)
class RotatedNumber final : public Truth {
 public:
  /// The waves must be settled, and must outlive it.
  RotatedNumber(const Waves& waves, Position position, int pair, double x, double y)
      : waves_(waves), position_(position), pair_(pair), x_(x), y_(y) {}

  std::optional<Rational> rational() const override;
  bool may_be_rational() const override;
  Enclosure enclosure(int level) const override;

 private:
  bool vanishes(const Rational& x, const Rational& y) const;

  const Waves& waves_;
  Position position_;
  int pair_;
  double x_, y_;
};

/// A finite double as its own true value.
class ExactDouble final : public Truth {
 public:
  explicit ExactDouble(double value) : value_(value) {}

  std::optional<Rational> rational() const override { return to_rational(from_double(value_)); }
  bool may_be_rational() const override { return true; }
  Enclosure enclosure(int) const override { return {from_double(value_), from_double(value_)}; }

 private:
  double value_;
};

/// A finite double as a ball, of radius 0.
Ball ball(double value);

/// x·cos a + y·sin a, from the balls of cos a and sin a, which include the amplitude.
///                                                                                 rotation.md, (5)
Ball rotated(const SineCosine& by, double x, double y);

}  // namespace sextant::exact
