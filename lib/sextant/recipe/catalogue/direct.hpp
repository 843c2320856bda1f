#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "sextant/number/round.hpp"
#include "sextant/recipe/bound/arithmetic.hpp"
#include "sextant/recipe/catalogue/recipe.hpp"
#include "sextant/recipe/rule/turns.hpp"

namespace sextant::recipe {

/// A value rounded to the storage format.
inline double stored(const ComputeFormats& formats, double value) {
  if (formats.storing == Storing::toward_zero)
    return round_to(formats.store, value, Rounding::toward_zero);
  const double nearest = formats.store == kFloat32 ? static_cast<double>(static_cast<float>(value))
                                                   : round_to(formats.store, value);
  if (formats.storing != Storing::flushed) return nearest;
  const bool subnormal = std::abs(nearest) < std::ldexp(1.0, formats.store.emin);
  return subnormal ? std::copysign(0.0, nearest) : nearest;
}

/// A recipe whose rows do not depend on each other.
template <class R>
class Direct final : public Recipe {
  using T = typename R::Type;

 public:
  Direct(const Chart& chart, const ComputeFormats& formats, const Positions& positions, R recipe)
      : channels_(without_signs(chart).channels),
        negated_(negated_columns(chart)),
        zero_row_(chart.waves.zero_row),
        formats_(formats),
        as_it_is_(formats.store == Arithmetic<T>::format && formats.storing == Storing::nearest),
        positions_(positions),
        recipe_(std::move(recipe)) {}

  void row(std::uint64_t row, std::span<double> values) override {
    const Position p = positions_[row];
    const auto make = [&](const auto& entry) {
      for (std::size_t j = 0; j < channels_.size(); ++j) {
        const bool blank = is_blank(channels_[j], zero_row_, p);
        const auto value = static_cast<double>(blank ? T(0) : entry(channels_[j]));
        values[j] = as_it_is_ ? value : stored(formats_, value);
      }
      for (const std::size_t j : negated_) values[j] = -values[j];
    };
    if constexpr (kLocates) {
      make([&, angles = recipe_.angles(p)](const Channel& c) {
        if (is_frequency(c.function)) return recipe_(p, c);
        return recipe_.wave_of(angles[static_cast<std::size_t>(c.pair)], c.function);
      });
    } else {
      make([&](const Channel& c) { return recipe_(p, c); });
    }
  }

  bool alike(std::uint64_t one, std::uint64_t other) const override {
    if constexpr (kLocates) {
      const Position p = positions_[one], q = positions_[other];
      const bool blank = zero_row_ && (p == *zero_row_ || q == *zero_row_);
      const T at = recipe_.converted(p);
      return !blank && at == recipe_.converted(q) && at != T(0);  // zeros have signs
    }
    return false;
  }

  Terms terms(std::uint64_t row, std::size_t channel) const override {
    if (is_blank(channels_[channel], zero_row_, positions_[row])) return {};
    return recipe_.terms(positions_[row], channels_[channel], formats_.store);
  }

  std::optional<Range> range(std::uint64_t first, std::uint64_t last,
                             std::size_t channel) const override {
    const Position a = positions_[first];
    const Position b = positions_[last - 1];
    const Channel& c = channels_[channel];
    const bool wave = c.function == Function::sine || c.function == Function::cosine;
    if (positions_.listed || zero_row_ || !wave || (a < 0) != (b < 0) || !recipe_.plain())
      return std::nullopt;
    const std::uint64_t outer = magnitude(a) < magnitude(b) ? last - 1 : first;
    const Position inner = outer == first ? b : a;
    Range range{recipe_.terms(inner, c, formats_.store, true).total(), bound(outer, channel)};
    // Rounded positions beyond those that the format holds exactly have larger bounds.
    const std::uint64_t near = std::min<std::uint64_t>(last - first, 64);
    bool met = recipe_.all_exact(positions_[outer]);
    for (std::uint64_t k = 0; !met && k < near; ++k) {
      const std::uint64_t row = outer == first ? first + k : outer - k;
      met = !recipe_.exact(positions_[row]);
      if (met) range.most = std::max(range.most, bound(row, channel));
    }
    return met ? std::optional(range) : std::nullopt;
  }

  std::vector<double> candidates(int pair) const override {
    if (by_pair()) return {static_cast<double>(pair)};
    const std::vector<T> found = recipe_.candidates(pair);
    return {found.begin(), found.end()};
  }

  double angle(std::uint64_t row, double factor) const override {
    const Position p = positions_[row];
    if (by_pair()) return static_cast<double>(recipe_.angle(p, static_cast<int>(factor)));
    if constexpr (kByPhase)
      return std::numeric_limits<double>::quiet_NaN();
    else
      return static_cast<double>(recipe_.angle(p, static_cast<T>(factor)));
  }

  std::optional<double> frequency_error(int pair) const override {
    if constexpr (requires(const R& r) { r.frequency_error(pair); })
      return recipe_.frequency_error(pair);
    return std::nullopt;
  }

  Wave wave(double angle, Function function) const override {
    if constexpr (kByPhase)
      return {angle, function};
    else
      return recipe_.wave(static_cast<T>(angle), function);
  }

 private:
  /// Whether positions are converted to T first.
  static constexpr bool kLocates = requires(const R& r, Position p) { r.converted(p); };
  /// The phase of turns calls no library function.
  static constexpr bool kByPhase = std::is_same_v<R, Turns<T>>;

  /// Whether the pair's number is used in place of its factor.
  bool by_pair() const {
    if constexpr (kByPhase)
      return true;
    else
      return recipe_.by_pair();
  }

  std::vector<Channel> channels_;
  std::vector<std::size_t> negated_;  ///< columns of negated sines, which `channels_` has as sines
  std::optional<Position> zero_row_;
  ComputeFormats formats_;
  bool as_it_is_;  ///< whether every value is a number of the storage format
  Positions positions_;
  R recipe_;
};

template <class R>
std::unique_ptr<Recipe> make_direct(const Chart& chart, const ComputeFormats& formats,
                                    const Positions& positions) {
  const Hypothesis hypothesis = formats.called().hypothesis(Arithmetic<typename R::Type>::format);
  if constexpr (std::is_constructible_v<R, const Waves&, const IntermediateRoundings&>) {
    return std::make_unique<Direct<R>>(chart, formats, positions,
                                       R(chart.waves, formats.intermediate, hypothesis));
  } else {
    return std::make_unique<Direct<R>>(chart, formats, positions, R(chart.waves, hypothesis));
  }
}

using Maker = std::unique_ptr<Recipe> (*)(const Chart&, const ComputeFormats&, const Positions&);

}  // namespace sextant::recipe
