#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "sextant/exact/frequencies.hpp"
#include "sextant/exact/reference.hpp"
#include "sextant/number/pi.hpp"
#include "sextant/recipe/bound/amplitude.hpp"
#include "sextant/recipe/bound/arithmetic.hpp"
#include "sextant/recipe/bound/converted_position.hpp"
#include "sextant/recipe/bound/terms.hpp"

namespace sextant::recipe {

/// The phase as a 64-bit fraction of a turn: unsigned overflow is reduction modulo 2π.
///
///   f = ⟦2⁶⁴·scale·ω/2π⟧
///
/// The error of f is at most ½. The error of p·f is thus at most |p|/2 units of 2⁻⁶⁴ turn, or
/// π|p|·2⁻⁶⁴ radians, for any number of turns.                                   recipes.md, §turns
template <class T>
class Turns {
 public:
  using Type = T;
  static constexpr std::string_view name = "turns";
  static constexpr bool sound = true;

  explicit Turns(const Waves& waves, const Hypothesis& hypothesis = Arithmetic<T>::hypothesis)
      : converted_(waves),
        moved_(!waves.phases.empty() || (waves.origin != 0 && waves.scale != 0)),
        amplitude_(waves, hypothesis),
        radians_(to<T>(Rational(lower_pi() * power_of_two(-63)))) {
    const exact::Frequencies frequencies(waves);
    for (const exact::Turn& step : frequencies.turns(1)) steps_.push_back(nearest_fraction(step));
    std::vector<exact::Turn> starts = frequencies.starts();
    starts.resize(static_cast<std::size_t>(waves.pairs()));  // empty: all are 0
    for (const exact::Turn& start : starts) starts_.push_back(nearest_fraction(start));
    for (int pair = 0; pair < waves.pairs(); ++pair) {
      const exact::Enclosure omega = exact::enclosure(waves, 0, {Function::frequency, pair}, 1);
      const Frequency& f = waves.frequencies[static_cast<std::size_t>(pair)];
      const Expression exactly = f.rational() ? f.expression() : Expression::pi();
      const bool held = exactly.rational() != nullptr && holds<T>(*exactly.rational());
      frequencies_.push_back(held ? to<T>(exactly) : to<T>(to_rational(omega.lower)));
      held_.push_back(held);
      sizes_.push_back(upward(to_rational(omega.upper)));
    }
  }

  /// The angle in (−π, π]: 2π·2⁻⁶⁴ times a signed 64-bit phase.
  T angle(Position p, int pair) const { return integer(phase(p, pair)) * radians_; }

  T operator()(Position p, const Channel& c) const {
    using std::cos;
    using std::sin;
    if (c.function == Function::frequency) return frequencies_[static_cast<std::size_t>(c.pair)];
    const T a = angle(p, c.pair);
    return amplitude_(c.function == Function::sine ? T(sin(a)) : T(cos(a)));
  }

  /// The phase has an error of half a unit per position, plus half a unit of the start.
  /// Conversion, ⟦2π⟧ and product each add a rounding of the reduced angle, which is at most the
  /// angle.  It is known, because the phase is exact.                        recipes.md, (33), (34)
  Terms terms(Position p, const Channel& c, const Format& store, bool = true) const {
    const double u = unit<T>();
    const auto i = static_cast<std::size_t>(c.pair);
    const double omega = sizes_[i];
    if (c.function == Function::frequency) {
      AngleError alone{
          .angle = omega, .power = held_[i] ? 0 : u, .vacuous = omega != 0 && !is_normal<T>(omega)};
      return propagate(alone, c.function, amplitude_.finish(store));
    }
    const double units = std::abs(static_cast<double>(p)) + (moved_ ? 1 : 0);
    AngleError e{.base = u, .product = 2 * u};
    e.absolute = units * 0x1.921fb54442d19p1 * 0x1p-64;
    e.angle = std::min(converted_.magnitude(p) * omega + e.absolute, 3.1416);
    if (moved_) e.angle = std::abs(static_cast<double>(phase(p, c.pair))) * kRadians + e.absolute;
    if (units == 0) e = {};
    return propagate(e, c.function, amplitude_.finish(store));
  }

  /// As in ByAngle; integers are not rounded to a format here.
  bool plain() const { return converted_.plain() && !moved_; }
  static bool exact(Position) { return true; }
  static bool all_exact(Position) { return true; }

  std::vector<T> candidates(int) const { return {}; }

 private:
  /// 2π·2⁻⁶⁴, rounded upward by more than the conversion of a phase to double loses.
  static constexpr double kRadians = 0x1.921fb54442d2p2 * 0x1p-64;

  std::int64_t phase(Position p, int pair) const {
    const auto i = static_cast<std::size_t>(pair);
    return std::bit_cast<std::int64_t>(static_cast<std::uint64_t>(p) * steps_[i] + starts_[i]);
  }
  static std::uint64_t nearest_fraction(const exact::Turn& turn) {
    return turn.high + (turn.middle >> 63);
  }
  static T integer(std::int64_t phase) {
    if constexpr (std::is_floating_point_v<T>)
      return static_cast<T>(phase);
    else
      return to<T>(to_rational(Position{phase}));
  }

  ConvertedPosition<T> converted_;  ///< only for the magnitude of angles
  bool moved_;                      ///< by an origin or by phases
  Amplitude<T> amplitude_;
  std::vector<std::uint64_t> steps_, starts_;
  std::vector<T> frequencies_;
  std::vector<bool> held_;     ///< whether T holds the frequency itself
  std::vector<double> sizes_;  ///< upper bounds of the frequencies
  T radians_;                  ///< ⟦2π·2⁻⁶⁴⟧
};

}  // namespace sextant::recipe
