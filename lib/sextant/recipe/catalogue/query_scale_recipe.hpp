#pragma once

#include <algorithm>
#include <atomic>
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

/// How a program forms the quotient (p + origin)/L.
enum class Quotient : unsigned char {
  divided,        ///< ⟦p⟧ + origin, divided by L
  by_reciprocal,  ///< the same sum, multiplied by ⟦1/L⟧, as CUDA libraries do for a constant L
  of_integers     ///< p + origin as integers, converted, divided by L
};

/// 1 + β·log(⌊(p + origin)/L⌋ + 1) in T, as Llama 4 and Ministral 3 compute it.  Parameters are
/// rounded to T.                                                        query_scale.md, (3) to (8)
template <class T, Quotient kind = Quotient::divided>
class QueryScaleRecipe final : public Recipe {
 public:
  static constexpr std::string_view name = kind == Quotient::divided ? "query-scale"
                                           : kind == Quotient::by_reciprocal
                                               ? "query-scale-reciprocal"
                                               : "query-scale-integers";

  /// If `narrow` is given, every result is rounded to it, and there is no bound.
  QueryScaleRecipe(const Chart& chart, const ComputeFormats& formats, const Positions& positions,
                   std::optional<Format> narrow = std::nullopt)
      : form_(std::get<QueryScaleForm>(*chart.waves.formula)),
        origin_(chart.waves.origin),
        beta_(to<T>(form_.of.beta)),
        length_(to<T>(form_.of.original)),
        added_(to<T>(origin_)),
        inverse_(T(1) / length_),
        whole_(is_integer(origin_) && abs(origin_) <= to_rational(kLargestPosition)
                   ? std::optional(to_position(origin_))
                   : std::nullopt),
        store_(formats.store),
        narrow_(std::move(narrow)),
        hypothesis_(formats.called().hypothesis(Arithmetic<T>::format)),
        positions_(positions) {}

  void row(std::uint64_t row, std::span<double> values) override {
    const T product = narrowed(narrowed(beta_) * narrowed(logarithm(argument(quotient(row)))));
    const T result = form_.adds_one ? narrowed(T(1) + product) : product;
    values[0] = round_to(store_, static_cast<double>(result));
  }

  /// Infinite if results are rounded to `narrow`, if the library's divisions may have errors, if
  /// the place is negative, if a parameter or the quotient is not normal in T, or if rounding moves
  /// the place to another step.
  Terms terms(std::uint64_t row, std::size_t channel) const override;

  std::vector<double> candidates(int) const override { return {}; }
  double angle(std::uint64_t, double) const override { return std::nan(""); }

 private:
  T quotient(std::uint64_t row) const {
    const T n = place(row);
    return narrowed(kind == Quotient::by_reciprocal ? T(n * inverse_) : T(n / narrowed(length_)));
  }
  T place(std::uint64_t row) const {
    if (kind == Quotient::of_integers && whole_) return static_cast<T>(positions_[row] + *whole_);
    const T x = narrowed(static_cast<T>(positions_[row]));
    return origin_ == 0 ? x : narrowed(T(x + added_));
  }
  T narrowed(T x) const {
    return narrow_ ? static_cast<T>(round_to(*narrow_, static_cast<double>(x))) : x;
  }
  T argument(T quotient) const {
    return narrowed((form_.floors ? std::floor(quotient) : quotient) + T(1));
  }
  T logarithm(T x) const {
    return form_.base == 2 ? std::log2(x) : form_.base == 10 ? std::log10(x) : std::log(x);
  }

  QueryScaleForm form_;
  Rational origin_;
  /// The positions of one step at which the logarithm has the argument `made`, and their terms.
  /// Each thread keeps one.
  struct Step {
    std::uint64_t recipe = 0;      ///< number_ of the recipe
    Position first = 0, next = 0;  ///< the first position, and that of the next step
    T made = 0;
    Terms terms;
  };

  static std::uint64_t next_number() {
    static std::atomic<std::uint64_t> last = 0;
    return ++last;
  }

  /// The terms of an entry whose logarithm has the argument `made` instead of `truth`.
  Terms terms_of(const Rational& made, const Rational& truth, double beta) const;

  /// The smallest position at or after `place`; at most one beyond the largest or the smallest.
  static Position least_from(const Rational& place) {
    if (place > to_rational(kLargestPosition)) return kLargestPosition + 1;
    if (place < to_rational(-kLargestPosition)) return -kLargestPosition - 1;
    return to_position(-*floor(Expression(-place)).rational());
  }

  std::uint64_t number_ = next_number();  ///< identifies this recipe in a Step
  T beta_, length_, added_, inverse_;
  std::optional<Position> whole_;  ///< the origin, if it is an integer
  Format store_;
  std::optional<Format> narrow_;
  Hypothesis hypothesis_;
  Positions positions_;
};

template <class T, Quotient kind>
Terms QueryScaleRecipe<T, kind>::terms(std::uint64_t row, std::size_t) const {
  constexpr Terms kNoBound{.power = std::numeric_limits<double>::infinity()};
  const Position position = positions_[row];
  const T quotient = this->quotient(row), argument = this->argument(quotient);
  if (narrow_ || (quotient != 0 && !is_normal<T>(std::abs(quotient)))) return kNoBound;
  thread_local Step known;  // rows of one step have the same terms
  if (known.recipe == number_ && known.made == argument && known.first <= position &&
      position < known.next)
    return known.terms;
  const double beta = upward(Rational(abs(form_.of.beta)));
  const Rational place = to_rational(position) + origin_;
  if (!hypothesis_.divides_exactly() || place < 0 || (beta != 0 && !is_normal<T>(beta)) ||
      !is_normal<T>(std::abs(length_)) || !is_normal<T>(std::abs(inverse_)))
    return kNoBound;
  const Rational made = exactly(argument);  // all its roundings are known
  if (made <= 0) return kNoBound;
  const Rational truth = logarithm_argument(form_, place);
  if (form_.floors && made != truth) return kNoBound;  // another step: query_scale.md, (8)
  const Terms found = terms_of(made, truth, beta);
  if (form_.floors && made == truth) {
    const Rational first = (truth - 1) * form_.of.original - origin_;
    known = {number_, least_from(first), least_from(first + form_.of.original), argument, found};
  }
  return found;
}

template <class T, Quotient kind>
Terms QueryScaleRecipe<T, kind>::terms_of(const Rational& made, const Rational& truth,
                                          double beta) const {
  const double u = unit<T>();
  const double apart = upward(Rational(abs(Rational(made - truth)) / truth));
  const double scale = beta / (form_.base == 0 ? 1 : std::log(form_.base)) * kUpward;
  const double moved = scale * (made < truth ? -std::log1p(-apart) : std::log1p(apart)) * kUpward;
  if (made == 1 || beta == 0) return {.position = moved};  // log 1 = 0 and 1 + 0 are exact
  const double size = scale * std::log1p(upward(Rational(made - 1))) * kUpward;
  const double library = 2 * u * hypothesis_.log * size * kUpward;
  const double product = (size + library) * grown(u, 1, holds<T>(form_.of.beta) ? 0 : u) +
                         std::ldexp(1.0, Arithmetic<T>::format.emin);  // for underflow
  const double result = (form_.adds_one ? 1 : 0) + (size + library + product) * kUpward;
  Terms terms{.position = moved,
              .power = library,
              .product = (product + (form_.adds_one ? u * result : 0)) * kUpward};
  if (store_ != Arithmetic<T>::format)
    terms.storage = storage_error(store_, result * (1 + u) * kUpward);
  return terms;
}

}  // namespace sextant::recipe
