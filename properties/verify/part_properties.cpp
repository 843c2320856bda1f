#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/encoding/text/model.hpp"
#include "sextant/number/round.hpp"
#include "verify/verify_programs.hpp"

namespace sextant {
namespace {

constexpr int kPairs = 64;

Rotary llama() {
  return std::get<Rotary>(read_encoding(std::string(model("llama-3.1-8b").encoding)));
}

/// The claim of a row or of rows of a part.
Program program_of(const Rotary& encoding, Part part, std::uint64_t rows = 1) {
  return {.recipe = "reciprocal",
          .encoding = encoding,
          .part = part,
          .formats = {kFloat32, kFloat32, {}},
          .positions = Positions::from(0, rows)};
}

/// A row of float32 numbers, one for each pair.
template <class Entry>
Rows row_of(const Entry& entry) {
  Rows rows{kFloat32, kPairs, {}};
  for (int i = 0; i < kPairs; ++i) rows.values.push_back(static_cast<float>(entry(i)));
  return rows;
}

float power(float base, int i) { return std::pow(base, static_cast<float>(2 * i) / 128.0F); }

/// Llama 3's divisors as llama.cpp's converter computes them in float32.
float divisor(int i, float original = 8192, float low = 1, float high = 4) {
  const float wavelength = 6.2831853F / (1 / power(500000, i));
  if (wavelength < original / high) return 1;
  if (wavelength > original / low) return 8;
  const float smooth = (original / wavelength - low) / (high - low);
  return 1 / ((1 - smooth) / 8 + smooth);
}

TEST(Divisors, OfLlama3Pass) {
  const Program p = program_of(llama(), Part::divisors);
  const auto verdict = verdict_on(row_of([](int i) { return divisor(i); }), question_about(p));
  EXPECT_TRUE(verdict.passes());
  EXPECT_EQ(finding(rows_of(p), p), "passes");
  EXPECT_EQ(finding(true_rows(p), p), "passes");
}

/// Divisors that were rounded to 16 bits, and those of the other list, by a quotient of quotients.
TEST(Divisors, OfFewBitsAreNamed) {
  const Program p = program_of(llama(), Part::divisors);
  Rows rows = rows_of(p);
  for (double& x : rows.values) x = round_to(kFloat16, x);
  EXPECT_EQ(finding(rows, p), "stored-narrower");
}

/// Exponents do not change divisors, so that no rounding is a fault of theirs.
TEST(Divisors, HaveNoExponentsFull) {
  Rotary e{.dim = 128, .base = 1000000};
  e.context = {.scaling = Scaling::longrope, .factor = 16, .original = 4096};
  for (int i = 0; i < kPairs; ++i) {
    e.context.short_factor.push_back(Rational(100 + 3 * i, 100));
    e.context.long_factor.push_back(Rational(100 + 70 * i, 100));
  }
  e.context.length = 16384;
  const Program p = program_of(e, Part::divisors);
  const auto quotients = [&](const std::vector<Rational>& list) {
    return row_of([&](int i) {
      const float omega = 1 / power(1000000, i);
      return omega /
             (omega / static_cast<float>(static_cast<double>(list[static_cast<std::size_t>(i)])));
    });
  };
  for (const auto* list : {&e.context.long_factor, &e.context.short_factor}) {
    const std::string seen = finding(quotients(*list), p);
    EXPECT_TRUE(seen.empty() || seen == "passes" || seen == "longrope-list") << seen;
  }
}

TEST(Divisors, ThatAreOtherNumbersAreNamedFull) {
  const Program p = program_of(llama(), Part::divisors);
  const auto named = [&](const auto& entry) { return finding(row_of(entry), p); };
  EXPECT_EQ(named([](int i) { return 1 / (power(500000, i) * divisor(i)); }),
            "reciprocal-frequency");
  EXPECT_EQ(named([](int i) { return power(500000, i) * divisor(i); }), "reciprocal-frequency");
  EXPECT_EQ(named([](int i) { return 1 / divisor(i); }), "reciprocal-frequency");
  EXPECT_EQ(named([](int) { return 1; }), "scaling-missing");
  EXPECT_EQ(named([](int i) { return divisor(i, 16384); }), "scaling-parameters");
  Rows damaged = row_of([](int i) { return divisor(i); });
  damaged.at(0, 17) = 3;
  EXPECT_EQ(finding(damaged, p), "corrupt-entry");
}

/// And the reverse: divisors or periods where frequencies are meant.
TEST(Divisors, WhereFrequenciesAreMeantAreNamed) {
  const Program p = program_of(llama(), Part::inv_freq);
  EXPECT_EQ(finding(row_of([](int i) { return divisor(i); }), p), "reciprocal-frequency");
  EXPECT_EQ(finding(row_of([](int i) { return power(500000, i) * divisor(i); }), p),
            "reciprocal-frequency");
}

TEST(Periods, OfMlxPass) {
  const Program p = program_of(llama(), Part::periods);
  EXPECT_EQ(finding(row_of([](int i) { return power(500000, i) * divisor(i); }), p), "passes");
  EXPECT_EQ(finding(rows_of(p), p), "passes");
  const Program plain = program_of(Rotary{.dim = 128}, Part::periods);
  EXPECT_EQ(finding(row_of([](int i) { return power(10000, i); }), plain), "passes");
}

/// A frequency of 0, which is tried for such a table, has no period.
TEST(Periods, ThatAreDamagedAreJudged) {
  const Program p = program_of(
      Rotary{.dim = 16, .context = {.scaling = Scaling::linear, .factor = 2}}, Part::periods);
  const Rows rows{kFloat32, 8, {2, -6.3245554F, -20, 63.24555F, 200, 632.4555F, 1999.9999F, 200}};
  EXPECT_EQ(finding(rows, p), "");
}

TEST(Periods, ThatAreOtherNumbersAreNamedFull) {
  const Program p = program_of(llama(), Part::periods);
  const auto named = [&](const auto& entry) { return finding(row_of(entry), p); };
  EXPECT_EQ(named([](int i) { return 1 / (power(500000, i) * divisor(i)); }),
            "reciprocal-frequency");
  EXPECT_EQ(named([](int i) { return divisor(i); }), "reciprocal-frequency");
  EXPECT_EQ(named([](int i) { return power(500000, i); }), "scaling-missing");
  EXPECT_EQ(named([](int i) { return power(500000, i) * divisor(i) * divisor(i); }),
            "scaling-doubled");
  const Program plain = program_of(Rotary{.dim = 128}, Part::periods);
  EXPECT_EQ(finding(row_of([](int i) { return power(50000, i); }), plain), "wrong-base");
  EXPECT_EQ(finding(row_of([](int i) { return power(10000, i + 1); }), plain), "pair-index");
}

/// A pair that does not turn is 10³⁰ or infinity; any other number is wrong.
TEST(Periods, OfPairsThatDoNotTurnAreUnboundedFull) {
  Rotary e{.dim = 128};
  e.context = {.scaling = Scaling::proportional, .factor = 8, .partial = Rational(1, 4)};
  for (const Part part : {Part::divisors, Part::periods}) {
    const Program p = program_of(e, part);
    for (const double still : {1e30, HUGE_VAL, 1e29, 1e28, 0.0, -HUGE_VAL, std::nan("")}) {
      const Rows rows = row_of([&](int i) -> double {
        return i >= 16 ? still : part == Part::divisors ? 8 : 8 * power(10000, i);
      });
      EXPECT_EQ(verdict_on(rows, question_about(p)).passes(), still > 0.9e29) << still;
    }
  }
}

/// Rows of cos and sin in float32, each given by function(cosine, sine).
template <class Columns>
Rows waves(const Columns& columns) {
  Rows rows{kFloat32, 0, {}};
  for (int p = 0; p < 40; ++p) {
    for (int i = 0; i < kPairs; ++i) {
      const float angle = static_cast<float>(p) * (1 / power(10000, i));
      for (const float x : columns(std::cos(angle), std::sin(angle))) rows.values.push_back(x);
    }
  }
  rows.columns = rows.values.size() / 40;
  return rows;
}

using Two = std::array<float, 2>;
using Four = std::array<float, 4>;

TEST(PairsOfWaves, PassAndFaultsAreNamed) {
  const Program p = program_of(Rotary{.dim = 128}, Part::pairs, 40);
  const auto named = [&](const auto& columns) { return finding(waves(columns), p); };
  EXPECT_EQ(named([](float c, float s) { return Two{c, s}; }), "passes");
  EXPECT_EQ(named([](float c, float s) { return Two{s, c}; }), "sin-cos-swapped");
  EXPECT_EQ(named([](float c, float s) { return Two{c, -s}; }), "sign");
  Program table = p;
  table.part = Part::table;
  EXPECT_EQ(finding(waves([](float c, float s) { return Two{c, s}; }), table), "layout");
  table.recipe = "pow-reciprocal";
  EXPECT_EQ(finding(rows_of(table), p), "layout");
}

/// A matrix has both signs of a sine, and its columns may change their places with any others.
TEST(MatricesOfWaves, InAnotherOrderAreNamed) {
  const Program p = program_of(Rotary{.dim = 128}, Part::matrices, 40);
  const Rows right = waves([](float c, float s) { return Four{c, -s, s, c}; });
  for (const std::uint64_t apart : {1U, 3U, 47U}) {
    Rows rows = right;
    for (std::uint64_t row = 0; row < rows.count(); ++row)
      for (std::uint64_t j = 0; j + apart < 200; j += 2 * apart + 5)
        std::swap(rows.at(row, j), rows.at(row, j + apart));
    EXPECT_EQ(finding(rows, p), "columns-permuted") << apart;
  }
}

TEST(MatricesOfWaves, PassAndFaultsAreNamed) {
  const Program p = program_of(Rotary{.dim = 128}, Part::matrices, 40);
  const auto named = [&](const auto& columns) { return finding(waves(columns), p); };
  EXPECT_EQ(named([](float c, float s) { return Four{c, -s, s, c}; }), "passes");
  EXPECT_EQ(named([](float c, float s) { return Four{c, s, -s, c}; }), "sign");
  EXPECT_EQ(named([](float c, float s) { return Four{s, -c, c, s}; }), "sin-cos-swapped");
  verify::Question question = question_about(p);
  question.dim_given = false;
  Rows damaged = waves([](float c, float s) { return Four{c, -s, s, c}; });
  EXPECT_TRUE(verdict_on(damaged, question).passes());
  damaged.at(3, 5) = 0.75;  // -sin(2.6)
  const auto verdict = verdict_on(damaged, question);
  EXPECT_EQ(findings(verdict), "corrupt-entry");
  const auto& worst = verdict.statistics.absolute.witness;  // with the signs of the file
  EXPECT_EQ(worst.got, 0.75);
  EXPECT_LT(worst.error.want, 0);
  EXPECT_EQ(verdict.truths.absolute.front(), '-');
}

}  // namespace
}  // namespace sextant
