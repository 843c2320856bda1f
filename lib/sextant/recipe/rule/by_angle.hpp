#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "sextant/number/pi.hpp"
#include "sextant/recipe/bound/amplitude.hpp"
#include "sextant/recipe/bound/arithmetic.hpp"
#include "sextant/recipe/bound/context_scaling.hpp"
#include "sextant/recipe/bound/converted_position.hpp"
#include "sextant/recipe/bound/device_sine.hpp"
#include "sextant/recipe/bound/frequency_sizes.hpp"
#include "sextant/recipe/bound/intermediate_roundings.hpp"
#include "sextant/recipe/bound/terms.hpp"

namespace sextant::recipe {

/// A recipe that computes an angle in T by `Rule`, and its sine and cosine in T. Rule<T> gives a
/// pair's factor, angle(position, factor), their relative errors, and the factors that another
/// library within the hypothesis could compute.  The factor of a rule that `divides` is 1/ω.
template <class T, template <class> class Rule, Trigonometry kTrigonometry = Trigonometry::library>
class ByAngle {
 public:
  using Type = T;
  static constexpr bool sound = Rule<T>::sound && (kTrigonometry == Trigonometry::library ||
                                                   kTrigonometry == Trigonometry::narrowed);

  /// `single` is the hypothesis about functions in float32; only narrowed angles use it.
  explicit ByAngle(const Waves& waves, const IntermediateRoundings& intermediate = {},
                   const Hypothesis& hypothesis = Arithmetic<T>::hypothesis,
                   const Hypothesis& single = Arithmetic<float>::hypothesis)
      : hypothesis_(hypothesis),
        single_(single),
        rule_(ContextScaling<T>::with_context_base(waves), hypothesis),
        scaling_(waves, hypothesis),
        sizes_(frequency_sizes(waves)),
        converted_(waves, intermediate.position),
        intermediate_(intermediate),
        amplitude_(waves, hypothesis) {
    for (int pair = 0; pair < waves.pairs(); ++pair)
      factors_.push_back(in_context(pair, rule_.factor(pair)));
    for (const Rational& phase : waves.phases) phases_.push_back(to<T>(phase));
    for (int pair = 0; pair < waves.pairs(); ++pair) {
      AngleError& e = of_pairs_.emplace_back();
      rule_.fill(pair, e);
      add_context(pair, e);
    }
  }

  /// The position after its conversion to T.
  T converted(Position p) const { return converted_(p); }

  T angle(Position p, int pair) const {
    const auto i = static_cast<std::size_t>(pair);
    if (!phases_.empty()) return unshifted(p, pair) + phases_[i];
    return unshifted(p, pair);
  }
  T angle(Position p, const T& factor) const {
    return narrow(Rule<T>::angle(converted_(p), factor));
  }
  /// Whether angles depend on the pair, not only on its factor.
  bool by_pair() const { return !phases_.empty(); }

  T sine(const T& angle) const {
    using std::sin;
    if constexpr (kTrigonometry == Trigonometry::device)
      return amplitude_(static_cast<T>(device_sine(device_turn(angle))));
    else if constexpr (kTrigonometry == Trigonometry::narrowed)
      return in_float32(amplitude_(static_cast<T>(sin(static_cast<float>(angle)))));
    else
      return amplitude_(sin(angle));
  }
  T cosine(const T& angle) const {
    using std::cos;
    using std::sin;
    if constexpr (kTrigonometry == Trigonometry::quarter_turn)
      return amplitude_(sin(T(angle + quarter_turn())));
    else if constexpr (kTrigonometry == Trigonometry::device)
      return amplitude_(static_cast<T>(device_cosine(device_turn(angle))));
    else if constexpr (kTrigonometry == Trigonometry::narrowed)
      return in_float32(amplitude_(static_cast<T>(cos(static_cast<float>(angle)))));
    else
      return amplitude_(cos(angle));
  }

  /// The sine or cosine that is computed for an angle.
  Wave wave(T angle, Function function) const {
    if (kTrigonometry == Trigonometry::quarter_turn && function == Function::cosine)
      return {static_cast<double>(T(angle + quarter_turn())), Function::sine, 0, hypothesis_.trig};
    if constexpr (kTrigonometry == Trigonometry::device)
      return {2 * std::numbers::pi * device_turn(angle), function,
              kDeviceSine.trig_absolute + 0x1p-48};
    if constexpr (kTrigonometry == Trigonometry::narrowed)
      return {static_cast<double>(in_float32(angle)), function, 0, single_.trig};
    return {static_cast<double>(angle), function, 0, hypothesis_.trig};
  }

  T operator()(Position p, const Channel& c) const {
    if (c.function == Function::frequency)
      return Rule<T>::angle(T(1), factors_[static_cast<std::size_t>(c.pair)]);
    return wave_of(angle(p, c.pair), c.function);
  }

  /// The angles of a row by pair: the results of angle(), computed once for all channels.
  std::vector<T> angles(Position p) const {
    std::vector<T> found(factors_.size());
    T at = converted_(p);
    for (std::size_t i = 0; i < found.size(); ++i) {
      if constexpr (climbs()) {
        found[i] = narrow(scaling_.divided(static_cast<int>(i), at));
        at = rule_.climb(1, at);
      } else {
        found[i] = narrow(Rule<T>::angle(at, factors_[i]));
      }
      if (!phases_.empty()) found[i] = found[i] + phases_[i];
    }
    return found;
  }
  T wave_of(const T& angle, Function function) const {
    return function == Function::sine ? sine(angle) : cosine(angle);
  }

  Terms terms(Position p, const Channel& c, const Format& store, bool exactly = false) const {
    const double omega = sizes_[static_cast<std::size_t>(c.pair)];
    const bool alone = c.function == Function::frequency;
    AngleError e = of_pairs_[static_cast<std::size_t>(c.pair)];
    e.angle = alone ? omega : converted_.magnitude(p) * omega;
    if (e.angle == 0 && omega > 0 && converted_.magnitude(p) > 0)
      e.angle = std::numeric_limits<double>::min();
    if (alone && !divides()) e.product = 0;  // a product with 1
    if (kTrigonometry == Trigonometry::device && !alone) e.product += kDeviceProduct;
    const double growth = std::exp(e.base + e.exponent + e.scaling + e.power + e.product);
    e.vacuous |= !(omega == 0 || is_normal<T>(omega)) || !(growth < 2);
    if (!alone && e.angle > 0)
      e.position = exactly ? converted_.error(p, true) : converted_.error(p);
    if (intermediate_.frequency) {
      const double x =
          alone ? 1
                : (converted_.magnitude(p) * (1 + e.position) + converted_.absolute_error(p)) *
                      (1 + e.product);
      add_intermediate_rounding(*intermediate_.frequency, omega, growth, x, e);
    }
    if (!alone) {
      e.vacuous |=
          !converted_.normal(p) || !(e.angle < std::ldexp(0.5, Arithmetic<T>::format.emax));
    }
    if (e.angle > 0) e.absolute += (omega + 1) * underflow<T>();
    if (!alone && omega > 0) e.absolute += converted_.absolute_error(p) * omega * growth * kUpward;
    if (!alone && e.angle > 0 && intermediate_.angle) e.absolute += kLost;
    if (!alone && !phases_.empty()) add_phase(phases_[static_cast<std::size_t>(c.pair)], e);
    Finish finish = amplitude_.finish(store);
    if (kTrigonometry == Trigonometry::device) {
      finish.hypothesis = kDeviceSine;
      if (e.angle > 0) e.absolute += kDeviceFlush;
    }
    if constexpr (kTrigonometry == Trigonometry::narrowed) {
      if (!alone) add_narrowing(angle(p, c.pair), e, finish);
    }
    if (c.function == Function::cosine && kTrigonometry == Trigonometry::quarter_turn)
      add_quarter_turn(e);
    return propagate(e, c.function, finish);
  }

  /// Whether a bound depends only on the magnitude of the position and on whether it is exact.
  bool plain() const {
    return kTrigonometry != Trigonometry::narrowed && converted_.plain() &&
           !intermediate_.position && !intermediate_.frequency && !intermediate_.angle &&
           phases_.empty();
  }
  static bool exact(Position p) { return ConvertedPosition<T>::exact(p); }
  static bool all_exact(Position p) { return ConvertedPosition<T>::all_exact(p); }

  /// The part of terms() that a column's entries share: the errors of the frequency, or of 1/ω if
  /// the rule divides by it.                                                      recipes.md, (37a)
  std::optional<double> frequency_error(int pair) const {
    const bool shares = phases_.empty() && !intermediate_.frequency && !intermediate_.angle;
    if (kTrigonometry != Trigonometry::library || climbs() || !shares) return std::nullopt;
    const AngleError& e = of_pairs_[static_cast<std::size_t>(pair)];
    const double sum = e.base + e.exponent + e.scaling + e.power;
    return e.vacuous || !(sum < 1) ? std::nullopt : std::optional(std::expm1(sum) * kUpward);
  }

  std::vector<T> candidates(int pair) const {
    if (pair == 0) return {factors_[0]};  // base^0 is 1 with every library
    const std::vector<T> own = rule_.candidates(pair);
    std::vector<T> found;
    for (const T& factor : own) found.push_back(in_context(pair, factor));
    if constexpr (inverts()) {  // context scaling may come before the reciprocal or after it
      for (const T& factor : own) {
        const T other = rounded_factor(scaling_.frequency(pair, T(1) / factor));
        if (std::find(found.begin(), found.end(), other) == found.end()) found.push_back(other);
      }
    }
    return found;
  }

 private:
  /// Intermediate roundings apply to doubles; wider types have none.
  static constexpr bool kRoundsIntermediates =
      std::is_same_v<T, float> || std::is_same_v<T, double>;

  /// An absolute error that means no bound: an angle rounded to a narrow format may round either
  /// way.
  static constexpr double kLost = 2;

  /// A number rounded to float32.
  static T in_float32(const T& number) { return static_cast<T>(static_cast<float>(number)); }

  /// Adds the rounding of the angle to float32, unless the angle is exact and float32 holds it.
  /// Counts the later steps in float32.                                          recipes.md, (13a)
  void add_narrowing(const T& angle, AngleError& e, Finish& finish) const {
    constexpr double u = 0x1p-24;
    const double sum = e.position + e.base + e.exponent + e.scaling + e.power + e.product;
    const bool held = sum == 0 && phases_.empty() && in_float32(angle) == angle;
    if (e.angle > 0 && !held) {
      e.product += u * (1 + 2 * u);
      e.absolute += underflow<float>();
    }
    e.vacuous |= !(e.angle < 0x1p126);
    finish.normal = finish.amplitude == 0 || is_normal<float>(finish.amplitude);
    finish.hypothesis = single_;
    finish.compute = kFloat32;
    finish.unit = u;
    if (finish.amplify > 0) finish.amplify += u * (1 + 2 * u);
  }

  /// Computed once: rounding a rational of π takes longer than a sine.
  static const T& quarter_turn() {
    static const T value = to<T>(Rational(lower_pi() / 2));
    return value;
  }

  T unshifted(Position p, int pair) const {
    if constexpr (climbs())
      return narrow(scaling_.divided(pair, rule_.climb(pair, converted_(p))));
    else
      return angle(p, factors_[static_cast<std::size_t>(pair)]);
  }

  /// The phase and the sum are rounded; relative parts of the angle apply to both.
  ///                                                                              recipes.md, (12a)
  static void add_phase(const T& phase, AngleError& e) {
    const double size = std::abs(static_cast<double>(phase)) * (1 + 2 * unit<T>());
    const double sum = e.position + e.base + e.exponent + e.scaling + e.power + e.product;
    e.angle += size;
    e.absolute += unit<T>() * (size + e.angle * std::exp(sum) + e.absolute);
  }

  static constexpr bool divides() {
    if constexpr (requires { Rule<T>::divides; }) return Rule<T>::divides;
    return false;
  }
  static constexpr bool climbs() {
    if constexpr (requires { Rule<T>::climbs; }) return Rule<T>::climbs;
    return false;
  }
  static constexpr bool inverts() {
    if constexpr (requires { Rule<T>::inverts; }) return Rule<T>::inverts;
    return false;
  }

  /// The rule's factor after context scaling.
  T in_context(int pair, const T& factor) const {
    if constexpr (divides())
      return rounded_factor(scaling_.divisor(pair, factor));
    else if constexpr (climbs())
      return rounded_factor(scaling_.divided(pair, factor));
    else if constexpr (inverts())
      return rounded_factor(scaling_.inverse(pair, factor));
    else
      return rounded_factor(scaling_.frequency(pair, factor));
  }

  /// Rules that divide, and blend frequencies, invert twice; recurrences divide by precomputed
  /// factors.                                                                recipes.md, (44), (45)
  void add_context(int pair, AngleError& e) const {
    const double eta = std::expm1(e.base + e.exponent + e.power);
    e.scaling = scaling_.error(pair, eta);
    if (divides() && scaling_.blends()) e.scaling += 3 * unit<T>();
    if (climbs() && e.scaling > 0) e.scaling += 2 * unit<T>();
    if (e.scaling > 0) e.product = unit<T>();  // also for pair 0, whose frequency is no longer 1
    e.vacuous |= std::isinf(e.scaling);
    if (e.vacuous) e.scaling = 0;
  }

  T rounded_factor(const T& factor) const { return by(intermediate_.frequency, factor); }
  T narrow(const T& angle) const { return by(intermediate_.angle, angle); }
  T by(const std::optional<Format>& format, const T& number) const {
    if constexpr (kRoundsIntermediates) {
      if (format)
        return static_cast<T>(
            round_to(*format, static_cast<double>(number), intermediate_.rounding));
    }
    return number;
  }

  /// The rounding of the factor to another format: a relative error, or an absolute one below its
  /// normal numbers.                                                               recipes.md, (11)
  static void add_intermediate_rounding(const Format& format, double omega, double growth, double x,
                                        AngleError& e) {
    const double size = divides() ? 1 / omega : omega;
    const double floor = std::ldexp(1.0, format.emin - format.precision);
    double relative = std::ldexp(1.0, -format.precision);
    if constexpr (divides()) {
      relative = std::max(relative, floor * growth / size * kUpward);
      e.vacuous |= relative > 0.5;
      relative /= 1 - relative;
    } else if (size < std::ldexp(growth, format.emin) && e.angle > 0) {
      e.absolute += x * floor * kUpward;
    }
    e.vacuous |= std::isinf(storage_error(format, size * growth * kUpward));
    e.power += relative;
  }

  /// The error of ⟦π/2⟧, and the rounding of the sum at its own magnitude.         recipes.md, (12)
  static void add_quarter_turn(AngleError& e) {
    const double sum = e.position + e.base + e.exponent + e.scaling + e.power + e.product;
    e.absolute += unit<T>() * (e.angle * std::exp(sum) + e.absolute + 3.2);
    e.offset = 1.6;
  }

  Hypothesis hypothesis_, single_;
  Rule<T> rule_;
  ContextScaling<T> scaling_;
  std::vector<double> sizes_;  // upper bounds of |ω|
  ConvertedPosition<T> converted_;
  IntermediateRoundings intermediate_;
  Amplitude<T> amplitude_;
  std::vector<T> factors_, phases_;
  std::vector<AngleError> of_pairs_;  ///< the parts that do not depend on the position
};

}  // namespace sextant::recipe
