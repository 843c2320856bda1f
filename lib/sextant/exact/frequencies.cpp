#include "sextant/exact/frequencies.hpp"

#include <cstdlib>
#include <utility>

#include "sextant/encoding/error.hpp"
#include "sextant/exact/formula.hpp"
#include "sextant/number/real.hpp"

namespace sextant::exact {
namespace {

/// δ, where the frequencies are c·b^(e + k·δ) for k = 0, 1, …
std::optional<Rational> common_step(const std::vector<Frequency>& frequencies) {
  if (frequencies.size() < 3) return std::nullopt;
  const Frequency& first = frequencies[0];
  const Rational step = frequencies[1].exponent - first.exponent;
  Rational expected = first.exponent;
  for (const Frequency& f : frequencies) {
    if (f.exponent != expected || f.pi_power != first.pi_power || f.base != first.base ||
        f.coefficient != first.coefficient)
      return std::nullopt;
    expected += step;
  }
  return step;
}

/// The frequencies, enclosed.  With r = b^δ, the k-th one is the first times r^k, and r^k is the
/// product of two powers half as high: k roundings would widen an interval more than log₂ k do.
template <class I>
std::vector<I> frequencies(const Waves& waves) {
  std::vector<I> result;
  const auto step = common_step(waves.frequencies);
  if (!step) {
    for (int pair = 0; pair < waves.pairs(); ++pair) result.push_back(frequency<I>(waves, pair));
    return result;
  }
  const auto pairs = static_cast<std::size_t>(waves.pairs());
  std::vector<I> powers;
  powers.reserve(pairs);
  powers.push_back(I(1));
  powers.push_back(exp(I(enclose<I>(*step) * log(enclose<I>(waves.frequencies[0].base)))));
  for (std::size_t k = 2; k < pairs; ++k) powers.push_back(powers[k / 2] * powers[k - k / 2]);
  const I first = frequency<I>(waves, 0);
  for (const I& power : powers) result.push_back(first * power);
  return result;
}

/// Nothing where an interval is too wide.                                         turn.md, (1)
template <class I>
std::optional<std::vector<Turn>> turns(const Waves& waves, const Rational& steps) {
  const I factor = enclose<I>(Rational(steps * waves.scale)) / (enclose_pi<I>() * I(2));
  std::vector<Turn> result;
  for (const I& omega : frequencies<I>(waves)) {
    const I turn = omega * factor;
    const auto limbs = fraction_192(turn.backend().data());
    if (!limbs) return std::nullopt;
    result.push_back({(*limbs)[2], (*limbs)[1], (*limbs)[0], 1});
  }
  return result;
}

/// A ball with a 126-bit midpoint.  Cutting the lower end costs a unit, and the interval of 332
/// bits is far narrower than another.
Ball to_ball(const Interval<100>& omega) {
  const auto* lower = &omega.backend().data()[0].left;
  const auto* upper = &omega.backend().data()[0].right;
  if (mpfr_zero_p(lower) != 0 && mpfr_zero_p(upper) != 0) return {};
  if (mpfr_number_p(lower) == 0 || mpfr_zero_p(lower) != 0 ||
      std::abs(mpfr_get_exp(lower)) > (1 << 28))
    throw Error("a frequency is beyond 2^±268435456");
  const LeadingBits bits = leading_bits(lower);
  const auto mantissa = static_cast<Ordinal>(bits.significand >> 2);
  const bool point = bits.exact && mpfr_equal_p(lower, upper) != 0 && (bits.significand & 3) == 0;
  return {mpfr_signbit(lower) != 0 ? -mantissa : mantissa, point ? Bits{0} : Bits{4},
          bits.exponent + 2};
}

}  // namespace

std::vector<Turn> turns_at(const Waves& waves, const Rational& steps) {
  for (int rung = 1; rung < kRungs; ++rung) {
    auto found =
        on_rung(rung, [&]<class I>(std::type_identity<I>) { return turns<I>(waves, steps); });
    if (found) return *std::move(found);
  }
  throw Error("a frequency is beyond what can be reduced modulo a turn");
}

std::vector<Ball> frequency_balls(const Waves& waves) {
  std::vector<Ball> balls;
  for (const Interval<100>& omega : frequencies<Interval<100>>(waves))
    balls.push_back(to_ball(omega));
  return balls;
}

}  // namespace sextant::exact
