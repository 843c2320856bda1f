#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "sextant/encoding/frequency/frequency.hpp"
#include "sextant/recipe/bound/arithmetic.hpp"

namespace sextant::recipe {

/// An upper bound of |ln base|.
double log_size(const Rational& base);

/// The base and the exponents of geometric frequencies, in T: b̂ = ⟦base⟧, ê_i = ⟦⟦m·i⟧ /
/// ⟦divisor⟧⟧, where ⟦·⟧ rounds to T.  Errors are relative. recipes.md, (5) to (7)
template <class T>
class Exponents {
 public:
  explicit Exponents(const GeometricFrequencies& geometric,
                     const Hypothesis& hypothesis = Arithmetic<T>::hypothesis)
      : base(to<T>(geometric.base)),
        divisor(to<T>(geometric.divisor)),
        hypothesis_(hypothesis),
        multiplier_(geometric.multiplier),
        base_held_(holds<T>(geometric.base)),
        divisor_held_(holds<T>(geometric.divisor)),
        odd_part_(divisor_held_ ? odd_part(geometric.divisor) : 0),
        log_base_(log_size(geometric.base)),
        divisor_size_(static_cast<double>(geometric.divisor)),
        largest_(std::log(2.0) * (Arithmetic<T>::format.emax - 2)) {}

  T base, divisor;

  T index(int pair) const { return to<T>(Rational(multiplier_ * pair)); }
  T exponent(int pair) const { return index(pair) / divisor; }

  /// Upper bounds of |e_i| and |ln b|.
  double size(int pair) const {
    return pair == 0 ? 0 : multiplier_ * pair / divisor_size_ * (1 + 0x1p-50);
  }
  double log_base() const { return log_base_; }

  /// The relative errors of b^e from rounding the base, and from rounding the exponent.
  double base_error(int pair) const {
    return base_held_ ? 0 : std::expm1(size(pair) * unit<T>() * (1 + 8 * unit<T>()));
  }
  double exponent_error(int pair) const {
    if (exact_ && odd_part_ != 0 && std::int64_t{multiplier_} * pair % odd_part_ == 0)
      return 0;  // exact
    return std::expm1(size(pair) * log_base_ * quotient_error());
  }
  /// The relative error of a quotient by the divisor; division by a power of two is exact where
  /// division is correctly rounded.
  double quotient_error() const {
    const double roundings = hypothesis_.half_ulps_of_division() + (divisor_held_ ? 0 : 1);
    return exact_ && odd_part_ == 1 ? 0 : unit<T>() * roundings * (1 + 2 * unit<T>());
  }
  bool base_held() const { return base_held_; }
  const Hypothesis& hypothesis() const { return hypothesis_; }

  /// Relative errors of pow(b, ±e) and of exp(∓e·ln b) as functions of their arguments.
  double pow_error(int pair) const {
    const Hypothesis& h = hypothesis_;
    return unit<T>() * (2 * h.pow + h.pow_argument * 1.001 * size(pair) * log_base_);
  }
  double exp_error(int pair) const {
    const Hypothesis& h = hypothesis_;
    return unit<T>() * (2 * h.exp + h.exp_argument * 1.001 * size(pair) * log_base_);
  }

  /// Whether b^e, its inverse, the divisor or the base leaves the normal range of T: then there is
  /// no bound.
  bool power_overflows(int pair) const {
    return !(size(pair) * log_base_ <= largest_) || !is_normal<T>(divisor_size_);
  }
  bool base_overflows() const { return !(log_base_ <= largest_); }
  bool overflows(int pair) const { return power_overflows(pair) || base_overflows(); }

 private:
  /// The odd part of a divisor that is an integer up to 2²¹; else 0.
  static std::int64_t odd_part(const Rational& divisor) {
    if (!is_integer(divisor) || divisor > Rational(1 << 21)) return 0;
    const auto rest = static_cast<std::int64_t>(numerator(divisor));
    return rest >> std::countr_zero(static_cast<std::uint64_t>(rest));
  }

  Hypothesis hypothesis_;
  int multiplier_;
  bool exact_ = hypothesis_.divides_exactly();  ///< whether quotients are correctly rounded
  bool base_held_, divisor_held_;
  std::int64_t odd_part_;  ///< of an integer divisor that T holds; else 0
  double log_base_, divisor_size_, largest_;
};

/// The exponents as the host language computes them, for a program in T: Python's functions are
/// those of C, whatever the library of T.
template <class T>
Exponents<typename Arithmetic<T>::Scalar> host_exponents(const GeometricFrequencies& geometric,
                                                         const Hypothesis& hypothesis) {
  using Scalar = typename Arithmetic<T>::Scalar;
  if constexpr (std::is_same_v<T, Scalar>)
    return Exponents<Scalar>(geometric, hypothesis);
  else
    return Exponents<Scalar>(geometric);
}

}  // namespace sextant::recipe
