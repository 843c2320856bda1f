#include <gtest/gtest.h>

#include "sextant/encoding/text/encoding_text.hpp"
#include "verify/axial_tables.hpp"

/// Faults of programs that compute other coordinates along some axes of a grid.
namespace sextant {
namespace {

using verify::AxialQuestion;
using verify::Finding;
using verify::Grade;

/// The findings about a table that another program makes; it must be explained, and is proved.
std::vector<Finding> found(const AxialQuestion& claim, const AxialQuestion& program,
                           const Format& store = kFloat32) {
  const auto verdict = verdict_on(made_by("float64-angle", program, {kFloat32, store, {}}), claim);
  EXPECT_EQ(verdict.grade, Grade::explained) << to_text(program.encoding);
  return verdict.findings;
}

/// The only finding; another fault's name tells that there are several.
Finding only(const std::vector<Finding>& all) {
  EXPECT_EQ(all.size(), 1U);
  return all.empty() ? Finding{} : all.front();
}

/// LTX-Video on a small grid, with few channels.
AxialQuestion narrow_film(int frames) {
  AxialQuestion q = about(of_grid("ltx", 8, 12, ""));
  q.encoding.grid.frames = frames;
  set_field(q.encoding, "dim", "128");
  set_field(q.encoding, "sections", "1,21,21,21");
  set_field(q.encoding, "scales", "8/25,1,1,1");
  set_field(q.encoding, "divisors", "20,64,64,1");
  return q;
}

TEST(DoubledCoordinates, OfAnotherFrameRateAreNamedFull) {
  for (const int frames : {4, 9}) {
    for (const auto& [scale, by] : {std::pair("1/3", "25/24"), {"4/15", "5/6"}, {"64/25", "8"}}) {
      const AxialQuestion q = narrow_film(frames);
      AxialQuestion program = q;
      set_field(program.encoding, "scales", std::string(scale) + ",1,1,1");
      const Finding one = only(found(q, program));
      EXPECT_EQ(one.fault, "position-scale");
      EXPECT_EQ(one.parameters.at("scale"), by);
      EXPECT_EQ(one.parameters.at("axes"), "t");
    }
  }
}

TEST(DoubledCoordinates, WithoutAStepAreNamed) {
  const AxialQuestion q = narrow_film(5);
  AxialQuestion program = q;
  program.encoding.scales.clear();
  program.encoding.divisors.clear();
  const auto unscaled = found(q, program);
  ASSERT_EQ(unscaled.size(), 2U);
  EXPECT_EQ(unscaled[0].parameters.at("scale"), "125/2");
  EXPECT_EQ(unscaled[1].parameters.at("scale"), "64");
  EXPECT_EQ(unscaled[1].parameters.at("axes"), "h,w");
  program = q;
  program.encoding.coordinate = Coordinate::index;
  const Finding single = only(found(q, program));
  EXPECT_EQ(single.fault, "coordinate-range");
  EXPECT_EQ(single.parameters.at("axes"), "t,h,w");
  program = q;
  program.encoding.unit = AngleUnit::radians;
  EXPECT_EQ(only(found(q, program)).fault, "angle-unit");
}

/// CogVideoX without the crop, with another one, or with a crop that is not claimed.
TEST(Crops, OfOtherEdgesAreNamedFull) {
  for (const Part part : {Part::cos, Part::sin}) {
    AxialQuestion q = about(of_grid("cogvideox", 10, 15, ""));
    q.part = part;
    q.encoding.grid.frames = 2;
    const auto range = [&](const std::string& claimed, const std::string& crop) {
      AxialQuestion claim = q, program = q;
      if (!claimed.empty()) set_field(claim.encoding, "crop", claimed);
      if (!crop.empty()) set_field(program.encoding, "crop", crop);
      const Finding one = only(found(claim, program));
      EXPECT_EQ(one.fault, "coordinate-range") << claimed << " for " << crop;
      EXPECT_EQ(one.parameters.at("axes"), "h");
      return one.parameters.text("range");
    };
    EXPECT_EQ(range("1,0,9,15", ""), "0,9");
    EXPECT_EQ(range("1,0,9,15", "0,0,8,15"), "0,36/5");
    EXPECT_EQ(range("1,0,9,15", "1,0,10,15"), "1,9");
    EXPECT_EQ(range("", "1,0,9,15"), "1,81/10");
  }
}

/// Lines from edge to edge, or in steps of the crop over the number of tokens.
TEST(Crops, OfOtherStepsAreNamed) {
  AxialQuestion q = about(of_grid("cogvideox", 10, 15, ""));
  set_field(q.encoding, "crop", "1,0,9,15");
  for (const char* range : {"1,9", "1,41/5"}) {
    AxialQuestion program = q;
    program.encoding.crop.clear();
    program.encoding.coordinate = Coordinate::spanning;
    set_field(program.encoding, "range", range);
    program.encoding.grid.frames = 2;
    Rows rows = made_by("float64-angle", q, {kFloat32, kFloat32, {}});
    AxialQuestion lines = program;
    lines.coordinates = coordinates_of(q);
    Rows other = made_by("float64-angle", lines, {kFloat32, kFloat32, {}});
    const std::size_t pair = rows.columns / 32;  // of sections of 8, 12 and 12 pairs
    for (std::uint64_t row = 0; row < rows.count(); ++row)
      for (std::size_t j = 8 * pair; j < 20 * pair; ++j) rows.at(row, j) = other.at(row, j);
    const auto verdict = verdict_on(rows, q);
    ASSERT_EQ(verdict.findings.size(), 1U) << range;
    EXPECT_EQ(verdict.findings[0].fault, "coordinate-range");
    EXPECT_EQ(verdict.findings[0].parameters.at("range"), range);
    EXPECT_EQ(verdict.findings[0].parameters.at("claimed"), "1,81/10");
  }
}

/// An axis whose coordinate is 0 in every row.
TEST(Fault, AxisThatIsNotUsedIsDropped) {
  AxialQuestion q = about(of_grid("wan", 6, 8, ""));
  q.encoding.grid.frames = 5;
  for (const Part part : {Part::cos, Part::sin}) {
    q.part = part;
    AxialQuestion program = q;
    program.coordinates = coordinates_of(q);
    program.coordinates[0] = Positions::of(std::vector<Position>(240));
    const Finding one = only(found(q, program));
    EXPECT_EQ(one.fault, "axis-dropped");
    EXPECT_EQ(one.parameters.at("axis"), "time");
    EXPECT_EQ(one.parameters.at("by"), "0");
  }
}

/// DETR's coordinates from 0 to 1; DINOv3's also, with π for 2π.
TEST(Fault, RangeAndUnitOfAGridAreNamed) {
  AxialQuestion q = about(of_grid("detr", 6, 9, "64"));
  AxialQuestion program = q;
  program.encoding.coordinate = Coordinate::spanning;
  set_field(program.encoding, "range", "0,1");
  const Finding one = only(found(q, program));
  EXPECT_EQ(one.fault, "coordinate-range");
  EXPECT_EQ(one.parameters.at("claimed"), "(i + 1)/n");
  q = about(of_grid("dinov3", 6, 9, "64"));
  program = q;
  program.encoding.coordinate = Coordinate::relative;
  set_field(program.encoding, "origin", "1/2");
  program.encoding.unit = AngleUnit::half_turns;
  const auto two = found(q, program);
  ASSERT_EQ(two.size(), 2U);
  EXPECT_EQ(two[0].fault, "coordinate-range");
  EXPECT_EQ(two[1].fault, "angle-unit");
}

/// The text behind an image continues at the number of tokens: one fault of some rows, all axes.
TEST(Fault, TextBehindAnImageIsNamedByItsRow) {
  AxialQuestion q = about(*find_axial("mrope"));
  q.coordinates = story(64);
  std::uint64_t first = 63;
  while (q.coordinates[2][first] == q.coordinates[2][first - 1] + 1 &&
         q.coordinates[0][first] == q.coordinates[0][first - 1] + 1)
    --first;
  AxialQuestion program = q;
  for (Positions& all : program.coordinates) {
    std::vector<Position> list;
    for (std::uint64_t row = 0; row < all.count; ++row)
      list.push_back(all[row] + (row < first ? 0 : 42));
    all = Positions::of(std::move(list));
  }
  const Finding one = only(found(q, program));
  EXPECT_EQ(one.fault, "position-restart");
  EXPECT_EQ(one.parameters.at("from"), "row " + std::to_string(first));
  EXPECT_EQ(one.parameters.at("offset"), 42);
  EXPECT_EQ(one.parameters.at("axes"), "t,h,w");
}

}  // namespace
}  // namespace sextant
