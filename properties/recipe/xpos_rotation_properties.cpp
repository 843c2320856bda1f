#include <cmath>
#include <random>

#include "draw/gen.hpp"
#include "draw/numbers.hpp"
#include "engine/property.hpp"
#include "sextant/encoding/encoding.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/number/round.hpp"
#include "sextant/recipe/application/application.hpp"
#include "sextant/recipe/bound/exactly.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"
#include "sextant/recipe/catalogue/other_sines.hpp"

/// Recipes of sines and cosines that are multiplied by the scale of xPos.
namespace sextant::recipe {
namespace {

/// |made − truth| of an entry, from below.
Rational error_of(const exact::Oracle& oracle, Position p, const Channel& channel, double made) {
  const auto truth = exact::enclosure(oracle.waves(), to_rational(p), channel, 1);
  const Rational got = exactly(made);
  const Rational lower = to_rational(truth.lower), upper = to_rational(truth.upper);
  return got < lower ? Rational(lower - got) : got > upper ? Rational(got - upper) : Rational(0);
}

Rotary drawn() {
  return {.dim = 2 * *draw::full(draw::in_range(1, 65)),
          .origin = *draw::element(Rational(0), Rational(1), Rational(1, 3)),
          .amplitude = *draw::element(Rational(1), Rational(5, 4)),
          .scale_base = *draw::element(Rational(512), Rational(100), Rational(7, 3)),
          .gamma = *draw::element(Rational(2, 5), Rational(1, 7)),
          .centre = *draw::full(draw::in_range(-1000, 1000)),
          .of = *draw::element(Xpos::Of::queries, Xpos::Of::keys)};
}

PROPERTY(XposRotationRecipes, StayWithinTheirBounds) {
  const Rotary e = drawn();
  const Chart table = chart(e, *draw::element(Part::table, Part::sin, Part::matrices));
  const Format compute = *draw::element(kFloat32, kFloat64);
  const ComputeFormats formats{compute, *draw::element(kBfloat16, kFloat16, compute), {}};
  const Position first = *draw::full(draw::in_range(-40000, 40000));
  const Positions positions = Positions::from(*draw::element<Position>(0, first), 2);
  const exact::Oracle oracle(table);
  std::vector<double> row(table.width());
  std::vector<std::string_view> sound;
  for (const Entry& entry : catalogue(table))
    if (entry.sound && possible(entry.name, formats)) sound.push_back(entry.name);
  const auto recipe = make(*draw::element_of(sound), table, formats, positions);
  for (std::uint64_t r = 0; r < 2; ++r) {
    recipe->row(r, row);
    for (std::size_t j = 0; j < row.size(); ++j) {
      const double bound = recipe->bound(r, j);
      if (!std::isfinite(bound)) continue;
      RC_ASSERT(error_of(oracle, positions[r], table.channels[j], row[j]) <= exactly(bound));
    }
  }
}

/// Rows are products of those without xPos and of the scale, in the compute format.
TEST(XposRotationRecipes, MultiplyTheRowsWithoutTheScale) {
  const Rotary with{.dim = 8, .scale_base = Rational(64), .centre = 5, .of = Xpos::Of::keys};
  Rotary without = with;
  without.scale_base = std::nullopt;
  const Xpos scale{.dim = 8, .scale_base = 64, .centre = 5, .of = Xpos::Of::keys};
  const Positions positions = Positions::from(90, 1);
  std::vector<double> waves(4), scales(4), row(4);
  make("pow-divide", chart(without, Part::cos), {}, positions)->row(0, waves);
  make("xpos", chart(scale), {}, positions)->row(0, scales);
  make("pow-divide", chart(with, Part::cos), {}, positions)->row(0, row);
  for (std::size_t j = 0; j < 4; ++j)
    EXPECT_EQ(row[j],
              static_cast<double>(static_cast<float>(waves[j]) * static_cast<float>(scales[j])));
  // Both are within their bounds of the true value.
  const auto given = make_given(chart(with, Part::cos), {}, positions, false);
  const auto computed = make("pow-divide", chart(with, Part::cos), {}, positions);
  const double before = row[3];
  given->row(0, row);
  EXPECT_LE(std::abs(row[3] - before), given->terms(0, 3).total() + computed->terms(0, 3).total());
}

/// A bound that nothing approaches has not been tested.  Recorded with glibc 2.36, from both sides.
TEST(XposRotationRecipes, UseSoMuchOfTheirBoundsFull) {
  const auto used = [](const Format& store, Xpos::Of of) {
    const Rotary e{.dim = 64, .scale_base = Rational(512), .centre = 100, .of = of};
    const Chart table = chart(e);
    const Positions positions = Positions::from(0, 3000);
    const exact::Oracle oracle(table);
    const auto recipe = make("pow-reciprocal", table, {kFloat32, store, {}}, positions);
    std::vector<double> row(table.width());
    double most = 0;
    for (std::uint64_t r = 0; r < positions.count; r += 41) {
      recipe->row(r, row);
      for (std::size_t j = 0; j < row.size(); ++j) {
        const double bound = recipe->bound(r, j);
        EXPECT_TRUE(std::isfinite(bound));
        if (bound == 0) continue;
        const Rational error = error_of(oracle, positions[r], table.channels[j], row[j]);
        most = std::max(most, static_cast<double>(Rational(error / exactly(bound))));
      }
    }
    return most;
  };
  EXPECT_NEAR(used(kFloat32, Xpos::Of::queries), 0.5028, 0.0005);
  EXPECT_NEAR(used(kFloat32, Xpos::Of::keys), 0.5029, 0.0005);
  EXPECT_NEAR(used(kBfloat16, Xpos::Of::queries), 0.9987, 0.0005);
}

/// Nothing is promised where the scale or its inverse is not normal.
TEST(XposRotationRecipes, HaveNoBoundWhereTheScaleOverflows) {
  const Chart table = chart(Rotary{.dim = 8, .scale_base = Rational(1)});
  const auto recipe = make("pow-divide", table, {}, Positions::from(60, 50));
  EXPECT_TRUE(std::isfinite(recipe->bound(0, 0)));
  EXPECT_FALSE(std::isfinite(recipe->bound(49, 0)));
  EXPECT_TRUE(recipe->candidates(1).empty());
}

/// x·c·σ + y·s·σ with exact c, s and σ, whichever of them are multiplied first.  Products a little
/// above a power of two have the largest relative errors, and those of the tables the smallest.
TEST(XposOrders, AreWithinTheBoundOfVectors) {
  const Application way = applications(kFloat32, kFloat32, kFloat32).front();
  std::mt19937 random(7);
  const auto between = [&](float least, float most) {
    return std::uniform_real_distribution<float>(least, most)(random);
  };
  for (int k = 0; k < 5000; ++k) {
    const float x = between(1, 1.01F), y = between(1, 1.01F);
    const float c = between(1, 1.01F), s = between(1, 1.01F), scale = between(1.9F, 1.93F);
    const auto scaled = [&](float wave) {
      const double size = static_cast<double>(wave) * static_cast<double>(scale) * kUpward;
      return for_any_order(way, {size, storage_error(kFloat32, size)});
    };
    const auto exact = [](float number) { return exactly(static_cast<double>(number)); };
    const Rational truth = (exact(x) * exact(c) + exact(y) * exact(s)) * exact(scale);
    const double most = static_cast<double>(truth) * kUpward;
    const double bound = turn_terms(way, {static_cast<double>(x), 0}, scaled(c),
                                    {static_cast<double>(y), 0}, scaled(s), most)
                             .total();
    const float products = float(float(x * c) * scale) + float(float(y * s) * scale);
    const float sum = float(float(x * c) + float(y * s)) * scale;
    const float tables = float(x * float(c * scale)) + float(y * float(s * scale));
    for (const float made : {products, sum, tables})
      ASSERT_LE(abs(Rational(exact(made) - truth)), exactly(bound));
    EXPECT_LT(bound, 2.6 * 0x1p-24 * most);
  }
}

}  // namespace
}  // namespace sextant::recipe
