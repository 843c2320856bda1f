#include <algorithm>
#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/number/round.hpp"
#include "verify/verify_programs.hpp"

/// Mutants that these must kill: an offset of the other sign, a step counted from the wrong row, a
/// beta of another row, and a form that is never tried.
namespace sextant {
namespace {

const QueryScale kLlama4{.origin = 1};
const QueryScale kMinistral3{.original = 16384};

const QueryScale kQwen{.form = QueryScale::Form::log_n, .original = 2048, .origin = 1};

Program program_of(const QueryScale& e, Position first = 0, std::uint64_t rows = 40000,
                   const Format& store = kFloat32) {
  return {.recipe = "query-scale",
          .encoding = e,
          .part = Part::query_scale,
          .formats = {store == kFloat64 ? kFloat64 : kFloat32, store, {}},
          .positions = Positions::from(first, rows)};
}

/// The table that a program in float32 makes.
Rows table(const Program& p, const std::function<float(float)>& value) {
  Rows rows{kFloat32, 1, {}};
  for (std::uint64_t r = 0; r < p.positions.count; ++r)
    rows.values.push_back(static_cast<double>(value(static_cast<float>(p.positions[r]))));
  return rows;
}

TEST(QueryScaleVerdict, PassesItsRecipeInEveryFormatFull) {
  for (const QueryScale& e : {kLlama4, kMinistral3, QueryScale{.beta = 2, .original = 7}}) {
    for (const Format& store : {kFloat64, kFloat32, kFloat16, kBfloat16}) {
      const Program p = program_of(e, 100, 40000, store);
      const auto verdict = verdict_on(rows_of(p), question_about(p));
      EXPECT_TRUE(verdict.passes()) << store.name();
      EXPECT_EQ(findings(verdict), "");
      EXPECT_EQ(verdict.recipe.value_or(""), "query-scale");
      EXPECT_EQ(verdict_on(true_rows(p), question_about(p)).grade,
                verify::Grade::correctly_rounded);
    }
  }
}

TEST(QueryScaleFault, PositionOffByOneIsNamedFull) {
  const Program llama = program_of(kLlama4);
  EXPECT_EQ(explanation(rows_of(program_of(QueryScale{})), llama), "position-offset offset=-1");
  EXPECT_EQ(explanation(rows_of(llama), program_of(QueryScale{})), "position-offset offset=1");
  EXPECT_EQ(explanation(rows_of(program_of(kLlama4, 300)), llama), "position-offset offset=300");
}

TEST(QueryScaleFault, AnotherFormIsNamed) {
  const Program p = program_of(kLlama4);
  const auto count = [](float x) { return std::floor((x + 1) / 8192); };
  EXPECT_EQ(
      explanation(table(p, [](float x) { return 1 + 0.1F * std::log(1 + (x + 1) / 8192); }), p),
      "query-scale floor=missing");
  EXPECT_EQ(explanation(table(p, [&](float x) { return 0.1F * std::log(1 + count(x)); }), p),
            "query-scale one=missing");
  EXPECT_EQ(explanation(table(p, [&](float x) { return 1 + 0.1F * std::log2(1 + count(x)); }), p),
            "query-scale logarithm=of base 2");
  EXPECT_EQ(explanation(table(p, [&](float x) { return 1 + 0.1F * std::log10(1 + count(x)); }), p),
            "query-scale logarithm=of base 10");
}

TEST(QueryScaleFault, OtherNumbersAreFitted) {
  const Program llama = program_of(kLlama4);
  const auto made = [&](const QueryScale& e, Position first = 0) {
    return explanation(rows_of(program_of(e, first)), program_of(kLlama4, first));
  };
  EXPECT_EQ(made({.original = 4096, .origin = 1}), "query-scale original-context=4096");
  EXPECT_EQ(made({.original = 4096, .origin = 1}, 9000), "query-scale original-context=4096");
  EXPECT_EQ(made({.beta = Rational(1, 5), .origin = 1}), "query-scale beta=1/5");
  EXPECT_EQ(made({.beta = Rational(3, 20), .original = 10000, .origin = 1}),
            "query-scale beta=3/20 original-context=10000");
  EXPECT_EQ(explanation(table(llama, [](float) { return 1.0F; }), llama), "query-scale beta=0");
}

/// Qwen: max(1, ln(p + 1)/ln L).
TEST(QueryScaleFault, OfLogNIsNamedFull) {
  constexpr std::uint64_t kRows = 6000;
  const QueryScale steps{.original = 2048, .origin = 1};
  Program p = program_of(kQwen, 0, kRows);
  p.recipe = "query-scale-log-n";
  const auto scale = [](float n, float length) { return std::log(n) / std::log(length); };
  const Rows sound = table(p, [&](float x) { return std::max(1.0F, scale(x + 1, 2048)); });
  EXPECT_TRUE(verdict_on(sound, question_about(p)).passes());
  EXPECT_TRUE(verdict_on(rows_of(p), question_about(p)).passes());
  EXPECT_EQ(verdict_on(true_rows(p), question_about(p)).grade, verify::Grade::correctly_rounded);
  const auto named = [&](const std::function<float(float)>& value) {
    return explanation(table(p, value), p);
  };
  EXPECT_EQ(named([&](float x) { return std::max(1.0F, scale(x + 1, 4096)); }),
            "query-scale original-context=4096");
  EXPECT_EQ(named([&](float x) { return std::max(1.0F, scale(x + 1, 1234)); }),
            "query-scale original-context=1234");
  EXPECT_EQ(named([&](float x) { return std::max(1.0F, scale(x + 2, 2048)); }),
            "position-offset offset=1");
  EXPECT_EQ(named([&](float x) { return x == 0 ? 1 : std::max(1.0F, scale(x, 2048)); }),
            "position-offset offset=-1");
  EXPECT_EQ(named([&](float x) { return scale(x + 1, 2048); }), "query-scale maximum=missing");
  EXPECT_EQ(explanation(rows_of(program_of(steps, 0, kRows)), p), "query-scale form=steps");
  EXPECT_EQ(explanation(sound, program_of(steps, 0, kRows)), "query-scale form=log-n");
}

/// A table of positions that a program rounds before it adds the origin.
TEST(QueryScaleFault, RoundedPositionsAreNamedFull) {
  const Program p = program_of(kLlama4);
  const auto rounded = [&](const Format& format) {
    return table(p, [&](float x) {
      const float n = static_cast<float>(round_to(format, static_cast<double>(x))) + 1;
      return 1 + 0.1F * std::log(std::floor(n / 8192) + 1);
    });
  };
  EXPECT_EQ(explanation(rounded(kBfloat16), p), "position-rounded format=bfloat16");
  EXPECT_EQ(explanation(rounded(kFloat16), p), "position-rounded format=float16");
}

TEST(QueryScaleFault, Float32ArithmeticIsNamed) {
  const Program wide = program_of(kLlama4, 0, 40000, kFloat64);
  Rows rows = rows_of(program_of(kLlama4));
  rows.format = kFloat64;
  EXPECT_EQ(explanation(rows, wide), "computed-in-single");
}

TEST(QueryScaleFault, ArithmeticIn16BitsIsNamedFull) {
  for (const Format& format : {kBfloat16, kFloat16}) {
    const auto narrow = [&](float x) {
      return static_cast<float>(round_to(format, static_cast<double>(x)));
    };
    for (const Format& store : {kFloat32, format}) {
      const Program p = program_of(kLlama4, 0, 40000, store);
      Rows rows = table(p, [&](float x) {
        const float n = narrow(narrow(x) + 1);
        const float steps = narrow(std::floor(narrow(n / 8192)) + 1);
        return narrow(1 + narrow(narrow(0.1F) * narrow(std::log(steps))));
      });
      rows.format = store;
      EXPECT_EQ(explanation(rows, p), "computed-in-half format=" + std::string(format.name()));
    }
  }
}

TEST(QueryScaleFault, RestartedPositionsAreNamed) {
  const Program p = program_of(kLlama4, 5);
  Rows rows = rows_of(p);
  Rows whole = rows;
  for (std::uint64_t r = 10000; r < rows.count(); ++r)
    rows.at(r, 0) = whole.at(r < 30000 ? r - 10000 : r - 30000, 0);
  EXPECT_EQ(explanation(rows, p), "position-restart holds=5 position=10005 runs=3");
}

/// Another form changes every row, so that a damaged entry does not hide it; a number of its own
/// may fit anything.
TEST(QueryScaleFault, FormsAreNamedBesideDamage) {
  const Program p = program_of(kLlama4, 100000, 3000);
  const auto count = [](float x) { return std::floor((x + 1) / 8192); };
  Rows rows = table(p, [&](float x) { return 1 + 0.1F * std::log10(1 + count(x)); });
  rows.at(1000, 0) = 7;
  EXPECT_EQ(findings(verdict_on(rows, question_about(p))), "query-scale corrupt-entry");
}

/// Zeros before the first step of a form without the 1 are not reported as rows of zeros, even if
/// the table is unexplained.
TEST(QueryScaleFault, ZerosBeforeTheFirstStepAreNotRowsOfZeros) {
  const Program p = program_of(kLlama4);
  const auto twice = [](float x) { return std::floor((x + 1) / 16384); };
  EXPECT_EQ(explanation(table(p, [&](float x) { return 0.3F * std::log(1 + twice(x)); }), p),
            " (not proved)");
}

/// A form that is undefined at some position is not tried.
TEST(QueryScaleFault, FormsWithoutAValueAreLeftOut) {
  Program p = program_of(kQwen, 0, 3000);
  p.recipe = "query-scale-log-n";
  Rows rows = rows_of(p);
  for (std::uint64_t r = 0; r < rows.count(); ++r)
    rows.at(r, 0) = round_to(kFloat32, 1.26 * rows.at(r, 0));
  EXPECT_NO_THROW((void)verdict_on(rows, question_about(p)));
}

/// A table that has no such cause is not accused.
TEST(QueryScaleFault, NoiseIsNotNamed) {
  const Program p = program_of(kLlama4);
  Rows rows = rows_of(p);
  for (std::uint64_t r = 0; r < rows.count(); ++r)
    rows.at(r, 0) += std::ldexp(static_cast<double>(r % 7), -12);
  EXPECT_EQ(explanation(rows, p), " (not proved)");
}

/// Before the first step, every beta has the same table.
TEST(QueryScaleVerdict, WarnsOfATableBeforeTheFirstStep) {
  const auto warned = [](Position first, std::uint64_t rows) {
    const Program p = program_of(kLlama4, first, rows);
    const auto verdict = verdict_on(rows_of(p), question_about(p));
    EXPECT_TRUE(verdict.passes());
    return std::any_of(verdict.warnings.begin(), verdict.warnings.end(), [](const auto& warning) {
      return warning.find("no row reaches the first step, at position 8191") == 0;
    });
  };
  EXPECT_TRUE(warned(0, 8191));
  EXPECT_FALSE(warned(0, 8192));
  EXPECT_FALSE(warned(20000, 5));
}

/// Multiplying by 1/12288 takes the step at these positions one position early, as positions do
/// that are off by one.
TEST(QueryScaleVerdict, PassesAReciprocalOnlyWhereItsStepsAreRight) {
  const QueryScale e{.original = 12288};
  const Program p = program_of(e, 12595190, 20);
  const auto made = [&](float origin) {
    return table(p, [&](float x) {
      return 1 + 0.1F * std::log(std::floor((x + origin) * (1 / 12288.0F)) + 1);
    });
  };
  const auto verdict = verdict_on(made(0), question_about(p));
  EXPECT_FALSE(verdict.passes());
  EXPECT_EQ(verdict.recipe.value_or(""), "query-scale-reciprocal");
  EXPECT_FALSE(verdict_on(made(1), question_about(p)).passes());
}

/// Above 2^24, float32 takes each step of a query scale with origin 1 early.
TEST(QueryScaleVerdict, RefusesPositionsOffByOneAbove2To24) {
  const Program p = program_of(kLlama4, 1 << 24, 40000);
  const Rows rows = table(p, [](float x) {
    const auto position = static_cast<long>(x);
    return 1 + 0.1F * std::log(static_cast<float>(1 + (position + 2) / 8192));
  });
  EXPECT_FALSE(verdict_on(rows, question_about(p)).passes());
}

TEST(QueryScaleVerdict, RefusesPositionsBeforeTheFirst) {
  const Rows rows = rows_of(program_of(kLlama4, 0, 10));
  EXPECT_NO_THROW((void)verdict_on(rows, question_about(program_of(kLlama4, -1, 10))));
  EXPECT_THROW((void)verdict_on(rows, question_about(program_of(kLlama4, -2, 10))), Error);
}

TEST(QueryScaleFault, ReversedRowsAreNamed) {
  const Program p = program_of(kLlama4, 0, 20000);
  Rows rows = rows_of(p);
  std::reverse(rows.values.begin(), rows.values.end());
  EXPECT_EQ(finding(rows, p), "rows-reversed");
}

}  // namespace
}  // namespace sextant
