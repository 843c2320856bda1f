#pragma once

#include "sextant/exact/angle/sine_cosine.hpp"
#include "sextant/exact/reference.hpp"

namespace sextant::exact {

/// A number of a rotated vector, A·(x·cos a + y·sin a), x and y finite: the pair (u, v) needs that
/// of (u, −v) and that of (v, u).
///
/// Where a is 0 it is A·x; where a is a rational part of a turn it may be rational, and then that
/// is known; else it is transcendental, or nobody knows: the cases of reference.hpp.
///                                            reports/derivations/rotation.md, (1) to (4)
class RotatedNumber final : public Truth {
 public:
  /// Waves are settled, and outlive it.
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

/// A finite double, which is what it is.
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

/// x·cos a + y·sin a from the balls of both, which have the amplitude in them.    rotation.md, (5)
Ball rotated(const SineCosine& by, double x, double y);

}  // namespace sextant::exact
