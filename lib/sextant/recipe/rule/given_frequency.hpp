#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "sextant/encoding/bias/chart.hpp"
#include "sextant/recipe/bound/arithmetic.hpp"
#include "sextant/recipe/bound/terms.hpp"

namespace sextant::recipe {

/// angle = position · ω with every ω given, correctly rounded: a program that reads its
/// frequencies.  Not in the catalogue: it serves to judge tables made from altered frequencies.
template <class T>
class GivenFrequency {
 public:
  static constexpr std::string_view name = "given-frequency";
  static constexpr bool sound = true;

  explicit GivenFrequency(const Waves& waves, const Hypothesis& = Arithmetic<T>::hypothesis) {
    for (const Frequency& f : waves.frequencies) {
      const Expression omega = f.expression();
      factors_.push_back(to<T>(omega));
      const Rational* exact = omega.rational();
      held_.push_back(exact != nullptr && holds<T>(*exact));
      one_.push_back(exact != nullptr && *exact == 1);
    }
  }

  T factor(int pair) const { return factors_[static_cast<std::size_t>(pair)]; }
  static T angle(const T& x, const T& factor) { return x * factor; }

  void fill(int pair, AngleError& e) const {
    e.power = held_[static_cast<std::size_t>(pair)] ? 0 : unit<T>();
    e.product = one_[static_cast<std::size_t>(pair)] ? 0 : unit<T>();
  }
  std::vector<T> candidates(int pair) const { return {factor(pair)}; }

 private:
  std::vector<T> factors_;
  std::vector<bool> held_, one_;  ///< whether T holds ω, and whether ω is 1
};

/// The error of a nearly given frequency that has no margin of its own, in roundings.
constexpr double kNear = 32;

/// The same with frequencies that have an error of at most their own margin, or 32 roundings: a
/// program that computed them in an unknown way.
template <class T>
class NearFrequency : public GivenFrequency<T> {
 public:
  static constexpr std::string_view name = "near-frequency";

  explicit NearFrequency(const Waves& waves, const Hypothesis& = Arithmetic<T>::hypothesis)
      : GivenFrequency<T>(waves) {
    for (const Frequency& f : waves.frequencies)
      slack_.push_back(f.slack > 0 ? f.slack : kNear * unit<T>());
  }

  void fill(int pair, AngleError& e) const {
    e.product = unit<T>();
    e.power = slack_[static_cast<std::size_t>(pair)];
  }

 private:
  std::vector<double> slack_;
};

}  // namespace sextant::recipe
