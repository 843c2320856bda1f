#include <cmath>

#include <gtest/gtest.h>

#include "sextant/encoding/text/encoding_text.hpp"
#include "verify/axial_tables.hpp"

namespace sextant {
namespace {

using verify::AxialQuestion;
using verify::Grade;

std::string names(const verify::Verdict& verdict) {
  std::string text;
  for (const verify::Finding& one : verdict.findings) text += (text.empty() ? "" : " ") + one.fault;
  return text;
}

/// Height and width exchanged, in the row, in the rows and in the grid, on squares too.
TEST(Fault, AxesSwappedIsNamed) {
  for (const char* name : {"mae", "detr", "dinov3", "pixtral"}) {
    for (const auto& [height, width] : {std::pair(4, 6), {5, 5}}) {
      const AxialQuestion q = about(of_grid(name, height, width, "32"));
      AxialQuestion columns = q;
      std::swap(columns.encoding.axes[0], columns.encoding.axes[1]);
      AxialQuestion down = q;
      down.encoding.grid.down = true;
      for (const AxialQuestion& program : {columns, down}) {
        const Rows rows = made_by("pow-divide", program, {kFloat32, kFloat32, {}});
        const auto verdict = verdict_on(rows, q);
        ASSERT_EQ(names(verdict), "axes-swapped") << to_text(program.encoding);
        EXPECT_EQ(verdict.grade, Grade::explained);
        EXPECT_EQ(verdict.findings[0].match, 1) << to_text(program.encoding);
      }
      if (height == width) continue;
      AxialQuestion turned = q;
      std::swap(turned.encoding.grid.height, turned.encoding.grid.width);
      const auto verdict = verdict_on(made_by("pow-divide", turned, {kFloat32, kFloat32, {}}), q);
      ASSERT_EQ(names(verdict), "axes-swapped") << to_text(turned.encoding);
      EXPECT_EQ(verdict.findings[0].parameters.at("height"), width);
    }
  }
}

/// MAE's table for timm's and the reverse: halves of blocks for halves of the row, and the axes.
TEST(Fault, SpreadIsALayout) {
  const recipe::ComputeFormats formats = {kFloat32, kFloat32, {}};
  const AxialQuestion mae = about(of_grid("mae", 4, 6, "32"));
  const AxialQuestion timm = about(of_grid("timm-2d", 4, 6, "32"));
  const auto of_mae = verdict_on(made_by("pow-divide", mae, formats), timm);
  ASSERT_EQ(names(of_mae), "layout");
  EXPECT_EQ(of_mae.findings[0].parameters.at("spread"), "blocks");
  EXPECT_EQ(of_mae.findings[0].parameters.at("axes"), "w,h");
  AxialQuestion other = mae;
  other.encoding.spread = Spread::row;
  const auto of_row = verdict_on(made_by("pow-divide", other, formats), mae);
  ASSERT_EQ(names(of_row), "layout");
  EXPECT_EQ(of_row.findings[0].parameters.at("spread"), "row");
  EXPECT_EQ(of_row.findings[0].parameters.at("axes"), "w,h");
}

TEST(Fault, SectionOrderIsNamedFull) {
  AxialQuestion q = about(*find_axial("mrope"));
  q.coordinates = story(64);
  const auto judged = [&](const std::string& field, const std::string& value) {
    AxialQuestion program = q;
    set_field(program.encoding, field, value);
    return verdict_on(made_by("pow-reciprocal", program, {kFloat32, kFloat32, {}}), q);
  };
  EXPECT_EQ(names(judged("sections", "24,16,24")), "section-order");
  EXPECT_EQ(judged("sections", "24,24,16").findings.at(0).parameters.at("sections"),
            std::vector<int>({24, 24, 16}));
  EXPECT_EQ(names(judged("axes", "t,w,h")), "axes-swapped");
  EXPECT_EQ(judged("axes", "w,h,t").findings.at(0).parameters.at("axes"), "w,h,t");
  AxialQuestion mixed = q;
  mixed.encoding.split = Split::alternating;
  const auto verdict = verdict_on(made_by("pow-reciprocal", mixed, {kFloat32, kBfloat16, {}}), q);
  EXPECT_EQ(names(verdict), "section-order");
  EXPECT_EQ(verdict.findings.at(0).parameters.at("order"), "interleaved");
  AxialQuestion newer = q;
  newer.encoding = *find_axial("mrope-interleaved");
  set_field(newer.encoding, "base", "1000000");
  const Rows older = made_by("pow-reciprocal", q, {kFloat32, kFloat32, {}});
  const auto taken = verdict_on(older, newer);
  ASSERT_EQ(names(taken), "section-order");
  EXPECT_EQ(taken.findings[0].parameters.at("order"), "chunked");
  EXPECT_EQ(taken.findings[0].parameters.at("sections"), std::vector<int>({16, 24, 24}));
  EXPECT_LE(verdict_on(made_by("pow-reciprocal", q, {kFloat32, kBfloat16, {}}), q).grade,
            Grade::rounding);
}

/// What is wrong with one section alone is said of it; places are those of the whole table.
TEST(Axial, FaultsOfASectionAreSaidOfIt) {
  const AxialQuestion q = about(of_grid("mae", 6, 9, "32"));
  const recipe::ComputeFormats formats = {kFloat32, kFloat32, {}};
  Rows rows = made_by("exp-log", q, formats);
  AxialQuestion other = q;
  set_field(other.encoding, "base", "1000");
  Rows wrong = made_by("exp-log", other, formats);
  for (std::uint64_t row = 0; row < rows.count(); ++row) {
    for (std::uint64_t j = 16; j < 32; ++j) rows.at(row, j) = wrong.at(row, j);
  }
  auto verdict = verdict_on(rows, q);
  ASSERT_EQ(names(verdict), "wrong-base");
  EXPECT_EQ(verdict.findings[0].parameters.at("axes"), "h");
  EXPECT_EQ(verdict.findings[0].parameters.at("base"), "1000");
  verdict = verdict_on(wrong, q);
  ASSERT_EQ(names(verdict), "wrong-base");
  EXPECT_EQ(verdict.findings[0].parameters.at("axes"), "w,h");
  rows = made_by("exp-log", q, formats);
  rows.at(40, 29) = 5;
  verdict = verdict_on(rows, q);
  ASSERT_EQ(names(verdict), "corrupt-entry");
  EXPECT_EQ(verdict.findings[0].parameters.places()[0].at("row"), 40);
  EXPECT_EQ(verdict.findings[0].parameters.places()[0].at("channel"), 29);
  EXPECT_EQ(verdict.statistics.absolute.witness.position, 40);
  EXPECT_EQ(verdict.statistics.absolute.witness.channel, 29U);
  EXPECT_EQ(verdict.truths.absolute.substr(0, 6), verdict.truths.ulps.substr(0, 6));
  rows.at(3, 2) = std::nan("");
  EXPECT_EQ(names(verdict_on(rows, q)), "not-finite corrupt-entry");
}

}  // namespace
}  // namespace sextant
