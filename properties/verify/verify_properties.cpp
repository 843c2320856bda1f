#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <tbb/global_control.h>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "verify/verify_programs.hpp"

namespace sextant {
namespace {

using verify::Grade;

/// No table of a sound recipe is accused where that promises something: it passes, and nothing is
/// found in it.  Where it promises nothing, only what another recipe promises can pass.
PROPERTY(Verify, NeverAccusesATableOfASoundRecipeFull) {
  const Program program = *draw::programs();
  const bool promised = promises(program);
  const verify::Verdict verdict = verdict_on(rows_of(program), question_about(program));
  RC_CLASSIFY(verdict.accepted_by && verdict.accepted_by->by_same_arithmetic, "by reproduction");
  RC_CLASSIFY(!promised, "nothing promised");
  RC_LOG() << program << ": " << verify::word(verdict.grade) << " " << findings(verdict) << "\n";
  RC_ASSERT(verdict.passes() || !promised);
  RC_ASSERT(findings(verdict).empty() || !promised);
  RC_ASSERT(!verdict.passes() || within_bounds(rows_of(program), program, verdict));
}

/// That a narrow table was computed in float64 need not be stated: if float32 cannot produce it,
/// float64 is tried, and reported.
PROPERTY(Verify, FindsOutThatATableWasComputedInFloat64Full) {
  Program program = *draw::programs(50);
  program.formats = {kFloat64, *draw::element_of(std::vector<Format>{kFloat32, kBfloat16}), {}};
  RC_PRE(promises(program));
  auto question = question_about(program);
  question.computed_in.reset();
  const auto verdict = verdict_on(rows_of(program), question);
  RC_LOG() << program << ": " << verify::word(verdict.grade) << " " << findings(verdict) << "\n";
  RC_ASSERT(verdict.passes());
  RC_ASSERT(within_bounds(rows_of(program), program, verdict));
  const bool said = std::any_of(verdict.warnings.begin(), verdict.warnings.end(), [](auto& text) {
    return text.find("granted as computed in float64") != text.npos;
  });
  const bool wider = verdict.accepted_by && verdict.accepted_by->computed_in == kFloat64 &&
                     verdict.accepted_by->recipe != "float64-angle";
  RC_CLASSIFY(said, "granted in float64");
  RC_ASSERT(said == wider);
}

/// The true table is correctly rounded, and one step away from it in one place is not.
PROPERTY(Verify, CallsTheTrueTableCorrectlyRoundedAndNoOtherFull) {
  Program program = *draw::programs(63);
  // What is wrong is searched for its cause.
  if (dim(program.encoding) > 8) set_field(program.encoding, "dim", "8");
  const Position last = program.positions[program.positions.count - 1];
  RC_PRE(last <= kLargestPosition && last >= -kLargestPosition);
  Rows rows = true_rows(program);
  RC_ASSERT(verdict_on(rows, question_about(program)).grade == Grade::correctly_rounded);
  const auto place = *draw::full(draw::in_range<std::size_t>(0, rows.values.size()));
  const Number old = from_double(rows.values[place]);
  const Bits bits = encode(rows.format, old);
  const double next = to_double(decode(rows.format, old.zero() ? 1 : bits - 1));
  rows.values[place] = next;
  const verify::Verdict verdict = verdict_on(rows, question_about(program));
  RC_ASSERT(verdict.statistics.misrounded == 1U);
  RC_ASSERT(verdict.grade > Grade::correctly_rounded);
  RC_ASSERT(verdict.statistics.steps.witness.got == next);
}

/// Neither grade nor witness nor acceptance depends on how many threads there are.
TEST(Verify, DoesNotDependOnThreadsFull) {
  const Program program{.encoding = Sinusoidal{.dim = 64},
                        .part = Part::table,
                        .formats = {kFloat32, kFloat32, {}},
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
TEST(Verify, JudgesHugePositionsFull) {
  for (const Position first :
       {Position{1} << 53, (Position{1} << 62) + 1, kLargestPosition - 16, -kLargestPosition}) {
    Program program{.recipe = "turns",
                    .encoding = Sinusoidal{.dim = 16},
                    .part = Part::table,
                    .formats = {kFloat32, kFloat32, {}},
                    .positions = Positions::from(first, 16)};
    EXPECT_EQ(verdict_on(true_rows(program), question_about(program)).grade,
              Grade::correctly_rounded);
    for (const Format& format : {kFloat32, kFloat64}) {
      program.formats = {format, format, {}};
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
                  .formats = {kFloat32, kFloat32, {}},
                  .positions = {12345, 1, 1}};
  EXPECT_TRUE(verdict_on(rows_of(program), question_about(program)).passes());
  Rows rows = rows_of(program);
  rows.at(0, 1) = -rows.at(0, 1);
  EXPECT_FALSE(verdict_on(rows, question_about(program)).passes());

  program.encoding = Rotary{.dim = 2};
  program.part = Part::cos;
  program.positions.count = 5;  // a column, which a file of one axis looks like a row of
  EXPECT_TRUE(verdict_on(rows_of(program), question_about(program)).passes());
  EXPECT_EQ(findings(verdict_on(rows_of(program), question_about(program))), "");
}

/// Positions one by one, in any order and repeated, as the file of ids says.
PROPERTY(Verify, TakesListedPositionsFull) {
  Program program = *draw::programs(24);
  std::vector<Position> listed;
  for (std::uint64_t row = 0; row < program.positions.count; ++row)
    listed.push_back(*draw::positions(24));
  program.positions = Positions::of(listed);
  RC_PRE(promises(program));
  const auto verdict = verdict_on(rows_of(program), question_about(program));
  RC_ASSERT(verdict.passes());
  RC_ASSERT(findings(verdict).empty());
}

/// Frequencies alone.
TEST(Verify, JudgesFrequencies) {
  Program program{.recipe = "pow-reciprocal",
                  .encoding = Rotary{.dim = 128, .base = 500000},
                  .part = Part::inv_freq,
                  .formats = {kFloat32, kFloat32, {}},
                  .positions = {0, 1, 1}};
  EXPECT_TRUE(verdict_on(rows_of(program), question_about(program)).passes());
  const Rows healthy = rows_of(program);
  std::get<Rotary>(program.encoding).base = 10000;
  const auto verdict = verdict_on(healthy, question_about(program));
  EXPECT_FALSE(verdict.passes());
}

/// A zero of either sign is right where the value is 0; the negative one is said.
TEST(Verify, WarnsOfZerosOfTheOtherSign) {
  const Program program{.encoding = Sinusoidal{.dim = 8},
                        .part = Part::table,
                        .formats = {kFloat32, kFloat32, {}},
                        .positions = {0, 4, 1}};
  Rows rows = true_rows(program);
  const auto before = verdict_on(rows, question_about(program));
  EXPECT_TRUE(before.warnings.empty());
  rows.at(0, 2) = -0.0;
  const auto after = verdict_on(rows, question_about(program));
  EXPECT_EQ(after.grade, Grade::correctly_rounded);
  EXPECT_EQ(after.statistics.wrong_zeros, 1U);
  ASSERT_EQ(after.warnings.size(), 1U);
  EXPECT_NE(after.warnings[0].find("-0"), std::string::npos);
}

/// A bias at distance 0 is a product with 0: its sign is the slope's.
TEST(Verify, DoesNotWarnOfZerosOfABias) {
  const Program program{.encoding = Alibi{.heads = 8},
                        .part = Part::table,
                        .formats = {kFloat32, kFloat32, {}},
                        .positions = {0, 4, 1}};
  Rows rows = true_rows(program);
  rows.at(0, 2) = -0.0;
  EXPECT_TRUE(verdict_on(rows, question_about(program)).warnings.empty());
}

/// If a negative value rounds to zero, −0 is correctly rounded.  +0 is no error; it only warns.
TEST(Verify, TakesEitherZeroForATinyNegativeValue) {
  const Program program{.encoding = Sinusoidal{.dim = 8, .scale = power_of_two(-40)},
                        .part = Part::table,
                        .formats = {kFloat32, kFloat16, {}},
                        .positions = {-4, 4, 1}};
  Rows rows = true_rows(program);
  ASSERT_TRUE(std::signbit(rows.at(0, 0)));
  for (const double zero : {-0.0, 0.0}) {
    rows.at(0, 0) = zero;
    const auto verdict = verdict_on(rows, question_about(program));
    EXPECT_EQ(verdict.grade, Grade::correctly_rounded);
    EXPECT_EQ(verdict.statistics.steps.value, 0);
    EXPECT_EQ(verdict.statistics.wrong_zeros, std::signbit(zero) ? 0U : 1U);
    EXPECT_EQ(verdict.warnings.size(), std::signbit(zero) ? 0U : 1U);
  }
}

/// NaN and infinities are counted apart, and the other entries measured as ever.
TEST(Verify, CountsWhatIsNotFiniteApart) {
  const Program program{.encoding = Sinusoidal{.dim = 8},
                        .part = Part::table,
                        .formats = {kFloat32, kFloat32, {}},
                        .positions = {100, 40, 1}};
  Rows rows = rows_of(program);
  rows.at(7, 3) = std::numeric_limits<double>::infinity();
  rows.at(9, 0) = std::nan("");
  const auto verdict = verdict_on(rows, question_about(program));
  EXPECT_EQ(findings(verdict), "not-finite");
  EXPECT_EQ(verdict.grade, Grade::explained);
  EXPECT_EQ(verdict.statistics.non_finite, 2U);
  EXPECT_EQ(verdict.statistics.entries, 320U);
  EXPECT_LT(verdict.statistics.absolute.value, 1);
  auto question = question_about(program);
  for (double& value : rows.values) value = std::nan("");
  for (const Grade required : {Grade::explained, Grade::unexplained}) {
    question.required = required;
    const auto empty = verdict_on(rows, question);
    EXPECT_EQ(empty.grade, Grade::unexplained);
    EXPECT_FALSE(empty.passes()) << "nothing was judged";
    EXPECT_EQ(verify::to_words(empty, "t").find("not correctly rounded"), std::string::npos);
  }
  const auto json = verify::to_json(verdict_on(rows, question_about(program)));
  EXPECT_TRUE(json["worst"]["ulps"].is_null());
  EXPECT_EQ(json["worst"]["got"]["decimal"], "nan");
  EXPECT_EQ(json["worst"]["position"], 100);
}

/// Where the truth rounds to infinity, infinity is right, and said.
TEST(Verify, CallsARightInfinityRight) {
  const Program program{.encoding = Sinusoidal{.dim = 8, .amplitude = 100000},
                        .part = Part::table,
                        .formats = {kFloat32, kFloat16, {}},
                        .positions = {0, 16, 1}};
  Rows rows = true_rows(program);
  const auto verdict = verdict_on(rows, question_about(program));
  EXPECT_EQ(verdict.grade, Grade::correctly_rounded);
  EXPECT_GT(verdict.statistics.overflowed, 0U);
  EXPECT_EQ(verdict.statistics.non_finite, verdict.statistics.overflowed);
  ASSERT_EQ(verdict.warnings.size(), 1U);
  EXPECT_NE(verdict.warnings[0].find("infinite"), std::string::npos);
  double& infinity =
      *std::find_if(rows.values.begin(), rows.values.end(), [](double x) { return std::isinf(x); });
  infinity = -infinity;
  const auto wrong = verdict_on(rows, question_about(program));
  EXPECT_EQ(findings(wrong), "not-finite");
  EXPECT_EQ(wrong.findings[0].parameters.at("entries"), 1);
}

/// NaN does not excuse the rest.
TEST(Verify, DoesNotLetANaNExplainGarbageFull) {
  const Program program{.encoding = Sinusoidal{.dim = 8},
                        .part = Part::table,
                        .formats = {kFloat32, kFloat32, {}},
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
