#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "sextant/exact/evaluate.hpp"
#include "sextant/number/round.hpp"
#include "sextant/recipe/bound/context_scaling.hpp"
#include "sextant/recipe/catalogue/recipe.hpp"
#include "sextant/recipe/rule/given_frequency.hpp"
#include "sextant/recipe/rule/pow_divide.hpp"

namespace sextant::recipe {

/// Divisors of angles, and periods, which a program computes in T with pow.  Numbers that a
/// configuration lists are rounded once.                          recipes.md, §divisors and periods
template <class T>
class Reciprocal final : public Recipe {
 public:
  static constexpr std::string_view name = "reciprocal";

  Reciprocal(const Chart& chart, const ComputeFormats& formats)
      : waves_(exact::settled(chart).waves),
        finish_{.unit = unit<T>(),
                .hypothesis = formats.called().hypothesis(Arithmetic<T>::format),
                .compute = Arithmetic<T>::format,
                .store = formats.store} {
    const ContextScaling<T> scaling(waves_, finish_.hypothesis);
    const PowDivide<T> rule(ContextScaling<T>::with_context_base(waves_), finish_.hypothesis);
    for (const Channel& c : chart.channels) {
      const bool computed = !is_unbounded(waves_, c);
      if (computed && c.function == Function::period)
        add_period(c, scaling, rule);
      else if (computed && !listed(waves_.context.scaling))
        add_divisor(c, scaling, rule);
      else
        add_given(c, 0);
    }
  }

  /// The true numbers, rounded once to T.  If `nearly`, the bound allows 32 roundings, or the
  /// margin of the frequency if that is larger.
  static std::unique_ptr<Recipe> given(const Chart& chart, const ComputeFormats& formats,
                                       bool nearly) {
    auto made = std::make_unique<Reciprocal>(chart, formats);
    made->numbers_.clear();
    for (const Channel& c : chart.channels) {
      const Frequency& f = chart.waves.frequencies[static_cast<std::size_t>(c.pair)];
      made->add_given(c, nearly ? std::max(f.slack, kNear * unit<T>()) : 0);
    }
    return made;
  }

  void row(std::uint64_t, std::span<double> values) override {
    std::transform(numbers_.begin(), numbers_.end(), values.begin(),
                   [&](const Computed& one) { return round_to(finish_.store, one.value); });
  }

  Terms terms(std::uint64_t, std::size_t channel) const override {
    return propagate(numbers_[channel].error, Function::frequency, finish_);
  }

  std::vector<double> candidates(int) const override { return {}; }
  double angle(std::uint64_t, double) const override { return std::nan(""); }

 private:
  struct Computed {
    double value = 0;
    AngleError error;  ///< relative parts; `angle` is an upper bound of the true value
  };

  /// Whether divisors are numbers of the configuration.
  static bool listed(Scaling scaling) {
    return scaling == Scaling::none || scaling == Scaling::linear || scaling == Scaling::longrope ||
           scaling == Scaling::proportional;
  }

  /// Adds the true number, rounded once; `slack` is the relative error that its bound allows.
  void add_given(const Channel& c, double slack) {
    const Expression number = reciprocal(waves_, c);
    const bool held = number.rational() != nullptr && holds<T>(*number.rational());
    AngleError e{.angle = upward(number)};
    e.power = std::max(slack, held ? 0 : unit<T>());
    numbers_.push_back({static_cast<double>(to<T>(number)), e});
  }

  /// The blend's error of the frequency is that of its reciprocal, to second order.  Errors of the
  /// geometric frequency enter by the blend's weight alone.                      recipes.md, (49)
  void add_divisor(const Channel& c, const ContextScaling<T>& scaling, const PowDivide<T>& rule) {
    const Expression number = reciprocal(waves_, c);
    AngleError e = fill(c, rule);
    const double eta = std::expm1(e.base + e.exponent + e.power + unit<T>());
    AngleError made{.angle = upward(number), .vacuous = e.vacuous};
    const bool bands = waves_.context.scaling == Scaling::llama3;
    if (waves_.context.scaling == Scaling::ntk || waves_.context.scaling == Scaling::dynamic)
      made.power = 2 * eta + 2 * unit<T>();  // a quotient of two powers
    add_scaling(scaling.error(c.pair, eta), bands ? 0 : 3 * unit<T>(), made);
    const T omega = T(1) / rule.factor(c.pair);
    numbers_.push_back({static_cast<double>(bands ? scaling.band_divisor(scaling.wavelength(omega))
                                                  : to<T>(number)),
                        made});
  }

  /// 1/ω of the unscaled frequency is a power; (44) for the scaled one.          recipes.md, (50)
  void add_period(const Channel& c, const ContextScaling<T>& scaling, const PowDivide<T>& rule) {
    AngleError e = fill(c, rule);
    const double eta = std::expm1(e.base + e.exponent + e.power);
    add_scaling(scaling.error(c.pair, eta), scaling.blends() ? 3 * unit<T>() : 0, e);
    numbers_.push_back({static_cast<double>(scaling.period(c.pair, rule.factor(c.pair))), e});
  }

  /// The errors of the power that a number is.
  AngleError fill(const Channel& c, const PowDivide<T>& rule) const {
    AngleError e{.angle = upward(reciprocal(waves_, c))};
    rule.fill(c.pair, e);
    e.product = 0;
    e.vacuous |= !is_normal<T>(e.angle);
    return e;
  }

  /// Adds the scaling's relative `error`, as it is of the reciprocal, and `more` for the
  /// arithmetic.
  static void add_scaling(double error, double more, AngleError& e) {
    e.vacuous |= !(error < 0.5);
    if (!e.vacuous) e.scaling = error / (1 - error) + (error > 0 ? more : 0);
  }

  Waves waves_;
  Finish finish_;
  std::vector<Computed> numbers_;
};

}  // namespace sextant::recipe
