#include "sextant/encoding/bias/xpos.hpp"

#include <string>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/real/readable.hpp"

namespace sextant {
namespace {

constexpr int kLargestExponent = 1 << 16;

}  // namespace

void expect_scale(const Xpos& e) {
  if (e.dim < 2 || e.dim % 2 != 0)
    throw Error("--dim " + std::to_string(e.dim) + " is not an even number of channels");
  if (e.scale_base <= 0) throw Error("--scale-base " + readable(e.scale_base) + " is not positive");
  if (e.gamma <= 0) throw Error("--gamma " + readable(e.gamma) + " is not positive");
}

Rational zeta(const XposForm& form, int pair) {
  const Rational& gamma = form.of.gamma;
  return (Rational(form.by_index ? pair : 2 * pair, form.of.dim) + gamma) / (1 + gamma);
}

Rational exponent(const XposForm& form, const Rational& place) {
  Rational power = place / form.of.scale_base;
  if (form.floors) power = *floor(Expression(power)).rational();
  if (abs(power) > kLargestExponent) {
    throw Error("the scale of xPos is beyond every format " + readable(Rational(abs(place))) +
                " positions from its centre");
  }
  return form.of.of == Xpos::Of::keys ? Rational(-power) : power;
}

Expression cell(const XposForm& form, const Rational& place, int pair) {
  constexpr std::size_t kMostBits = std::size_t{1} << 20;
  const Rational base = zeta(form, pair), power = exponent(form, place);
  const std::size_t bits = msb(denominator(base)) + 1;
  if (is_integer(power) && abs(power) * Rational(Integer(bits)) > Rational(Integer(kMostBits)))
    throw Error(
        "the scale of xPos has too many digits: shorten --gamma, or take a larger "
        "--scale-base");
  return pow(Expression(base), power);
}

}  // namespace sextant
