#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "sextant/recipe/located.hpp"
#include "sextant/recipe/terms.hpp"

namespace sextant::recipe {

/// Formats that steps are rounded to on their way, where they differ from the format computed in.
struct Detours {
  std::optional<Format> position, frequency;
};

/// How the cosine is had from an angle.
enum class CosineBy { cosine, quarter_turn };

/// A recipe that forms an angle in T by `Rule` and takes its sine and cosine in T.  Rule<T> gives
/// the factor of a pair, angle(position, factor), their relative errors, and the factors that
/// another library within the hypothesis could have found.
template <class T, template <class> class Rule, CosineBy kCosineBy = CosineBy::cosine>
class ByAngle {
 public:
  using Type = T;
  static constexpr bool sound = Rule<T>::sound && kCosineBy == CosineBy::cosine;

  explicit ByAngle(const Waves& waves, const Detours& detours = {})
      : rule_(waves),
        located_(waves, detours.position),
        detours_(detours),
        amplified_(waves.amplitude != 1),
        amplitude_(to<T>(waves.amplitude)),
        amplitude_size_(std::abs(static_cast<double>(waves.amplitude)) * (1 + 0x1p-40)) {
    for (int pair = 0; pair < waves.pairs(); ++pair) {
      factors_.push_back(detour(rule_.factor(pair)));
      sizes_.push_back(std::exp(size_of(waves, pair)) * (1 + 0x1p-30));
    }
  }

  T angle(Position p, int pair) const { return angle(p, factors_[static_cast<std::size_t>(pair)]); }
  T angle(Position p, const T& factor) const { return Rule<T>::angle(located_(p), factor); }

  T sine(const T& angle) const {
    using std::sin;
    return amplify(sin(angle));
  }
  T cosine(const T& angle) const {
    using std::cos;
    using std::sin;
    if constexpr (kCosineBy == CosineBy::quarter_turn)
      return amplify(sin(T(angle + quarter_turn())));
    return amplify(cos(angle));
  }

  T operator()(Position p, const Channel& c) const {
    if (c.function == Function::frequency)
      return Rule<T>::angle(T(1), factors_[static_cast<std::size_t>(c.pair)]);
    const T a = angle(p, c.pair);
    return c.function == Function::sine ? sine(a) : cosine(a);
  }

  Terms terms(Position p, const Channel& c, const Format& store) const {
    AngleError e{.angle = located_.magnitude(p) * sizes_[static_cast<std::size_t>(c.pair)],
                 .position = located_.error(p)};
    rule_.fill(c.pair, e);
    if (c.function == Function::frequency)
      e.angle = sizes_[static_cast<std::size_t>(c.pair)], e.position = 0;
    if (detours_.frequency) e.power += std::ldexp(1.0, -detours_.frequency->precision);
    e.absolute = std::ldexp(located_.magnitude(p) + 1,
                            Arithmetic<T>::format.emin - Arithmetic<T>::format.precision);
    if (c.function == Function::cosine && kCosineBy == CosineBy::quarter_turn) {
      e.absolute += unit<T>() * (e.angle * 1.01 + 3.2);  // ⟦π/2⟧, and the sum's rounding
    }
    if (located_.magnitude(p) == 0)
      e.absolute -= std::ldexp(1.0, Arithmetic<T>::format.emin - Arithmetic<T>::format.precision);
    return propagate(e, c.function, finish(store));
  }

  std::vector<T> candidates(int pair) const {
    if (pair == 0) return {factors_[0]};  // a power of 0 is 1, whatever the library
    std::vector<T> found = rule_.candidates(pair);
    for (T& factor : found) factor = detour(factor);
    return found;
  }

 private:
  static T quarter_turn() { return to<T>(pi_rational() / 2); }
  static Rational pi_rational() { return to_rational(lower_end(enclose_pi<Interval<100>>())); }
  static double size_of(const Waves& waves, int pair) {
    const Frequency& f = waves.frequencies[static_cast<std::size_t>(pair)];
    return std::log(static_cast<double>(f.base)) * static_cast<double>(f.exponent);
  }
  T amplify(const T& x) const { return amplified_ ? T(x * amplitude_) : x; }
  T detour(const T& factor) const {
    if constexpr (std::is_floating_point_v<T>) {
      if (detours_.frequency)
        return static_cast<T>(round_to(*detours_.frequency, static_cast<double>(factor)));
    }
    return factor;
  }
  Finish finish(const Format& store) const {
    return {unit<T>(),  Arithmetic<T>::hypothesis, amplitude_size_,
            amplified_, Arithmetic<T>::format,     store};
  }

  Rule<T> rule_;
  Located<T> located_;
  Detours detours_;
  bool amplified_;
  T amplitude_;
  double amplitude_size_;
  std::vector<T> factors_;
  std::vector<double> sizes_;
};

}  // namespace sextant::recipe
