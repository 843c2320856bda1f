#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "sextant/number/round.hpp"
#include "sextant/recipe/bound/exactly.hpp"
#include "sextant/recipe/bound/slope.hpp"
#include "sextant/recipe/catalogue/recipe.hpp"

namespace sextant::recipe {

/// 1 + β·log(⌊(p + origin)/L⌋ + 1) in T, as Llama 4 and Ministral 3 compute it.  Parameters are
/// rounded to T.                                                        query_scale.md, (3) to (7)
template <class T>
class QueryScaleRecipe final : public Recipe {
 public:
  static constexpr std::string_view name = "query-scale";

  QueryScaleRecipe(const Chart& chart, const ComputeFormats& formats, const Positions& positions)
      : form_(std::get<QueryScaleForm>(*chart.waves.formula)),
        origin_(chart.waves.origin),
        beta_(to<T>(form_.of.beta)),
        length_(to<T>(form_.of.original)),
        added_(to<T>(origin_)),
        store_(formats.store),
        hypothesis_(formats.called().hypothesis(Arithmetic<T>::format)),
        positions_(positions) {}

  void row(std::uint64_t row, std::span<double> values) override {
    const T product = beta_ * logarithm(argument(quotient(row)));
    values[0] = round_to(store_, static_cast<double>(form_.adds_one ? T(1) + product : product));
  }

  /// Infinite if the library's divisions may have errors, if the place is negative, and if a
  /// parameter or the quotient is not normal in T.
  Terms terms(std::uint64_t row, std::size_t channel) const override;

  std::vector<double> candidates(int) const override { return {}; }
  double angle(std::uint64_t, double) const override { return std::nan(""); }

 private:
  T quotient(std::uint64_t row) const {
    const T x = static_cast<T>(positions_[row]);
    return (origin_ == 0 ? x : T(x + added_)) / length_;
  }
  T argument(T quotient) const { return (form_.floors ? std::floor(quotient) : quotient) + T(1); }
  T logarithm(T x) const {
    return form_.base == 2 ? std::log2(x) : form_.base == 10 ? std::log10(x) : std::log(x);
  }

  QueryScaleForm form_;
  Rational origin_;
  T beta_, length_, added_;
  Format store_;
  Hypothesis hypothesis_;
  Positions positions_;
};

template <class T>
Terms QueryScaleRecipe<T>::terms(std::uint64_t row, std::size_t) const {
  constexpr Terms kNoBound{.power = std::numeric_limits<double>::infinity()};
  const double u = unit<T>();
  const double beta = upward(Rational(abs(form_.of.beta)));
  const Rational place = to_rational(positions_[row]) + origin_;
  const T quotient = this->quotient(row);
  if (!hypothesis_.divides_exactly() || place < 0 || (beta != 0 && !is_normal<T>(beta)) ||
      !is_normal<T>(std::abs(length_)) || (quotient != 0 && !is_normal<T>(std::abs(quotient))))
    return kNoBound;
  const Rational made = exactly(argument(quotient));  // all its roundings are known
  if (made <= 0) return kNoBound;
  const Rational truth = logarithm_argument(form_, place);
  if (form_.floors && made != truth) return kNoBound;  // another step: query_scale.md, (8)
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
