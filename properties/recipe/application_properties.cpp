#include <algorithm>
#include <cmath>
#include <map>
#include <random>

#include <gtest/gtest.h>

#include "draw/places.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/exact/rotation.hpp"
#include "sextant/recipe/application/application.hpp"
#include "sextant/recipe/catalogue/catalogue.hpp"

namespace sextant::recipe {
namespace {

/// How numbers come near to their bounds: the largest quotient where a term leads, by its name.
struct Ratios {
  double most = 0;
  std::map<std::string_view, double> where_it_leads;

  void see(double error, const TurnTerms& terms) {
    const double bound = terms.total();
    if (bound == 0) {
      most = std::max(most, error > 0 ? 2.0 : 0.0);
      return;
    }
    const double ratio = error / bound;
    most = std::max(most, ratio);
    const auto smaller = [&](const auto& a, const auto& b) {
      return terms.*a.second < terms.*b.second;
    };
    const auto& names = TurnTerms::kNames;
    double& best = where_it_leads[std::max_element(names.begin(), names.end(), smaller)->first];
    best = std::max(best, ratio);
  }
};

/// Everything about one pair at one position.
struct Turns {
  const exact::Oracle& oracle;
  Recipe& tables;
  const Application& application;
  std::uint64_t row;
  Position position;

  Off known(const exact::Ball& ball, std::size_t channel) const {
    const exact::Near x = exact::near(ball);
    const bool exactly = x.low == 0 && x.radius == 0;
    return {exactly ? std::abs(x.high) : std::abs(x.high) * (1 + 0x1p-50) + x.radius,
            tables.bound(row, channel)};
  }

  void look(double x, double y, Ratios& ratios) const {
    const auto pairs = static_cast<std::size_t>(oracle.waves().pairs());
    std::vector<double> made(2 * pairs);
    tables.row(row, made);
    for (std::size_t i = 0; i < pairs; ++i) {
      const auto by = oracle.pair(position, static_cast<int>(i));
      const exact::Near truth = exact::near(exact::rotated(by, x, y));
      const TurnTerms terms = turn_terms(application, {std::abs(x), 0}, known(by.cosine, i),
                                         {std::abs(y), 0}, known(by.sine, pairs + i),
                                         std::abs(truth.high) * (1 + 0x1p-50) + truth.radius);
      for (const Fused fused : fusings(application)) {
        const double got = rotated(application, fused, x, made[i], y, made[pairs + i]);
        if (!std::isfinite(got)) {
          EXPECT_TRUE(std::isinf(terms.total()))
              << application.name << " of " << x << ", " << y << " to " << application.store;
          continue;
        }
        const double error = std::abs((got - truth.high) - truth.low) - truth.radius;
        ratios.see(std::max(error, 0.0), terms);
      }
    }
  }
};

/// Numbers of a format: of about 1, or of any size.
double number(const Format& format, std::mt19937_64& random) {
  if (random() % 4 != 0)
    return round_to(format, std::ldexp(static_cast<double>(random() >> 11), -53) * 4 - 2);
  const Bits bits = random() >> (64 - format.storage_bits);
  const Number n = decode(format, bits);
  return n.finite() ? to_double(n) : 0.5;
}

struct Kind {
  Format given, compute, store;
};
const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {
      {kFloat32, kFloat32, kFloat32},  {kBfloat16, kFloat32, kBfloat16},
      {kFloat16, kFloat32, kFloat16},  {kFloat64, kFloat64, kFloat64},
      {kFloat32, kFloat32, kBfloat16}, {kBfloat16, kFloat32, kFloat32},
      {kFloat64, kFloat32, kFloat32},  {kFloat64, kFloat64, kFloat16}};
  return all;
}

Ratios ratios_of(const Kind& kind, const Application& a, const Rotary& encoding,
                 const char* recipe) {
  const Chart table = chart(encoding);
  const exact::Oracle oracle(table);
  const Positions positions = Positions::of({0, 1, 17, 255, 4095, 65537, 1000003});
  const auto tables = make(recipe, table, {kind.compute, a.tables, {}}, positions);
  std::mt19937_64 random(7);
  Ratios ratios;
  for (std::uint64_t row = 0; row < positions.count; ++row) {
    const Turns turns{oracle, *tables, a, row, positions[row]};
    for (int k = 0; k < 40; ++k)
      turns.look(number(kind.given, random), number(kind.given, random), ratios);
    turns.look(number(kind.given, random), 0, ratios);
    turns.look(0, 0, ratios);
  }
  return ratios;
}

const Rotary& with_amplitude() {
  static const Rotary e{.dim = 16, .base = 500000, .amplitude = Rational(7, 3)};
  return e;
}

/// Every number is inside its bound, whatever is fused; and the bound is no idle one.
TEST(Application, ErrsWithinItsBound) {
  for (const Kind& kind : kinds()) {
    for (const Application& a : applications(kind.given, kind.compute, kind.store)) {
      for (const Rotary& encoding : {Rotary{.dim = 16}, with_amplitude()}) {
        for (const char* recipe : {"pow-reciprocal", "exp-log"}) {
          const Ratios ratios = ratios_of(kind, a, encoding, recipe);
          EXPECT_LE(ratios.most, 1) << a.name << " of " << kind.given << " to " << kind.store;
          EXPECT_GE(ratios.most, 0.2) << a.name << " of " << kind.given << " to " << kind.store;
        }
      }
    }
  }
}

/// Wherever a term is the largest of its bound, errors come to a fifth of it.
TEST(Application, ComesNearToEveryTermOfItsBound) {
  std::map<std::string_view, double> reached;
  for (const Kind& kind : kinds()) {
    for (const Application& a : applications(kind.given, kind.compute, kind.store)) {
      const Ratios ratios = ratios_of(kind, a, Rotary{.dim = 16}, "pow-reciprocal");
      for (const auto& [name, ratio] : ratios.where_it_leads)
        reached[name] = std::max(reached[name], ratio);
    }
  }
  for (const auto& [name, part] : TurnTerms::kNames) {
    EXPECT_GE(reached[name], 0.2) << name;
    std::cout << name << ": " << reached[name] << " of its bound\n";
  }
}

TEST(Application, HasTheWaysThatFormatsAllow) {
  const auto names = [](const Format& given, const Format& compute, const Format& store) {
    std::string all;
    for (const auto& a : applications(given, compute, store)) all += std::string(a.name) + " ";
    return all;
  };
  EXPECT_EQ(names(kFloat32, kFloat32, kFloat32), "wide-tables ");
  EXPECT_EQ(names(kBfloat16, kFloat32, kBfloat16), "wide-tables stored-tables stored-throughout ");
  EXPECT_EQ(names(kBfloat16, kFloat32, kFloat32), "wide-tables stored-tables ");
  EXPECT_EQ(names(kFloat32, kFloat32, kBfloat16), "wide-tables ");
}

/// 1.01·(1 − 2⁻⁸) in bfloat16: each step rounded, or none but the last.
TEST(Application, RoundsWhereItSays) {
  const auto ways = applications(kBfloat16, kFloat32, kBfloat16);
  const double c = 1 - 0x1p-8;  // a number of bfloat16
  const double x = 1 + 0x1p-7;
  // x·c = 1 + 2⁻⁸ − 2⁻¹⁵ rounds to 1; then 1 − 2⁻⁸ is stored.  Unrounded: 1 − 2⁻¹⁵.
  EXPECT_EQ(rotated(ways[2], Fused::none, x, c, -1, 0x1p-8), 1 - 0x1p-8);
  EXPECT_EQ(rotated(ways[0], Fused::none, x, c, -1, 0x1p-8), 1);
  const auto wide = applications(kFloat32, kFloat32, kFloat32)[0];
  const double y = 1 + 0x1p-23;
  EXPECT_EQ(rotated(wide, Fused::none, y, y, -1, 1 + 0x1p-22), 0);
  EXPECT_EQ(rotated(wide, Fused::first, y, y, -1, 1 + 0x1p-22), 0x1p-46);
  EXPECT_EQ(rotated(wide, Fused::second, -1, 1 + 0x1p-22, y, y), 0x1p-46);
}

}  // namespace
}  // namespace sextant::recipe
