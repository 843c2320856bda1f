#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "sextant/number/round.hpp"
#include "sextant/recipe/bound/slope.hpp"
#include "sextant/recipe/catalogue/recipe.hpp"

namespace sextant::recipe {

/// sign(x)·log2(1 + |x|)/log2(8) in T with x = Δ/(m − 1)·8, as Swin v2 computes coordinates.
///                                                                           bias.md, (16) and (17)
template <class T>
class LogCoordinates final : public Recipe {
 public:
  static constexpr std::string_view name = "log-coordinates";

  LogCoordinates(const Chart& chart, const ComputeFormats& formats, const Positions& positions)
      : form_(std::get<SwinCoordinatesForm>(*chart.waves.formula)),
        channels_(chart.channels),
        origin_(chart.waves.origin),
        scale_(chart.waves.scale),
        store_(formats.store),
        hypothesis_(formats.called().hypothesis(Arithmetic<T>::format)),
        positions_(positions) {}

  void row(std::uint64_t row, std::span<double> values) override {
    for (std::size_t j = 0; j < values.size(); ++j) {
      const Rational x = number(row, channels_[j].pair);
      // The quotient is rounded before it is multiplied.
      const T quotient = to<T>(form_.factor == 0 ? Rational(0) : Rational(abs(x) / form_.factor));
      const T argument = quotient * to<T>(form_.factor) + T(1);
      const T value = form_.base == 0 ? std::log(argument)
                                      : std::log2(argument) / T(std::log2(double(form_.base)));
      const T signed_value = x < 0 ? -value : value;
      values[j] = round_to(store_, static_cast<double>(to<T>(scale_) * signed_value));
    }
  }

  Terms terms(std::uint64_t row, std::size_t channel) const override;

  std::vector<double> candidates(int) const override { return {}; }
  double angle(std::uint64_t, double) const override { return std::nan(""); }

 private:
  Rational number(std::uint64_t row, int column) const {
    const Rational place = to_rational(positions_[row]) + origin_;
    if (!is_integer(place)) throw Error("offsets exist only at whole positions");
    return offset(form_, numerator(place), column);
  }

  SwinCoordinatesForm form_;
  std::vector<Channel> channels_;
  Rational origin_, scale_;
  Format store_;
  Hypothesis hypothesis_;
  Positions positions_;
};

template <class T>
Terms LogCoordinates<T>::terms(std::uint64_t row, std::size_t channel) const {
  const double u = unit<T>();
  const Rational x = abs(number(row, channels_[channel].pair));
  if (x == 0) return {};
  if (!hypothesis_.divides_exactly()) return {.power = std::numeric_limits<double>::infinity()};
  const double scale = upward(Rational(abs(scale_)));
  const double base = form_.base == 0 ? 1 : std::log(form_.base) / kUpward;
  // x has the error of its quotient, its factor and its product, and 1 + x that of a sum.
  const double of_x = grown(u, 3, 0);
  const double argument = grown(of_x, 1, u);
  const double moved = -std::log1p(-argument) / base * kUpward;
  const double size = std::log1p(upward(x)) / base * kUpward;
  const double library = 2 * u * hypothesis_.log * (size + moved) * kUpward;
  const double divisor = form_.base == 10 ? 2 * u / (1 - 2 * u) : 0;  // its logarithm is rounded
  const double steps = form_.base == 0 ? 0 : grown(u, 1, divisor);
  const double factor = scale_ == 1 || scale_ == -1 ? 0 : grown(u, 1, u);
  const double last = grown(steps, 1, factor);
  const double product = (size + moved + library) * last * kUpward;
  Terms terms{.exponent = scale * moved * kUpward,
              .power = scale * library * kUpward,
              .product = scale * product * kUpward};
  if (store_ != Arithmetic<T>::format) {
    const double all = (size + moved + library + product) * scale * kUpward;
    terms.storage = storage_error(store_, all);
  }
  return terms;
}

}  // namespace sextant::recipe
