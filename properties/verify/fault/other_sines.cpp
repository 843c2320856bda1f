#include <cmath>

#include <gtest/gtest.h>

#include "sextant/recipe/bound/device_sine.hpp"
#include "verify/verify_programs.hpp"

/// Sines that no library has, of the angles of any recipe, where no bound says anything.
namespace sextant {
namespace {

/// A table of float32 angles position / pow(base, 2i/d) or position * exp(...), and given waves.
template <class Sine, class Cosine>
Rows made(const Program& p, bool by_exp, Sine sine, Cosine cosine) {
  Rows rows{kFloat32, 32, {}};
  for (std::uint64_t row = 0; row < p.positions.count; ++row) {
    const auto x = static_cast<float>(p.positions[row]);
    for (int j = 0; j < 32; j += 2) {
      const auto e = static_cast<float>(j);
      const float a = by_exp ? x * std::exp(e * static_cast<float>(-std::log(10000.0) / 32))
                             : x / std::pow(10000.0F, e / 32);
      rows.values.push_back(sine(a));
      rows.values.push_back(cosine(a));
    }
  }
  return rows;
}

TEST(OtherSines, AreNamedFarOutOfWhicheverAngles) {
  const Program p = program("pow-divide", kFloat32, kFloat32, 1 << 20, 64);
  for (const bool by_exp : {false, true}) {
    const Rows quarter = made(
        p, by_exp, [](float a) { return std::sin(a); },
        [](float a) { return std::sin(a + static_cast<float>(M_PI / 2)); });
    EXPECT_EQ(finding(quarter, p), "quarter-turn-cosine") << by_exp;
    const auto turn = [](float a) { return recipe::device_turn(a); };
    const Rows device = made(
        p, by_exp, [&](float a) { return static_cast<float>(std::sin(2 * M_PI * turn(a))); },
        [&](float a) { return static_cast<float>(std::cos(2 * M_PI * turn(a))); });
    EXPECT_EQ(finding(device, p), "fast-trigonometry") << by_exp;
  }
}

/// Where errors are no larger than those that another library's waves may have.
TEST(OtherSines, OfAQuarterTurnAreToldFromALibrarysErrors) {
  Program p = program("pow-divide", kFloat64, kFloat64, 1, 16);
  p.encoding = Rotary{.dim = 138, .base = 1000000};
  p.part = Part::cos;
  Rows rows{kFloat64, 69, {}};
  for (int row = 1; row <= 16; ++row) {
    for (int pair = 0; pair < 69; ++pair)
      rows.values.push_back(std::sin(row * (1 / std::pow(1e6, 2 * pair / 138.0)) + M_PI / 2));
  }
  EXPECT_EQ(finding(rows, p), "quarter-turn-cosine");
}

/// A Taylor polynomial of a reduced angle, and a table without interpolation: errors that go by the
/// angle alone are likely an approximation's.
TEST(OtherSines, OfAPolynomialOrATableAreLikelyFull) {
  const auto polynomial = [](float a) {
    const double x = std::remainder(static_cast<double>(a), 2 * M_PI), y = x * x / 4;
    const double half = x / 2 * (1 - y / 6 + y * y / 120 - y * y * y / 5040);  // of sin x/2
    return static_cast<float>(2 * half * std::sqrt(std::max(0.0, 1 - half * half)));
  };
  const auto nearest = [](float a) {
    const double turn = static_cast<double>(a) / (2 * M_PI);
    return static_cast<float>(std::sin(std::nearbyint(turn * 128) * (2 * M_PI / 128)));
  };
  const Program p = program("pow-divide", kFloat32, kFloat32, 1000, 256);
  const auto closest = [&](auto sine) {
    const auto cosine = [&](float a) { return sine(a + static_cast<float>(M_PI / 2)); };
    const auto verdict = verdict_on(made(p, false, sine, cosine), question_about(p));
    EXPECT_EQ(verdict.grade, verify::Grade::unexplained);
    return verdict.closest() == nullptr ? "none" : verdict.closest()->fault;
  };
  EXPECT_EQ(closest(polynomial), "approximate-trigonometry");
  EXPECT_EQ(closest(nearest), "approximate-trigonometry");
  // Errors of any sign are of no angle.
  unsigned drawn = 1;
  const auto noisy = [&](float a) {
    drawn = drawn * 1664525 + 1013904223;
    return std::sin(a) + (drawn >> 31 == 0 ? 1e-3F : -1e-3F);
  };
  EXPECT_NE(closest(noisy), "approximate-trigonometry");
}

/// Waves that are off by more than an ulp are proved to be neither.
TEST(OtherSines, AreNotThoseOfAnyErrorsFull) {
  const Program p = program("pow-divide", kFloat32, kFloat32, 1 << 20, 64);
  const auto off = [](float wave) { return wave * (1 + 0x1p-18F); };
  const Rows rows = made(
      p, false, [&](float a) { return off(std::sin(a)); },
      [&](float a) { return off(std::cos(a)); });
  for (const verify::Finding& found : verdict_on(rows, question_about(p)).findings) {
    if (found.residual) continue;
    EXPECT_NE(found.fault, "quarter-turn-cosine");
    EXPECT_NE(found.fault, "fast-trigonometry");
  }
}

}  // namespace
}  // namespace sextant
