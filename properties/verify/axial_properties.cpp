#include <gtest/gtest.h>

#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "verify/axial_tables.hpp"

namespace sextant {
namespace {

using verify::AxialQuestion;
using verify::Grade;

TEST(Axial, TrueTablesAreCorrectlyRounded) {
  for (const AxialQuestion& q : axial_questions()) {
    for (const Format& store : {kFloat32, kBfloat16, kFloat16, kFloat64}) {
      const auto verdict = verdict_on(true_rows(q, store), q);
      EXPECT_EQ(verdict.grade, Grade::correctly_rounded) << to_text(q.encoding) << store.name();
      EXPECT_TRUE(verdict.findings.empty());
    }
  }
}

/// The chart of the last section that holds sines and cosines.
Chart waves_of(const AxialQuestion& q) {
  const std::vector<Section> all = sections(q.encoding, q.part);
  const auto last = std::find_if(all.rbegin(), all.rend(), [](const Section& one) {
    return is_wave(one.chart.channels.front().function);
  });
  return last->chart;
}

/// Whatever sound recipe made a table, it is not accused.
void expect_to_pass(const std::vector<AxialQuestion>& asked,
                    const std::vector<recipe::ComputeFormats>& chains) {
  for (const AxialQuestion& q : asked) {
    const Chart chart = waves_of(q);
    for (const recipe::Entry& entry : recipe::catalogue(chart)) {
      if (!entry.sound || entry.sequential) continue;
      for (const recipe::ComputeFormats& formats : chains) {
        if (!recipe::possible(entry.name, formats)) continue;
        const auto verdict = verdict_on(made_by(std::string(entry.name), q, formats), q);
        EXPECT_LE(verdict.grade, Grade::rounding)
            << to_text(q.encoding) << ' ' << entry.name << ' ' << formats.store.name();
        EXPECT_TRUE(verdict.findings.empty());
      }
    }
  }
}
TEST(Axial, HealthyTablesPassFull) {
  auto some = axial_questions();
  std::erase_if(some, [](const AxialQuestion& q) {
    return q.encoding.program != "mae" && q.encoding.program != "dinov3" && !of_text(q.encoding);
  });
  expect_to_pass(some, {{kFloat32, kFloat32, {}}});
}
TEST(Axial, HealthyTablesOfEveryFormatPassFull) {
  expect_to_pass(axial_questions(), {{kFloat32, kFloat32, {}},
                                     {kFloat32, kBfloat16, {}},
                                     {kFloat32, kFloat16, {}},
                                     {kFloat64, kFloat64, {}},
                                     {kFloat64, kFloat32, {}}});
}

/// One sound recipe covers the whole table, or none does: that every section has one is not enough.
TEST(Axial, SectionsOfTwoRecipesAreNotGrantedFull) {
  AxialQuestion q = about(*find_axial("mrope"));
  q.coordinates.assign(3, Positions::from(9'000'000, 64));
  Rows mine = made_by("pow-divide", q, {kFloat32, kFloat32, {}});
  Rows theirs = made_by("turns", q, {kFloat32, kFloat32, {}});
  EXPECT_EQ(verdict_on(mine, q).grade, Grade::rounding);
  EXPECT_LE(verdict_on(theirs, q).grade, Grade::rounding);
  for (std::uint64_t row = 0; row < mine.count(); ++row) {
    for (std::uint64_t j = 0; j < 16; ++j) mine.at(row, j) = theirs.at(row, j);
  }
  const auto verdict = verdict_on(mine, q);
  EXPECT_EQ(verdict.grade, Grade::unexplained);
  EXPECT_TRUE(verdict.findings.empty());
  ASSERT_FALSE(verdict.warnings.empty());
  EXPECT_NE(verdict.warnings.front().find("none covers them all"), std::string::npos);
}

TEST(Axial, QuestionsThatDoNotFitAreRefused) {
  const AxialQuestion q = about(of_grid("mae", 4, 6, "32"));
  const Rows rows = true_rows(q, kFloat32);
  AxialQuestion other = q;
  other.encoding.grid.width = 7;
  EXPECT_THROW((void)verdict_on(rows, other), Error);
  other = q;
  set_field(other.encoding, "dim", "64");
  EXPECT_THROW((void)verdict_on(rows, other), Error);
  other = q;
  other.dim_given = false;
  set_field(other.encoding, "dim", "64");
  EXPECT_TRUE(verdict_on(rows, other).passes());
  other = q;
  other.computed_in = kFloat16;
  EXPECT_THROW((void)verdict_on(rows, other), Error);
}

/// The first row is zeros where a token without a place comes first.
TEST(Axial, RowsOfZerosComeFirst) {
  AxialQuestion q = about(of_grid("mae", 3, 5, "16"));
  q.encoding.grid.prefix = 1;
  const Rows rows = true_rows(q, kFloat32);
  ASSERT_EQ(rows.count(), 16U);
  for (std::uint64_t j = 0; j < 16; ++j) EXPECT_EQ(rows.values[j], 0);
  EXPECT_EQ(verdict_on(rows, q).grade, Grade::correctly_rounded);
  AxialQuestion bare = q;
  bare.encoding.grid.prefix = 0;
  EXPECT_THROW((void)verdict_on(rows, bare), Error);
  Rows filled = rows;
  filled.at(0, 1) = 1;
  EXPECT_FALSE(verdict_on(filled, q).passes());
}

}  // namespace
}  // namespace sextant
