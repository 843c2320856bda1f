#pragma once

#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "sextant/number/round.hpp"
#include "sextant/recipe/bound/slope.hpp"
#include "sextant/recipe/catalogue/recipe.hpp"

namespace sextant::recipe {

/// pow(ζ, (p − centre)/scale_base) in T with ζ = (2i + γd)/(d + γd), and for keys its inverse
/// 1/pow(…): torchscale, flash-attention, x-transformers.                     bias.md, (11) to (15)
template <class T>
class XposScale final : public Recipe {
 public:
  static constexpr std::string_view name = "xpos";

  /// If `narrow` is given, every result is rounded to it, and there is no bound.
  XposScale(const Chart& chart, const ComputeFormats& formats, const Positions& positions,
            std::optional<Format> narrow = std::nullopt)
      : form_(std::get<XposForm>(*chart.waves.formula)),
        channels_(chart.channels),
        origin_(chart.waves.origin),
        inverse_((form_.of.of == Xpos::Of::keys) != (chart.waves.scale < 0)),
        store_(formats.store),
        narrow_(std::move(narrow)),
        hypothesis_(formats.called().hypothesis(Arithmetic<T>::format)),
        positions_(positions) {
    const Rational wide = form_.of.dim * form_.of.gamma;
    for (int pair = 0; pair < form_.of.dim / 2; ++pair) {
      const T index = narrowed(static_cast<T>(form_.by_index ? pair : 2 * pair));
      zetas_.push_back(narrowed(narrowed(index + narrowed(to<T>(wide))) /
                                narrowed(to<T>(Rational(wide + form_.of.dim)))));
      logarithms_.push_back(-std::log1p(-upward(Rational(1 - zeta(form_, pair)))) * kUpward);
    }
  }

  void row(std::uint64_t row, std::span<double> values) override {
    const T power = exponent(row);
    for (std::size_t j = 0; j < values.size(); ++j) {
      const T scale =
          narrowed(std::pow(zetas_[static_cast<std::size_t>(channels_[j].pair)], power));
      const T value = inverse_ ? narrowed(T(1) / scale) : scale;
      values[j] = round_to(store_, static_cast<double>(value));
    }
  }

  /// Infinite if results are rounded to `narrow`, or if the scale is not normal in T.
  Terms terms(std::uint64_t row, std::size_t channel) const override;

  /// An upper bound of the scale.  1 if it is exactly 1.
  double size(std::uint64_t row, std::size_t channel) const {
    const Rational exponent = power(row);
    return exponent == 0 ? 1 : size(exponent, logarithm(channel));
  }

  std::vector<double> candidates(int) const override { return {}; }
  double angle(std::uint64_t, double) const override { return std::nan(""); }

 private:
  Rational place(std::uint64_t row) const { return to_rational(positions_[row]) + origin_; }
  T narrowed(T x) const {
    return narrow_ ? static_cast<T>(round_to(*narrow_, static_cast<double>(x))) : x;
  }
  /// The exact exponent of queries.
  Rational power(std::uint64_t row) const {
    const Rational quotient = place(row) / form_.of.scale_base;
    return form_.floors ? *floor(Expression(quotient)).rational() : quotient;
  }
  /// An upper bound of −ln ζ.
  double logarithm(std::size_t channel) const {
    return logarithms_[static_cast<std::size_t>(channels_[channel].pair)];
  }
  double size(const Rational& power, double logarithm) const {
    const double most = upward(Rational(abs(power))) * logarithm;
    const bool grows = (power < 0) != inverse_;
    return std::exp(grows ? most : -most) * (1 + (1 + most) * 0x1p-38);
  }
  /// The exponent of queries, as computed.
  T exponent(std::uint64_t row) const {
    const T quotient = narrowed(narrowed(to<T>(place(row))) / narrowed(to<T>(form_.of.scale_base)));
    return form_.floors ? std::floor(quotient) : quotient;
  }

  XposForm form_;
  std::vector<Channel> channels_;
  Rational origin_;
  bool inverse_;
  Format store_;
  std::optional<Format> narrow_;
  Hypothesis hypothesis_;
  Positions positions_;
  std::vector<T> zetas_;
  std::vector<double> logarithms_;  ///< upper bounds of −ln ζ, by pair
};

template <class T>
Terms XposScale<T>::terms(std::uint64_t row, std::size_t channel) const {
  constexpr Terms kNoBound{.power = std::numeric_limits<double>::infinity()};
  const double u = unit<T>();
  const Rational at = place(row);
  const Rational power = this->power(row);
  if (narrow_ || !hypothesis_.divides_exactly()) return kNoBound;
  if (form_.floors && static_cast<double>(exponent(row)) != static_cast<double>(power))
    return kNoBound;
  if (power == 0) return {};  // pow(x, 0) = 1
  // The relative errors of ζ and of the exponent.                               bias.md, (12), (13)
  const double of_zeta = grown(u, 4, 2 * u / (1 - 2 * u));
  const bool given = holds<T>(at) && holds<T>(form_.of.scale_base);
  const double of_quotient = given ? (holds<T>(power) ? 0 : u) : grown(u, 2, u / (1 - u));
  const double of_power = form_.floors ? 0 : of_quotient;
  const double size = upward(Rational(abs(power)));
  const double logarithm = this->logarithm(channel);
  const double from_zeta =
      std::expm1(-size * (1 + of_power) * std::log1p(-of_zeta) * kUpward) * kUpward;
  const double from_power = std::expm1(size * of_power * logarithm * kUpward) * kUpward;
  const double value = this->size(power, logarithm);
  const double argument = grown(from_zeta, 1, from_power);
  const double made = grown(argument, 1, 2 * u * hypothesis_.pow);
  if (!is_normal<T>(value) || !is_normal<T>(1 / value) || !(made < 0.5)) return kNoBound;
  const double last = inverse_ ? grown(made / (1 - made), 1, u) : made;  // bias.md, (14), (15)
  Terms terms{.base = value * from_zeta * (1 + from_power) * kUpward,
              .exponent = value * from_power * kUpward,
              .power = value * (last - argument) * kUpward};
  if (store_ != Arithmetic<T>::format)
    terms.storage = storage_error(store_, value * (1 + last) * kUpward);
  return terms;
}

}  // namespace sextant::recipe
