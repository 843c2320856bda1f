#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "verify/verify_programs.hpp"

namespace sextant {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A table with a wave of another frequency, amplitude and phase in pair 3: a fault that is not in
/// the list.
Rows with_a_stranger(const Program& p, double frequency, double amplitude, double phase) {
  Rows rows = rows_of(p);
  for (std::uint64_t row = 0; row < rows.count(); ++row) {
    const double angle = frequency * static_cast<double>(row) + phase;
    rows.at(row, 6) = static_cast<float>(amplitude * std::sin(angle));
    rows.at(row, 7) = static_cast<float>(amplitude * std::cos(angle));
  }
  return rows;
}

/// Float32 numbers near 1 are 2⁻²⁴ apart: a slope over 64 rows, and a mean of them, are better.
TEST(Observations, LocatesWhatNothingExplainsFull) {
  const Program p = program("exp-log", kFloat32, kFloat32, 0, 64);
  const auto verdict = verdict_on(with_a_stranger(p, 0.321, 0.75, 0.5), question_about(p));
  ASSERT_EQ(verdict.grade, verify::Grade::unexplained);
  ASSERT_TRUE(verdict.seen);
  for (const verify::ObservedPair& pair : verdict.seen->pairs)
    EXPECT_EQ(pair.fits, pair.pair != 3) << pair.pair;
  const verify::ObservedPair& stranger = verdict.seen->pairs[3];
  EXPECT_THAT(stranger.columns, ElementsAre(6, 7));
  ASSERT_TRUE(stranger.frequency && stranger.amplitude && stranger.phase);
  EXPECT_NEAR(*stranger.frequency, 0.321, 0x1p-24);
  EXPECT_NEAR(*stranger.amplitude, 0.75, 0x1p-20);
  EXPECT_NEAR(*stranger.phase, 0.5, 0x1p-20);
  const std::string words = verify::to_words(verdict, "t");
  EXPECT_THAT(words, HasSubstr("where     all rows, columns 6-7"));
  EXPECT_THAT(words, HasSubstr("pair 3 (columns 6-7): frequency 0.321 where"));
  EXPECT_THAT(verify::to_json(verdict)["seen"]["others"], ElementsAre(6, 7));
}

/// Columns that hold no wave have no frequency.
TEST(Observations, FullOfNoiseMakesNothingUp) {
  const Program p = program("exp-log", kFloat32, kFloat32, 0, 64);
  Rows rows = rows_of(p);
  for (std::uint64_t row = 0; row < rows.count(); ++row) {
    rows.at(row, 6) = std::ldexp(static_cast<double>(row * row * 2654435761U % 65536), -16);
    rows.at(row, 7) = std::ldexp(static_cast<double>(row * row * 40503U % 65536), -16);
  }
  const auto verdict = verdict_on(rows, question_about(p));
  ASSERT_TRUE(verdict.seen);
  EXPECT_FALSE(verdict.seen->pairs[3].fits);
  EXPECT_FALSE(verdict.seen->pairs[3].frequency);
}

/// All pairs turn the other way, 1.003 times as far out as they should: of one thing, in one line.
TEST(Observations, SaysWhatPairsHaveInCommonFull) {
  const Program p = program("exp-log", kFloat32, kFloat32, 0, 64);
  Rows rows = rows_of(p);
  for (std::uint64_t row = 0; row < rows.count(); ++row)
    for (std::uint64_t j = 0; j < rows.columns; ++j)
      rows.at(row, j) = static_cast<float>((j % 2 == 0 ? -1.003 : 1.003) * rows.at(row, j));
  const auto verdict = verdict_on(rows, question_about(p));
  ASSERT_TRUE(verdict.where);
  EXPECT_THAT(verdict.where->what.front(), HasSubstr("frequency -1 times what is meant"));
}

/// What is explained, or passes, is not inspected.
TEST(Observations, IsOfTheUnexplainedAlone) {
  const Program p = program("exp-log", kFloat32, kFloat32, 0, 64);
  const auto verdict = verdict_on(rows_of(p), question_about(p));
  EXPECT_FALSE(verdict.seen);
  EXPECT_TRUE(verify::to_json(verdict)["seen"].is_null());
}

}  // namespace
}  // namespace sextant
