#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "sextant/number/round.hpp"
#include "verify/verify_programs.hpp"

/// Verdicts on scales of xPos, whose tables are made here by programs of their own.
namespace sextant {
namespace {

const Xpos kQueries{.dim = 16, .scale_base = 64, .centre = 150, .layout = XposColumns::interleaved};

Xpos keys_of(Xpos e) {
  e.of = Xpos::Of::keys;
  return e;
}

Program claim_of(const Xpos& e, const Format& store = kFloat32, std::uint64_t rows = 400) {
  return {.recipe = "xpos",
          .encoding = e,
          .part = Part::table,
          .formats = {store == kFloat64 ? kFloat64 : kFloat32, store, {}},
          .positions = Positions::from(0, rows)};
}

/// torchscale's table in T: zeta = (arange(0, d, 2) + 0.4 d)/(1.4 d), to the power of (p − c)/S.
template <class T>
Rows table(const Xpos& e, const Format& store, const std::function<T(T, T)>& scale,
           std::uint64_t count = 400, bool repeated_halves = false, T gamma = T(0.4)) {
  Rows rows{store, static_cast<std::uint64_t>(e.dim), {}};
  const T d = static_cast<T>(e.dim);
  for (std::uint64_t r = 0; r < count; ++r) {
    const T n = static_cast<T>(r) - static_cast<T>(static_cast<double>(e.centre));
    for (int j = 0; j < e.dim; ++j) {
      const int pair = repeated_halves ? j % (e.dim / 2) : j / 2;
      const T zeta = (static_cast<T>(2 * pair) + gamma * d) / ((1 + gamma) * d);
      rows.values.push_back(round_to(store, static_cast<double>(scale(zeta, n))));
    }
  }
  return rows;
}

float to_64(float zeta, float n) { return std::pow(zeta, n / 64); }

TEST(XposVerdict, PassesThatOfTorchscaleFull) {
  for (const Xpos& e : {kQueries, keys_of(kQueries)}) {
    const bool keys = e.of == Xpos::Of::keys;
    for (const Format& store : {kFloat32, kFloat16, kBfloat16}) {
      const Program p = claim_of(e, store);
      const auto verdict = verdict_on(
          table<float>(e, store,
                       [&](float z, float n) { return keys ? 1 / to_64(z, n) : to_64(z, n); }),
          question_about(p));
      EXPECT_TRUE(verdict.passes()) << store.name() << keys;
      EXPECT_EQ(findings(verdict), "");
    }
    const Program wide = claim_of(e, kFloat64, 100);
    const Rows rows = table<double>(
        e, kFloat64,
        [&](double z, double n) { return keys ? 1 / std::pow(z, n / 64) : std::pow(z, n / 64); },
        100);
    EXPECT_EQ(finding(rows, wide), "passes");
    EXPECT_EQ(verdict_on(true_rows(wide), question_about(wide)).grade,
              verify::Grade::correctly_rounded);
  }
}

/// A power that is negated has the error of its exponent alone.
TEST(XposVerdict, PassesKeysByNegatedExponents) {
  const Xpos e = keys_of(kQueries);
  EXPECT_EQ(
      finding(table<float>(e, kFloat32, [](float z, float n) { return std::pow(z, -(n / 64)); }),
              claim_of(e)),
      "passes");
}

TEST(XposVerdict, TakesTheDimFromColumns) {
  const Xpos one{.dim = 64};
  Program p = claim_of(one, kFloat32, 100);
  auto question = question_about(p);
  question.dim_given = false;
  std::get<Xpos>(*question.encoding).dim = 128;
  EXPECT_EQ(finding(true_rows(p), question), "passes");
}

TEST(XposFault, OtherScalesAreNamedFull) {
  const Program p = claim_of(kQueries);
  const auto made = [&](const std::function<float(float, float)>& f) {
    return explanation(table<float>(kQueries, kFloat32, f), p);
  };
  EXPECT_EQ(made([](float z, float n) { return 1 / to_64(z, n); }), "xpos-parameters form=keys");
  const auto other = [](float z, float n) { return to_64(z, n + 24); };
  EXPECT_EQ(finding(table<float>(kQueries, kFloat32, other), p), "xpos-parameters");
  EXPECT_EQ(made([](float z, float n) { return to_64(z, std::floor(n / 64) * 64); }),
            "xpos-parameters exponent=rounded down");
  EXPECT_EQ(made([](float z, float n) { return to_64(z, n + 150); }), "xpos-parameters centre=0");
  EXPECT_EQ(made([](float z, float n) { return to_64(z, n + 1); }), "xpos-parameters centre=149");
  EXPECT_EQ(made([](float z, float n) { return to_64(z, n - 24); }), "xpos-parameters centre=174");
  EXPECT_EQ(made([](float z, float n) { return std::pow(z, n / 128); }),
            "xpos-parameters scale-base=128");
  EXPECT_EQ(made([](float z, float n) { return 1 / to_64(z, n + 150); }),
            "xpos-parameters centre=0 form=keys");
  EXPECT_EQ(explanation(table<float>(kQueries, kFloat32, to_64, 400, false, 0.5F), p),
            "xpos-parameters gamma=1/2");
  EXPECT_EQ(explanation(table<float>(kQueries, kFloat32, to_64, 400, true), p),
            "layout layout=half-split");
}

/// The exponents of pairs count the pair instead of its first channel.
TEST(XposFault, HalvedIndicesAreNamed) {
  const Program p = claim_of(kQueries);
  const auto halved = [](float zeta, float n) {
    return to_64((zeta * 1.4F - 0.4F) / 2 / 1.4F + 0.4F / 1.4F, n);
  };
  EXPECT_EQ(explanation(table<float>(kQueries, kFloat32, halved), p),
            "xpos-parameters index=i/dim");
}

TEST(XposFault, ArithmeticIn16BitsIsNamed) {
  for (const std::string format : {"bfloat16", "float16"}) {
    Program narrow = claim_of(kQueries);
    narrow.recipe = "xpos-" + format;
    narrow.formats.store = format == "float16" ? kFloat16 : kBfloat16;
    EXPECT_EQ(explanation(rows_of(narrow), claim_of(kQueries, narrow.formats.store)),
              "computed-in-half format=" + format);
  }
}

}  // namespace
}  // namespace sextant
