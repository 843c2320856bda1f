#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/recipe/bound/arithmetic.hpp"
#include "sextant/recipe/bound/computed_coordinate.hpp"

namespace sextant::recipe {

/// scale·(p + origin) as a program in T computes it.  An integer origin is added while positions
/// are still integers, any other origin in T; then the scale multiplies.  Positions in units of 1/D
/// are numbers of T from the start: n/D is rounded, and every origin is added in T.  If `format` is
/// given, the position is rounded to it in between (a fault that some programs have).  If the
/// waves have the steps of a coordinate, these steps compute it instead.
template <class T>
class ConvertedPosition {
 public:
  explicit ConvertedPosition(const Waves& waves, std::optional<Format> format = std::nullopt)
      : parts_(waves.parts), divisor_(static_cast<double>(waves.parts)), format_(format) {
    const Rational whole(Integer(waves.parts));
    const Rational origin = waves.origin / whole;
    const Rational scale = waves.scale * whole;
    origin_ = static_cast<double>(origin);
    scaled_ = scale != 1;
    scale_ = to<T>(scale);
    scale_size_ = upward(abs(scale));
    scale_held_ = holds<T>(scale);
    const bool counted = parts_ == 1 && abs(origin) < to_rational(kLargestPosition);
    if (origin == 0 || (counted && is_integer(origin))) {
      shift_ = to_position(origin);
    } else {
      moved_ = true;
      shift_in_t_ = to<T>(origin);
      origin_held_ = holds<T>(origin);
    }
    if (!waves.coordinate.empty()) compute(waves.coordinate, origin, scale);
  }

  T operator()(Position p) const {
    if (in_float32_) return from_float32(p);
    if (sum_) return (*in_t_)(from_double(sum_->of(approximate(p))));
    if (in_t_) return (*in_t_)(number(p));
    T x = number(p + shift_);
    if (moved_) x = x + shift_in_t_;
    return scaled_ ? T(x * scale_) : x;
  }

  /// An upper bound of |scale·(p + origin)|; 0 only if the value is 0.
  double magnitude(Position p) const {
    if (computes()) return computed(p).magnitude;
    if (scale_size_ == 0 || (!moved_ && p + shift_ == 0)) return 0;
    const double origin = moved_ ? origin_ : 0.0;
    double sum = std::abs(approximate(p + shift_) + origin) * (1 + 0x1p-50);
    if (moved_) sum += std::abs(approximate(p)) * 0x1p-50;
    return std::max(sum * scale_size_, kSmallest) * (1 + 0x1p-50);
  }

  /// Whether every step stays in the normal range of T and of the intermediate format.
  bool normal(Position p) const {
    if (computes()) return magnitude(p) <= std::ldexp(0.25, Arithmetic<T>::format.emax);
    const double most = std::abs(approximate(p)) + std::abs(origin_);
    if (scaled_ && scale_size_ > 0 && !is_normal<T>(scale_size_)) return false;
    if (moved_ && !is_normal<T>(std::abs(origin_))) return false;
    if (format_ &&
        most * (1 + std::ldexp(2.0, -format_->precision)) >= std::ldexp(2.0, format_->emax)) {
      return false;
    }
    // Fractions may be subnormal, unlike integers.
    if (format_ && parts_ != 1 && p != 0 &&
        std::abs(approximate(p)) < std::ldexp(1.0, format_->emin))
      return false;
    const double largest = std::ldexp(0.25, Arithmetic<T>::format.emax);
    return most <= largest && magnitude(p) <= largest;
  }

  /// The relative error of the result, as a fraction of magnitude(p). recipes.md, (2) to (4)
  double error(Position p) const { return error(p, held(p + shift_)); }
  /// The same; `exactly` says whether T holds the position.
  double error(Position p, bool exactly) const {
    if (computes()) {
      const Computed x = computed(p);
      return separable(x) ? x.error / x.magnitude * (1 + 0x1p-50) : 0;
    }
    const double u = unit<T>();
    double relative = exactly ? 0 : u;
    if (format_) relative += std::ldexp(1.0, -format_->precision);
    if (moved_) {
      const double sum = magnitude(p) / scale_size_ * (1 - 0x1p-50);
      const double shift = origin_held_ ? 0 : std::abs(origin_) * u;
      const double parts = std::abs(approximate(p)) * relative + shift;
      relative = (sum > 0 ? parts / sum : 0) + u;
    }
    if (scaled_) relative += (scale_held_ ? 0 : u) + u;
    return relative * (1 + 8 * u);
  }

  /// The absolute error of a coordinate near 0, which error(p) does not include; otherwise 0.
  ///                                                                                  axial.md, (6)
  double absolute_error(Position p) const {
    if (!computes()) return 0;
    const Computed x = computed(p);
    return separable(x) ? 0 : x.error;
  }

  /// Whether the error depends only on the magnitude of a position, and on whether it is exact.
  bool plain() const { return !computes() && !format_ && !moved_ && shift_ == 0 && parts_ == 1; }
  /// Whether T holds all integers up to this magnitude.
  static bool all_exact(Position p) {
    return sextant::magnitude(p) >> std::min(63, Arithmetic<T>::format.precision) == 0;
  }

  /// Whether T holds an integer: its significant bits must fit into the precision.
  static bool exact(Position p) {
    const std::uint64_t size = sextant::magnitude(p);
    if (size == 0) return true;
    return 64 - std::countl_zero(size) - std::countr_zero(size) <= Arithmetic<T>::format.precision;
  }

 private:
  static constexpr double kSmallest = std::numeric_limits<double>::min();

  bool computes() const { return in_t_ || in_float32_; }

  /// Computes coordinates by these steps.  If they give another origin, the difference is added
  /// before them; if they give another scale, the quotient multiplies after them.
  void compute(CoordinateSteps coordinate, const Rational& origin, const Rational& scale) {
    using Operation = CoordinateStep::Operation;
    auto& steps = coordinate.steps;
    const AffineMap map = map_of(coordinate, lower_pi());
    const Rational before = map.factor == 0 ? Rational(0) : origin - map.offset / map.factor;
    const Rational after = map.factor == 0 ? Rational(1) : scale / map.factor;
    if (!steps.empty() && steps.front().operation == Operation::sum) {
      const CoordinateStep& sum = steps.front();
      sum_ = {static_cast<double>(sum.number), static_cast<double>(before), upward(sum.error)};
      steps.erase(steps.begin());
    } else if (before != 0) {
      steps.insert(steps.begin(), {Operation::add, before});
    }
    if (after != 1) steps.push_back({Operation::multiply, after});
    if (coordinate.in_float32)
      in_float32_.emplace(steps);
    else
      in_t_.emplace(steps);
  }

  /// The coordinate, computed in float32.
  T from_float32(Position p) const {
    const double x = format_ ? round_to(*format_, approximate(p)) : approximate(p);
    return from_double(static_cast<double>((*in_float32_)(static_cast<float>(x))));
  }

  Computed computed(Position p) const {
    const double x = approximate(p);
    if (sum_) {  // axial.md, (9) to (11)
      const double sum = sum_->of(x);
      const double held = (std::abs(x) + std::abs(sum_->origin)) * std::abs(sum_->unit) * 0x1p-50;
      return in_t_->bound(sum, sum_->error * unit<T>() + 4 * underflow<T>() + held, false);
    }
    const bool small = !in_float32_ || (parts_ == 1 && std::abs(x) < 0x1p24);
    const bool exactly = held(p) && small && !format_;
    const double read = format_ ? std::ldexp(1.0, -format_->precision) : 0.0;
    const double u = in_float32_ ? unit<float>() : unit<T>();
    const double error = exactly ? 0 : std::abs(x) * (read + 2 * u);
    const bool counted = exactly && parts_ == 1 && std::abs(x) < 0x1p20;
    return in_float32_ ? in_float32_->bound(x, error, counted) : in_t_->bound(x, error, counted);
  }

  /// Whether an error is at most an eighth of its number.
  static bool separable(const Computed& x) { return 8 * x.error <= x.magnitude && x.magnitude > 0; }

  /// n/D in doubles, with a relative error of at most 2⁻⁵¹.
  double approximate(Position n) const {
    return parts_ == 1 ? static_cast<double>(n) : static_cast<double>(n) / divisor_;
  }

  /// Whether T holds n/D: the odd part of D must divide n, and the quotient must fit.
  bool held(Position n) const {
    const std::uint64_t odd = parts_ >> std::countr_zero(parts_);
    return sextant::magnitude(n) % odd == 0 && exact(n / static_cast<Position>(odd));
  }

  /// n, rounded once.  The processor converts 64 bits much faster than 128 bits.
  static T whole(Position n) {
    const auto narrow = static_cast<std::int64_t>(n);
    return narrow == n ? static_cast<T>(narrow) : static_cast<T>(n);
  }

  /// n/D, rounded once.  A quotient of two numbers of T is rounded once, and division by a power of
  /// two is exact.
  T number(Position n) const {
    if constexpr (std::is_floating_point_v<T>) {
      if (format_) return static_cast<T>(round_to(*format_, approximate(n)));
      if (parts_ == 1) return whole(n);
      const bool halves = std::has_single_bit(parts_);
      const Position divisor = static_cast<Position>(parts_);
      if (halves || (exact(n) && exact(divisor)))
        return static_cast<T>(n) / static_cast<T>(divisor);
    }
    return to<T>(Rational(to_rational(n) / Rational(Integer(parts_))));
  }

  static T from_double(double x) {
    if constexpr (std::is_floating_point_v<T>)
      return static_cast<T>(x);
    else
      return to<T>(Rational(x));
  }

  /// A sum of coordinates, from its number of units.
  struct Sum {
    double unit = 0, origin = 0;
    double error = 0;  ///< of the program's sum, in unit roundoffs
    double of(double count) const { return (count + origin) * unit; }
  };

  std::uint64_t parts_;  ///< D
  double divisor_;
  double origin_ = 0;  ///< rounded to nearest: bounds allow for this error
  std::optional<Format> format_;
  Position shift_ = 0;
  bool moved_ = false, origin_held_ = true;
  T shift_in_t_{};
  bool scaled_ = false;
  T scale_{};
  double scale_size_ = 0;
  bool scale_held_ = true;
  std::optional<Sum> sum_;  ///< the first step, before those of `in_t_`
  std::optional<ComputedCoordinate<T>> in_t_;
  std::optional<ComputedCoordinate<float>> in_float32_;
};

}  // namespace sextant::recipe
