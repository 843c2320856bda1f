#include <cmath>

#include <gtest/gtest.h>

#include "draw/gen.hpp"
#include "draw/places.hpp"
#include "engine/property.hpp"
#include "sextant/measure/identity/invariance.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"

namespace sextant {
namespace {

/// A row of a recipe with its bounds.
struct Row {
  std::vector<double> values, bounds;
};

Row row_at(const Chart& chart, const std::string& name, const recipe::ComputeFormats& formats,
           Position p) {
  const auto recipe = recipe::make(name, chart, formats, Positions{p, 1, 1});
  Row row{std::vector<double>(chart.width()), std::vector<double>(chart.width())};
  recipe->row(0, row.values);
  for (std::size_t j = 0; j < chart.width(); ++j) row.bounds[j] = recipe->bound(0, j);
  return row;
}

/// The sines and cosines of kω_i by pair.
struct Shift {
  std::vector<double> sines, cosines;
};

Shift shift_of(const exact::Oracle& oracle, Position k) {
  Shift shift;
  for (int pair = 0; pair < oracle.waves().pairs(); ++pair) {
    const auto turn = oracle.pair(k, pair);
    shift.sines.push_back(exact::near(turn.sine).high);
    shift.cosines.push_back(exact::near(turn.cosine).high);
  }
  return shift;
}

struct Subject {
  Chart chart;
  std::string recipe;
  recipe::ComputeFormats formats;
  Position j, k;
};

draw::Gen<Subject> subjects() {
  return draw::exec([] {
    Sinusoidal e;
    e.dim = *draw::element(2, 3, 4, 5, 16, 64, 65, 130);
    if (e.dim % 2 != 0) e.odd = *draw::element(Odd::zero_column, Odd::drop_last, Odd::round_up);
    e.base = *draw::element_of(std::vector<Rational>{10000, 500000, 100});
    e.layout = *draw::element(Layout::interleaved, Layout::halves);
    e.order = *draw::element(Order::sin_cos, Order::cos_sin);
    Subject s{chart(e),
              *draw::element_of(
                  std::vector<std::string>{"pow-divide", "exp-log", "float64-angle", "turns"}),
              *draw::element_of(std::vector<recipe::ComputeFormats>{
                  {kFloat32, kFloat32, {}}, {kFloat32, kBfloat16, {}}, {kFloat64, kFloat64, {}}}),
              *draw::positions(40), *draw::positions(40)};
    return s;
  });
}

/// Every defect of every sound recipe stays within what the bounds of its entries allow, a last
/// pair without its half or none.
PROPERTY(Defect, StaysWithinWhatTheEntriesAllow) {
  const Subject s = *subjects();
  const auto pairs = by_pair(s.chart);
  const exact::Oracle oracle(s.chart);
  const Row j = row_at(s.chart, s.recipe, s.formats, s.j);
  const Row k = row_at(s.chart, s.recipe, s.formats, s.k);
  const Row sum = row_at(s.chart, s.recipe, s.formats, s.j + s.k);
  const Shift turn = shift_of(oracle, s.k);
  const auto within = [](const measure::Defect& d) { return d.value <= d.bound; };
  RC_ASSERT(within(measure::norm_defect(pairs, j.values, j.bounds)));
  RC_ASSERT(within(
      measure::shift_defect(pairs, j.values, sum.values, j.bounds, sum.bounds, turn.cosines)));
  RC_ASSERT(within(measure::rotation_defect(pairs, j.values, sum.values, j.bounds, sum.bounds,
                                            turn.sines, turn.cosines)));
  RC_ASSERT(within(measure::composition_defect(pairs, j.values, k.values, sum.values, j.bounds,
                                               k.bounds, sum.bounds)));
}

/// A row that is wrong in one pair shows it in every defect, by about as much.
TEST(Defect, ShowsAWrongPair) {
  const exact::Oracle oracle(chart(Sinusoidal{.dim = 8}));
  const auto pairs = by_pair(oracle.chart());
  const recipe::ComputeFormats formats{kFloat64, kFloat64, {}};
  Row j = row_at(oracle.chart(), "exp-log", formats, 1000);
  const Row k = row_at(oracle.chart(), "exp-log", formats, 77);
  const Row sum = row_at(oracle.chart(), "exp-log", formats, 1077);
  const Shift turn = shift_of(oracle, 77);
  j.values[2] += j.values[2] > 0 ? 0x1p-10 : -0x1p-10;
  const auto shows = [](const measure::Defect& d) {
    return d.value > d.bound && d.value > 0x1p-14 && d.value < 0x1p-8;
  };
  EXPECT_TRUE(shows(measure::norm_defect(pairs, j.values, j.bounds)));
  EXPECT_TRUE(shows(
      measure::shift_defect(pairs, j.values, sum.values, j.bounds, sum.bounds, turn.cosines)));
  EXPECT_TRUE(shows(measure::rotation_defect(pairs, j.values, sum.values, j.bounds, sum.bounds,
                                             turn.sines, turn.cosines)));
  EXPECT_TRUE(shows(measure::composition_defect(pairs, j.values, k.values, sum.values, j.bounds,
                                                k.bounds, sum.bounds)));
}

/// A kernel of doubles is off by half an ulp or more of each: exact rows would stand accused.
TEST(Defect, AllowsForTheKernelsOwnRounding) {
  const exact::Oracle oracle(chart(Sinusoidal{.dim = 512}));
  const auto pairs = by_pair(oracle.chart());
  std::vector<double> x, y, none(oracle.chart().width());
  const Shift turn = shift_of(oracle, 1234567);
  for (const Channel& c : oracle.chart().channels) {
    const auto i = static_cast<std::size_t>(c.pair);
    x.push_back(c.function == Function::sine ? 0 : 1);  // the row of position 0, exactly
    y.push_back(c.function == Function::sine ? turn.sines[i] : turn.cosines[i]);
  }
  // Rows as good as doubles can be: their own roundings are all that the entries allow.
  std::vector<double> error(oracle.chart().width(), 0x1p-53);
  const auto d = measure::shift_defect(pairs, x, y, none, none, turn.cosines);
  EXPECT_EQ(d.value, 0);
  EXPECT_GE(d.bound, 256 * 0x1p-53);
  EXPECT_LE(d.bound, 256 * (0x1p-53 + 0x1p-59));  // and its evaluation in long double
  EXPECT_GT(measure::shift_defect(pairs, x, y, none, error, turn.cosines).bound, d.bound);
}

}  // namespace
}  // namespace sextant
