#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

#include "sextant/encoding/chart.hpp"
#include "sextant/recipe/arithmetic.hpp"

namespace sextant::recipe {

/// scale·(p + origin) as a program in T forms it: an integer origin is added while positions are
/// still integers, any other in T; then the scale multiplies.  `format`, if given, is one that the
/// position is rounded to on its way (a fault that ships).
template <class T>
class Located {
 public:
  explicit Located(const Waves& waves, std::optional<Format> format = std::nullopt)
      : origin_(static_cast<double>(waves.origin)),
        format_(format),
        scaled_(waves.scale != 1),
        scale_(to<T>(waves.scale)),
        scale_size_(upward(abs(waves.scale))),
        scale_held_(holds<T>(waves.scale)) {
    if (is_integer(waves.origin) && abs(waves.origin) < to_rational(kLargestPosition)) {
      shift_ = to_position(waves.origin);
      moved_ = false;
    } else {
      moved_ = true;
      shift_in_t_ = to<T>(waves.origin);
      origin_held_ = holds<T>(waves.origin);
    }
  }

  T operator()(Position p) const {
    T x = integer(p + shift_);
    if (moved_) x = x + shift_in_t_;
    return scaled_ ? T(x * scale_) : x;
  }

  /// An upper bound of |scale·(p + origin)|, zero only where that is.
  double magnitude(Position p) const {
    if (scale_size_ == 0 || (!moved_ && p + shift_ == 0)) return 0;
    const double origin = moved_ ? origin_ : 0.0;
    double sum = std::abs(static_cast<double>(p + shift_) + origin) * (1 + 0x1p-50);
    if (moved_) sum += std::abs(static_cast<double>(p)) * 0x1p-50;
    return std::max(sum * scale_size_, kSmallest) * (1 + 0x1p-50);
  }

  /// Whether every step stays in the normal range of T and of the detour.
  bool normal(Position p) const {
    const double size = std::abs(static_cast<double>(p)) + std::abs(origin_);
    if (scaled_ && scale_size_ > 0 && !is_normal<T>(scale_size_)) return false;
    if (moved_ && !is_normal<T>(std::abs(origin_))) return false;
    if (format_ &&
        size * (1 + std::ldexp(2.0, -format_->precision)) >= std::ldexp(2.0, format_->emax)) {
      return false;
    }
    const double largest = std::ldexp(0.25, Arithmetic<T>::format.emax);
    return size <= largest && magnitude(p) <= largest;
  }

  /// Its relative error, of magnitude(p).                                 recipes.md, (2) to (4)
  double error(Position p) const { return error(p, exact(p + shift_)); }
  /// The same, where it is said whether the integer is exact.
  double error(Position p, bool exactly) const {
    const double u = unit<T>();
    double relative = exactly ? 0 : u;
    if (format_) relative += std::ldexp(1.0, -format_->precision);
    if (moved_) {
      const double sum = magnitude(p) / scale_size_ * (1 - 0x1p-50);
      const double shift = origin_held_ ? 0 : std::abs(origin_) * u;
      const double parts = std::abs(static_cast<double>(p)) * relative + shift;
      relative = (sum > 0 ? parts / sum : 0) + u;
    }
    if (scaled_) relative += (scale_held_ ? 0 : u) + u;
    return relative * (1 + 8 * u);
  }

  /// Whether nothing but the size of a position, and whether it is exact, tells on its error.
  bool plain() const { return !format_ && !moved_ && shift_ == 0; }
  /// Whether all integers up to this size are exact.
  static bool all_exact(Position p) {
    return sextant::magnitude(p) >> std::min(63, Arithmetic<T>::format.precision) == 0;
  }

  /// Integers are exact up to the precision, and beyond where their trailing bits are zero.
  static bool exact(Position p) {
    const std::uint64_t size = sextant::magnitude(p);
    if (size == 0) return true;
    return 64 - std::countl_zero(size) - std::countr_zero(size) <= Arithmetic<T>::format.precision;
  }

 private:
  static constexpr double kSmallest = std::numeric_limits<double>::min();

  T integer(Position p) const {
    if constexpr (std::is_floating_point_v<T>) {
      if (format_) return static_cast<T>(round_to(*format_, static_cast<double>(p)));
      return static_cast<T>(p);
    } else {
      return to<T>(to_rational(p));
    }
  }

  double origin_;  ///< to nearest: what asks it leaves room for that
  std::optional<Format> format_;
  Position shift_ = 0;
  bool moved_ = false, origin_held_ = true;
  T shift_in_t_{};
  bool scaled_;
  T scale_;
  double scale_size_;
  bool scale_held_;
};

}  // namespace sextant::recipe
