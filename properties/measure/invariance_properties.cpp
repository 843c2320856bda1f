#include <cmath>

#include <gtest/gtest.h>

#include "places.hpp"
#include "sextant/measure/invariance.hpp"
#include "sextant/recipe/catalogue.hpp"

namespace sextant {
namespace {

/// A row of a recipe with its bounds.
struct Row {
  std::vector<double> values, bounds;
};

Row row_at(const Chart& chart, const std::string& name, const recipe::Chain& chain, Position p) {
  const auto recipe = recipe::make(name, chart, chain, Positions{p, 1, 1});
  Row row{std::vector<double>(chart.width()), std::vector<double>(chart.width())};
  recipe->row(0, row.values);
  for (std::size_t j = 0; j < chart.width(); ++j) row.bounds[j] = recipe->bound(0, j);
  return row;
}

/// Σ cos(kω_i), and the sines and cosines of kω_i by pair.
struct Shift {
  double kernel = 0;
  std::vector<double> sines, cosines;
};

Shift shift_of(const exact::Oracle& oracle, Position k) {
  Shift shift;
  long double sum = 0;
  for (int pair = 0; pair < oracle.waves().pairs(); ++pair) {
    const auto turn = oracle.pair(k, pair);
    shift.sines.push_back(exact::near(turn.sine).high);
    shift.cosines.push_back(exact::near(turn.cosine).high);
    sum += static_cast<long double>(exact::near(turn.cosine).high) + exact::near(turn.cosine).low;
  }
  shift.kernel = static_cast<double>(sum);
  return shift;
}

struct Subject {
  Chart chart;
  std::string recipe;
  recipe::Chain chain;
  Position j, k;
};

rc::Gen<Subject> subjects() {
  return rc::gen::exec([] {
    Sinusoidal e;
    e.dim = *rc::gen::element(2, 4, 16, 64, 130);
    e.base = *rc::gen::elementOf(std::vector<Rational>{10000, 500000, 100});
    e.layout = *rc::gen::element(Layout::interleaved, Layout::halves);
    e.order = *rc::gen::element(Order::sin_cos, Order::cos_sin);
    Subject s{chart(e),
              *rc::gen::elementOf(
                  std::vector<std::string>{"pow-divide", "exp-log", "float64-angle", "turns"}),
              *rc::gen::elementOf(std::vector<recipe::Chain>{
                  {kFloat32, kFloat32, {}}, {kFloat32, kBfloat16, {}}, {kFloat64, kFloat64, {}}}),
              *draw::positions(40), *draw::positions(40)};
    return s;
  });
}

/// Every defect of every sound recipe stays within what the bounds of its entries allow.
RC_GTEST_PROP(Defect, StaysWithinWhatTheEntriesAllow, ()) {
  const Subject s = *subjects();
  const auto pairs = measure::by_pair(s.chart);
  const exact::Oracle oracle(s.chart);
  const Row j = row_at(s.chart, s.recipe, s.chain, s.j);
  const Row k = row_at(s.chart, s.recipe, s.chain, s.k);
  const Row sum = row_at(s.chart, s.recipe, s.chain, s.j + s.k);
  const Shift turn = shift_of(oracle, s.k);
  const auto within = [](const measure::Defect& d) { return d.value <= d.bound; };
  RC_ASSERT(within(measure::norm_defect(pairs, j.values, j.bounds)));
  RC_ASSERT(within(measure::shift_defect(j.values, sum.values, j.bounds, sum.bounds, turn.kernel)));
  RC_ASSERT(within(measure::rotation_defect(pairs, j.values, sum.values, j.bounds, sum.bounds,
                                            turn.sines, turn.cosines)));
  RC_ASSERT(within(measure::composition_defect(pairs, j.values, k.values, sum.values, j.bounds,
                                               k.bounds, sum.bounds)));
}

/// A row that is wrong in one pair shows it in every defect, by about as much.
TEST(Defect, ShowsAWrongPair) {
  const exact::Oracle oracle(chart(Sinusoidal{.dim = 8}));
  const auto pairs = measure::by_pair(oracle.chart());
  const recipe::Chain chain{kFloat64, kFloat64, {}};
  Row j = row_at(oracle.chart(), "exp-log", chain, 1000);
  const Row k = row_at(oracle.chart(), "exp-log", chain, 77);
  const Row sum = row_at(oracle.chart(), "exp-log", chain, 1077);
  const Shift turn = shift_of(oracle, 77);
  j.values[2] += j.values[2] > 0 ? 0x1p-10 : -0x1p-10;
  const auto shows = [](const measure::Defect& d) {
    return d.value > d.bound && d.value > 0x1p-14 && d.value < 0x1p-8;
  };
  EXPECT_TRUE(shows(measure::norm_defect(pairs, j.values, j.bounds)));
  EXPECT_TRUE(
      shows(measure::shift_defect(j.values, sum.values, j.bounds, sum.bounds, turn.kernel)));
  EXPECT_TRUE(shows(measure::rotation_defect(pairs, j.values, sum.values, j.bounds, sum.bounds,
                                             turn.sines, turn.cosines)));
  EXPECT_TRUE(shows(measure::composition_defect(pairs, j.values, k.values, sum.values, j.bounds,
                                                k.bounds, sum.bounds)));
}

}  // namespace
}  // namespace sextant
