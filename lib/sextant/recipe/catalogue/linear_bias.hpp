#pragma once

#include <vector>

#include "sextant/number/round.hpp"
#include "sextant/recipe/bound/slope.hpp"
#include "sextant/recipe/catalogue/recipe.hpp"

namespace sextant::recipe {

/// The numbers of a bias that are rounded to a 16-bit format.
struct NarrowSteps {
  Format format;
  bool slope = false, position = false, product = false;
};

/// ±slope·x in T, where x is the position or its absolute value; or the slope alone.  If all biases
/// have a factor, the slopes are first multiplied by it.  `narrow` says what is also rounded to a
/// 16-bit format: all, as when bfloat16 tensors are multiplied, or slopes or positions alone.
///                                                                  bias.md, (6), (6a), (7) and
///                                                                  (7a)
template <class T, template <class> class Rule>
class LinearBias final : public Recipe {
 public:
  LinearBias(const Chart& chart, const ComputeFormats& formats, const Positions& positions,
             std::optional<NarrowSteps> narrow = std::nullopt)
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

  T narrowed(T x, bool NarrowSteps::*step) const {
    if (!rounds(step)) return x;
    return static_cast<T>(round_to(narrow_->format, static_cast<double>(x)));
  }
  bool rounds(bool NarrowSteps::*step) const { return narrow_ && (*narrow_).*step; }
  /// The relative error of a rounding to T, and to the 16-bit format if the step has it.
  double rounding(bool NarrowSteps::*step) const {
    return grown(unit<T>(), 1, rounds(step) ? std::ldexp(1.0, -narrow_->format.precision) : 0);
  }

  T value(Position p, const Channel& c) const {
    const T slope = narrowed(slopes_[static_cast<std::size_t>(c.pair)].value, &NarrowSteps::slope);
    if (c.function == Function::slope) return slope;
    const Position size = c.function == Function::distance && p < 0 ? -p : p;
    const T place = narrowed(static_cast<T>(size), &NarrowSteps::position);
    const T product = narrowed(slope * place, &NarrowSteps::product);
    return waves_.scale < 0 ? -product : product;
  }

  std::vector<Channel> channels_;
  Waves waves_;
  Format store_;
  std::optional<NarrowSteps> narrow_;
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
  const Format& least = narrow_ ? narrow_->format : Arithmetic<T>::format;
  const auto value = static_cast<double>(slope.value);
  const double size = value * (1 + 2 * slope.error) * static_cast<double>(magnitude(p)) * kUpward;
  const double tiny = std::ldexp(2.0, least.emin);
  if (!(value > tiny && size > tiny && size < std::ldexp(0.5, least.emax)))
    return {.power = std::numeric_limits<double>::infinity()};
  Terms terms;
  double so_far =
      grown(slope.error, 1, rounds(&NarrowSteps::slope) ? rounding(&NarrowSteps::slope) : 0);
  terms.power = size * so_far * kUpward;
  if (!alone) {
    const Format& of_place =
        rounds(&NarrowSteps::position) ? narrow_->format : Arithmetic<T>::format;
    const Number held = round(of_place, to_rational(p));
    if (!held.finite()) return {.power = std::numeric_limits<double>::infinity()};
    const bool exact = to_rational(held) == to_rational(p);
    const double position = exact ? 0 : rounding(&NarrowSteps::position);
    const double product = rounding(&NarrowSteps::product);
    terms.position = size * position * (1 + so_far) * kUpward;
    so_far = grown(so_far, 1, position);
    terms.product = size * product * (1 + so_far) * kUpward;
    so_far = grown(so_far, 1, product);
  }
  const bool last = rounds(alone ? &NarrowSteps::slope : &NarrowSteps::product);
  const bool stored = last ? narrow_->format == store_ : Arithmetic<T>::format == store_;
  if (!stored) terms.storage = storage_error(store_, size * (1 + so_far) * kUpward);
  return terms;
}

}  // namespace sextant::recipe
