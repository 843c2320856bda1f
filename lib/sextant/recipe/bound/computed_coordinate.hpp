#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "sextant/encoding/position/coordinate_steps.hpp"
#include "sextant/number/pi.hpp"
#include "sextant/recipe/bound/arithmetic.hpp"
#include "sextant/recipe/bound/terms.hpp"

namespace sextant::recipe {

/// Upper bounds of |x|, where x is exact, and of the error of the computed x.
struct Computed {
  double magnitude = 0, error = 0;
};

/// A coordinate as a program computes it: every step is rounded to F.
///                                                                            axial.md, (1) to (5)
template <class F>
class ComputedCoordinate {
  using Operation = CoordinateStep::Operation;

 public:
  explicit ComputedCoordinate(const std::vector<CoordinateStep>& steps) {
    for (const CoordinateStep& step : steps) {
      Rational number = step.number;
      for (int k = 0; k < step.pi_power; ++k) number *= lower_pi();
      steps_.push_back({.operation = step.operation,
                        .number = to<F>(number),
                        .first = to<F>(step.first),
                        .last = to<F>(step.last),
                        .count = step.count,
                        .size = static_cast<double>(number),
                        .held = holds<F>(number),
                        .exact = step.operation != Operation::add && is_power_of_two(number),
                        .halves = is_integer(number * 2) && abs(number) < Rational(1 << 20),
                        .slope = step.count < 2 ? 0
                                                : static_cast<double>((step.last - step.first) /
                                                                      Rational(step.count - 1)),
                        .begin = static_cast<double>(step.first),
                        .longest = std::max(upward(Rational(abs(step.first))),
                                            upward(Rational(abs(step.last))))});
    }
  }

  /// Returns what the program computes from x.
  F operator()(F x) const {
    for (const Step& s : steps_) {
      switch (s.operation) {
        case Operation::add:
          x = x + s.number;
          break;
        case Operation::multiply:
        case Operation::sum:
          x = x * s.number;
          break;
        case Operation::divide:
          x = x / s.number;
          break;
        case Operation::line:
          x = on_line(s, x);
      }
    }
    return x;
  }

  /// Returns the bounds after all steps.  `x` is exact; the program's x has an error of at most
  /// `error`.  `counted` says that x is an integer below 2²⁰, and that the program has it exactly.
  Computed bound(double x, double error, bool counted) const {
    const double u = unit<F>();
    double spare = 0;  // error bound of x, which is evaluated in doubles
    bool whole = counted;
    for (const Step& s : steps_) {
      const double before = std::abs(x) + spare;
      const double size = std::abs(s.size) * (1 + kEvaluation);
      const double constant = s.held ? 0 : u * (1 + 2 * u);
      switch (s.operation) {
        case Operation::add:
          x += s.size;
          spare += kEvaluation * (before + size);
          error += constant * size;
          if (!whole || !s.halves) error += u * (std::abs(x) + spare + error);
          whole = false;
          break;
        case Operation::multiply:
        case Operation::sum:
        case Operation::divide: {
          const bool times = s.operation != Operation::divide;
          const double factor = times ? size : 1 / std::abs(s.size) * (1 + kEvaluation);
          x = times ? x * s.size : x / s.size;
          spare = (spare + kEvaluation * before) * factor;
          error = (error + (before + error) * constant) * factor;
          const int roundings = s.exact ? 0 : times ? 1 : 2;
          error += roundings * u * (std::abs(x) + spare + error) + roundings * underflow<F>();
          whole = false;
          break;
        }
        case Operation::line:
          x = s.begin + x * s.slope;
          spare = kEvaluation * (3 * s.longest + before * std::abs(s.slope));
          error = error * std::abs(s.slope) + 10 * u * s.longest;
          whole = false;
      }
    }
    return {(std::abs(x) + spare) * (1 + kEvaluation), error * (1 + 16 * u) * kUpward};
  }

 private:
  /// Covers two roundings of a double.
  static constexpr double kEvaluation = 0x1p-51;

  struct Step {
    Operation operation;
    F number, first, last;
    int count;
    double size;                   ///< of `number`, to within half a double's ulp
    bool held;                     ///< F holds `number`
    bool exact;                    ///< the step only changes the exponent
    bool halves;                   ///< `number` is a multiple of ½ below 2²⁰
    double slope, begin, longest;  ///< of a line; `longest` bounds the magnitudes of both ends
  };

  static bool is_power_of_two(const Rational& x) {
    const auto one = [](const Integer& n) { return n > 0 && (n & (n - 1)) == 0; };
    return one(numerator(x)) && one(denominator(x));
  }

  /// PyTorch computes the second half from the end.
  static F on_line(const Step& s, const F& x) {
    const F step = (s.last - s.first) / F(s.count - 1);
    if (x < F(s.count / 2)) return s.first + step * x;
    return s.last - step * (F(s.count - 1) - x);
  }

  std::vector<Step> steps_;
};

}  // namespace sextant::recipe
