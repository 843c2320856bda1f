#include <cmath>

#include "sextant/exact/evaluate.hpp"
#include "sextant/number/pi.hpp"
#include "sextant/number/round.hpp"
#include "sextant/recipe/bound/device_sine.hpp"
#include "sextant/vectors/fault_candidates.hpp"

namespace sextant::vectors {
namespace {

enum class Sine { library, quarter_turn, device };

/// Every step rounds once: the frequency, the scaled position, and their product.
class RoundedAngle final : public FaultCandidate {
 public:
  RoundedAngle(std::string caught_by, const Chart& chart, Sine sine)
      : FaultCandidate(std::move(caught_by), verify::Parameters()), chart_(chart), sine_(sine) {
    for (const Frequency& f : chart.waves.frequencies)
      frequencies_.push_back(to_rational(exact::nearest(kFloat32, f.expression())));
    const Number size = exact::nearest(kFloat64, chart.waves.amplitude);
    amplitude_ = std::abs(to_double(size)) * (1 + 0x1p-52);
  }

  std::optional<Cell> cell(Position position, std::size_t channel) const override {
    Channel c = chart_.channels[channel];
    if (!is_wave(c.function) || is_blank(c, chart_.waves.zero_row, position)) return std::nullopt;
    if (sine_ == Sine::quarter_turn && c.function == Function::sine) return std::nullopt;
    Frequency rotated = of(angle(position, c.pair));
    if (sine_ == Sine::quarter_turn) c.function = Function::sine;
    auto waves = std::make_shared<Waves>();
    waves->frequencies = {std::move(rotated)};
    waves->amplitude = chart_.waves.amplitude;
    c.pair = 0;
    return Cell{std::move(waves), 1, c};
  }

  std::optional<double> about(Position position, std::size_t channel) const override {
    const auto at = cell(position, channel);
    return at ? std::optional(vectors::about(*at)) : std::nullopt;
  }

  Margins margins(Position, std::size_t, const Rational& value) const override {
    // An ulp of a sine, and the error by an amplitude; more for a hardware sine.                (7)
    const double device = sine_ == Sine::device ? recipe::kDeviceSine.trig_absolute : 0;
    const double bound = amplitude_ * (0x1.00002p-22 + device) * (1 + 0x1p-50);
    const Rational all = margin(to_rational(from_double(bound)), value, kWrongBits);
    return {all, all};
  }

 private:
  static Rational rounded(const Rational& x, Rounding rounding = Rounding::nearest_even) {
    return to_rational(round(kFloat32, x, rounding));
  }

  Rational angle(Position position, int pair) const {
    const Waves& w = chart_.waves;
    const Rational x = rounded(w.scale * (to_rational(position) + w.origin));
    return rounded(x * frequencies_[static_cast<std::size_t>(pair)]);
  }

  /// The angle of position 1: itself, plus a quarter turn, or as the fraction of a turn that the
  /// hardware computes.
  Frequency of(const Rational& angle) const {
    if (sine_ == Sine::library) return {.coefficient = angle};
    if (sine_ == Sine::quarter_turn) {
      const Rational pi = lower_pi();
      return {.coefficient = rounded(angle + rounded(pi / 2))};
    }
    const Rational per_radian = to_rational(from_double(recipe::kTurnsPerRadian));
    const Rational turns = rounded(angle * per_radian, Rounding::toward_zero);
    return {.coefficient = 2 * turns, .pi_power = 1};
  }

  Chart chart_;
  Sine sine_;
  std::vector<Rational> frequencies_;
  double amplitude_ = 1;  ///< at least |A|
};

}  // namespace

FaultCandidates angle_candidates(const Chart& chart) {
  FaultCandidates found;
  const auto add = [&](const char* flag, Sine sine) {
    found.push_back(std::make_unique<RoundedAngle>(flag, chart, sine));
  };
  add("Float32Angle", Sine::library);
  add("QuarterTurnCosine", Sine::quarter_turn);
  add("FastTrigonometry", Sine::device);
  return found;
}

}  // namespace sextant::vectors
