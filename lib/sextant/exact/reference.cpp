#include "sextant/exact/reference.hpp"

#include "sextant/exact/formula.hpp"
#include "sextant/exact/rounded.hpp"
#include "sextant/exact/undecided.hpp"
#include "sextant/number/real.hpp"
#include "sextant/number/round.hpp"
#include "sextant/number/text.hpp"

namespace sextant::exact {
namespace {

/// sin(turns·2π) if it is rational (Niven): for multiples of a twelfth of a turn, except odd
/// sixths.
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

}  // namespace

bool may_be_rational(const Waves& waves, const Rational& position, const Channel& channel) {
  if (channel.function == Function::formula) return !cell(waves, position, channel).irrational();
  const Frequency& f = waves.frequencies[static_cast<std::size_t>(channel.pair)];
  if (is_reciprocal(channel.function)) return !reciprocal(waves, channel).irrational();
  if (channel.function > Function::zero) return !f.expression().irrational();
  if (waves.phase(channel.pair) != 0) return true;  // an angle may be 0 without being known as 0
  const bool half_turns = f.pi_power == 1 && f.algebraic_part().algebraic();
  const bool algebraic = f.pi_power == 0 && f.algebraic_part().algebraic();
  return !waves.amplitude.algebraic() || !(algebraic || half_turns);
}

std::optional<Rational> rational_value(const Waves& waves, const Rational& position,
                                       const Channel& channel) {
  const auto known = [](const Expression& e) {
    return e.rational() ? std::optional<Rational>(*e.rational()) : std::nullopt;
  };
  if (channel.function == Function::zero) return Rational(0);
  if (in_zero_row(waves, position, channel)) return Rational(0);
  if (channel.function == Function::formula) return known(cell(waves, position, channel));
  if (is_reciprocal(channel.function)) return known(reciprocal(waves, channel));
  if (channel.function == Function::negated_sine) {
    const auto value = rational_value(waves, position, {Function::sine, channel.pair});
    return value ? std::optional<Rational>(-*value) : std::nullopt;
  }
  const Frequency& f = waves.frequencies[static_cast<std::size_t>(channel.pair)];
  const bool cosine = channel.function == Function::cosine;
  if (is_frequency(channel.function)) return known(f.expression());
  if (!is_wave(channel.function))
    return known(Expression(multiple(waves, position, channel.function)) * f.expression());
  const auto amplitude = known(settled_amplitude(waves, position, channel.pair));
  if (amplitude && *amplitude == 0) return Rational(0);
  if (waves.phase(channel.pair) != 0) return std::nullopt;
  const Rational steps = (position + waves.origin) * waves.scale * f.coefficient;
  if (steps == 0 || f.factor == 0) return cosine ? amplitude : Rational(0);
  if (f.pi_power != 1) return std::nullopt;
  const auto power = known(f.algebraic_part());
  if (!power) return std::nullopt;
  const Rational turns = (position + waves.origin) * waves.scale * *power / 2;
  const auto sine = niven_sine(turns + (cosine ? Rational(1, 4) : Rational(0)));
  if (!sine || *sine == 0) return sine;
  return amplitude ? std::optional<Rational>(*amplitude * *sine) : std::nullopt;
}

Enclosure enclosure(const Waves& waves, const Rational& position, const Channel& channel,
                    int level) {
  return on_level(level, [&]<class I>(std::type_identity<I>) {
    const I x = value<I>(waves, position, channel);
    return Enclosure{lower_end(x), upper_end(x)};
  });
}

NearestNumber nearest(const Format& format, const Waves& waves, const Rational& position,
                      const Channel& channel) {
  return nearest(format, ChannelTruth<Rational>(waves, position, channel));
}

std::string decimal(const Waves& waves, const Rational& position, const Channel& channel,
                    int digits) {
  if (const auto exactly = rational_value(waves, position, channel))
    return sextant::decimal(*exactly, digits);
  for (int level = kFirstLevel; level < kPrecisionLevels; ++level) {
    if (kPrecisionDigits[level] < static_cast<unsigned>(digits)) continue;
    const auto [lower, upper] = on_level(level, [&]<class I>(std::type_identity<I>) {
      const I x = value<I>(waves, position, channel);
      const auto* ends = x.backend().data();
      return std::pair(nearest_digits(&ends->left, digits), nearest_digits(&ends->right, digits));
    });
    if (lower == upper) return place_point(lower.negative, lower.digits, lower.point);
  }
  throw Undecided("the value is too near to a rounding boundary for " + std::to_string(digits) +
                  " digits");
}

}  // namespace sextant::exact
