#pragma once

#include <vector>

#include "sextant/recipe/by_angle.hpp"
#include "sextant/recipe/pow_multiply.hpp"

namespace sextant::recipe {

/// The longest run of a sequential recipe: its bound is linear in the steps as long as they are
/// few.
inline constexpr std::uint64_t kLongestRun = std::uint64_t{1} << 24;

/// The next row by rotating the last: (s, c) ← (s·C + c·S, c·C − s·S) with S = sin(step·ω), C =
/// cos(step·ω). Unsound: the error grows with the steps taken.                    recipes.md,
/// §rotation-recurrence
template <class T>
class RotationRecurrence {
 public:
  using Type = T;
  static constexpr std::string_view name = "rotation-recurrence";
  static constexpr bool sound = false;

  /// Starts at `start` with directly computed values; a step goes `step` positions on.
  RotationRecurrence(const Waves& waves, Position start, std::int64_t step)
      : direct_(unamplified(waves)),
        still_(without_origin(waves)),
        start_(start),
        step_(step),
        amplified_(waves.amplitude != 1),
        amplitude_(to<T>(waves.amplitude)),
        amplitude_size_(std::abs(static_cast<double>(waves.amplitude)) * (1 + 0x1p-40)) {
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

  /// The value at the present step.
  T operator()(const Channel& c) const {
    const auto i = static_cast<std::size_t>(c.pair);
    if (c.function == Function::frequency) return direct_(start_, c);
    const T& value = c.function == Function::sine ? sines_[i] : cosines_[i];
    return amplified_ ? T(value * amplitude_) : value;
  }

  /// E_n ≤ (1 + κ)ⁿ(1 + E_0) − 1, κ = |error of (S, C)| + 2√2·u(1 + u).
  Terms terms(std::uint64_t steps, const Channel& c, const Format& store) const {
    const double u = unit<T>();
    const auto both = [&](const ByAngle<T, PowMultiply>& recipe, Position p) {
      const double s = recipe.terms(p, {Function::sine, c.pair}, Arithmetic<T>::format).total();
      const double k = recipe.terms(p, {Function::cosine, c.pair}, Arithmetic<T>::format).total();
      return std::hypot(s, k);
    };
    const double start = both(direct_, start_);
    const auto n = static_cast<double>(steps);
    const double rotation = both(still_, step_);
    const double rounding = 2.8285 * u * (1 + 2 * u) * (1 + rotation);
    const double growth = std::exp(std::min(n * (rotation + rounding), 50.0));
    Terms terms{.position = start * growth,
                .power = n * rotation * growth,
                .product = n * rounding * growth};
    for (double Terms::*part : {&Terms::position, &Terms::power, &Terms::product}) {
      terms.*part = std::min(terms.*part, 1e6) * amplitude_size_;
    }
    const double size = 1 + terms.total();
    terms.sine = amplified_ ? 2 * u * (1 + u) * size * amplitude_size_ : 0;
    if (store != Arithmetic<T>::format)
      terms.storage = std::ldexp(size * amplitude_size_, -store.precision);
    return terms;
  }

 private:
  static Waves unamplified(Waves waves) {
    waves.amplitude = 1;
    return waves;
  }
  static Waves without_origin(Waves waves) {
    waves.origin = 0;
    return unamplified(std::move(waves));
  }

  ByAngle<T, PowMultiply> direct_, still_;
  Position start_;
  std::int64_t step_;
  bool amplified_;
  T amplitude_;
  double amplitude_size_;
  std::uint64_t taken_ = 0;
  std::vector<T> step_sines_, step_cosines_, sines_, cosines_;
};

}  // namespace sextant::recipe
