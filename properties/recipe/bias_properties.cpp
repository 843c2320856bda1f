#include <cmath>

#include "draw/gen.hpp"
#include "draw/places.hpp"
#include "engine/property.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/exact/reference.hpp"
#include "sextant/recipe/bound/exactly.hpp"
#include "sextant/recipe/catalogue/bias_catalogue.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"

namespace sextant::recipe {
namespace {

/// A recipe for a drawn bias, at work.
struct Drawn {
  std::string name;
  Chart chart;
  ComputeFormats formats;
  Positions positions;
  std::unique_ptr<Recipe> recipe;
};

Encoding encoding_of(std::string_view recipe) {
  const auto parameter = [] { return Rational(*draw::full(draw::in_range(10, 2001)), 1000); };
  if (recipe == "kerple") {
    return Kerple{.kernel = *draw::element(Kerple::Kernel::log, Kerple::Kernel::power),
                  .r1 = {parameter(), parameter()},
                  .r2 = {parameter(), parameter()}};
  }
  if (recipe.starts_with("query-scale")) {
    return QueryScale{.beta = parameter(),
                      .original = *draw::element(Rational(8192), Rational(12288), parameter()),
                      .origin = *draw::element(Rational(0), Rational(1), parameter())};
  }
  if (recipe == "log-coordinates") {
    return SwinCoordinates{.height = *draw::full(draw::in_range(1, 30)),
                           .width = *draw::full(draw::in_range(1, 30)),
                           .pretrained_window = *draw::element(0, 8, 12)};
  }
  if (recipe == "xpos") {
    return Xpos{.dim = 2 * *draw::full(draw::in_range(1, 65)),
                .scale_base = *draw::element(Rational(512), Rational(100), Rational(7, 3)),
                .gamma = *draw::element(Rational(2, 5), parameter()),
                .centre = *draw::full(draw::in_range(-1000, 1000)),
                .of = *draw::element(Xpos::Of::queries, Xpos::Of::keys)};
  }
  const int heads = *draw::full(draw::in_range(1, 130));
  const int first = *draw::full(draw::in_range(0, heads));
  return Alibi{.heads = heads,
               .max_bias = *draw::element(Rational(8), Rational(16), Rational(5, 3)),
               .form = *draw::element(BiasForm::keys, BiasForm::distance, BiasForm::causal),
               .shard = {first, heads}};
}

/// A position at which an encoding has a value.
Position place_of(const Encoding& encoding, int bits) {
  if (const auto* window = std::get_if<SwinCoordinates>(&encoding))
    return *draw::full(draw::in_range(0, window->rows()));
  if (std::holds_alternative<Xpos>(encoding)) return *draw::full(draw::in_range(-40000, 40000));
  const Position p = *draw::positions(bits);
  return std::holds_alternative<QueryScale>(encoding) ? static_cast<Position>(magnitude(p)) : p;
}

Drawn drawn() {
  Drawn d;
  d.name = *draw::element<std::string>(
      "slope-powers", "slope-pow", "slope-reciprocal", "bfloat16-product", "float16-product",
      "bfloat16-slope", "float16-slope", "bfloat16-position", "float16-position", "kerple",
      "query-scale", "query-scale-reciprocal", "query-scale-integers", "xpos", "log-coordinates");
  const Encoding encoding = encoding_of(d.name);
  const bool alibi = std::holds_alternative<Alibi>(encoding);
  const bool slopes = alibi && *draw::full(draw::in_range(0, 4)) == 0;
  d.chart = chart(encoding, slopes ? Part::slopes : Part::table);
  d.formats.compute = *draw::element(kFloat32, kFloat64);
  d.formats.store = *draw::element(kBfloat16, d.formats.compute);
  std::vector<Position> at = {place_of(encoding, 24), place_of(encoding, 50)};
  d.positions = Positions::of(std::move(at));
  d.recipe = make(d.name, d.chart, d.formats, d.positions);
  RC_LOG() << d.name << " of " << to_text(encoding) << (slopes ? " (slopes)" : "") << " in "
           << d.formats.compute.name() << " to " << d.formats.store.name() << " at "
           << to_text(d.positions[0]) << ", " << to_text(d.positions[1]) << "\n";
  return d;
}

/// |made − truth| of an entry, from below.
Rational error_of(const Drawn& d, const exact::Oracle& oracle, std::uint64_t row, std::size_t j,
                  double made) {
  const auto truth = exact::enclosure(oracle.waves(), to_rational(d.positions[row]),
                                      oracle.chart().channels[j], 1);
  const Rational got = exactly(made);
  const Rational lower = to_rational(truth.lower);
  const Rational upper = to_rational(truth.upper);
  return got < lower ? Rational(lower - got) : got > upper ? Rational(got - upper) : Rational(0);
}

PROPERTY(BiasRecipes, StayWithinTheirBounds) {
  const Drawn d = drawn();
  const exact::Oracle oracle(d.chart);
  std::vector<double> row(d.chart.width());
  for (std::uint64_t r = 0; r < 2; ++r) {
    d.recipe->row(r, row);
    for (std::size_t j = 0; j < row.size(); ++j) {
      const double bound = d.recipe->bound(r, j);
      if (!std::isfinite(bound)) continue;
      RC_ASSERT(error_of(d, oracle, r, j, row[j]) <= exactly(bound));
    }
  }
}

/// The largest part of a bound that some entries use.
double used(const std::string& name, const Encoding& encoding, const Format& store) {
  Drawn d{name, chart(encoding), {kFloat32, store, {}}, Positions::from(1, 3000), nullptr};
  d.recipe = make(name, d.chart, d.formats, d.positions);
  const exact::Oracle oracle(d.chart);
  std::vector<double> row(d.chart.width());
  double most = 0;
  for (std::uint64_t r = 0; r < d.positions.count; r += 41) {
    d.recipe->row(r, row);
    for (std::size_t j = 0; j < row.size(); ++j) {
      const double bound = d.recipe->bound(r, j);
      EXPECT_TRUE(std::isfinite(bound)) << name;
      const Rational error = error_of(d, oracle, r, j, row[j]);
      if (bound > 0) most = std::max(most, static_cast<double>(error / exactly(bound)));
    }
  }
  return most;
}

/// A bound that nothing approaches has not been tested.  Recorded with glibc 2.36, from both sides.
TEST(BiasRecipes, UseSoMuchOfTheirBoundsFull) {
  const auto recorded = [](const std::string& name, const Encoding& encoding, const Format& store,
                           double part) {
    const double found = used(name, encoding, store);
    EXPECT_NEAR(found, part, 0.0005) << name << " to " << store.name();
  };
  const Alibi alibi{.heads = 112};
  recorded("slope-powers", alibi, kFloat32, 0.837);
  recorded("slope-pow", alibi, kFloat32, 0.226);
  recorded("slope-reciprocal", alibi, kFloat32, 0.507);
  recorded("slope-powers", alibi, kBfloat16, 0.99997);
  recorded("bfloat16-product", alibi, kBfloat16, 0.827);
  const Kerple log{.r1 = {Rational(3, 7)}, .r2 = {Rational(5, 7)}};
  Kerple power = log;
  power.kernel = Kerple::Kernel::power;
  recorded("kerple", log, kFloat32, 0.402);
  recorded("kerple", power, kFloat32, 0.369);
  const QueryScale scale{.beta = Rational(3, 7), .original = 10, .origin = 1};
  recorded("query-scale", scale, kFloat32, 0.387);
  recorded("query-scale", scale, kBfloat16, 0.987);
  recorded("bfloat16-slope", alibi, kFloat32, 0.761);
  recorded("bfloat16-position", alibi, kFloat32, 0.9587);
  recorded("float16-product", alibi, kFloat16, 0.7665);
  recorded("xpos", Xpos{.dim = 64, .centre = 100}, kFloat32, 0.446);
  recorded("xpos", Xpos{.dim = 64, .centre = 100, .of = Xpos::Of::keys}, kFloat32, 0.387);
  recorded("xpos", Xpos{.dim = 64}, kBfloat16, 0.9988);
  recorded("log-coordinates", SwinCoordinates{.height = 40, .width = 41}, kFloat32, 0.3244);
}

TEST(BiasRecipes, SuitTheChartsTheyMake) {
  const Positions rows = Positions::from(0, 4);
  EXPECT_EQ(catalogue(chart(Alibi{})).size(), 9U);
  EXPECT_EQ(catalogue(chart(Xpos{})).size(), 3U);
  EXPECT_EQ(catalogue(chart(SwinCoordinates{})).size(), 1U);
  EXPECT_EQ(catalogue(chart(T5{})).size(), 1U);
  EXPECT_EQ(catalogue(chart(Nope{})).data(), catalogue().data());
  EXPECT_EQ(catalogue(chart(Sinusoidal{})).data(), catalogue().data());
  EXPECT_THROW((void)make("exp-log", chart(Alibi{}), {}, rows), Error);
  EXPECT_THROW((void)make("slope-pow", chart(Sinusoidal{}), {}, rows), Error);
  EXPECT_THROW((void)make("slope-pow", chart(Kerple{}), {}, rows), Error);
  EXPECT_NO_THROW((void)make("exp-log", chart(Nope{}), {}, rows));
}

}  // namespace
}  // namespace sextant::recipe
