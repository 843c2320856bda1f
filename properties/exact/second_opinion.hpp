#pragma once

#include <string>

#include <arb.h>
#include <flint/fmpq.h>

#include "exact/angle/span.hpp"
#include "sextant/encoding/bias/chart.hpp"
#include "sextant/encoding/real/error.hpp"

namespace sextant::second_opinion {

/// Arb's answers to the same questions.  It shares no code with the oracle: parameters are passed
/// as text, and every operation is FLINT's.

/// A real ball; frees itself.
class Real {
 public:
  Real() { arb_init(x_); }
  Real(const Real& other) : Real() { arb_set(x_, other.x_); }
  Real& operator=(const Real&) = delete;
  ~Real() { arb_clear(x_); }

  arb_ptr get() { return x_; }
  arb_srcptr get() const { return x_; }

  Span span() const {
    fmpz_t low, high, exponent;
    fmpz_init(low), fmpz_init(high), fmpz_init(exponent);
    arb_get_interval_fmpz_2exp(low, high, exponent, x_);
    const Rational unit = sextant::power_of_two(static_cast<int>(fmpz_get_si(exponent)));
    const Span result{Rational(integer(low)) * unit, Rational(integer(high)) * unit};
    fmpz_clear(low), fmpz_clear(high), fmpz_clear(exponent);
    return result;
  }

  /// `digits` correct significant digits, as Arb prints them.
  std::string decimal(int digits) const {
    char* text = arb_get_str(x_, digits, ARB_STR_NO_RADIUS);
    const std::string result = text;
    flint_free(text);
    return result;
  }

 private:
  static Integer integer(const fmpz_t value) {
    char* text = fmpz_get_str(nullptr, 10, value);
    const Integer result(text);
    flint_free(text);
    return result;
  }

  arb_t x_;
};

/// An exact rational; frees itself.
class Fraction {
 public:
  explicit Fraction(const Rational& value) {
    fmpq_init(x_);
    fmpq_set_str(x_, value.str().c_str(), 10);
  }
  Fraction(const Fraction&) = delete;
  Fraction& operator=(const Fraction&) = delete;
  ~Fraction() { fmpq_clear(x_); }
  const fmpq* get() const { return x_; }

 private:
  fmpq_t x_;
};

inline Real real(const Rational& value, slong precision) {
  Real result;
  arb_set_fmpq(result.get(), Fraction(value).get(), precision);
  return result;
}

/// An expression, settled.
inline Real real(const Expression& e, slong precision) {
  using Kind = Expression::Kind;
  Real result;
  const auto part = [&](std::size_t k) { return real(e.part(k), precision); };
  switch (e.kind()) {
    case Kind::rational:
      return real(*e.rational(), precision);
    case Kind::pi:
      arb_const_pi(result.get(), precision);
      return result;
    case Kind::log:
      arb_log(result.get(), part(0).get(), precision);
      return result;
    case Kind::exp:
      arb_exp(result.get(), part(0).get(), precision);
      return result;
    case Kind::power:
      arb_pow_fmpq(result.get(), part(0).get(), Fraction(e.exponent()).get(), precision);
      return result;
    case Kind::sum:
      arb_add(result.get(), part(0).get(), part(1).get(), precision);
      return result;
    case Kind::product:
      arb_mul(result.get(), part(0).get(), part(1).get(), precision);
      return result;
    default:
      throw Error("a decision is left");
  }
}

/// coefficient·π^k·base^exponent·factor.
inline Real frequency(const Waves& waves, int pair, slong precision) {
  const Frequency& f = waves.frequencies[static_cast<std::size_t>(pair)];
  Real power = real(f.base, precision);
  arb_pow_fmpq(power.get(), power.get(), Fraction(f.exponent).get(), precision);
  Real pi;
  arb_const_pi(pi.get(), precision);
  arb_pow_fmpq(pi.get(), pi.get(), Fraction(f.pi_power).get(), precision);
  arb_mul(power.get(), power.get(), pi.get(), precision);
  arb_mul(power.get(), power.get(), real(f.coefficient, precision).get(), precision);
  arb_mul(power.get(), power.get(), real(f.factor, precision).get(), precision);
  return power;
}

/// The value of a channel, by its function (chart.hpp).
inline Real value(const Waves& waves, const Rational& position, const Channel& channel,
                  slong precision) {
  if (channel.function == Function::zero) return Real();
  const Rational place = position + waves.origin;
  if (channel.function == Function::formula)
    return real(cell(*waves.formula, place, channel.pair, waves.scale), precision);
  Real x = frequency(waves, channel.pair, precision);
  if (channel.function == Function::frequency || channel.function == Function::slope) return x;
  const bool by_size = channel.function == Function::distance;
  const Rational steps = waves.scale * (by_size && place < 0 ? Rational(-place) : place);
  arb_mul(x.get(), x.get(), real(steps, precision).get(), precision);
  if (by_size || channel.function == Function::proportional) return x;
  const auto function = channel.function == Function::sine ? arb_sin : arb_cos;
  function(x.get(), x.get(), precision);
  arb_mul(x.get(), x.get(), real(waves.amplitude, precision).get(), precision);
  return x;
}

/// More than enough precision for results in double and angles below about 2¹²⁸.
inline constexpr slong kPrecision = 400;

inline Span span(const Waves& waves, const Rational& position, const Channel& channel,
                 slong precision = kPrecision) {
  return value(waves, position, channel, precision).span();
}

}  // namespace sextant::second_opinion
