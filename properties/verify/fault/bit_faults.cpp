#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "sextant/number/ulp.hpp"
#include "sextant/verify/diagnosis/bit_matches.hpp"
#include "verify/fault/runs.hpp"

/// What a table's bits say where bounds of several faults hold it.
namespace sextant {
namespace {

verify::Candidate candidate(const Program& p, const std::string& recipe) {
  auto s = verify::as_claimed({p.encoding, p.part, p.chart(), p.formats}, recipe);
  s.recipe = recipe;
  return s;
}

Program of_pairs(int pairs, const Format& store) {
  Program p = program("pow-reciprocal", kFloat32, store, 0, 128);
  std::get<Sinusoidal>(p.encoding).dim = 2 * pairs;
  return p;
}

/// No library's bounds cover a run whose losses storage nearly hides: small entries show them.
TEST(Bits, TellARunThatStorageHides) {
  const Program p = of_pairs(64, kFloat16);
  EXPECT_EQ(finding(run<float>(p, kFloat16), p), "rotation-recurrence");
  verify::Question question = question_about(p);
  question.library = &recipe::usual_library();
  EXPECT_FALSE(verdict_on(run<float>(p, kFloat16), question).passes());
}

/// Five pairs are never enough; nor are those of other programs, which make more of them.
TEST(Bits, TellNoRunFromAFewPairs) {
  const auto most = [](const Program& p, const Rows& rows) {
    return verify::highest_bit_match(source_of(rows, p), candidate(p, "rotation-recurrence"));
  };
  const Program many = of_pairs(64, kFloat16), few = of_pairs(5, kFloat16);
  EXPECT_TRUE(most(many, run<float>(many, kFloat16)));
  EXPECT_FALSE(most(few, run<float>(few, kFloat16)));
  for (const char* recipe : {"exp-log", "pow-divide", "frequency-recurrence", "float64-angle"}) {
    Program other = many;
    other.recipe = recipe;
    EXPECT_FALSE(most(many, rows_of(other))) << recipe;
  }
}

/// A recipe that reproduces fewer bits than a program without the fault is not named.
TEST(Bits, ClearARecipeThatMakesFewer) {
  for (const char* recipe : {"frequency-recurrence", "pow-of-ratio", "quarter-turn-cosine"}) {
    Program p = program("exp-log", kFloat32, kFloat32, 1000, 64);
    const Rows sound = rows_of(p);
    EXPECT_FALSE(verify::matches_as_many_bits(source_of(sound, p), candidate(p, recipe))) << recipe;
    p.recipe = recipe;
    const Rows own = rows_of(p);
    EXPECT_TRUE(verify::matches_as_many_bits(source_of(own, p), candidate(p, recipe))) << recipe;
  }
}

/// A quarter turn that does not show is not named.
TEST(Bits, AccuseNobodyOfAQuarterTurnThatDoesNotShow) {
  const Program p = program("float64-angle", kFloat64, kBfloat16, 0, 16);
  const Rows rows = rows_of(p);
  EXPECT_FALSE(
      verify::matches_as_many_bits(source_of(rows, p), candidate(p, "quarter-turn-cosine")));
}

/// The number next to an entry's other side, off from the truth by that part of an ulp.
struct Neighbour {
  std::uint64_t row = 0, column = 0;
  double value = 0, off = 0;
};
Neighbour neighbour(const Program& p, Rows& rows, double least, double most) {
  const exact::Oracle truth(p.chart());
  for (std::uint64_t row = 0; row < rows.count(); ++row) {
    for (std::uint64_t j = 0; j < rows.columns; ++j) {
      const double got = rows.at(row, j);
      const double ulp = std::ldexp(1.0, ulp_exponent(rows.format, got));
      const auto meant = exact::near(truth.ball(p.positions[row], truth.chart().channels[j]));
      const double other = got + std::copysign(ulp, meant.high - got);
      const double off = std::abs(other - meant.high) / ulp;
      if (std::abs(got) > 0.01 && off > least && off < most) return {row, j, other, off};
    }
  }
  return {};
}

/// Entries that are hardly beyond half an ulp of storage are of an error that all have.  They are
/// no damage, and no recipe makes them.
TEST(Bits, BesideATieAreNoDamageFull) {
  const Program p = of_pairs(16, kFloat16);
  Rows rows = rows_of(p);
  const Neighbour tie = neighbour(p, rows, 0.55, 0.6), ulp = neighbour(p, rows, 0.9, 1);
  ASSERT_GT(tie.off * ulp.off, 0);
  Rows damaged = rows;
  damaged.at(ulp.row, ulp.column) = ulp.value;
  EXPECT_EQ(finding(damaged, p), "corrupt-entry");
  rows.at(tie.row, tie.column) = tie.value;
  EXPECT_EQ(finding(rows, p), "");
}

/// Of one frequency alone a base fits whatever was rounded: the bits know.
TEST(Bits, TellARoundedFrequencyFromABaseThatFits) {
  const Program p{.encoding = Rotary{.dim = 4, .base = 50000, .layout = Pairing::interleaved},
                  .part = Part::sin,
                  .formats = {kFloat32, kFloat32, {}},
                  .positions = Positions::from(16777216, 128)};
  const double omega =
      to_double(round(kBfloat16, to_rational(from_double(1 / std::sqrt(50000.0)))));
  Rows rows{kFloat32, 2, {}};
  for (int row = 0; row < 128; ++row) {
    for (const double w : {1.0, omega})
      rows.values.push_back(static_cast<float>(std::sin((16777216 + row) * w)));
  }
  auto question = question_about(p);
  question.computed_in.reset();  // float64 was not stated
  EXPECT_EQ(findings(verdict_on(rows, question)), "frequency-rounded");
}

/// A row of zeros that the table does not reach hides no run.
TEST(Bits, TellARunBeyondARowOfZeros) {
  Program p = begun("pow-divide", kFloat32, kFloat32, 255, 16);
  const Rows rows = run<float>(p, kFloat32);
  std::get<Sinusoidal>(p.encoding).zero_row = 0;
  EXPECT_EQ(finding(rows, p), "rotation-recurrence");
}

}  // namespace
}  // namespace sextant
