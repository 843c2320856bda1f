#include <cmath>

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

/// Whatever sound recipe made a table, it is not accused.
void expect_to_pass(const std::vector<AxialQuestion>& asked,
                    const std::vector<recipe::ComputeFormats>& chains) {
  for (const AxialQuestion& q : asked) {
    for (const recipe::Entry& entry : recipe::catalogue()) {
      if (!entry.sound || entry.sequential) continue;
      for (const recipe::ComputeFormats& formats : chains) {
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

/// A program's own float32, step by step: coordinates, periods and angles.
TEST(Axial, ProgramsInFloat32PassFull) {
  for (const auto& grid : {std::pair(7, 13), {1, 601}}) {
    const int height = grid.first, width = grid.second;
    AxialQuestion dino = about(of_grid("dinov3", height, width, "64"));
    dino.part = Part::sin;  // small where coordinates cancel: (2) of axial.md
    const AxialQuestion detr = about(of_grid("detr", height, width, "64"));
    const AxialQuestion eva = about(of_grid("eva", height, width, "64"));
    const float two_pi = static_cast<float>(2 * M_PI);
    const auto rows = [&](const AxialQuestion& q, const auto& angle) {
      return interleaved(q, kFloat32, [&](const Section& s, const Positions& at) {
        const int along = s.axis == Axis::height ? height : width;
        std::vector<double> values;
        for (std::uint64_t row = 0; row < at.count; ++row) {
          for (const Channel& c : s.chart.channels) {
            const float a = angle(static_cast<float>(at[row]), static_cast<float>(along), c.pair);
            values.push_back(c.function == Function::sine ? std::sin(a) : std::cos(a));
          }
        }
        return values;
      });
    };
    const auto dino_rows = rows(dino, [&](float index, float size, int pair) {
      const float period = std::pow(100.0F, 2.0F * static_cast<float>(pair) / 32.0F);
      const float coordinate = 2.0F * ((index + 0.5F) / size) - 1.0F;
      return two_pi * coordinate / period;
    });
    const auto detr_rows = rows(detr, [&](float index, float size, int pair) {
      const float embed = (index + 1.0F) / (size + 1e-6F) * two_pi;
      return embed / std::pow(10000.0F, 2.0F * static_cast<float>(pair) / 32.0F);
    });
    const auto eva_rows = rows(eva, [&](float index, float size, int pair) {
      const float freq = 1.0F / std::pow(10000.0F, 2.0F * static_cast<float>(pair) / 32.0F);
      return index / size * 16.0F * freq;
    });
    for (const auto& [q, made] :
         {std::pair(dino, dino_rows), std::pair(detr, detr_rows), std::pair(eva, eva_rows)}) {
      const auto verdict = verdict_on(made, q);
      EXPECT_LE(verdict.grade, Grade::rounding) << to_text(q.encoding);
      if (height == 1) continue;
      Rows other = made;
      other.at(0, 1) += 1e-5;
      EXPECT_GT(verdict_on(other, q).grade, Grade::rounding) << to_text(q.encoding);
    }
  }
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
