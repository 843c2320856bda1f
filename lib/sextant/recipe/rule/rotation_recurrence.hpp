#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "sextant/recipe/rule/by_angle.hpp"
#include "sextant/recipe/rule/pow_multiply.hpp"

namespace sextant::recipe {

/// The largest number of steps of a sequential recipe.
inline constexpr std::uint64_t kLongestRun = std::uint64_t{1} << 24;

/// The next row by rotating the last one, with S = sin(step·ω) and C = cos(step·ω):
///
///   (s, c) ← (s·C + c·S, c·C − s·S)
///
/// Unsound: the error grows with the number of steps.              recipes.md, §rotation-recurrence
template <class T>
class RotationRecurrence {
 public:
  using Type = T;
  static constexpr std::string_view name = "rotation-recurrence";
  static constexpr bool sound = false;

  /// Starts at `start` with directly computed values; each step advances by `step` positions.
  RotationRecurrence(const Waves& waves, Position start, std::int64_t step,
                     const Hypothesis& hypothesis = Arithmetic<T>::hypothesis)
      : direct_(unamplified(waves), {}, hypothesis),
        still_(without_origin(waves), {}, hypothesis),
        start_(start),
        step_(step),
        amplitude_(waves, hypothesis) {
    for (int pair = 0; pair < waves.pairs(); ++pair) {
      step_sines_.push_back(still_(step, {Function::sine, pair}));
      step_cosines_.push_back(still_(step, {Function::cosine, pair}));
      sines_.push_back(direct_(start, {Function::sine, pair}));
      cosines_.push_back(direct_(start, {Function::cosine, pair}));
    }
  }

  std::uint64_t steps_taken() const { return taken_; }

  void advance() {
    ++taken_;
    for (std::size_t i = 0; i < sines_.size(); ++i) {
      const T s = sines_[i] * step_cosines_[i] + cosines_[i] * step_sines_[i];
      const T c = cosines_[i] * step_cosines_[i] - sines_[i] * step_sines_[i];
      sines_[i] = s;
      cosines_[i] = c;
    }
  }

  /// The value at the current position.
  T operator()(const Channel& c) const {
    const auto i = static_cast<std::size_t>(c.pair);
    if (c.function == Function::frequency) return direct_(start_, c);
    return amplitude_(c.function == Function::sine ? sines_[i] : cosines_[i]);
  }

  /// The error after n steps:
  ///
  ///   E_n ≤ E_0 + n·(r + φ)·G + 4nη
  ///
  /// Every step adds the error r of (S, C) and a rounding φ, each of a vector of length at most G,
  /// and the underflow η of four products.  The exact rotation keeps the length of E_0.
  ///                                                                       recipes.md, (29) to (31)
  Terms terms(std::uint64_t steps, const Channel& c, const Format& store) const {
    if (c.function == Function::frequency) return direct_.terms(start_, c, store);
    const double u = unit<T>();
    const auto n = static_cast<double>(steps);
    const Pair start = pair_of(direct_, start_, c.pair);
    const Pair rotation = pair_of(still_, step_, c.pair);
    const double rounding = 2.8285 * u * (1 + u) * (1 + rotation.sine);
    const double swelling = n * (rotation.sine + rounding) + rotation.sine + start.sine;
    const double growth = std::exp(std::min(swelling, 50.0)) * kUpward;
    const Finish finish = amplitude_.finish(store);
    const double amplitude = finish.amplitude * kUpward;
    Terms terms{.position = start.total,
                .power = n * rotation.total * growth,
                .product = n * (rounding * growth + 4 * underflow<T>())};
    const double size = growth;  // the length of the vector
    const double most = 1 + size;
    if (!finish.normal || !(swelling < 50) || std::isinf(start.total + rotation.total)) {
      return {.power = std::numeric_limits<double>::infinity()};
    }
    const double sum = terms.position + terms.power + terms.product;
    const double shrink = (sum > most ? most / sum : 1) * amplitude;
    for (double Terms::*part : {&Terms::position, &Terms::power, &Terms::product}) {
      terms.*part *= shrink;
    }
    terms.sine = finish.amplify * size * amplitude;
    if (finish.amplify > 0) terms.sine += underflow<T>();
    if (store != finish.compute && finish.amplitude > 0) {
      terms.storage = storage_error(store, size * amplitude + terms.sine);
    }
    return terms;
  }

 private:
  /// The length of the error of a directly computed (sine, cosine), and the part of its `sine`
  /// terms.
  struct Pair {
    double total, sine;
  };
  static Pair pair_of(const ByAngle<T, PowMultiply>& recipe, Position p, int pair) {
    const Terms s = recipe.terms(p, {Function::sine, pair}, Arithmetic<T>::format);
    const Terms k = recipe.terms(p, {Function::cosine, pair}, Arithmetic<T>::format);
    return {std::hypot(s.total(), k.total()) * kUpward, std::hypot(s.sine, k.sine) * kUpward};
  }

  static Waves unamplified(Waves waves) {
    waves.amplitude = 1;
    return waves;
  }
  static Waves without_origin(Waves waves) {
    waves.origin = 0;
    waves.phases.clear();
    return unamplified(std::move(waves));
  }

  ByAngle<T, PowMultiply> direct_, still_;
  Position start_;
  std::int64_t step_;
  Amplitude<T> amplitude_;
  std::uint64_t taken_ = 0;
  std::vector<T> step_sines_, step_cosines_, sines_, cosines_;
};

}  // namespace sextant::recipe
