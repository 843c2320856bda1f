#include <cmath>

#include <gtest/gtest.h>

#include "sextant/encoding/encoding.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/number/round.hpp"
#include "sextant/recipe/bound/device_sine.hpp"
#include "sextant/vectors/fault_candidates.hpp"

namespace sextant::vectors {
namespace {

/// What the compiler's own float32 makes of a position and a frequency, and the library's double
/// sine of it, which is within 2⁻⁵² of the sine: far within the margin.
double by_floats(const std::string& flag, Position position, float frequency, Function function) {
  const float angle = static_cast<float>(position) * frequency;
  if (flag == "QuarterTurnCosine") return std::sin(angle + 0x1.921fb6p0F);
  const bool sine = function == Function::sine;
  if (flag == "Float32Angle") return sine ? std::sin(double{angle}) : std::cos(double{angle});
  const double turn = 2 * M_PI * recipe::device_turn(angle);
  return sine ? std::sin(turn) : std::cos(turn);
}

/// How far what stands above may be from the sine that is meant: the library's by an ulp of a
/// double; that of the sum, of a float; the hardware's turn meets 2π in two roundings of 7 at most.
double tolerance(const std::string& flag) {
  if (flag == "QuarterTurnCosine") return 0x1p-23;
  return flag == "Float32Angle" ? 0x1p-52 : 0x1p-48;
}

/// Angles that are formed in float32 are those of a machine.
TEST(Angles, AreThoseOfTheMachine) {
  const Chart chart =
      exact::settled(sextant::chart(read_encoding("sinusoidal dim=16 base=500000"), Part::table));
  std::size_t tried = 0;
  for (const auto& candidate : angle_candidates(chart)) {
    const double near = tolerance(candidate->flag);
    for (const Position p : {Position{1}, Position{257}, Position{4099}, Position{1000003},
                             (Position{1} << 24) + 2, (Position{1} << 31) + 1}) {
      for (std::size_t j = 0; j < chart.width(); ++j) {
        const Channel& c = chart.channels[j];
        const auto cell = candidate->cell(p, j);
        if (!cell) continue;
        ++tried;
        const Number omega = exact::nearest(
            kFloat32, chart.waves.frequencies[static_cast<std::size_t>(c.pair)].expression());
        const auto frequency = static_cast<float>(to_double(omega));
        const Rational value = to_rational(odd(*cell));
        const double machine = by_floats(candidate->flag, p, frequency, c.function);
        EXPECT_LE(abs(value - to_rational(from_double(machine))), to_rational(from_double(near)))
            << candidate->flag << " " << to_text(p) << " " << j;
        const Margins margins = candidate->margins(p, j, value);
        EXPECT_LT(abs(value - to_rational(from_double(machine))), *margins.in_float32);
      }
    }
  }
  EXPECT_EQ(tried, 6U * (16 + 8 + 16));
}

}  // namespace
}  // namespace sextant::vectors
