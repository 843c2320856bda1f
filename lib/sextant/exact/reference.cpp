#include "sextant/exact/reference.hpp"

#include "sextant/encoding/error.hpp"
#include "sextant/exact/formula.hpp"
#include "sextant/number/real.hpp"
#include "sextant/number/round.hpp"
#include "sextant/number/text.hpp"

namespace sextant::exact {
namespace {

constexpr int kFirstRung = 1;
constexpr int kUndecidedRung = 4;  // the cap of case (d): rung 3 is the last one tried
constexpr unsigned kLargestRoot = 1U << 20;

/// The k-th root of an integer ≥ 0, if it is an integer.
std::optional<Integer> exact_root(const Integer& n, unsigned k) {
  if (n <= 1 || k == 1) return n;
  const unsigned bits = static_cast<unsigned>(msb(n)) + 1;
  if (k >= bits) return std::nullopt;
  Integer low = Integer(1) << ((bits - 1) / k);
  Integer high = Integer(1) << ((bits - 1) / k + 1);
  while (high - low > 1) {
    const Integer middle = (low + high) / 2;
    (pow(middle, k) <= n ? low : high) = middle;
  }
  if (pow(low, k) == n) return low;
  return std::nullopt;
}

/// base^exponent if that is rational: base = (a/b)^k for the exponent's denominator k.
std::optional<Rational> rational_power(const Rational& base, const Rational& exponent) {
  if (exponent == 0 || base == 1) return Rational(1);
  if (denominator(exponent) > kLargestRoot || abs(numerator(exponent)) > kLargestRoot)
    return std::nullopt;
  const auto k = static_cast<unsigned>(denominator(exponent));
  const auto above = exact_root(numerator(base), k);
  const auto below = exact_root(denominator(base), k);
  if (!above || !below) return std::nullopt;
  const auto n = static_cast<unsigned>(Integer(abs(numerator(exponent))));
  const Rational power(pow(*above, n), pow(*below, n));
  return exponent < 0 ? Rational(1 / power) : power;
}

/// sin(turns·2π) where that is rational (Niven): a multiple of a twelfth of a turn, but no odd
/// sixth.
std::optional<Rational> niven_sine(const Rational& turns) {
  const Rational twelfths = turns * 12;
  if (!is_integer(twelfths)) return std::nullopt;
  Integer k = numerator(twelfths) % 12;
  if (k < 0) k += 12;
  switch (static_cast<int>(k)) {
    case 0:
    case 6:
      return Rational(0);
    case 1:
    case 5:
      return Rational(1, 2);
    case 3:
      return Rational(1);
    case 7:
    case 11:
      return Rational(-1, 2);
    case 9:
      return Rational(-1);
    default:
      return std::nullopt;
  }
}

/// Case (d): nothing is known that forbids a rational value.
bool may_be_rational(const Waves& waves, const Channel& channel) {
  const int power = waves.frequencies[static_cast<std::size_t>(channel.pair)].pi_power;
  return channel.function != Function::frequency && power != 0 && power != 1;
}

}  // namespace

std::optional<Rational> rational_value(const Waves& waves, const Rational& position,
                                       const Channel& channel) {
  if (channel.function == Function::zero) return Rational(0);
  const Frequency& f = waves.frequencies[static_cast<std::size_t>(channel.pair)];
  const bool cosine = channel.function == Function::cosine;
  if (channel.function == Function::frequency) {
    if (f.pi_power != 0) return f.coefficient == 0 ? std::optional<Rational>(0) : std::nullopt;
    const auto power = rational_power(f.base, f.exponent);
    return power ? std::optional<Rational>(f.coefficient * *power) : std::nullopt;
  }
  if (waves.amplitude == 0) return Rational(0);
  const Rational steps = (position + waves.origin) * waves.scale * f.coefficient;
  if (steps == 0) return cosine ? waves.amplitude : Rational(0);
  if (f.pi_power != 1) return std::nullopt;
  const auto power = rational_power(f.base, f.exponent);
  if (!power) return std::nullopt;
  const auto sine = niven_sine(steps * *power / 2 + (cosine ? Rational(1, 4) : Rational(0)));
  return sine ? std::optional<Rational>(waves.amplitude * *sine) : std::nullopt;
}

Enclosure enclosure(const Waves& waves, const Rational& position, const Channel& channel,
                    int rung) {
  return on_rung(rung, [&]<class I>(std::type_identity<I>) {
    const I x = value<I>(waves, position, channel);
    return Enclosure{lower_end(x), upper_end(x)};
  });
}

Nearest nearest(const Format& format, const Waves& waves, const Rational& position,
                const Channel& channel) {
  if (const auto exactly = rational_value(waves, position, channel))
    return {round(format, *exactly), true};
  Number candidate;
  const int end = may_be_rational(waves, channel) ? kUndecidedRung : kRungs;
  for (int rung = kFirstRung; rung < end; ++rung) {
    const auto [lower, upper] = enclosure(waves, position, channel, rung);
    if (!lower.finite() || !upper.finite()) continue;
    candidate = round(format, lower.negative, lower.significand, lower.exponent);
    if (candidate == round(format, upper.negative, upper.significand, upper.exponent))
      return {candidate, true};
  }
  return {candidate, false};
}

std::string decimal(const Waves& waves, const Rational& position, const Channel& channel,
                    int digits) {
  if (const auto exactly = rational_value(waves, position, channel))
    return sextant::decimal(*exactly, digits);
  for (int rung = kFirstRung; rung < kRungs; ++rung) {
    if (kLadderDigits[rung] < static_cast<unsigned>(digits)) continue;
    const auto [lower, upper] = on_rung(rung, [&]<class I>(std::type_identity<I>) {
      const I x = value<I>(waves, position, channel);
      const auto* ends = x.backend().data();
      return std::pair(nearest_digits(&ends->left, digits), nearest_digits(&ends->right, digits));
    });
    if (lower == upper) return place_point(lower.negative, lower.digits, lower.point);
  }
  throw Error("the value is too near to a rounding boundary for " + std::to_string(digits) +
              " digits");
}

}  // namespace sextant::exact
