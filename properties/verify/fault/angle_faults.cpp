#include <cmath>

#include <gtest/gtest.h>

#include "sextant/number/round.hpp"
#include "sextant/verify/rows/written_digits.hpp"
#include "verify/verify_programs.hpp"

/// Angles that are scaled, moved or rounded on their way to the sine.
namespace sextant {
namespace {

/// A rotary table of [cos | sin] in float32, computed by hand: `angle` makes one of a position and
/// a frequency.
template <class Angle>
Rows made(const Program& p, Angle angle, double phase_of_cosines = 0) {
  const auto& rotary = std::get<Rotary>(p.encoding);
  const auto pairs = static_cast<std::uint64_t>(rotary.dim / 2);
  Rows rows{p.formats.store, 2 * pairs, {}};
  for (std::uint64_t row = 0; row < p.positions.count; ++row) {
    const auto x = static_cast<float>(p.positions[row]);
    std::vector<double> sines;
    for (std::uint64_t i = 0; i < pairs; ++i) {
      const auto e = static_cast<float>(2 * i) / static_cast<float>(rotary.dim);
      const float omega = 1.0F / std::pow(static_cast<float>(static_cast<double>(rotary.base)), e);
      const float a = angle(x, omega);
      rows.values.push_back(
          round_to(p.formats.store, std::cos(a + static_cast<float>(phase_of_cosines))));
      sines.push_back(round_to(p.formats.store, std::sin(a)));
    }
    rows.values.insert(rows.values.end(), sines.begin(), sines.end());
  }
  return rows;
}

Rows cosines_of(const Rows& both) {
  Rows rows{both.format, both.columns / 2, {}};
  for (std::uint64_t k = 0; k < both.values.size(); ++k) {
    if (k % both.columns < rows.columns) rows.values.push_back(both.values[k]);
  }
  return rows;
}

Program rotary(const Format& store, Position first, std::uint64_t rows) {
  return {.recipe = "pow-reciprocal",
          .encoding = Rotary{.dim = 64, .base = 500000},
          .formats = {kFloat32, store, {}},
          .positions = Positions::from(first, rows)};
}

std::string parameter(const Rows& rows, const Program& claimed, const char* name) {
  const auto verdict = verdict_on(rows, question_about(claimed));
  if (verdict.findings.empty()) return "";
  const verify::Parameters& said = verdict.findings.back().parameters;
  return said.contains(name) ? said.text(name) : "";
}

TEST(PositionScale, IsNamedWithItsFactorFull) {
  for (const int first : {0, 4000, 1 << 20}) {
    for (const auto& [text, factor] : {std::pair{"2", 2.0},
                                       {"1/8", 0.125},
                                       {"1/3", 1.0 / 3},
                                       {"40/97", 40.0 / 97},
                                       {"1/1000", 0.001}}) {
      const Program p = rotary(kFloat32, first, 64);
      const Rows rows =
          made(p, [f = factor](float x, float omega) { return x * static_cast<float>(f) * omega; });
      EXPECT_EQ(finding(rows, p), "position-scale") << first << " " << text;
      EXPECT_EQ(parameter(rows, p, "scale"), text) << first;
    }
  }
}

TEST(PositionScale, IsFoundBesideOtherFaultsFull) {
  Program p = rotary(kBfloat16, 0, 128);
  const Rows rows = made(p, [](float x, float omega) { return x * 0.5F * omega; });
  std::get<Rotary>(p.encoding).base = 10000;
  EXPECT_EQ(finding(rows, p), "wrong-base position-scale");
}

TEST(Phase, IsNamedInRadians) {
  for (const auto& [text, radians] :
       {std::pair{"0.1", 0.1}, {"-0.25", -0.25}, {"0.7853981633974483", M_PI / 4}}) {
    const Program p = rotary(kFloat32, 0, 64);
    const Rows rows =
        made(p, [r = radians](float x, float omega) { return x * omega + static_cast<float>(r); });
    EXPECT_EQ(finding(rows, p), "phase") << text;
    EXPECT_EQ(parameter(rows, p, "phase"), text);
    EXPECT_EQ(parameter(rows, p, "of"), "all");
  }
}

/// Cosines as sines of an angle and 1.57.
TEST(Phase, OfCosinesAloneIsToldFromOneOfAll) {
  const Program p = rotary(kFloat32, 0, 64);
  const Rows rows = made(
      p, [](float x, float omega) { return x * omega; }, 1.57 - M_PI / 2);
  EXPECT_EQ(finding(rows, p), "phase");
  EXPECT_EQ(parameter(rows, p, "of"), "cosines");
}

/// A small phase, although the frequencies' own errors grow along rows that are far apart.
TEST(Phase, IsASimpleNumberInRowsThatAreFarApartFull) {
  Program p = program("exp-log", kFloat32, kFloat32, 0, 1000);
  p.encoding = Rotary{.dim = 96};
  p.positions.step = 20;
  const Rows rows = made(p, [](float x, float omega) { return x * omega + 0.01F; });
  EXPECT_EQ(finding(rows, p), "phase");
  EXPECT_EQ(parameter(rows, p, "phase"), "0.01");
}

/// A quarter turn of one function, which is rounded as a sum.
TEST(Phase, IsAQuarterTurnOfOneFunction) {
  Program p = program("pow-divide", kFloat32, kBfloat16, 0, 9000);
  p.encoding = Rotary{.dim = 32};
  p.part = Part::sin;
  Rows rows{kBfloat16, 16, {}};
  for (int row = 0; row < 9000; ++row) {
    for (int j = 0; j < 16; ++j) {
      const auto omega = static_cast<float>(std::pow(10000.0, -j / 16.0));
      const float angle = static_cast<float>(row) * omega - 1.57079632679F;
      rows.values.push_back(round_to(kBfloat16, static_cast<double>(std::sin(angle))));
    }
  }
  EXPECT_EQ(finding(rows, p), "phase");
  EXPECT_EQ(parameter(rows, p, "pi"), "-1/2");
}

/// A slow cosine's amplitude is not distinguished from an unknown phase, nor a small phase from the
/// effect of a short pi.
TEST(Phase, IsThatOfAPiOfFewDigitsFull) {
  for (const auto& [taken, pi] :
       {std::pair{"3.14", 3.14}, {"3.1416", 3.1416}, {"22/7", 22.0 / 7}}) {
    for (const int halves : {1, 2}) {
      const Program p = rotary(kFloat32, 32768, 64);
      const Rows rows = made(
          p, [](float x, float omega) { return x * omega; }, halves * (pi - M_PI) / 2);
      EXPECT_EQ(finding(rows, p), "phase") << taken << " " << halves;
      EXPECT_EQ(parameter(rows, p, "of"), "cosines");
      EXPECT_EQ(parameter(rows, p, "pi_taken_for"), taken);
    }
  }
}

/// Sines of angles and of a quarter turn that another format rounds, computed in float64.
TEST(Phase, OfARoundedQuarterTurnIsThatOfACosine) {
  for (const Part part : {Part::table, Part::cos}) {
    Program p = rotary(kFloat64, 0, 64);
    p.formats.compute = kFloat64;
    p.part = part;
    Rows rows = rows_of(p);
    const Chart chart = p.chart();
    for (std::uint64_t row = 0; row < rows.count(); ++row) {
      for (std::uint64_t j = 0; j < rows.columns; ++j) {
        const Channel& c = chart.channels[j];
        if (c.function != Function::cosine) continue;
        const double omega = 1 / std::pow(500000.0, c.pair / 32.0);
        const double quarter = static_cast<float>(M_PI / 2);
        rows.at(row, j) = std::sin(static_cast<double>(row) * omega + quarter);
      }
    }
    EXPECT_EQ(finding(rows, p), "quarter-turn-cosine");
  }
}

/// Where every pair goes round more than once from row to row, and where half of them may.
TEST(PositionScale, IsFoundInPairsThatGoRound) {
  for (const auto& [base, factor] : {std::pair{100, 1000}, {10000, 10}}) {
    Program p = rotary(kFloat16, base == 100 ? 0 : 255, 128);
    std::get<Rotary>(p.encoding).base = base;
    const Rows rows =
        made(p, [f = factor](float x, float omega) { return x * static_cast<float>(f) * omega; });
    p.part = Part::cos;
    EXPECT_EQ(finding(cosines_of(rows), p), "position-scale") << factor;
  }
}

/// A row of zeros is none that says how fast the others turn.
TEST(PositionScale, IsReadOffTheRowsAfterABlankOne) {
  Program p{
      .recipe = "pow-divide",
      .encoding = Sinusoidal{.dim = 4, .base = 59500, .layout = Layout::halves, .zero_row = 1},
      .formats = {kFloat32, kFloat32, {}},
      .positions = Positions::from(0, 128)};
  std::get<Sinusoidal>(p.encoding).scale = Rational(3, 7);  // a scale that no program uses
  const Rows rows = rows_of(p);
  std::get<Sinusoidal>(p.encoding).scale = 1;
  EXPECT_EQ(finding(rows, p), "position-scale");
  EXPECT_EQ(parameter(rows, p, "scale"), "3/7");
}

/// Of four columns some scale and some offset make anything.
TEST(Parameters, OfManyDigitsDoNotComeTogether) {
  EXPECT_LT(verify::written_digits(Rational(1, 8)), 1);
  EXPECT_EQ(verify::written_digits(Rational(-500000)), std::log10(5.0));
  EXPECT_EQ(verify::written_digits(Rational(1167, 118)), std::log10(1167.0) + std::log10(118.0));
  EXPECT_EQ(verify::written_digits(Rational(123, 1000)), std::log10(123.0));
  EXPECT_EQ(verify::written_digits(0), 0);
}

/// What autocast makes of a matrix product, stored as float32 and as bfloat16.
TEST(HalfAngles, AreNamedByTheirFormatFull) {
  for (const Format& store : {kFloat32, kBfloat16}) {
    for (const Format& format : {kBfloat16, kFloat16}) {
      const Program p = rotary(store, 100, 128);
      const auto half = [&](float x) { return static_cast<float>(round_to(format, x)); };
      const Rows angle = made(p, [&](float x, float omega) { return half(x * omega); });
      EXPECT_EQ(finding(angle, p), "computed-in-half") << format.name();
      EXPECT_EQ(parameter(angle, p, "of"), "the angle");
      EXPECT_EQ(parameter(angle, p, "format"), format.name());
      const Rows all = made(p, [&](float x, float omega) { return half(half(x) * half(omega)); });
      EXPECT_EQ(finding(all, p), "computed-in-half") << format.name();
      EXPECT_EQ(parameter(all, p, "of"), "the product");
    }
  }
}

/// Positions, angles and biases that overflow explain the entries that are not finite, and no
/// others.
TEST(HalfAngles, ThatOverflowExplainWhatIsNotFinite) {
  const Program p = rotary(kFloat32, 65400, 240);
  const auto half = [](float x) { return static_cast<float>(round_to(kFloat16, x)); };
  Rows rows = made(p, [&](float x, float omega) { return half(half(x) * half(omega)); });
  EXPECT_EQ(finding(rows, p), "computed-in-half");
  EXPECT_EQ(finding(made(p, [&](float x, float omega) { return half(x * omega); }), p),
            "computed-in-half");
  rows.at(3, 3) = std::nan("");
  EXPECT_EQ(finding(rows, p), "not-finite computed-in-half");
  const Program bias{.recipe = "slope-powers",
                     .encoding = Alibi{.heads = 12},
                     .part = Part::bias,
                     .formats = {kFloat32, kFloat32, {}},
                     .positions = Positions::from(131000, 64)};
  Rows biases = rows_of(bias);
  for (double& x : biases.values) x = round_to(kFloat16, x);
  EXPECT_EQ(finding(biases, bias), "stored-narrower");
  biases.at(3, 1) = HUGE_VAL;
  EXPECT_EQ(finding(biases, bias), "not-finite stored-narrower");
}

/// A factor of all angles may be part of the frequencies that are rounded.
TEST(HalfAngles, HaveFrequenciesWithAFactorFull) {
  const Program p = rotary(kFloat32, 0, 256);
  const auto rounded = [](const Format& format, float x) {
    return static_cast<float>(round_to(format, x));
  };
  const Rows degrees = made(p, [&](float x, float omega) {
    return rounded(kFloat16, rounded(kFloat16, x) * rounded(kFloat16, omega * 0.017453292F));
  });
  EXPECT_EQ(finding(degrees, p), "degrees computed-in-half");
  const Rows thirds =
      made(p, [&](float x, float omega) { return x * rounded(kBfloat16, omega / 3); });
  EXPECT_EQ(finding(thirds, p), "position-scale frequency-rounded");
}

/// Positions that would overflow have no finite entries.
TEST(HalfAngles, ThatOverflowAreNotFiniteFull) {
  const Program p = rotary(kFloat32, 65400, 240);
  Rows rows = made(
      p, [](float x, float omega) { return static_cast<float>(round_to(kFloat16, x)) * omega; });
  EXPECT_EQ(finding(rows, p), "position-rounded");
  Rows sound = rows_of(p);
  for (std::uint64_t k = 120 * rows.columns; k < rows.values.size(); ++k)
    rows.values[k] = sound.values[k];
  EXPECT_EQ(verdict_on(rows, question_about(p)).grade, verify::Grade::unexplained);
  rows.at(3, 3) = 3;
  EXPECT_NE(verdict_on(rows, question_about(p)).grade, verify::Grade::explained);
  rows.at(3, 3) = sound.at(3, 3);
  for (std::uint64_t k = 120 * rows.columns; k < rows.values.size(); ++k) rows.values[k] = HUGE_VAL;
  EXPECT_NE(finding(rows, p), "position-rounded");  // sines of infinity are NaN
}

/// Where another library makes most of the last bits, no second fault is proved.
TEST(HalfAngles, ProveNoSecondFaultFull) {
  Program p{.recipe = "exp-log",
            .encoding = Sinusoidal{.dim = 64, .base = 5000000, .layout = Layout::halves},
            .formats = {kFloat64, kFloat64, {}},
            .positions = Positions::from(2048, 64)};
  Rows rows = rows_of(p);
  const auto half = [](double x) { return round_to(kFloat16, x); };
  for (std::uint64_t row = 0; row < rows.count(); ++row) {
    for (std::uint64_t j = 0; j < rows.columns; ++j) {
      const double omega = std::exp(static_cast<double>(j % 32) * -std::log(5e6) / 32);
      const double angle = half(half(2048 + static_cast<double>(row)) * half(omega));
      const double wave = j < 32 ? std::sin(angle) : std::cos(angle);
      rows.at(row, j) = (row + j) % 5 < 3 ? std::nextafter(wave, 0) : wave;
    }
  }
  const auto verdict = verdict_on(rows, question_about(p));
  for (const verify::Finding& f : verdict.findings)
    EXPECT_TRUE(f.fault == "computed-in-half" || f.residual.has_value()) << f.fault;
}

/// Small errors that are relative are none of a rounded angle: its bits decide.
TEST(HalfAngles, ExplainNoOtherFault) {
  Program p = rotary(kFloat32, 1, 64);
  const Rows rows = made(p, [](float x, float omega) { return x * omega * 1.05F; });
  std::get<Rotary>(p.encoding).base = 500000;
  EXPECT_EQ(finding(rows, p), "position-scale");
}

TEST(Tf32, IsNamedByItsConversion) {
  constexpr Format kTf32{11, -126, 127, 0};
  for (const Rounding rounding :
       {Rounding::nearest_away, Rounding::nearest_even, Rounding::toward_zero}) {
    const Program p = rotary(kFloat32, 4000, 200);
    const auto tf32 = [&](float x) { return static_cast<float>(round_to(kTf32, x, rounding)); };
    const Rows rows = made(p, [&](float x, float omega) { return tf32(x) * tf32(omega); });
    EXPECT_EQ(finding(rows, p), "tf32-product");
    EXPECT_EQ(parameter(rows, p, "conversion"), rounding == Rounding::toward_zero ? "toward zero"
                                                : rounding == Rounding::nearest_even
                                                    ? "to nearest even"
                                                    : "to nearest");
  }
}

}  // namespace
}  // namespace sextant
