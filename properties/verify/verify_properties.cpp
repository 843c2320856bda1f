#include <limits>

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include "verify/verify_programs.hpp"

namespace sextant {
namespace {

using verify::Grade;

/// No table of a sound recipe is accused: it passes, and nothing is found in it.
RC_GTEST_PROP(Verify, NeverAccusesATableOfASoundRecipe, ()) {
  const Program program = *draw::programs();
  const verify::Verdict verdict = verdict_on(rows_of(program), question_about(program));
  RC_CLASSIFY(verdict.granted_by && verdict.granted_by->by_reproduction, "by reproduction");
  RC_LOG() << program << ": " << verify::word(verdict.grade) << "\n";
  RC_ASSERT(verdict.passes());
  RC_ASSERT(findings(verdict).empty());
  RC_ASSERT(within_bounds(rows_of(program), program, verdict));
}

/// The true table is correctly rounded, and one step away from it in one place is not.
RC_GTEST_PROP(Verify, CallsTheTrueTableCorrectlyRoundedAndNoOther, ()) {
  Program program = *draw::programs(63);
  auto& encoding = std::get<Sinusoidal>(program.encoding);
  encoding.dim = std::min(encoding.dim, 8);  // what is wrong is searched for its cause
  const Position last = program.positions[program.positions.count - 1];
  RC_PRE(last <= kLargestPosition && last >= -kLargestPosition);
  Rows rows = true_rows(program);
  RC_ASSERT(verdict_on(rows, question_about(program)).grade == Grade::correctly_rounded);
  const auto place = *draw::full(rc::gen::inRange<std::size_t>(0, rows.values.size()));
  const Number old = from_double(rows.values[place]);
  const Bits bits = encode(rows.format, old);
  const double next = to_double(decode(rows.format, old.zero() ? 1 : bits - 1));
  rows.values[place] = next;
  const verify::Verdict verdict = verdict_on(rows, question_about(program));
  RC_ASSERT(verdict.tally.misrounded == 1U);
  RC_ASSERT(verdict.grade > Grade::correctly_rounded);
  RC_ASSERT(verdict.tally.steps.witness.got == next);
}

/// Neither grade nor witness nor grant depends on how many threads there are.
TEST(Verify, DoesNotDependOnThreads) {
  const Program program{.encoding = Sinusoidal{.dim = 64},
                        .part = Part::table,
                        .chain = {kFloat32, kFloat32, {}},
                        .positions = {1000000, 3000, 1}};
  Rows healthy = rows_of(program);
  Rows corrupt = healthy;
  for (std::uint64_t row = 100; row < 3000; row += 1301) corrupt.at(row, row % 64) = 0.123F;
  Rows infinite = healthy;
  for (std::uint64_t row : {2999U, 17U, 2500U}) infinite.at(row, 5) = std::nan("");
  for (const Rows* rows : {&healthy, &corrupt, &infinite}) {
    std::string texts[2];
    for (const std::size_t threads : {1U, 2U}) {
      const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
      texts[threads - 1] = verify::to_json(verdict_on(*rows, question_about(program))).dump(1);
    }
    EXPECT_EQ(texts[0], texts[1]);
  }
}

/// Positions far beyond what a format counts to: the oracle's own tables, and turns, whose phase
/// loses 2⁻⁶⁴ turn a position and no more.
TEST(Verify, JudgesHugePositions) {
  for (const Position first :
       {Position{1} << 53, (Position{1} << 62) + 1, kLargestPosition - 16, -kLargestPosition}) {
    Program program{.recipe = "turns",
                    .encoding = Sinusoidal{.dim = 16},
                    .part = Part::table,
                    .chain = {kFloat32, kFloat32, {}},
                    .positions = Positions::from(first, 16)};
    EXPECT_EQ(verdict_on(true_rows(program), question_about(program)).grade,
              Grade::correctly_rounded);
    for (const Format& format : {kFloat32, kFloat64}) {
      program.chain = {format, format, {}};
      const auto verdict = verdict_on(rows_of(program), question_about(program));
      EXPECT_TRUE(verdict.passes()) << program << findings(verdict);
    }
    program.positions.first += first > 0 ? -1 : 1;
    const Rows shifted = true_rows(program);
    program.positions.first -= first > 0 ? -1 : 1;
    EXPECT_FALSE(verdict_on(shifted, question_about(program)).passes()) << program;
  }
}

/// One row, one column, two numbers: what is there is judged.
TEST(Verify, JudgesTheSmallestTables) {
  Program program{.encoding = Sinusoidal{.dim = 2},
                  .part = Part::table,
                  .chain = {kFloat32, kFloat32, {}},
                  .positions = {12345, 1, 1}};
  EXPECT_TRUE(verdict_on(rows_of(program), question_about(program)).passes());
  Rows rows = rows_of(program);
  rows.at(0, 1) = -rows.at(0, 1);
  EXPECT_FALSE(verdict_on(rows, question_about(program)).passes());

  program.part = Part::cos;
  program.positions.count = 5;  // a column, which a file of one axis looks like a row of
  EXPECT_TRUE(verdict_on(rows_of(program), question_about(program)).passes());
  EXPECT_EQ(findings(verdict_on(rows_of(program), question_about(program))), "");
}

/// Positions one by one, in any order and repeated, as the file of ids says.
RC_GTEST_PROP(Verify, TakesListedPositions, ()) {
  Program program = *draw::programs(24);
  std::vector<Position> listed;
  for (std::uint64_t row = 0; row < program.positions.count; ++row)
    listed.push_back(*draw::positions(24));
  program.positions = Positions::of(listed);
  const auto verdict = verdict_on(rows_of(program), question_about(program));
  RC_ASSERT(verdict.passes());
  RC_ASSERT(findings(verdict).empty());
}

/// Frequencies alone.
TEST(Verify, JudgesFrequencies) {
  Program program{.recipe = "pow-reciprocal",
                  .encoding = Rotary{.dim = 128, .base = 500000},
                  .part = Part::inv_freq,
                  .chain = {kFloat32, kFloat32, {}},
                  .positions = {0, 1, 1}};
  EXPECT_TRUE(verdict_on(rows_of(program), question_about(program)).passes());
  const Rows healthy = rows_of(program);
  std::get<Rotary>(program.encoding).base = 10000;
  const auto verdict = verdict_on(healthy, question_about(program));
  EXPECT_FALSE(verdict.passes());
}

/// A zero of either sign is right where the value is 0; the negative one is said.
TEST(Verify, WarnsOfNegativeZeros) {
  const Program program{.encoding = Sinusoidal{.dim = 8},
                        .part = Part::table,
                        .chain = {kFloat32, kFloat32, {}},
                        .positions = {0, 4, 1}};
  Rows rows = true_rows(program);
  const auto before = verdict_on(rows, question_about(program));
  EXPECT_TRUE(before.warnings.empty());
  rows.at(0, 2) = -0.0;
  const auto after = verdict_on(rows, question_about(program));
  EXPECT_EQ(after.grade, Grade::correctly_rounded);
  EXPECT_EQ(after.tally.negative_zeros, 1U);
  ASSERT_EQ(after.warnings.size(), 1U);
  EXPECT_NE(after.warnings[0].find("-0"), std::string::npos);
}

/// NaN and infinities are counted apart, and the other entries measured as ever.
TEST(Verify, CountsWhatIsNotFiniteApart) {
  const Program program{.encoding = Sinusoidal{.dim = 8},
                        .part = Part::table,
                        .chain = {kFloat32, kFloat32, {}},
                        .positions = {100, 40, 1}};
  Rows rows = rows_of(program);
  rows.at(7, 3) = std::numeric_limits<double>::infinity();
  rows.at(9, 0) = std::nan("");
  const auto verdict = verdict_on(rows, question_about(program));
  EXPECT_EQ(findings(verdict), "not-finite");
  EXPECT_EQ(verdict.grade, Grade::explained);
  EXPECT_EQ(verdict.tally.non_finite, 2U);
  EXPECT_EQ(verdict.tally.entries, 320U);
  EXPECT_LT(verdict.tally.absolute.value, 1);
  for (double& value : rows.values) value = std::nan("");
  const auto json = verify::to_json(verdict_on(rows, question_about(program)));
  EXPECT_TRUE(json["worst"]["ulps"].is_null());
  EXPECT_EQ(json["worst"]["got"]["decimal"], "nan");
  EXPECT_EQ(json["worst"]["position"], 100);
}

/// NaN does not excuse the rest.
TEST(Verify, DoesNotLetANaNExplainGarbage) {
  const Program program{.encoding = Sinusoidal{.dim = 8},
                        .part = Part::table,
                        .chain = {kFloat32, kFloat32, {}},
                        .positions = {100, 40, 1}};
  Rows rows = rows_of(program);
  for (std::size_t k = 0; k < rows.values.size(); ++k)
    rows.values[k] = static_cast<float>(std::sin(static_cast<double>(k * k)));
  rows.at(9, 0) = std::nan("");
  const auto verdict = verdict_on(rows, question_about(program));
  EXPECT_EQ(verdict.grade, Grade::unexplained);
  EXPECT_EQ(findings(verdict), "not-finite");
}

}  // namespace
}  // namespace sextant
