#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "sextant/exact/oracle.hpp"
#include "sextant/recipe/terms.hpp"

namespace sextant::recipe {

/// The phase as a 64-bit fraction of a turn: unsigned overflow *is* reduction modulo 2π.
///
///   f = ⟦2⁶⁴·scale·ω/2π⟧ is off by at most ½, so p·f is off by |p|/2 units of 2⁻⁶⁴ turn,
///   that is π|p|·2⁻⁶⁴ radians, however many turns have gone by.       recipes.md, §turns
template <class T>
class Turns {
 public:
  using Type = T;
  static constexpr std::string_view name = "turns";
  static constexpr bool sound = true;

  explicit Turns(const Waves& waves)
      : origin_(static_cast<double>(waves.origin)),
        scale_(std::abs(static_cast<double>(waves.scale))),
        amplified_(waves.amplitude != 1),
        amplitude_(to<T>(waves.amplitude)),
        amplitude_size_(std::abs(static_cast<double>(waves.amplitude)) * (1 + 0x1p-40)),
        radians_(to<T>(to_rational(lower_end(enclose_pi<Interval<100>>())) * power_of_two(-63))) {
    for (int pair = 0; pair < waves.pairs(); ++pair) {
      const exact::Enclosure omega = exact::enclosure(waves, 0, {Function::frequency, pair}, 1);
      steps_.push_back(nearest_fraction(exact::turn_at(waves, pair, 1)));
      starts_.push_back(nearest_fraction(exact::turn_at(waves, pair, waves.origin)));
      frequencies_.push_back(to<T>(to_rational(omega.lower)));
      sizes_.push_back(std::abs(static_cast<double>(to_rational(omega.upper))) * (1 + 0x1p-40));
    }
  }

  /// The angle in (−π, π]: 2π·2⁻⁶⁴ times a signed 64-bit phase.
  T angle(Position p, int pair) const {
    const auto i = static_cast<std::size_t>(pair);
    const auto phase = static_cast<std::uint64_t>(p) * steps_[i] + starts_[i];
    return integer(std::bit_cast<std::int64_t>(phase)) * radians_;
  }

  T operator()(Position p, const Channel& c) const {
    using std::cos;
    using std::sin;
    if (c.function == Function::frequency) return frequencies_[static_cast<std::size_t>(c.pair)];
    const T a = angle(p, c.pair);
    const T value = c.function == Function::sine ? T(sin(a)) : T(cos(a));
    return amplified_ ? T(value * amplitude_) : value;
  }

  /// Conversion, ⟦2π⟧ and product cost a rounding each of the reduced angle, whose size is at most
  /// π and at most the angle's own.
  Terms terms(Position p, const Channel& c, const Format& store) const {
    const double u = unit<T>();
    const double steps = std::abs(static_cast<double>(p));
    const double angle =
        (steps + std::abs(origin_)) * scale_ * sizes_[static_cast<std::size_t>(c.pair)];
    AngleError e{.angle = std::min(angle, 3.1416), .base = u, .product = 2 * u};
    if (c.function == Function::frequency) e = {.angle = angle, .power = u};
    e.absolute = (steps + (origin_ != 0 ? 1 : 0)) * 0x1.921fb54442d19p1 * 0x1p-64;
    return propagate(
        e, c.function,
        {u, Arithmetic<T>::hypothesis, amplitude_size_, amplified_, Arithmetic<T>::format, store});
  }

  std::vector<T> candidates(int) const { return {}; }

 private:
  static std::uint64_t nearest_fraction(const exact::Turn& turn) {
    return turn.high + (turn.middle >> 63);
  }
  static T integer(std::int64_t phase) {
    if constexpr (std::is_floating_point_v<T>)
      return static_cast<T>(phase);
    else
      return to<T>(to_rational(Position{phase}));
  }

  std::vector<std::uint64_t> steps_, starts_;
  std::vector<T> frequencies_;
  std::vector<double> sizes_;
  double origin_, scale_;
  bool amplified_;
  T amplitude_;
  double amplitude_size_;
  T radians_;  ///< ⟦2π·2⁻⁶⁴⟧
};

}  // namespace sextant::recipe
