#pragma once

#include <vector>

#include "sextant/number/round.hpp"
#include "sextant/recipe/bound/slope.hpp"
#include "sextant/recipe/catalogue/recipe.hpp"

namespace sextant::recipe {

/// ±slope·x in T, where x is the position or its absolute value; or the slope alone.  If all biases
/// have a factor, the slopes are first multiplied by it.  If `narrow` is given, slope, position and
/// product are rounded to it, as when bfloat16 tensors are multiplied.  bias.md, (6), (6a) and (7)
template <class T, template <class> class Rule>
class LinearBias final : public Recipe {
 public:
  LinearBias(const Chart& chart, const ComputeFormats& formats, const Positions& positions,
             std::optional<Format> narrow = std::nullopt)
      : channels_(chart.channels),
        waves_(chart.waves),
        store_(formats.store),
        narrow_(narrow),
        positions_(positions) {
    if (!is_integer(waves_.origin)) throw Error("biases exist only at whole positions");
    const Hypothesis hypothesis = formats.called().hypothesis(Arithmetic<T>::format);
    for (int head = 0; head < waves_.pairs(); ++head)
      slopes_.push_back(
          multiplied(Rule<T>::of(SlopeExponent::of(waves_, head), hypothesis), abs(waves_.scale)));
  }

  void row(std::uint64_t row, std::span<double> values) override {
    const Position p = place(row);
    for (std::size_t j = 0; j < channels_.size(); ++j)
      values[j] = round_to(store_, static_cast<double>(value(p, channels_[j])));
  }

  Terms terms(std::uint64_t row, std::size_t channel) const override;

  std::vector<double> candidates(int) const override { return {}; }
  double angle(std::uint64_t, double) const override { return std::nan(""); }

 private:
  /// The slope times a factor, both rounded to T.                                    bias.md, (6a)
  static Slope<T> multiplied(Slope<T> slope, const Rational& factor) {
    if (factor == 1) return slope;
    return {slope.value * to<T>(factor), grown(unit<T>(), 2, slope.error)};
  }

  Position place(std::uint64_t row) const {
    const Rational moved = to_rational(positions_[row]) + waves_.origin;
    return to_position(moved);
  }

  T narrowed(T x) const {
    return narrow_ ? static_cast<T>(round_to(*narrow_, static_cast<double>(x))) : x;
  }

  T value(Position p, const Channel& c) const {
    const T slope = narrowed(slopes_[static_cast<std::size_t>(c.pair)].value);
    if (c.function == Function::slope) return slope;
    const Position size = c.function == Function::distance && p < 0 ? -p : p;
    const T product = narrowed(slope * narrowed(static_cast<T>(size)));
    return waves_.scale < 0 ? -product : product;
  }

  std::vector<Channel> channels_;
  Waves waves_;
  Format store_;
  std::optional<Format> narrow_;
  Positions positions_;
  std::vector<Slope<T>> slopes_;
};

/// Each step adds a relative error, as long as all values are normal.
template <class T, template <class> class Rule>
Terms LinearBias<T, Rule>::terms(std::uint64_t row, std::size_t channel) const {
  const Channel& c = channels_[channel];
  const Slope<T>& slope = slopes_[static_cast<std::size_t>(c.pair)];
  const bool alone = c.function == Function::slope;
  const Position p = alone ? 1 : place(row);
  if (p == 0) return {};
  const Format& least = narrow_ ? *narrow_ : Arithmetic<T>::format;
  const auto value = static_cast<double>(slope.value);
  const double size = value * (1 + 2 * slope.error) * static_cast<double>(magnitude(p)) * kUpward;
  const double tiny = std::ldexp(2.0, least.emin);
  if (!(value > tiny && size > tiny && size < std::ldexp(0.5, least.emax)))
    return {.power = std::numeric_limits<double>::infinity()};
  const double u = unit<T>();
  const double rounding = grown(u, 1, narrow_ ? std::ldexp(1.0, -narrow_->precision) : 0);
  Terms terms;
  double so_far = grown(slope.error, 1, narrow_ ? rounding : 0);
  terms.power = size * so_far * kUpward;
  if (!alone) {
    const Number held = round(least, to_rational(p));
    const double position = held.finite() && to_rational(held) == to_rational(p) ? 0 : rounding;
    terms.position = size * position * (1 + so_far) * kUpward;
    so_far = grown(so_far, 1, position);
    terms.product = size * rounding * (1 + so_far) * kUpward;
    so_far = grown(so_far, 1, rounding);
  }
  const bool stored = narrow_ ? *narrow_ == store_ : Arithmetic<T>::format == store_;
  if (!stored) terms.storage = storage_error(store_, size * (1 + so_far) * kUpward);
  return terms;
}

}  // namespace sextant::recipe
