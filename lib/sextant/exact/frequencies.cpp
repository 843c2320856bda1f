#include "sextant/exact/frequencies.hpp"

#include <cstdlib>
#include <optional>
#include <utility>

#include "sextant/encoding/real/error.hpp"
#include "sextant/exact/formula.hpp"
#include "sextant/number/real.hpp"

namespace sextant::exact {
namespace {

/// A rational with both parts below 2³⁰.
struct Small {
  __extension__ typedef __int128 Wide;
  Wide above, below;

  static std::optional<Small> of(const Rational& x) {
    const Integer above = numerator(x);
    const Integer below = denominator(x);
    constexpr int most = 1 << 30;
    if (abs(above) >= most || below >= most) return std::nullopt;
    return Small{static_cast<std::int64_t>(above), static_cast<std::int64_t>(below)};
  }
};

/// The constant δ of frequencies c·b^(e + k·δ), k = 0, 1, …; nullopt if there is none.  Exponents
/// are compared by cross-multiplication, n/d = a/b + k·(c/f): sums of rationals would dominate the
/// time.
std::optional<Rational> common_step(const std::vector<Frequency>& frequencies) {
  if (frequencies.size() < 3) return std::nullopt;
  const Frequency& first = frequencies[0];
  const Rational step = frequencies[1].exponent - first.exponent;
  const auto start = Small::of(first.exponent);
  const auto by = Small::of(step);
  if (!start || !by) return std::nullopt;
  Small::Wide k = 0;
  for (const Frequency& f : frequencies) {
    const auto e = Small::of(f.exponent);
    if (!e || f.pi_power != first.pi_power || f.base != first.base ||
        f.coefficient != first.coefficient ||
        e->above * start->below * by->below !=
            e->below * (start->above * by->below + k * by->above * start->below))
      return std::nullopt;
    ++k;
  }
  return step;
}

/// With r = b^δ, the k-th frequency is the first one times r^k. r^k is the product of two powers
/// half as high, so an interval widens by log₂ k roundings instead of k.
template <class I>
std::vector<I> factors(const Waves& waves, const std::optional<Rational>& step) {
  const auto pairs = static_cast<std::size_t>(waves.pairs());
  std::vector<I> result;
  result.reserve(pairs);
  if (!step) {
    for (int pair = 0; pair < waves.pairs(); ++pair) result.push_back(frequency<I>(waves, pair));
    return result;
  }
  result.push_back(I(1));
  result.push_back(exp(I(enclose<I>(*step) * log(enclose<I>(waves.frequencies[0].base)))));
  for (std::size_t k = 2; k < pairs; ++k) result.push_back(result[k / 2] * result[k - k / 2]);
  for (std::size_t k = 0; k < pairs; ++k) {
    const Expression& factor = waves.frequencies[k].factor;
    if (factor != 1) result[k] *= evaluate<I>(factor);
  }
  return result;
}

template <class I>
I first_factor(const Waves& waves, const std::optional<Rational>& step) {
  return step ? unscaled<I>(waves.frequencies[0]) : I(1);
}

/// nullopt if an interval is too wide.                                                 turn.md, (1)
template <class I>
std::optional<std::vector<Turn>> turns_of(const Waves& waves, const Rational& steps, const I& first,
                                          const std::vector<I>& factors) {
  const I unit = first * enclose<I>(Rational(steps * waves.scale)) / (enclose_pi<I>() * I(2));
  std::vector<Turn> result;
  result.reserve(factors.size());
  I turn;
  for (std::size_t k = 0; k < factors.size(); ++k) {
    turn = factors[k];
    turn *= unit;
    const auto limbs = fraction_192(turn.backend().data());
    if (!limbs) return std::nullopt;
    const std::uint64_t radius = waves.frequencies[k].factor == 0 ? 0 : 1;  // a factor 0 is exact
    result.push_back({(*limbs)[2], (*limbs)[1], (*limbs)[0], radius});
  }
  return result;
}

/// A ball with a 126-bit midpoint.  Truncating the lower end costs a unit; the width of the
/// interval of 332 bits is negligible.
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

struct Frequencies::Enclosed {
  explicit Enclosed(const Waves& waves)
      : step(common_step(waves.frequencies)),
        first(waves.pairs() == 0 ? Interval<100>(1) : first_factor<Interval<100>>(waves, step)),
        factors(exact::factors<Interval<100>>(waves, step)) {}

  std::optional<Rational> step;  ///< of the exponents
  Interval<100> first;
  std::vector<Interval<100>> factors;  ///< ω = first·factor
};

Frequencies::Frequencies(const Waves& waves)
    : waves_(waves), enclosed_(std::make_shared<const Enclosed>(waves)) {}

std::vector<Turn> Frequencies::turns(const Rational& steps) const {
  const Enclosed& e = *enclosed_;
  if (auto found = turns_of(waves_, steps, e.first, e.factors)) return *std::move(found);
  for (int level = 2; level < kPrecisionLevels; ++level) {
    auto found = on_level(level, [&]<class I>(std::type_identity<I>) {
      return turns_of<I>(waves_, steps, first_factor<I>(waves_, e.step),
                         factors<I>(waves_, e.step));
    });
    if (found) return *std::move(found);
  }
  throw Error("a frequency is beyond what can be reduced modulo a turn");
}

std::vector<Turn> Frequencies::starts() const {
  if (waves_.origin == 0 && waves_.phases.empty()) return {};
  std::vector<Turn> result = turns(waves_.origin);
  for (std::size_t pair = 0; pair < waves_.phases.size(); ++pair) {
    const Interval<100> turn =
        enclose<Interval<100>>(waves_.phases[pair]) / (enclose_pi<Interval<100>>() * 2);
    const auto limbs = fraction_192(turn.backend().data());
    if (!limbs) throw Error("a phase is beyond what can be reduced modulo a turn");
    result[pair] = result[pair] + Turn{(*limbs)[2], (*limbs)[1], (*limbs)[0], 1};
  }
  return result;
}

std::vector<Ball> Frequencies::balls() const {
  std::vector<Ball> result;
  result.reserve(enclosed_->factors.size());
  const Interval<100>& first = enclosed_->first;
  const auto& [lower, upper] = *first.backend().data();
  const bool one = mpfr_cmp_ui(&lower, 1) == 0 && mpfr_cmp_ui(&upper, 1) == 0;  // as usual
  for (const Interval<100>& factor : enclosed_->factors)
    result.push_back(to_ball(one ? factor : Interval<100>(first * factor)));
  return result;
}

}  // namespace sextant::exact
