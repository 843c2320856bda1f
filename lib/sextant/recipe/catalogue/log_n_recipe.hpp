#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include "sextant/number/round.hpp"
#include "sextant/recipe/bound/exactly.hpp"
#include "sextant/recipe/bound/slope.hpp"
#include "sextant/recipe/catalogue/recipe.hpp"

namespace sextant::recipe {

/// max(1, log(p + origin)/log L) in T, as the code of Qwen computes it.  Parameters are rounded to
/// T.                                                                 query_scale.md, (9) to (11)
template <class T>
class LogNRecipe final : public Recipe {
 public:
  static constexpr std::string_view name = "query-scale-log-n";

  /// If `narrow` is given, every result is rounded to it, and there is no bound.
  LogNRecipe(const Chart& chart, const ComputeFormats& formats, const Positions& positions,
             std::optional<Format> narrow = std::nullopt)
      : form_(std::get<QueryScaleForm>(*chart.waves.formula)),
        origin_(chart.waves.origin),
        length_(to<T>(form_.of.original)),
        added_(to<T>(origin_)),
        store_(formats.store),
        narrow_(std::move(narrow)),
        hypothesis_(formats.called().hypothesis(Arithmetic<T>::format)),
        positions_(positions) {}

  void row(std::uint64_t row, std::span<double> values) override {
    const T n = place(row);
    T result(1);
    if (!form_.at_least_one || n > length_)
      result = narrowed(narrowed(std::log(n)) / narrowed(std::log(narrowed(length_))));
    values[0] = round_to(store_, static_cast<double>(result));
  }

  /// Infinite if results are rounded to `narrow`, if the place is not positive, or if a parameter
  /// or a logarithm is not normal in T.
  Terms terms(std::uint64_t row, std::size_t channel) const override;

  std::vector<double> candidates(int) const override { return {}; }
  double angle(std::uint64_t, double) const override { return std::nan(""); }

 private:
  T place(std::uint64_t row) const {
    const T x = narrowed(static_cast<T>(positions_[row]));
    return origin_ == 0 ? x : narrowed(T(x + added_));
  }
  T narrowed(T x) const {
    return narrow_ ? static_cast<T>(round_to(*narrow_, static_cast<double>(x))) : x;
  }

  QueryScaleForm form_;
  Rational origin_;
  T length_, added_;
  Format store_;
  std::optional<Format> narrow_;
  Hypothesis hypothesis_;
  Positions positions_;
};

template <class T>
Terms LogNRecipe<T>::terms(std::uint64_t row, std::size_t) const {
  constexpr Terms kNoBound{.power = std::numeric_limits<double>::infinity()};
  const Rational truth = to_rational(positions_[row]) + origin_;
  const T n = place(row);
  if (narrow_ || truth <= 0 || !(n > T(0)) || !is_normal<T>(length_)) return kNoBound;
  const Rational made = exactly(n);  // all its roundings are known
  const bool below = truth <= form_.of.original && !(n > length_);
  if (form_.at_least_one && below) return {};  // exactly 1, in every format
  const double u = unit<T>();
  const double log_length = std::log(static_cast<double>(form_.of.original));
  const double size = std::abs(std::log(static_cast<double>(made))) / log_length * kUpward;
  const double apart = upward(Rational(abs(Rational(made - truth)) / std::min(made, truth)));
  // Relative errors of the two logarithms; a rounded length moves its own by 2u at most.
  const double rounded = holds<T>(form_.of.original) ? 0 : 2 * u / log_length;
  const double logarithms = 4 * u * hypothesis_.log + rounded;
  if (logarithms > 0.25) return kNoBound;
  const double power = size * (logarithms + 2 * logarithms * logarithms) * kUpward;
  const double quotient = (size + power) * u * hypothesis_.half_ulps_of_division() * kUpward;
  const double smallest = std::ldexp(1.0, Arithmetic<T>::format.emin);  // for underflow
  Terms terms{.position = std::log1p(apart) / log_length * kUpward,
              .power = power,
              .product = quotient + smallest};
  if (store_ != Arithmetic<T>::format)
    terms.storage = storage_error(
        store_, std::max(1.0, (size + terms.position + power + terms.product) * kUpward));
  return terms;
}

}  // namespace sextant::recipe
