#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "verify/verify_programs.hpp"

namespace sextant {
namespace {

/// A table of cosines, as Transformers makes it, from position 4000 on.
Program cosines(const Rotary& encoding, Part part = Part::cos) {
  return {.recipe = "pow-reciprocal",
          .encoding = encoding,
          .part = part,
          .formats = {kFloat32, kFloat32, {}},
          .positions = Positions::from(4000, 128)};
}

Rotary llama() {
  return {.dim = 64,
          .base = 500000,
          .context = {.scaling = Scaling::llama3, .factor = 8, .original = 8192}};
}

Rotary deepseek() {
  Rotary e{.dim = 64, .context = {.scaling = Scaling::yarn, .factor = 40, .original = 4096}};
  e.context.mscale = 1;
  return e;
}

std::string finding(const Rotary& made, const Rotary& claimed) {
  const auto verdict = verdict_on(rows_of(cosines(made)), question_about(cosines(claimed)));
  return verdict.passes() ? "passes" : findings(verdict);
}

/// Equal frequencies are of base 1, and of that YaRN has no logarithm: a table is no reason to
/// refuse it.
TEST(Context, OfYarnIsAskedForNoBaseOf1) {
  const Rotary claimed = deepseek();
  Rows rows = rows_of(cosines(claimed));
  for (std::uint64_t row = 0; row < rows.count(); ++row) {
    for (std::uint64_t j = 0; j < rows.columns; ++j) rows.at(row, j) = rows.at(row, 0);
  }
  EXPECT_NO_THROW(verdict_on(rows, question_about(cosines(claimed))));
}

TEST(Context, TablesOfModelsPass) {
  for (const Rotary& e : {llama(), deepseek()}) EXPECT_EQ(finding(e, e), "passes");
}

TEST(Context, ScalingThatIsMissingIsNamed) {
  Rotary plain = llama();
  plain.context = {};
  EXPECT_EQ(finding(plain, llama()), "scaling-missing");
  plain = deepseek();
  plain.context = {};
  EXPECT_EQ(finding(plain, deepseek()), "scaling-missing");
  Rotary linear{.dim = 64, .base = 1000000, .context = {.scaling = Scaling::linear, .factor = 8}};
  plain = linear;
  plain.context = {};
  EXPECT_EQ(finding(plain, linear), "scaling-missing");
}

TEST(Context, AnotherModelsBaseIsNamedWithTheScalingOrWithout) {
  Rotary made = llama();
  made.base = 10000;
  EXPECT_EQ(finding(made, llama()), "wrong-base");
  made.context = {};
  EXPECT_EQ(finding(made, llama()), "wrong-base");
}

TEST(Context, AnglesThatTurnBackAreNamed) {
  Program back = cosines(llama(), Part::sin);
  Rows rows = rows_of(back);
  for (double& x : rows.values) x = -x;
  EXPECT_EQ(findings(verdict_on(rows, question_about(back))), "sign");
}

TEST(Context, CosinesInReverseAreNoOffset) {
  const Program made = cosines(llama());
  Rows rows = rows_of(made);
  Rows reversed = rows;
  for (std::uint64_t row = 0; row < rows.count(); ++row) {
    for (std::uint64_t j = 0; j < rows.columns; ++j)
      reversed.at(row, j) = rows.at(rows.count() - 1 - row, j);
  }
  EXPECT_EQ(findings(verdict_on(reversed, question_about(made))), "rows-reversed");
}

TEST(Context, ScalingTwiceIsNamed) {
  Rotary once{.dim = 64, .base = 1000000, .context = {.scaling = Scaling::linear, .factor = 8}};
  Rotary twice = once;
  twice.context.factor = 64;
  EXPECT_EQ(finding(twice, once), "scaling-doubled");
}

TEST(Context, AmplitudesThatAreMissingOrSquaredAreNamed) {
  Rotary given = deepseek();
  given.context.attention_factor = Rational(5, 4);
  Rotary other = given;
  other.context.attention_factor = 1;
  EXPECT_EQ(finding(other, given), "amplitude");
  other.context.attention_factor = Rational(25, 16);
  EXPECT_EQ(finding(other, given), "amplitude");
}

TEST(Context, ConventionsOfYarnAreNamedFull) {
  Rotary other = deepseek();
  other.context.truncate = false;
  EXPECT_EQ(finding(other, deepseek()), "yarn-truncate");
  EXPECT_EQ(finding(deepseek(), other), "yarn-truncate");
  other = deepseek();
  std::swap(other.context.beta_fast, other.context.beta_slow);
  EXPECT_EQ(finding(other, deepseek()), "bands-swapped");
  // The clamp bites where the ramp would end beyond the pairs.
  Rotary wide{.dim = 128, .context = {.scaling = Scaling::yarn, .factor = 4, .original = 131072}};
  other = wide;
  other.context.clamp = Clamp::pairs;
  EXPECT_EQ(finding(other, wide), "yarn-clamp");
}

/// A program that rounds one end of the ramp down and does not round the other one.
TEST(Context, EndsOfTheRampAreNamedFull) {
  const auto corr = [](double turns) {
    return 32 * std::log(4096 / (turns * 2 * M_PI)) / std::log(10000.0);
  };
  const Program claimed = cosines(deepseek());
  const double low = std::floor(corr(32)), high = corr(1);
  Rows rows = rows_of(claimed);
  for (int pair = 0; pair < 32; ++pair) {
    const double ramp = std::clamp((pair - low) / (high - low), 0.0, 1.0);
    const double omega = std::pow(10000.0, -pair / 32.0);
    const auto frequency = static_cast<float>(omega / 40 * ramp + omega * (1 - ramp));
    const double amplitude = 0.1 * std::log(40.0) + 1;
    for (std::uint64_t row = 0; row < rows.count(); ++row) {
      const float angle = static_cast<float>(claimed.positions[row]) * frequency;
      for (std::uint64_t j = static_cast<std::uint64_t>(pair); j < rows.columns; j += 32)
        rows.at(row, j) = std::cos(angle) * static_cast<float>(amplitude);
    }
  }
  const auto verdict = verdict_on(rows, question_about(claimed));
  ASSERT_EQ(findings(verdict), "yarn-truncate");
  EXPECT_EQ(verdict.findings[0].parameters.at("beta-fast"), "rounded down");
  EXPECT_EQ(verdict.findings[0].parameters.at("beta-slow"), "not rounded");
}

/// Both ends rounded up are often those of another number, which is the likelier mistake.
TEST(Context, EndsOfTheRampThatOtherNumbersMakeAreTheirsFull) {
  Rotary claimed{.dim = 128, .context = {.scaling = Scaling::yarn, .factor = 4, .original = 4096}};
  for (const int beta_fast : {28, 30}) {
    Rotary made = claimed;
    made.context.beta_fast = beta_fast;
    EXPECT_EQ(finding(made, claimed), "scaling-parameters") << beta_fast;
  }
}

TEST(Context, BandsOfLlama3AreNamed) {
  Rotary other = llama();
  other.context.low_freq_factor = 4;
  EXPECT_EQ(finding(other, llama()), "bands-swapped");
  other.context.low_freq_factor = other.context.high_freq_factor = 1;
  EXPECT_EQ(finding(other, llama()), "bands-swapped");
  other = llama();
  other.context.original = Rational(8192) * parse_rational("6.283185307179586");
  EXPECT_EQ(finding(other, llama()), "wavelength");
}

TEST(Context, TheWrongListOfLongRopeIsNamed) {
  Rotary e{.dim = 32, .context = {.scaling = Scaling::longrope, .factor = 32, .original = 4096}};
  for (int pair = 0; pair < 16; ++pair) {
    e.context.short_factor.push_back(1 + Rational(pair, 50));
    e.context.long_factor.push_back(1 + Rational(pair * pair, 10));
  }
  Rotary longer = e;
  longer.context.length = 4097;
  EXPECT_EQ(finding(e, longer), "longrope-list");
  EXPECT_EQ(finding(longer, e), "longrope-list");
}

TEST(Context, AnExponentOverTheHeadIsNamed) {
  const Rotary claimed{.dim = 32};
  Program made = cosines(claimed);
  Rows rows = rows_of(made);
  // The first pairs of a head of 80 channels.
  made.encoding = Rotary{.dim = 80};
  const Rows whole = rows_of(made);
  for (std::uint64_t row = 0; row < rows.count(); ++row)
    for (std::uint64_t j = 0; j < rows.columns; ++j) rows.at(row, j) = whole.values[row * 40 + j];
  EXPECT_EQ(findings(verdict_on(rows, question_about(cosines(claimed)))), "exponent-over-head");
}

TEST(Context, FrequenciesThatNobodyWroteAreNamed) {
  const Program claimed = cosines(llama());
  Rows rows = rows_of(claimed);
  for (double& x : rows.values) x = 1;
  EXPECT_EQ(findings(verdict_on(rows, question_about(claimed))), "uninitialised");
  // Of a plain table far out, too, whose rows are all that of position 0.
  const Program far = program("exp-log", kFloat32, kFloat32, 3468, 4);
  Rows zeros = rows_of(far);
  for (std::size_t j = 0; j < zeros.values.size(); ++j)
    zeros.values[j] = far.chart().channels[j % zeros.columns].function == Function::cosine ? 1 : 0;
  EXPECT_EQ(finding(zeros, far), "uninitialised");
}

/// A part of the part that turns is also another part: both are said.
TEST(Context, FaultsThatMakeTheSameTableAreNamedAsEquals) {
  const auto equals = [](const Rotary& made, const Rotary& claimed) {
    const auto verdict = verdict_on(rows_of(cosines(made)), question_about(cosines(claimed)));
    EXPECT_EQ(findings(verdict), "partial-twice");
    std::string names;
    for (const verify::Cause& other : verdict.findings.at(0).equals) names += other.fault + " ";
    return names;
  };
  const Rotary claimed{.dim = 64,
                       .context = {.scaling = Scaling::proportional, .partial = Rational(1, 2)}};
  Rotary made = claimed;
  made.context.partial = Rational(1, 4);
  EXPECT_NE(equals(made, claimed).find("scaling-parameters"), std::string::npos);
}

/// The list of short contexts, if it holds ones, is no scaling: with other mistakes beside it, both
/// are named, too.
TEST(Equals, AreNamedBesideOtherFaults) {
  Rotary claimed{
      .dim = 32,
      .context = {.scaling = Scaling::longrope, .factor = 8, .original = 4096, .length = 16384}};
  for (int pair = 0; pair < 16; ++pair) {
    claimed.context.short_factor.push_back(1);
    claimed.context.long_factor.push_back(1 + Rational(pair * pair, 10));
  }
  Rotary made = claimed;
  made.context.long_factor = claimed.context.short_factor;
  const auto both = [&](const Rows& rows, const char* other) {
    const auto verdict = verdict_on(rows, question_about(cosines(claimed)));
    std::string names;
    for (const verify::Finding& one : verdict.findings) {
      if (one.fault == other) continue;
      names = one.fault;
      for (const verify::Cause& cause : one.equals) names += " " + cause.fault;
    }
    EXPECT_NE(names.find("longrope-list"), std::string::npos) << other << ": " << names;
    EXPECT_NE(names.find("scaling-missing"), std::string::npos) << other << ": " << names;
  };
  const Rows sound = rows_of(cosines(made));
  both(sound, "");
  Rows rows = sound;
  rows.at(7, 3) = rows.at(90, 20) = rows.at(41, 30) = 3;
  both(rows, "corrupt-entry");
  rows = sound;
  std::reverse(rows.values.begin(), rows.values.end());
  for (std::uint64_t row = 0; row < rows.count(); ++row)
    std::reverse(&rows.at(row, 0), &rows.at(row, 0) + rows.columns);
  both(rows, "rows-reversed");
}

TEST(Context, RowsBeyondTheEndOfATableAreNamed) {
  const Program claimed = cosines(llama());
  Rows rows = rows_of(claimed);
  for (std::uint64_t row = 96; row < rows.count(); ++row)
    for (std::uint64_t j = 0; j < rows.columns; ++j) rows.at(row, j) = rows.at(95, j);
  const auto verdict = verdict_on(rows, question_about(claimed));
  ASSERT_EQ(findings(verdict), "table-overrun");
  EXPECT_EQ(verdict.findings[0].parameters.at("rows"), 96);
}

/// exp(log) for pow is another sound recipe, and a layout that a model was trained with is none
/// that it had to have: neither is a fault.
TEST(Context, LegalVariantsAreNotAccused) {
  for (const Rotary& e : {llama(), deepseek()}) {
    for (const char* recipe : {"exp-log", "pow-multiply", "pow-divide", "float64-angle"}) {
      Program p = cosines(e);
      p.recipe = recipe;
      EXPECT_TRUE(verdict_on(rows_of(p), question_about(p)).passes()) << recipe;
    }
    for (const Pairing layout : {Pairing::interleaved, Pairing::half_split}) {
      Rotary other = e;
      other.layout = layout;
      const Program p = cosines(other, Part::cos_repeated);
      EXPECT_TRUE(verdict_on(rows_of(p), question_about(p)).passes());
    }
  }
}

}  // namespace
}  // namespace sextant
