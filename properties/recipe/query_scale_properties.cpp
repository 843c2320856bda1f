#include <cmath>

#include "draw/gen.hpp"
#include "draw/places.hpp"
#include "engine/property.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/measure/entry/error.hpp"
#include "sextant/recipe/bound/exactly.hpp"
#include "sextant/recipe/catalogue/bias_catalogue.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"

/// Mutants that these must kill: a position rounded down, an origin added to integers, a bound at
/// another step.
namespace sextant::recipe {
namespace {

/// The float32 step of a position, as Llama 4's program computes it.
float step(Position p, float origin, float length) {
  return std::floor((static_cast<float>(p) + origin) / length);
}

/// query_scale.md, (8): the floor of a float32 quotient is right below 2²⁴.
PROPERTY(QueryScaleStep, IsRightWhereFloat32HoldsPositions) {
  const int length = *draw::full(draw::in_range(1, 1 << 24)).as("length");
  const int steps = *draw::full(draw::in_range(0, (1 << 24) / length + 1)).as("steps");
  for (const int beside : {-1, 0, 1}) {
    const int n = steps * length + beside;
    if (n < 0 || n >= 1 << 24) continue;
    RC_ASSERT(step(n, 0, static_cast<float>(length)) == static_cast<float>(n / length));
  }
}

/// The first wrong step, for which nothing is promised: a bound would cover all between the steps.
TEST(QueryScaleStep, IsFirstWrongWhereTheDerivationSays) {
  const Position first = (1 << 24) + 8190;
  for (Position p = (1 << 24) - 100; p < first; ++p)
    ASSERT_EQ(step(p, 1, 8192), static_cast<float>((p + 1) / 8192));
  EXPECT_EQ(step(first, 1, 8192), 2049);
  const Positions rows = Positions::from(first - 1, 2);
  const auto recipe = make("query-scale", chart(QueryScale{.origin = 1}), {}, rows);
  EXPECT_LT(recipe->bound(0, 0), 0.1 * std::log(2050.0 / 2049.0));  // the height of a step, (2)
  EXPECT_TRUE(std::isinf(recipe->bound(1, 0)));
  const auto wider =
      make("query-scale", chart(QueryScale{.origin = 1}), {kFloat64, kFloat64}, rows);
  EXPECT_EQ(wider->terms(1, 0).position, 0);
}

/// The first early step of a reciprocal: a bound there would cover positions that are off by one.
TEST(QueryScaleStep, IsNotPromisedWhereAReciprocalIsEarly) {
  const Positions rows = Positions::from(12595198, 3);
  const auto of = [&](const char* name) {
    return make(name, chart(QueryScale{.original = 12288}), {}, rows);
  };
  const auto recipe = of("query-scale-reciprocal");
  EXPECT_EQ(recipe->terms(0, 0).position, 0);
  EXPECT_TRUE(std::isinf(recipe->bound(1, 0)));
  EXPECT_EQ(recipe->terms(2, 0).position, 0);
  EXPECT_EQ(of("query-scale")->terms(1, 0).position, 0);
}

/// Beyond 2²⁴, ⟦⟦p⟧ + 1⟧ and ⟦p + 1⟧ differ, so that the two recipes have wrong steps at different
/// positions.
TEST(QueryScaleStep, IsWrongElsewhereWithIntegers) {
  const QueryScale e{.original = 3, .origin = 1};
  const Positions rows = Positions::from((1 << 24) + 1, 64);
  const auto floats = make("query-scale", chart(e), {}, rows);
  const auto integers = make("query-scale-integers", chart(e), {}, rows);
  int differ = 0;
  for (std::uint64_t row = 0; row < rows.count; ++row)
    differ += std::isinf(floats->bound(row, 0)) != std::isinf(integers->bound(row, 0)) ? 1 : 0;
  EXPECT_GT(differ, 0);
}

/// A bound that allows for another step would cover positions that are off by one.
TEST(QueryScaleStep, IsNotPromisedWhereDivisionsErr) {
  const ComputeFormats rough{.library = &loosest_library(true)};
  ASSERT_FALSE(rough.called().hypothesis(kFloat32).divides_exactly());
  const auto recipe = make("query-scale", chart(QueryScale{}), rough, Positions::from(16384, 1));
  EXPECT_TRUE(std::isinf(recipe->bound(0, 0)));
}

/// Form log-n, whose error is largest at small original contexts.
PROPERTY(LogN, IsWithinItsBound) {
  const QueryScale e{.form = QueryScale::Form::log_n,
                     .original = *draw::full(draw::in_range(2, 20000)),
                     .origin = *draw::in_range(0, 3)};
  const Position first = 1 + static_cast<Position>(*draw::full(draw::in_range(0, 1 << 26)));
  const Positions rows = Positions::from(first, 40);
  for (const auto& [compute, store] : {std::pair(kFloat32, kFloat32),
                                       {kFloat32, kBfloat16},
                                       {kFloat64, kFloat64},
                                       {kFloat64, kFloat32}}) {
    const auto recipe = make("query-scale-log-n", chart(e), {compute, store}, rows);
    const exact::Oracle oracle(chart(e));
    std::vector<double> value(1);
    for (std::uint64_t row = 0; row < rows.count; ++row) {
      recipe->row(row, value);
      const auto truth = exact::near(oracle.ball(rows[row], oracle.chart().channels[0]));
      RC_ASSERT(measure::distance(truth, value[0]) <= recipe->bound(row, 0));
      RC_ASSERT(recipe->bound(row, 0) < 0.1);
    }
  }
}

TEST(LogN, IsExactUpToTheOriginalContext) {
  const QueryScale e{.form = QueryScale::Form::log_n, .original = 2048, .origin = 1};
  const auto recipe =
      make("query-scale-log-n", chart(e), {kFloat32, kBfloat16}, Positions::from(2047, 2));
  EXPECT_EQ(recipe->bound(0, 0), 0);
  EXPECT_GT(recipe->bound(1, 0), 0);
  EXPECT_EQ(bias_catalogue(chart(e)).front().name, "query-scale-log-n");
}

/// Before the first step there is no error.
TEST(QueryScaleStep, HasNoErrorBeforeTheFirst) {
  const auto recipe =
      make("query-scale", chart(QueryScale{}), {kFloat32, kBfloat16}, Positions::from(8191, 2));
  EXPECT_EQ(recipe->bound(0, 0), 0);
  EXPECT_GT(recipe->bound(1, 0), 0);
}

}  // namespace
}  // namespace sextant::recipe
