#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "engine/tried.hpp"
#include "recipe/subject/programs.hpp"
#include "recipe/subject/subject.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/number/round.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"

namespace sextant::recipe {
namespace {

std::vector<double> row_of(Recipe& recipe, std::uint64_t row, std::size_t width) {
  std::vector<double> values(width);
  recipe.row(row, values);
  return values;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) {
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
  });
}

Positions draw_rows(bool sequential) {
  if (sequential) return {*draw::positions(40), 65, *draw::element<std::int64_t>(1, -1, 1000)};
  std::vector<Position> found;
  for (int i = 0; i < 8; ++i) found.push_back(*draw::positions());
  return Positions::of(std::move(found));
}

class Catalogue : public testing::TestWithParam<Subjects> {
 protected:
  void SetUp() override {
    properties::try_one_in(4);
  }  // a case goes over every entry of eight rows
};
INSTANTIATE_TEST_SUITE_P(Types, Catalogue, testing::ValuesIn(hardware_subjects()),
                         [](const auto& instance) { return test_name(instance.param); });

/// What is said to be alike without being made is; and beyond 2²⁴ float32 has neighbours alike.
TEST_P(Catalogue, SaysThatRowsAreAlikeWhereTheyAre) {
  EXPECT_TRUE(properties::holds([] {
    const Subjects& subjects = GetParam();
    const Chart chart = sextant::chart(*draw::programs());
    const auto store = *draw::element_of(subjects.stores()).as("store");
    const Positions positions =
        Positions::from(*draw::element<Position>(0, (1 << 24) - 3, 1 << 26), 8);
    const auto made = make(subjects.recipe, chart, {subjects.compute, store, {}}, positions);
    for (std::uint64_t row = 1; row < 8; ++row) {
      if (!made->alike(row - 1, row)) continue;
      RC_ASSERT(
          same_bits(row_of(*made, row - 1, chart.width()), row_of(*made, row, chart.width())));
    }
  }));
  const Chart plain = sextant::chart(Sinusoidal{.dim = 8});
  const auto made = make("exp-log", plain, {}, Positions::from(1 << 25, 8));
  EXPECT_TRUE(made->alike(0, 1));
  EXPECT_FALSE(made->alike(0, 4));
  const Chart still = sextant::chart(Sinusoidal{.dim = 8, .origin = 2, .scale = 0});
  EXPECT_FALSE(make("exp-log", still, {}, Positions::from(-4, 8))->alike(1, 2));  // −0 and 0
}

/// The template gives a number of T; the catalogue gives the same number, rounded once to the
/// storage, and the same bound.  Zero columns are zero.
TEST_P(Catalogue, MakesRowsOfTheBitsThatTheTemplateGives) {
  EXPECT_TRUE(properties::holds([] {
    const Subjects& subjects = GetParam();
    const Chart chart = sextant::chart(*draw::programs());
    const Positions positions = draw_rows(subjects.sequential);
    const auto store = *draw::element_of(subjects.stores()).as("store");
    const auto direct = subjects.make(chart.waves, positions, {});
    const auto made = make(subjects.recipe, chart, {subjects.compute, store, {}}, positions);
    for (std::uint64_t row = 0; row < 8; ++row) {
      const auto values = row_of(*made, row, chart.width());
      for (std::size_t j = 0; j < chart.width(); ++j) {
        const Channel& c = chart.channels[j];
        const bool empty = c.function == Function::zero;
        const Rational want = empty ? Rational(0) : direct->value(row, c);
        RC_ASSERT(values[j] == to_double(round(store, want)));
        const double bound = empty ? 0 : direct->terms(row, c, store).total();
        RC_ASSERT(made->bound(row, j) == bound);
      }
    }
  }));
}

/// Forwards, backwards, twice, or with gaps: the same bits.  A run restarts and goes on as if it
/// had never been elsewhere.
TEST_P(Catalogue, GivesTheSameBitsInWhateverOrderRowsAreAskedFor) {
  EXPECT_TRUE(properties::holds([] {
    const Subjects& subjects = GetParam();
    const Chart chart = sextant::chart(*draw::programs());
    const Positions positions = draw_rows(subjects.sequential);
    const ComputeFormats formats{subjects.compute, subjects.stores().back(), {}};
    const auto forwards = make(subjects.recipe, chart, formats, positions);
    const auto jumping = make(subjects.recipe, chart, formats, positions);
    std::vector<std::vector<double>> rows;
    for (std::uint64_t row = 0; row < 8; ++row)
      rows.push_back(row_of(*forwards, row, chart.width()));
    for (int i = 0; i < 8; ++i) {
      const auto row = *draw::in_range<std::uint64_t>(0, 8);
      RC_ASSERT(same_bits(row_of(*jumping, row, chart.width()), rows[row]));
    }
  }));
}

/// Every recipe of the catalogue must have properties.
TEST(TheCatalogue, HasAPropertyForEveryRecipe) {
  for (const Entry& known : catalogue()) {
    int types = 0;
    for (const Subjects& s : all_subjects()) types += static_cast<int>(s.recipe == known.name);
    EXPECT_EQ(types, known.computes_in ? 1 : 6) << known.name;
    EXPECT_EQ(entry(known.name).name, known.name);
  }
}

/// Bounds of exponents by linspace are wide: they accept only tables of such exponents.
TEST(TheCatalogue, HasLinspaceWhereFrequenciesRise) {
  const auto has = [](const Encoding& e, Part part) {
    const auto entries = catalogue(sextant::chart(e, part));
    return std::any_of(entries.begin(), entries.end(),
                       [](const Entry& entry) { return entry.name == "pow-linspace"; });
  };
  EXPECT_FALSE(has(Rotary{}, Part::cos));
  EXPECT_FALSE(has(Sinusoidal{}, Part::table));
  EXPECT_FALSE(has(Rotary{.law = Law::half_minus_shift}, Part::cos));
  const Rational inverse = Rational(1, 10000);
  EXPECT_TRUE(has(Rotary{.base = inverse, .law = Law::half_minus_shift}, Part::cos));
  EXPECT_FALSE(has(Rotary{.base = inverse, .law = Law::half_minus_shift, .shift = 0}, Part::cos));
  EXPECT_TRUE(has(Rotary{.dim = 2}, Part::cos));
}

TEST(TheCatalogue, RefusesWhatNoRecipeDoes) {
  const Chart chart = sextant::chart(Sinusoidal{});
  const Positions rows{0, 4, 1};
  EXPECT_THROW(make("no-such", chart, {}, rows), Error);
  EXPECT_THROW(make("turns", chart, {kBfloat16, kBfloat16, {}}, rows), Error);
  EXPECT_THROW(make("turns", chart, {kFloat32, kFloat64, {}}, rows), Error);
  EXPECT_THROW(make("rotation-recurrence", chart, {}, Positions::of({3, 1, 2})), Error);
  EXPECT_NO_THROW(make("float64-angle", chart, {kFloat32, kFloat32, {}}, rows));
}

/// A run ends after 2²⁴ steps; before that it is not an error to ask.
TEST(TheCatalogue, EndsARunAfterTwoToThe24Steps) {
  const Chart chart = sextant::chart(Sinusoidal{.dim = 2});
  const auto run = make("rotation-recurrence", chart, {}, Positions{0, (1U << 24) + 2, 1});
  EXPECT_THROW(row_of(*run, (1U << 24) + 1, 2), Error);
}

/// Legal variants: where one is within the hypothesis of another, its table stays within the
/// other's bound; exp-log and pow agree to the sum of what both may err.
TEST(TheCatalogue, LegalVariantsStayWithinTheSumOfTheirBounds) {
  EXPECT_TRUE(properties::holds([] {
    const Chart chart = sextant::chart(*draw::programs());
    const Positions positions = draw_rows(false);
    const auto sound =
        draw::element<std::string>("pow-divide", "pow-multiply", "exp-log", "log-timescale",
                                   "exp-of-quotient", "pow-reciprocal", "turns");
    const auto one = make(*sound, chart, {}, positions);
    const auto other = make(*sound, chart, {}, positions);
    for (std::uint64_t row = 0; row < 8; ++row) {
      const auto a = row_of(*one, row, chart.width()), b = row_of(*other, row, chart.width());
      for (std::size_t j = 0; j < chart.width(); ++j)
        RC_ASSERT(std::abs(a[j] - b[j]) <= one->bound(row, j) + other->bound(row, j));
    }
  }));
}

/// What a library within the hypothesis may give: the recipe's own factor is among the candidates.
TEST(TheCatalogue, CountsItsOwnFactorAmongTheCandidates) {
  const Chart chart = sextant::chart(Sinusoidal{.dim = 96});
  const Positions rows{1, 2, 1};
  for (const auto name : {"pow-divide", "pow-multiply", "exp-log", "log-timescale",
                          "exp-of-quotient", "pow-reciprocal"}) {
    for (const Format& compute : {kFloat32, kFloat64}) {
      const auto made = make(name, chart, {compute, compute, {}}, rows);
      const auto values = row_of(*made, 0, chart.width());
      for (int pair = 0; pair < 48; ++pair) {
        const auto found = made->candidates(pair);
        EXPECT_TRUE(std::any_of(found.begin(), found.end(),
                                [&](double factor) {
                                  const double a = made->angle(0, factor);
                                  const double sine = compute == kFloat32
                                                          ? std::sin(static_cast<float>(a))
                                                          : std::sin(a);
                                  return sine == values[static_cast<std::size_t>(2 * pair)];
                                }))
            << name << ", pair " << pair;
      }
    }
  }
}

}  // namespace
}  // namespace sextant::recipe
