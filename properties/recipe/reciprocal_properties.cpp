#include <cmath>
#include <functional>
#include <iostream>

#include <gtest/gtest.h>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "sextant/encoding/encoding.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/measure/entry/error.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"

namespace sextant::recipe {
namespace {

/// A context of Llama 3 whose bands have a width.
Rotary draw_llama3() {
  Rotary e{.dim = 2 * *draw::in_range(2, 80).as("pairs"),
           .base = *draw::element<int>(10000, 50000, 500000, 1000000).as("base")};
  e.context = {.scaling = Scaling::llama3,
               .factor = Rational(*draw::in_range(2, 200).as("factor, tenths") + 10, 10),
               .original = *draw::element<int>(1000, 8192, 8193, 16384, 131072).as("original")};
  e.context.low_freq_factor = Rational(*draw::in_range(1, 8).as("low, quarters"), 4);
  e.context.high_freq_factor =
      e.context.low_freq_factor + Rational(*draw::in_range(1, 24).as("width, quarters"), 4);
  return e;
}

float number(const Rational& x) { return static_cast<float>(static_cast<double>(x)); }

/// The divisors of a pair as llama.cpp's converter computes them in float32.  PyTorch divides a
/// number by a tensor as the product with its reciprocal; NumPy divides.
float gguf_divisor(const Rotary& e, int pair, bool pytorch) {
  const Context& c = e.context;
  const auto base = number(e.base), factor = number(c.factor);
  const float omega =
      1.0F / std::pow(base, static_cast<float>(2 * pair) / static_cast<float>(e.dim));
  const auto two_pi = static_cast<float>(2 * M_PI), length = number(c.original);
  const float wavelength = pytorch ? (1.0F / omega) * two_pi : two_pi / omega;
  const auto low = static_cast<double>(c.low_freq_factor);
  const auto high = static_cast<double>(c.high_freq_factor);
  if (wavelength < static_cast<float>(static_cast<double>(c.original) / high)) return 1;
  if (wavelength > static_cast<float>(static_cast<double>(c.original) / low)) return factor;
  const float turns = pytorch ? (1.0F / wavelength) * length : length / wavelength;
  const float smooth = (turns - static_cast<float>(low)) / static_cast<float>(high - low);
  return 1.0F / ((1.0F - smooth) / factor + smooth);
}

/// The periods of a pair as MLX's Llama 3 computes them in float32.
float mlx_period(const Rotary& e, int pair) {
  const Context& c = e.context;
  const auto base = number(e.base), factor = number(c.factor);
  const float period = std::pow(base, static_cast<float>(2 * pair) / static_cast<float>(e.dim));
  const float wavelength = static_cast<float>(2 * M_PI) * period;
  const auto low = static_cast<double>(c.low_freq_factor);
  const auto high = static_cast<double>(c.high_freq_factor);
  if (wavelength > static_cast<float>(static_cast<double>(c.original) / low))
    return period * factor;
  if (wavelength < static_cast<float>(static_cast<double>(c.original) / high)) return period;
  const float turns = number(c.original) / wavelength;
  const float smooth = (turns - static_cast<float>(low)) / static_cast<float>(high - low);
  return period / ((1.0F - smooth) / factor + smooth);
}

/// The largest error of a row as a fraction of the bound, and whether the bound is of use.
double fraction(const Rotary& e, Part part, const std::function<float(int)>& entry) {
  const exact::Oracle oracle(chart(e, part));
  const measure::ErrorMeter meter(oracle, kFloat32);
  const auto recipe = make("reciprocal", oracle.chart(), {}, Positions::from(0, 1));
  double most = 0;
  for (int pair = 0; pair < e.dim / 2; ++pair) {
    const auto j = static_cast<std::size_t>(pair);
    const Channel& c = oracle.chart().channels[j];
    const exact::Ball truth = oracle.ball(0, c);
    const double error = meter.entry(0, c, truth, entry(pair)).absolute;
    const double bound = recipe->bound(0, j);
    RC_ASSERT(bound < 1e-4 * exact::near(truth).high);  // of float32, and not of anything
    if (error > 0) most = std::max(most, error / bound);
  }
  return most;
}

/// (49) and (50) hold for programs that compute in other orders, and are not far from them.
TEST(Reciprocals, OfProgramsStayWithinTheirBound) {
  double divisors = 0, periods = 0;
  EXPECT_TRUE(properties::holds([&] {
    const Rotary e = draw_llama3();
    for (const bool pytorch : {false, true}) {
      const double most =
          fraction(e, Part::divisors, [&](int pair) { return gguf_divisor(e, pair, pytorch); });
      RC_ASSERT(most <= 1);
      divisors = std::max(divisors, most);
    }
    const double most = fraction(e, Part::periods, [&](int pair) { return mlx_period(e, pair); });
    RC_ASSERT(most <= 1);
    periods = std::max(periods, most);
  }));
  std::cout << "largest errors: " << divisors << " of the bound of divisors, " << periods
            << " of that of periods\n";
  EXPECT_GT(divisors, 0.1);
  EXPECT_GT(periods, 0.1);
}

/// Lists are rounded once, and nothing but the nearest number is within the bound.
TEST(Reciprocals, OfAListAreRoundedOnce) {
  Rotary e{.dim = 4};
  e.context = {.scaling = Scaling::longrope, .factor = 32, .original = 4096, .length = 4097};
  e.context.short_factor = {1, Rational(3, 2)}, e.context.long_factor = {1, Rational(83, 10)};
  const auto recipe = make("reciprocal", chart(e, Part::divisors), {}, Positions::from(0, 1));
  std::vector<double> row(2);
  recipe->row(0, row);
  EXPECT_EQ(row[0], 1);
  EXPECT_EQ(row[1], 8.3F);
  EXPECT_EQ(recipe->bound(0, 0), 0);
  EXPECT_LT(recipe->bound(0, 1), 8.3 * 0x1.01p-24);
}

/// The sines of matrices are negated after everything else.
TEST(Matrices, HoldTheSinesOfPairsWithTheirSigns) {
  const Rotary e{.dim = 8, .base = 500};
  const Positions rows = Positions::from(1000, 9);
  for (const Entry& entry : catalogue()) {
    const auto pairs = make(entry.name, chart(e, Part::pairs), {}, rows);
    const auto matrices = make(entry.name, chart(e, Part::matrices), {}, rows);
    for (std::uint64_t row = 0; row < 9; ++row) {
      std::vector<double> two(8), four(16);
      pairs->row(row, two), matrices->row(row, four);
      for (std::size_t i = 0; i < 4; ++i) {
        const double cosine = two[2 * i], sine = two[2 * i + 1];
        EXPECT_EQ(std::vector<double>(four.begin() + 4 * static_cast<long>(i),
                                      four.begin() + 4 * static_cast<long>(i + 1)),
                  (std::vector<double>{cosine, -sine, sine, cosine}))
            << entry.name;
        EXPECT_EQ(pairs->bound(row, 2 * i + 1), matrices->bound(row, 4 * i + 1));
      }
    }
  }
}

}  // namespace
}  // namespace sextant::recipe
