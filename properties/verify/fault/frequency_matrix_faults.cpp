#include <gtest/gtest.h>

#include "draw/usual_axial.hpp"
#include "sextant/number/round.hpp"
#include "verify/axial_tables.hpp"

namespace sextant {
namespace {

using verify::AxialQuestion;
using verify::Grade;

using Fields = std::vector<std::pair<const char*, const char*>>;

AxialQuestion claim(int height, int width) {
  Axial e = usual_axial("sam", 12);
  e.grid.height = height, e.grid.width = width;
  return about(std::move(e));
}

/// The fault that is named of a program with other fields, with a parameter; "none" if it passes.
std::string named(const Fields& fields, const char* parameter, int height = 6, int width = 9) {
  const AxialQuestion q = claim(height, width);
  AxialQuestion program = q;
  for (const auto& [field, value] : fields) set_field(program.encoding, field, value);
  const auto v = verdict_on(made_by("listed-frequency", program, {kFloat32, kFloat32, {}}), q);
  if (v.passes()) return "none";
  if (v.grade != Grade::explained) return "unexplained";
  std::string text;
  for (const verify::Finding& one : v.findings) text += (text.empty() ? "" : " ") + one.fault;
  const auto& said = v.findings.front().parameters;
  return said.contains(parameter) ? text + " " + said.text(parameter) : text;
}

TEST(FrequencyMatrixFaults, OfCoordinatesAreNamed) {
  EXPECT_EQ(named({}, ""), "none");
  EXPECT_EQ(named({{"origin", "-1/2"}}, "coordinate"), "coordinate-range 2 i/n - 1");
}

/// Coordinates that are not centred, or not divided by the size.
TEST(FrequencyMatrixFaults, OfOtherCoordinatesAreNamed) {
  const AxialQuestion q = claim(6, 9);
  const auto fault = [&](Coordinate coordinate, const Rational& origin) {
    AxialQuestion program = q;
    program.encoding.coordinate = coordinate;
    std::get<Sinusoidal>(program.encoding.along).origin = origin;
    const auto v = verdict_on(made_by("listed-frequency", program, {kFloat32, kFloat32, {}}), q);
    if (v.grade != Grade::explained || v.findings.size() != 1) return std::string("unexplained");
    const auto& said = v.findings[0].parameters;
    return v.findings[0].fault + " " + said.text(said.contains("range") ? "range" : "coordinate");
  };
  EXPECT_EQ(fault(Coordinate::relative, Rational(1, 2)), "coordinate-range (i + 1/2)/n");
  EXPECT_EQ(fault(Coordinate::relative, 0), "coordinate-range i/n");
  EXPECT_EQ(fault(Coordinate::index, 0), "coordinate-range i");
  EXPECT_EQ(fault(Coordinate::doubled, Rational(1, 2)), "coordinate-range 2 i");
  EXPECT_EQ(fault(Coordinate::spanning, 0), "coordinate-range -1,1");
}

TEST(FrequencyMatrixFaults, OfColumnsAndAxesAreNamed) {
  EXPECT_EQ(named({{"order", "cos-sin"}}, ""), "sin-cos-swapped");
  EXPECT_EQ(named({{"layout", "interleaved"}}, ""), "layout");
  EXPECT_EQ(named({{"axes", "h,w"}}, "axes"), "axes-swapped h,w");
  EXPECT_EQ(named({{"scan", "down"}}, "rows"), "axes-swapped down the columns");
  EXPECT_EQ(named({{"height", "9"}, {"width", "6"}}, ""), "axes-swapped");
}

TEST(FrequencyMatrixFaults, OfUnitsAreNamed) {
  EXPECT_EQ(named({{"unit", "radians"}}, "unit"), "angle-unit radians");
  EXPECT_EQ(named({{"unit", "half-turns"}}, "unit"), "angle-unit half-turns");
}

/// A matrix in 16 bits.
TEST(FrequencyMatrixFaults, OfRoundedNumbersAreNamed) {
  const AxialQuestion q = claim(6, 9);
  for (const Format& format : {kBfloat16, kFloat16}) {
    AxialQuestion program = q;
    for (Rational& one : std::get<Sinusoidal>(program.encoding.along).frequencies)
      one = Rational(round_to(format, static_cast<double>(one)));
    const auto v = verdict_on(made_by("listed-frequency", program, {kFloat32, kFloat32, {}}), q);
    ASSERT_EQ(v.findings.size(), 1U);
    EXPECT_EQ(v.findings[0].fault, "frequency-rounded");
    EXPECT_EQ(v.findings[0].parameters.text("format"), format.name());
  }
}

/// Another matrix is no rounding, and one damaged entry is found.
TEST(FrequencyMatrixFaults, OfNumbersAreSeen) {
  EXPECT_EQ(named({{"frequencies", "1,2,3,4,5,6,7,8,9,10,11,12"}}, ""), "unexplained");
  const AxialQuestion q = claim(6, 9);
  Rows rows = true_rows(q, kFloat32);
  rows.at(17, 7) += 1e-3;
  const auto v = verdict_on(rows, q);
  EXPECT_EQ(v.grade, Grade::explained);
  ASSERT_EQ(v.findings.size(), 1U);
  EXPECT_EQ(v.findings[0].fault, "corrupt-entry");
}

}  // namespace
}  // namespace sextant
