#include "sextant/verify/rotation/rotated_arithmetic_check.hpp"

#include <cmath>
#include <limits>

#include "sextant/recipe/bound/amplitude.hpp"
#include "sextant/verify/accept/acceptance_criterion.hpp"

namespace sextant::verify {
namespace {

constexpr double kEvaluated =
    0x1p-59;  // error of sines and cosines in long double, and of their products

}  // namespace

RotatedArithmeticCheck::RotatedArithmeticCheck(const AppliedRotation& applied) : applied_(applied) {
  const Waves& waves = applied.rotation.tables.waves();
  const Format& store = applied.application.tables;
  const recipe::Hypothesis hypothesis = applied.library.hypothesis(applied.compute);
  finish_ = applied.compute == kFloat64 ? recipe::Amplitude<double>(waves, hypothesis).finish(store)
                                        : recipe::Amplitude<float>(waves, hypothesis).finish(store);
  amplitude_ = recipe::to<long double>(waves.amplitude);
  for (int pair = 0; pair < waves.pairs(); ++pair)
    candidates_.push_back(applied.recipe.candidates(pair));
}

/// A program's sine or cosine of an angle that it holds exactly.
recipe::Off RotatedArithmeticCheck::off(double angle, Function function, long double value) const {
  const double size = std::abs(angle);
  const recipe::AngleError error{.angle = size, .absolute = size > 0 ? kEvaluated : 0};
  const double known = static_cast<double>(std::abs(value)) * (1 + 0x1p-50);
  return {known + finish_.amplitude * kEvaluated,
          recipe::propagate(error, function, finish_).total()};
}

const std::vector<RotatedArithmeticCheck::Place::Factored>& RotatedArithmeticCheck::Place::factored(
    std::size_t pair) {
  std::vector<Factored>& found = factored_[pair];
  if (!found.empty()) return found;
  for (const double factor : of_.candidates_[pair]) {
    const double angle = of_.applied_.recipe.angle(place_, factor);
    const long double c = of_.amplitude_ * std::cos(static_cast<long double>(angle));
    const long double s = of_.amplitude_ * std::sin(static_cast<long double>(angle));
    found.push_back({of_.off(angle, Function::cosine, c), of_.off(angle, Function::sine, s), c, s});
  }
  return found;
}

void RotatedArithmeticCheck::Place::judge(const Violation& number, std::span<const double> before,
                                          double size, Margin margin,
                                          const std::function<Violation()>& report,
                                          Counts& counts) {
  const std::vector<RotatedColumn>& columns = of_.applied_.rotation.columns;
  const RotatedColumn& c = columns[number.channel];
  const auto& factors = factored(static_cast<std::size_t>(c.pair));
  const double x = c.x(before.data());
  const double y = c.y(before.data());
  counts.columns.resize(columns.size());
  counts.columns[number.channel].resize(factors.size());
  for (std::size_t k = 0; k < factors.size(); ++k) {
    const Factored& f = factors[k];
    const long double truth = x * f.c + y * f.s;
    const double blur =
        (std::abs(x) + std::abs(y)) * of_.finish_.amplitude * kEvaluated * recipe::kUpward;
    const double bound =
        recipe::turn_terms(of_.applied_.application, {std::abs(x), 0}, f.cosine, {std::abs(y), 0},
                           f.sine, static_cast<double>(std::abs(truth)) * (1 + 0x1p-50) + blur)
            .total() +
        blur;
    const auto distance = static_cast<double>(std::abs(number.got - truth));
    const bool inside = bound <= kVacuous * size && distance <= bound;
    margin.fraction = inside ? distance / bound : std::numeric_limits<double>::infinity();
    margin.bound = 0;  // not accepted by a bound
    counts.columns[number.channel][k].add(margin, number.row, number.channel, report);
  }
}

}  // namespace sextant::verify
