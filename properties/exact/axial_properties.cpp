#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "draw/usual_axial.hpp"
#include "exact/axial_transcriptions.hpp"
#include "sextant/encoding/axial/axial_grid.hpp"
#include "sextant/encoding/text/axial_program_encoding.hpp"
#include "sextant/encoding/text/axial_text.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/exact/oracle.hpp"

namespace sextant::exact {
namespace {

const std::vector<Grid> kGrids = {{1, 4, 6}, {1, 6, 4}, {3, 2, 10}, {1, 2, 2}};

/// What a transcription in double may be off: as of one coordinate
/// (program_encoding_properties.cpp), and what its coordinate is rounded on the way, 5 times u of
/// itself and of 2π·1 at most.
///                                                            reports/derivations/axial.md, (2) and
///                                                            (3)
double allowed(double coordinate, const Waves& waves) {
  double fastest = 1;
  for (const Frequency& f : waves.frequencies)
    fastest = std::max(fastest,
                       static_cast<double>(f.coefficient) *
                           std::pow(static_cast<double>(f.base), static_cast<double>(f.exponent)));
  const double logarithm =
      std::max(std::abs(std::log(static_cast<double>(waves.geometric.base))), std::log(fastest));
  double sum = 0;  // the terms of a sum of coordinates, (10)
  for (const CoordinateStep& step : waves.coordinate.steps)
    if (step.operation == CoordinateStep::Operation::sum)
      sum += 2 * M_PI * static_cast<double>(step.error);
  return (std::abs(coordinate) * fastest * (8 * logarithm + 6 + 5) + 4 + 6.3 * fastest + sum) *
         0x1p-53;
}

/// Whether frames are an axis of an encoding.
bool of_frames(const Axial& e) {
  return std::any_of(e.axes.begin(), e.axes.end(),
                     [](Axis axis) { return axis == Axis::time || axis == Axis::z; });
}

Axial of_grid(const std::string& program, const Grid& grid, int dim) {
  Axial e = usual_axial(program, dim);
  const int merge = e.grid.merge;
  e.grid = grid;
  e.grid.merge = merge;
  set_field(e, "dim", std::to_string(dim));
  return e;
}

/// The indices of the tokens, for each of axes_of().
std::vector<Positions> indices_of(const Axial& encoding) {
  std::vector<Positions> all;
  for (const Axis axis : axes_of(encoding)) all.push_back(indices(encoding, axis));
  return all;
}

/// The first entry that is not what an encoding says, in words; empty where there is none.
std::string mismatch(const Axial& encoding, Part part, const Numbers& rows) {
  if (rows.size() != rows_of(encoding.grid)) return "rows";
  std::size_t columns = 0;
  const std::vector<Positions> tokens = indices_of(encoding);
  for (const Section& section : sections(encoding, part)) {
    const Oracle oracle(settled(section.chart));
    const Positions at = positions_of(encoding, section, tokens);
    columns += section.columns.size();
    for (std::uint64_t r = 0; r < rows.size(); ++r) {
      if (rows[r].size() != width(encoding, part)) return "width";
      for (std::size_t j = 0; j < section.columns.size(); ++j) {
        const Channel& c = oracle.chart().channels[j];
        const Waves& waves = oracle.waves();
        const double got = rows[r][section.columns[j]];
        const double truth = oracle.nearest(kFloat64, at[r], c).value;
        const double steps =
            static_cast<double>(Rational((to_rational(at[r]) + waves.origin) * waves.scale)) *
            (waves.frequencies[0].pi_power == 1 ? M_PI : 1);
        if (std::abs(got - truth) <= allowed(steps, waves)) continue;
        return to_text(encoding) + ", row " + std::to_string(r) + ", column " +
               std::to_string(section.columns[j]) + ": " + std::to_string(got) + ", truth " +
               std::to_string(truth);
      }
    }
  }
  return columns == width(encoding, part) ? "" : "columns left out";
}

TEST(Axial, DialectsAreWhatTheirProgramsComputeFull) {
  std::set<std::string> done;
  for (const AxialTranscription& program : axial_transcriptions()) {
    done.insert(program.name);
    for (const Grid& grid : kGrids) {
      for (const int dim : program.dims) {
        Axial e = of_grid(program.name, grid, dim);
        for (const auto& [field, value] : program.fields) set_field(e, field, value);
        // Programs of images alone have frames one by one.
        if (!of_frames(e)) e.grid.frames = 1;
        EXPECT_EQ(mismatch(e, program.part, program.table(e.grid, dim)), "") << program.name;
      }
    }
  }
  EXPECT_EQ(done.size(), axial_program_encodings().size()) << "a dialect without a transcription";
}

/// Each of the mistakes that are made between them shows.
TEST(Axial, DialectsAreTakenForNoOthersFull) {
  const std::vector<std::pair<const char*, const char*>> changes = {
      {"axes", "h,w"},          {"axes", "w,h"},         {"axes", "t,w,h"},
      {"spread", "blocks"},     {"spread", "row"},       {"base", "10001"},
      {"base", "2.001"},        {"merge", "1"},          {"merge", "2"},
      {"scan", "down"},         {"reference", "14"},     {"normalise", "max"},
      {"sections", "24,24,16"}, {"sections", "28,8,28"}, {"layout", "interleaved"},
      {"layout", "halves"}};
  for (const AxialTranscription& program : axial_transcriptions()) {
    const int dim = program.dims.back();
    Axial e = of_grid(program.name, {1, 4, 6}, dim);
    for (const auto& [field, value] : program.fields) set_field(e, field, value);
    const Numbers rows = program.table(e.grid, dim);
    int seen = 0;
    for (const auto& [field, value] : changes) {
      Axial other = e;
      try {
        set_field(other, field, value);
      } catch (const std::exception&) {
        continue;
      }
      const auto* sinusoids = std::get_if<Sinusoidal>(&e.along);
      const bool octaves = sinusoids != nullptr && sinusoids->law == Law::powers;
      const bool listed = sinusoids != nullptr && sinusoids->law == Law::given;
      const bool of_place = field == std::string("merge") || field == std::string("scan");
      if (other == e || (of_place && e.axes.size() == 1) ||  // all tokens of a frame are the same
          (octaves && value == std::string("10001")) ||      // nothing bounds such frequencies
          (listed && field == std::string("base")) ||
          (field == std::string("reference") && e.coordinate != Coordinate::relative) ||
          (field == std::string("normalise") && e.coordinate != Coordinate::centred) ||
          (field == std::string("spread") && std::holds_alternative<Rotary>(e.along)) ||
          (field == std::string("layout") && program.part != Part::table &&
           program.part != Part::cos_repeated && program.part != Part::sin_repeated) ||
          (field == std::string("spread") &&
           std::get<Sinusoidal>(e.along).layout == Layout::interleaved))
        continue;
      ++seen;
      std::string what = "refused";
      try {
        what = mismatch(other, program.part, rows);
      } catch (const std::exception&) {
      }
      EXPECT_NE(what, "") << program.name << ' ' << field << '=' << value;
    }
    EXPECT_GE(seen, e.axes.size() == 1 ? 1 : 3) << program.name;
  }
}

/// With three equal coordinates M-RoPE is plain RoPE, to the chart.
TEST(Axial, SectionsOfEqualCoordinatesAreThePlainEncoding) {
  for (const char* name : {"mrope", "mrope-interleaved"}) {
    for (const Part part : {Part::table, Part::cos, Part::sin, Part::cos_repeated}) {
      const Axial e = *find_axial(name);
      const Chart plain = chart(e.along, part);
      std::vector<Channel> interleaved(plain.width());
      for (const Section& section : sections(e, part)) {
        EXPECT_EQ(section.chart.waves, plain.waves);
        for (std::size_t j = 0; j < section.columns.size(); ++j)
          interleaved.at(section.columns[j]) = section.chart.channels[j];
      }
      EXPECT_EQ(interleaved, plain.channels) << name;
    }
  }
}

/// DINOv3 has multiples of a quarter turn among its angles: their values are exact.
TEST(Axial, TurnsInQuartersAreExact) {
  Axial e = *find_axial("dinov3");
  set_field(e, "dim", "8");
  e.grid.height = 4;
  e.grid.width = 6;
  const auto found = sections(e, Part::cos);
  const Oracle oracle(found[0].chart);
  EXPECT_EQ(found[0].axis, Axis::height);
  for (const int index : {0, 1, 2, 3})  // 2π · ±¼, ±¾
    EXPECT_EQ(oracle.nearest(kFloat64, index, oracle.chart().channels[0]).value, 0);
}

}  // namespace
}  // namespace sextant::exact
