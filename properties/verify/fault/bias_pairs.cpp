#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "verify/verify_programs.hpp"

/// Two faults of one bias: each named, or none proved.
namespace sextant {
namespace {

Program buckets(const T5& encoding) {
  return {
      .recipe = "integers",
      .encoding = encoding,
      .part = Part::buckets,
      .formats = {kFloat32, kFloat32, {}},
      .positions = Positions::from(encoding.keys == 0 ? -200 : 0, encoding.keys == 0 ? 401 : 72)};
}

bool is_proved(const verify::Verdict& verdict) {
  return std::all_of(verdict.findings.begin(), verdict.findings.end(),
                     [](const verify::Finding& f) { return !f.residual; });
}

TEST(BiasPairs, AreADirectionAndOtherBucketsFull) {
  for (const int keys : {0, 40}) {
    for (const bool both : {true, false}) {
      for (const auto& [number, distance] : {std::pair(32, 64), {64, 128}, {16, 64}, {32, 256}}) {
        const Program claimed = buckets({.bidirectional = !both, .keys = keys});
        const Program made = buckets(
            {.num_buckets = number, .max_distance = distance, .bidirectional = both, .keys = keys});
        const auto verdict = verdict_on(true_rows(made), question_about(claimed));
        EXPECT_EQ(findings(verdict), "bucket-direction bucket-parameters")
            << keys << " " << both << " " << number << " " << distance;
        EXPECT_TRUE(is_proved(verdict));
      }
    }
  }
}

/// No table with a single number proves a fault: many programs make it.
TEST(BiasPairs, AreNotProvedByOneNumber) {
  Program claimed = buckets({});
  claimed.positions = Positions::from(299, 300);
  Rows rows = true_rows(claimed);
  std::fill(rows.values.begin(), rows.values.end(), 0);
  const auto verdict = verdict_on(rows, question_about(claimed));
  EXPECT_EQ(verdict.grade, verify::Grade::unexplained);
  for (const auto& finding : verdict.findings) EXPECT_TRUE(finding.residual) << finding.fault;
}

/// If distances of later keys are clipped to 0, the table is not reported as ending too early.
TEST(BiasPairs, AreNotAnOverrunOfClippedDistances) {
  const Program claimed{.recipe = "integers",
                        .encoding = Shaw{.max_distance = 16},
                        .part = Part::index,
                        .formats = {kFloat32, kFloat32, {}},
                        .positions = Positions::from(-50, 101)};
  Rows rows = true_rows(claimed);
  for (std::uint64_t row = 50; row < rows.count(); ++row) rows.at(row, 0) = 16;
  const auto verdict = verdict_on(rows, question_about(claimed));
  EXPECT_EQ(findings(verdict).find("table-overrun"), std::string::npos) << findings(verdict);
}

/// An index that counts from 1 is no offset of positions.
TEST(BiasPairs, OfAWindowHaveNoOffset) {
  const Program claimed{.recipe = "integers",
                        .encoding = Swin{.height = 7, .width = 7},
                        .part = Part::index,
                        .formats = {kFloat32, kFloat32, {}},
                        .positions = Positions::from(0, 49)};
  Rows rows = true_rows(claimed);
  for (double& x : rows.values) x += 1;
  EXPECT_EQ(finding(rows, claimed), "window-parameters");
}

/// Slopes of another form stay those of the other fault, so that equals of a pair are named.
TEST(BiasPairs, HaveTheirEquals) {
  const auto biases = [](const Alibi& alibi) {
    return Program{.recipe = "slope-powers",
                   .encoding = alibi,
                   .part = Part::bias,
                   .formats = {kFloat32, kFloat32, {}},
                   .positions = Positions::from(0, 128)};
  };
  const Program claimed = biases({.heads = 8});
  const auto verdict =
      verdict_on(true_rows(biases({.heads = 8, .max_bias = 4, .form = BiasForm::keys})),
                 question_about(claimed));
  ASSERT_EQ(findings(verdict), "slopes sign");
  EXPECT_TRUE(is_proved(verdict));
  ASSERT_EQ(verdict.findings[1].equals.size(), 1U);
  EXPECT_EQ(verdict.findings[1].equals[0].fault, "bias-form");
}

/// Slopes that are not interpolated, times log2(e), are also other pairs of faults.
TEST(BiasPairs, AreNotProvedIfAnotherPairMakesThem) {
  const Program claimed{.recipe = "slope-powers",
                        .encoding = Alibi{.heads = 12},
                        .part = Part::bias,
                        .formats = {kFloat32, kFloat32, {}},
                        .positions = Positions::from(0, 128)};
  Rows rows = true_rows(claimed);
  for (std::uint64_t row = 0; row < rows.count(); ++row)
    for (std::uint64_t head = 0; head < rows.columns; ++head)
      rows.at(row, head) = static_cast<float>(-static_cast<double>(row) *
                                              std::exp2(-8.0 * static_cast<double>(head + 1) / 12) *
                                              1.4426950408889634);
  const auto verdict = verdict_on(rows, question_about(claimed));
  EXPECT_EQ(verdict.grade, verify::Grade::unexplained) << findings(verdict);
  ASSERT_EQ(findings(verdict), "slopes amplitude");
  EXPECT_FALSE(is_proved(verdict));
}

}  // namespace
}  // namespace sextant
