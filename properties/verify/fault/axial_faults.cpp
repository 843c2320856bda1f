#include <cmath>
#include <map>

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
  for (const char* order : {"w,h,t", "h,t,w", "h,w,t", "w,t,h"}) {  // not height and width alone
    const auto other = judged("axes", order);
    EXPECT_EQ(names(other), "section-order");
    EXPECT_EQ(other.findings.at(0).parameters.at("axes"), order);
  }
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

/// Rows in which every column turns by the coordinate of an axis that is chosen for it.
template <class By>
Rows turned_by(const AxialQuestion& q, const Format& store, const By& by) {
  Rows rows = made_by("pow-divide", q, {kFloat32, store, {}});
  std::map<std::vector<Axis>, Rows> made;
  const std::vector<Axis> axes = axes_of(q.encoding);
  for (const Section& section : sections(q.encoding, q.part)) {
    for (const std::size_t column : section.columns) {
      const Axis other = by(section.axis, column);
      AxialQuestion program = q;
      program.coordinates = coordinates_of(q);
      const auto at = [&](Axis axis) {
        return static_cast<std::size_t>(std::find(axes.begin(), axes.end(), axis) - axes.begin());
      };
      program.coordinates[at(section.axis)] = coordinates_of(q)[at(other)];
      auto& known = made[{section.axis, other}];
      if (known.columns == 0) known = made_by("pow-divide", program, {kFloat32, store, {}});
      for (std::uint64_t row = 0; row < rows.count(); ++row)
        rows.at(row, column) = known.at(row, column);
    }
  }
  return rows;
}

/// One axis's columns turn by another axis's coordinate, in every encoding of several axes.
TEST(Fault, AxisDroppedIsNamed) {
  for (const char* name : {"mae", "timm-2d", "rope-vit", "pixtral", "qwen2-vl-vision"}) {
    AxialQuestion q = about(of_grid(name, 6, 8, "32"));
    if (q.encoding.grid.merge > 1) q.encoding.grid.merge = 2;
    for (const Format& store : {kFloat32, kBfloat16}) {
      for (const Axis dropped : {Axis::height, Axis::width}) {
        const Axis kept = dropped == Axis::height ? Axis::width : Axis::height;
        const auto verdict =
            verdict_on(turned_by(q, store, [&](Axis, std::size_t) { return kept; }), q);
        ASSERT_EQ(names(verdict), "axis-dropped") << name << ' ' << store.name();
        EXPECT_EQ(verdict.grade, Grade::explained);
        EXPECT_EQ(verdict.findings[0].parameters.text("axis"), sextant::name(dropped));
        EXPECT_EQ(verdict.findings[0].parameters.text("by"), sextant::name(kept));
      }
    }
  }
}

/// Columns of two axes that stand in each other's place.
TEST(Fault, ColumnsOfTwoAxesExchangedAreNamed) {
  for (const char* name : {"mae", "rope-vit"}) {
    const AxialQuestion q = about(of_grid(name, 6, 8, "32"));
    Rows rows = made_by("pow-divide", q, {kFloat32, kFloat32, {}});
    const std::size_t last = rows.columns - 2;
    for (std::uint64_t row = 0; row < rows.count(); ++row)
      std::swap(rows.at(row, 1), rows.at(row, last));
    const auto verdict = verdict_on(rows, q);
    ASSERT_EQ(names(verdict), "columns-permuted") << name;
    EXPECT_EQ(verdict.findings[0].parameters.at("columns"), 2);
    EXPECT_EQ(verdict.findings[0].parameters.places()[0].at("holds"), static_cast<Position>(last));
  }
}

/// Columns of a grid, all read as many too far on.
TEST(Fault, RotatedColumnsOfAGridAreShifted) {
  const AxialQuestion q = about(of_grid("mae", 6, 8, "32"));
  Rows sound = made_by("pow-divide", q, {kFloat32, kFloat32, {}});
  Rows rows = sound;
  for (std::uint64_t row = 0; row < rows.count(); ++row)
    for (std::uint64_t j = 0; j < rows.columns; ++j)
      rows.at(row, j) = sound.at(row, (j + 5) % rows.columns);
  const auto verdict = verdict_on(rows, q);
  ASSERT_EQ(names(verdict), "columns-shifted");
  EXPECT_EQ(verdict.findings[0].parameters.at("columns"), 5);
}

/// Columns of cosines that are read too far on, so that the last ones hold sines.
TEST(Fault, ColumnsOfAGridAreShiftedIntoTheOtherFunction) {
  AxialQuestion q = about(of_grid("dinov3", 6, 8, "64"));
  q.part = Part::sin;
  Rows sines = made_by("pow-divide", q, {kFloat32, kFloat32, {}});
  q.part = Part::cos;
  Rows cosines = made_by("pow-divide", q, {kFloat32, kFloat32, {}});
  Rows rows = cosines;
  const std::uint64_t width = rows.columns;
  for (std::uint64_t row = 0; row < rows.count(); ++row)
    for (std::uint64_t j = 0; j < width; ++j)
      rows.at(row, j) = (j + 3 < width ? cosines : sines).at(row, (j + 3) % width);
  const auto verdict = verdict_on(rows, q);
  ASSERT_EQ(names(verdict), "columns-shifted");
  EXPECT_EQ(verdict.grade, Grade::explained);
  EXPECT_EQ(verdict.findings[0].parameters.at("columns"), 3);
}

/// DINOv3's coordinates from 0 to 1 instead of −1 to 1.
TEST(Fault, OtherRangeOfAGridIsNamed) {
  for (const Part part : {Part::cos, Part::sin}) {
    AxialQuestion q = about(of_grid("dinov3", 6, 9, "64"));
    q.part = part;
    AxialQuestion other = q;
    other.encoding.coordinate = Coordinate::relative;
    set_field(other.encoding.along, "origin", "1/2");
    const auto verdict = verdict_on(made_by("pow-divide", other, {kFloat64, kFloat32, {}}), q);
    EXPECT_EQ(names(verdict), "coordinate-range");
    EXPECT_EQ(verdict.grade, Grade::explained);
  }
}

/// Rows of zeros among sines of several coordinates are named zeros, even if another fault explains
/// some of them.
TEST(Fault, ZerosAmongSinesOfAGridAreNamed) {
  AxialQuestion q = about(of_grid("rope-vit", 6, 9, "32"));
  q.part = Part::sin;
  Rows rows = made_by("pow-divide", q, {kFloat32, kFloat32, {}});
  for (std::uint64_t row = 20; row < 31; ++row)
    for (std::uint64_t j = 0; j < rows.columns; ++j) rows.at(row, j) = 0;
  EXPECT_EQ(names(verdict_on(rows, q)), "zeros");
}

/// Rows of a grid that stand elsewhere, though sections alone cannot tell which.
TEST(Fault, RowsOfAGridElsewhereAreNamed) {
  AxialQuestion q = about(of_grid("rope-vit", 6, 8, "32"));
  q.part = Part::sin;
  Rows sound = made_by("pow-divide", q, {kFloat32, kFloat32, {}});
  const auto named = [&](const auto& held) {
    Rows rows = sound;
    for (std::uint64_t row = 0; row < rows.count(); ++row)
      for (std::uint64_t j = 0; j < rows.columns; ++j) rows.at(row, j) = sound.at(held(row), j);
    const auto verdict = verdict_on(rows, q);
    EXPECT_EQ(verdict.grade, Grade::explained);
    return names(verdict);
  };
  using Row = std::uint64_t;
  EXPECT_EQ(named([](Row row) { return row <= 19 ? row : row - 1; }), "repeated-row");
  EXPECT_EQ(named([&](Row row) { return sound.count() - 1 - row; }), "rows-reversed");
  EXPECT_EQ(named([](Row row) { return row == 7 ? 22 : row == 22 ? 7 : row; }), "rows-permuted");
}

/// Patches that a model merges, in the order of lines.
TEST(Fault, RowsOfAGridThatIsNotMergedAreNamed) {
  AxialQuestion q = about(of_grid("qwen2-vl-vision", 6, 8, "32"));
  ASSERT_EQ(q.encoding.grid.merge, 2);
  AxialQuestion program = q;
  program.encoding.grid.merge = 1;
  const auto verdict = verdict_on(made_by("pow-divide", program, {kFloat32, kFloat32, {}}), q);
  ASSERT_EQ(names(verdict), "rows-permuted");
  EXPECT_EQ(verdict.findings[0].parameters.at("merge"), 1);
}

/// Sines of a dropped axis are zero where the other one's coordinate is: these rows are no fault of
/// their own, whatever else is wrong.
TEST(Fault, RowsOfSinesAreNoZerosOfAGridFull) {
  AxialQuestion q = about(of_grid("rope-vit", 6, 8, "32"));
  q.part = Part::sin;
  AxialQuestion program = q;
  set_field(program.encoding, "base", "1000");
  const Rows rows = turned_by(program, kFloat32, [](Axis, std::size_t) { return Axis::width; });
  const auto verdict = verdict_on(rows, q);
  EXPECT_EQ(names(verdict).find("zeros"), std::string::npos) << names(verdict);
  EXPECT_FALSE(verdict.passes());
}

/// A section whose coordinate is the same in all rows says little: it has no fault of its own.
TEST(Axial, ConstantSectionsAreAccusedOfNothing) {
  AxialQuestion q = about(*find_axial("flux"));
  set_field(q.encoding, "dim", "64");
  set_field(q.encoding, "sections", "12,10,10");
  q.encoding.grid = {.frames = 1, .height = 9, .width = 12};
  q.part = Part::cos;
  Rows rows = made_by("pow-divide", q, {kFloat32, kFloat32, {}});
  const std::vector<int> pairs = {12, 10, 10};
  for (std::uint64_t row = 0; row < rows.count(); ++row) {
    const std::vector<double> at = {0, static_cast<double>(row / 12),
                                    static_cast<double>(row % 12)};
    std::size_t column = 0;
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (int i = 0; i < pairs[axis]; ++i)
        rows.at(row, column++) = round_to(
            kFloat32, std::cos(at[axis] * std::pow(10000., -i / double(pairs[axis])) + 0.3));
  }
  const auto phase = verdict_on(rows, q);  // cos 0.3 in every row is no amplitude
  ASSERT_EQ(names(phase), "phase");
  EXPECT_EQ(phase.findings[0].parameters.at("axes"), "h,w");
  AxialQuestion other = q;
  set_field(other.encoding, "base", "1000");
  const auto base = verdict_on(made_by("pow-divide", other, {kFloat32, kFloat32, {}}), q);
  ASSERT_EQ(names(base), "wrong-base");
  EXPECT_EQ(base.grade, Grade::explained);
}

/// A table of three axes cut elsewhere, of the frequencies of its own sections or of others.
TEST(Fault, AxisSplitIsNamed) {
  AxialQuestion q = about(*find_axial("flux"));
  set_field(q.encoding, "dim", "64");
  set_field(q.encoding, "sections", "12,10,10");
  q.encoding.grid = {.frames = 5, .height = 6, .width = 7};
  q.part = Part::cos_repeated;
  const auto cut = [](Axis, std::size_t column) {
    return column < 22 ? Axis::time : column < 43 ? Axis::height : Axis::width;
  };
  const auto verdict = verdict_on(turned_by(q, kFloat32, cut), q);
  ASSERT_EQ(names(verdict), "axis-split");
  EXPECT_EQ(verdict.findings[0].parameters.at("columns"), "22 to 43");
  EXPECT_EQ(verdict.findings[0].parameters.at("shares"), std::vector<int>({22, 21, 21}));
  AxialQuestion other = q;
  set_field(other.encoding, "sections", "8,10,14");
  const auto sizes = verdict_on(made_by("pow-divide", other, {kFloat32, kFloat32, {}}), q);
  ASSERT_EQ(names(sizes), "axis-split");
  EXPECT_EQ(sizes.findings[0].parameters.at("sections"), std::vector<int>({8, 10, 14}));
}

/// Text's positions for those of images, and the number of the row for all of them.
TEST(Fault, AxesDroppedForOneAreNamed) {
  AxialQuestion q = about(*find_axial("mrope"));
  q.coordinates = story(64);
  AxialQuestion text = q;
  text.coordinates = {q.coordinates[0], q.coordinates[0], q.coordinates[0]};
  auto verdict = verdict_on(made_by("exp-log", text, {kFloat32, kFloat32, {}}), q);
  ASSERT_EQ(names(verdict), "axis-dropped");
  EXPECT_EQ(verdict.findings[0].parameters.at("axis"), "height, width");
  EXPECT_EQ(verdict.findings[0].parameters.at("by"), "time");
  q = about(of_grid("rope-vit", 5, 7, "32"));
  text = q;
  text.coordinates = {Positions::from(0, 35), Positions::from(0, 35)};
  verdict = verdict_on(made_by("exp-log", text, {kFloat32, kFloat32, {}}), q);
  ASSERT_EQ(names(verdict), "axis-dropped");
  EXPECT_EQ(verdict.findings[0].parameters.at("by"), "row number");
}

/// Rows of zeros are said, and nothing else.
TEST(Fault, ZerosOfAGridAreNamedFull) {
  for (const char* name : {"mae", "rope-vit"}) {
    AxialQuestion q = about(of_grid(name, 6, 8, "32"));
    if (q.part == Part::table) q.encoding.grid.prefix = 1;
    const Rows sound = made_by("pow-divide", q, {kFloat32, kFloat32, {}});
    const std::uint64_t first = q.encoding.grid.prefix;
    const auto zeros = [&](std::uint64_t from, std::uint64_t to) {
      Rows rows = sound;
      for (std::uint64_t row = from; row <= to; ++row) {
        for (std::uint64_t j = 0; j < rows.columns; ++j) rows.at(row, j) = 0;
      }
      const auto verdict = verdict_on(rows, q);
      EXPECT_EQ(verdict.grade, Grade::explained);
      return names(verdict) == "zeros" ? verdict.findings[0].parameters.text("rows")
                                       : names(verdict);
    };
    EXPECT_EQ(zeros(first, sound.count() - 1),
              std::to_string(first) + " to " + std::to_string(sound.count() - 1));
    EXPECT_EQ(zeros(20, 29), "20 to 29");
    EXPECT_EQ(zeros(40, 40), "40");
    EXPECT_TRUE(verdict_on(sound, q).passes());
  }
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

/// Height and width exchanged, and a second fault of both sections.
TEST(Fault, AxesSwappedIsNamedWithAnother) {
  const AxialQuestion q = about(of_grid("detr", 9, 14, "32"));
  AxialQuestion swapped = q;
  std::swap(swapped.encoding.axes[0], swapped.encoding.axes[1]);
  const Rows rows = made_by("pow-divide", swapped, {kFloat32, kFloat32, {}});
  Rows louder = rows;
  for (double& x : louder.values) x = static_cast<float>(x) * 1.5F;
  EXPECT_EQ(names(verdict_on(louder, q)), "axes-swapped amplitude");
  Rows damaged = rows;
  damaged.at(40, 3) = 0.7, damaged.at(90, 20) = -0.7;
  const std::string found = names(verdict_on(damaged, q));
  EXPECT_EQ(found.substr(0, 26), "axes-swapped corrupt-entry") << found;
}

/// The first row of sines is zeros, and that is no fault of its own.
TEST(Fault, SinesOfAGridForCosinesHaveNoWrongZeros) {
  AxialQuestion q = about(of_grid("pixtral", 6, 7, "32"));
  q.part = Part::sin;
  const Rows sines = made_by("pow-divide", q, {kFloat32, kFloat32, {}});
  q.part = Part::cos;
  EXPECT_EQ(names(verdict_on(sines, q)), "sin-cos-swapped");
}

}  // namespace
}  // namespace sextant
