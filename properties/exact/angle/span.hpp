#pragma once

#include <algorithm>

#include "sextant/exact/angle/ball.hpp"
#include "sextant/exact/angle/turn.hpp"
#include "sextant/exact/reference.hpp"

namespace sextant {

/// A closed interval with exact ends.
struct Span {
  Rational lower, upper;

  bool overlaps(const Span& other) const { return lower <= other.upper && other.lower <= upper; }
  bool contains(const Span& other) const { return lower <= other.lower && other.upper <= upper; }
  Rational width() const { return upper - lower; }
};

inline Span operator+(const Span& a, const Span& b) {
  return {a.lower + b.lower, a.upper + b.upper};
}
inline Span operator-(const Span& a, const Span& b) {
  return {a.lower - b.upper, a.upper - b.lower};
}
inline Span operator*(const Span& a, const Span& b) {
  const auto [low, high] =
      std::minmax({a.lower * b.lower, a.lower * b.upper, a.upper * b.lower, a.upper * b.upper});
  return {low, high};
}

inline Integer to_integer(Bits value) {
  return (Integer(static_cast<std::uint64_t>(value >> 64)) << 64) +
         Integer(static_cast<std::uint64_t>(value));
}

inline Rational radius(const exact::Ball& ball) {
  return Rational(to_integer(ball.radius)) * power_of_two(ball.exponent);
}

inline Rational middle(const exact::Ball& ball) {
  const Integer size = to_integer(static_cast<Bits>(ball.mid < 0 ? -ball.mid : ball.mid));
  return Rational(ball.mid < 0 ? Integer(-size) : size) * power_of_two(ball.exponent);
}

inline Span span(const exact::Ball& ball) {
  return {middle(ball) - radius(ball), middle(ball) + radius(ball)};
}

inline Rational exactly(const exact::Turn& turn) {
  return Rational((Integer(turn.high) << 128) + (Integer(turn.middle) << 64) + Integer(turn.low)) *
         power_of_two(-192);
}

inline Span span(const exact::Enclosure& enclosure) {
  return {to_rational(enclosure.lower), to_rational(enclosure.upper)};
}

}  // namespace sextant
