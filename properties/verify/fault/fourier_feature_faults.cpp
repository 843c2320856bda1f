#include <gtest/gtest.h>

#include "sextant/encoding/text/axial_text.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "verify/axial_tables.hpp"

namespace sextant {
namespace {

using verify::AxialQuestion;
using verify::Finding;
using verify::Grade;

using Fields = std::vector<std::pair<const char*, const char*>>;

/// Points of no order, in [−1, 1), multiples of 2⁻¹⁰.
std::vector<Positions> points(std::uint64_t rows) {
  std::vector<Positions> found;
  for (const std::uint64_t step : {389, 1021, 1597}) {
    std::vector<Position> list;
    for (std::uint64_t row = 0; row < rows; ++row)
      list.push_back(static_cast<Position>((row * step + step) % 2048) - 1024);
    found.push_back(Positions::of(std::move(list), 1024));
  }
  return found;
}

AxialQuestion claim(const std::string& name) {
  AxialQuestion q = about(*find_axial(name));
  if (q.encoding.axes.size() == 3)
    q.coordinates = points(200);
  else
    q.encoding.grid = {.height = 12, .width = 17};
  return q;
}

/// The verdict on a program with other fields, for the claim without them.
verify::Verdict verdict(const std::string& name, const Fields& fields,
                        const Format& store = kFloat32) {
  const AxialQuestion q = claim(name);
  AxialQuestion program = q;
  for (const auto& [field, value] : fields) set_field(program.encoding, field, value);
  const bool listed = std::get<Sinusoidal>(program.encoding.along).law == Law::linear ||
                      std::get<Sinusoidal>(program.encoding.along).law == Law::given;
  return verdict_on(
      made_by(listed ? "listed-frequency" : "pow-divide", program, {kFloat32, store, {}}), q);
}

/// The fault that is named of a program with other fields; "none" if the table passes.
std::string named(const std::string& name, const Fields& fields) {
  const auto v = verdict(name, fields);
  if (v.passes()) return "none";
  if (v.grade != Grade::explained) return "unexplained";
  std::string text;
  for (const Finding& one : v.findings) text += (text.empty() ? "" : " ") + one.fault;
  return text;
}

const std::vector<std::string> kNames = {"fourier-features", "nerf-pytorch", "nerfstudio",
                                         "perceiver", "perceiver-pytorch"};

TEST(FourierFeatures, AreAcceptedAsTheyAre) {
  for (const std::string& name : kNames) {
    EXPECT_EQ(named(name, {}), "none") << name;
    EXPECT_TRUE(verdict(name, {}, kBfloat16).passes()) << name;
  }
}

TEST(FourierFeatures, WithAnotherFactorOfPiAreNamedFull) {
  for (const std::string& name : kNames) {
    for (const char* unit : {"radians", "half-turns", "turns"}) {
      const auto unit_of = [](const Axial& e) { return e.unit; };
      Axial other = *find_axial(name);
      set_field(other, "unit", unit);
      const bool same = unit_of(other) == unit_of(*find_axial(name));
      EXPECT_EQ(named(name, {{"unit", unit}}), same ? "none" : "angle-unit") << name << ' ' << unit;
    }
  }
}

TEST(FourierFeatures, OfOtherSpacingAreNamed) {
  const char* last = "1/512";
  EXPECT_EQ(named("nerf-pytorch", {{"law", "linear"}, {"base", last}}), "frequency-spacing");
  EXPECT_EQ(named("nerf-pytorch", {{"law", "given"}, {"frequencies", "1,2,3,4,5,6,7,8,9,10"}}),
            "frequency-spacing");
  EXPECT_EQ(named("nerf-pytorch", {{"law", "given"}, {"frequencies", "0,2,4,6,8,10,12,14,16,18"}}),
            "frequency-spacing");
  EXPECT_EQ(named("nerfstudio", {{"law", "linear"}}), "frequency-spacing");
  for (const char* name : {"perceiver", "perceiver-pytorch"})
    EXPECT_EQ(named(name, {{"law", "half-minus-shift"}}), "frequency-spacing") << name;
}

/// max_freq is not halved, or halved twice; another resolution; another base of the octaves.
TEST(FourierFeatures, WithAnotherEndOfFrequenciesAreNamed) {
  for (const auto& [name, base] : {std::pair("perceiver", "1/224"),
                                   {"perceiver", "1/56"},
                                   {"perceiver", "2/225"},
                                   {"perceiver-pytorch", "1/10"},
                                   {"perceiver-pytorch", "2/5"},
                                   {"nerfstudio", "1/512"},
                                   {"nerfstudio", "1/100"},
                                   {"nerf-pytorch", "3"},
                                   {"fourier-features", "3/2"}}) {
    const auto v = verdict(name, {{"base", base}});
    EXPECT_EQ(v.grade, Grade::explained) << name << ' ' << base;
    ASSERT_FALSE(v.findings.empty());
    EXPECT_EQ(v.findings[0].fault, "wrong-base") << name << ' ' << base;
    if (v.findings[0].fault != "wrong-base") continue;
    EXPECT_EQ(parse_rational(v.findings[0].parameters.text("base")), parse_rational(base));
  }
}

/// Axes of an image that is not square: each has an end of its own.
TEST(FourierFeatures, WithOtherEndsOfAxesAreNamed) {
  const auto base = [](const Fields& claimed, const Fields& made, const char* key) {
    AxialQuestion q = claim("perceiver");
    for (const auto& [field, value] : claimed) set_field(q.encoding, field, value);
    AxialQuestion program = q;
    program.encoding.bases.clear();
    for (const auto& [field, value] : made) set_field(program.encoding, field, value);
    const auto v = verdict_on(made_by("listed-frequency", program, {kFloat32, kFloat32, {}}), q);
    if (v.passes()) return std::string("none");
    if (v.findings.size() != 1 || v.findings[0].fault != "wrong-base") return std::string("other");
    return v.findings[0].parameters.text(key);
  };
  const Fields claimed = {{"bases", "1/184,1/248"}}, measurable = {{"bases", "1/96,1/64"}};
  EXPECT_EQ(base(claimed, claimed, ""), "none");
  EXPECT_EQ(base(claimed, {{"bases", "1/248,1/184"}}, "bases"), "1/248,1/184");
  EXPECT_EQ(base(measurable, {{"bases", "1/48,1/72"}}, "bases"), "1/48,1/72");
  EXPECT_EQ(base(measurable, {{"base", "1/96"}}, "base"), "1/96");
  EXPECT_EQ(base({}, {{"bases", "1/112,1/80"}}, "bases"), "1/112,1/80");
}

TEST(FourierFeatures, OfOtherCoordinatesAreNamed) {
  for (const char* name : {"perceiver", "perceiver-pytorch"})
    EXPECT_EQ(named(name, {{"range", "0,1"}}), "coordinate-range") << name;
  // 2x − 1, and (x + 1)/2.
  for (const char* name : {"fourier-features", "nerf-pytorch", "nerfstudio"}) {
    EXPECT_EQ(named(name, {{"origin", "-1/2"}, {"scales", "2,2,2"}}), "coordinate-range") << name;
    EXPECT_EQ(named(name, {{"origin", "1"}, {"scales", "1/2,1/2,1/2"}}), "coordinate-range")
        << name;
  }
}

TEST(FourierFeatures, WithCoordinatesElsewhereAreNamed) {
  EXPECT_EQ(named("nerf-pytorch", {{"raw", "last"}}), "raw-columns");
  EXPECT_EQ(named("nerf-pytorch", {{"raw", "none"}}), "raw-columns");
  EXPECT_EQ(named("nerfstudio", {{"raw", "first"}}), "raw-columns");
  EXPECT_EQ(named("fourier-features", {{"raw", "first"}}), "raw-columns");
  EXPECT_EQ(named("fourier-features", {{"raw", "last"}}), "raw-columns");
  EXPECT_EQ(named("perceiver", {{"raw", "last"}}), "raw-columns");
  EXPECT_EQ(named("perceiver-pytorch", {{"raw", "none"}}), "raw-columns");
}

/// A column that holds a coordinate itself is judged, too: one entry, and the whole column.
TEST(FourierFeatures, WithWrongCoordinatesFailFull) {
  for (const char* name : {"nerf-pytorch", "nerfstudio", "perceiver", "perceiver-pytorch"}) {
    const AxialQuestion q = claim(name);
    Rows rows = true_rows(q, kFloat32);
    const std::size_t column = sections(q.encoding, q.part).back().columns.front();
    rows.at(7, column) += 1e-3;
    const auto damaged = verdict_on(rows, q);
    EXPECT_EQ(damaged.grade, Grade::explained) << name;
    ASSERT_EQ(damaged.findings.size(), 1U) << name;
    EXPECT_EQ(damaged.findings[0].fault, "corrupt-entry") << name;
    rows = true_rows(q, kFloat32);
    for (std::uint64_t row = 0; row < rows.count(); ++row) rows.at(row, column) *= 1.5;
    EXPECT_GT(verdict_on(rows, q).grade, Grade::rounding) << name;
  }
}

TEST(FourierFeatures, InOtherColumnsAreNamedFull) {
  for (const std::string& name : kNames) {
    EXPECT_EQ(named(name, {{"order", "cos-sin"}}), "sin-cos-swapped") << name;
    EXPECT_EQ(named(name, {{"layout", "interleaved"}}), "layout") << name;
  }
  EXPECT_EQ(named("nerf-pytorch", {{"spread", "row"}}), "layout");
  EXPECT_EQ(named("nerfstudio", {{"spread", "blocks"}}), "layout");
  EXPECT_EQ(named("perceiver", {{"spread", "blocks"}}), "layout");
  EXPECT_EQ(named("perceiver-pytorch", {{"spread", "row"}}), "layout");
}

/// Frequencies that start one octave higher or lower: each is its neighbour's.
TEST(FourierFeatures, AnOctaveAwayAreNamed) {
  for (const char* scale : {"2", "1/2"})
    for (const char* name : {"fourier-features", "nerf-pytorch"}) {
      const std::string fault = named(name, {{"scale", scale}});
      EXPECT_TRUE(fault == "pair-index" || fault == "position-scale" || fault == "angle-unit")
          << name << ' ' << scale << ' ' << fault;
    }
}

/// In float32, 2^k π x loses its phase where 2^k |x| is beyond some millions: the table of a
/// program with an exact reduction is no longer that of the product, and a warning says so.
TEST(FourierFeatures, OfManyOctavesLoseTheirPhase) {
  AxialQuestion q = about(*find_axial("fourier-features"));
  set_field(q.encoding, "dim", "180");
  q.coordinates = points(64);
  for (Positions& p : q.coordinates) p = Positions::of({333, 1021, 7, 1333}, 1000);
  const auto lost = verdict_on(made_by("pow-divide", q, {kFloat32, kFloat32, {}}), q);
  EXPECT_TRUE(lost.passes());
  EXPECT_FALSE(lost.warnings.empty());
  EXPECT_GT(lost.statistics.absolute.value, 0.5);
  const auto reduced = verdict_on(true_rows(q, kFloat32), q);
  EXPECT_EQ(reduced.grade, Grade::correctly_rounded);
}

/// A list of frequencies, as of random features.
TEST(FourierFeatures, OfGivenFrequenciesAreAccepted) {
  AxialQuestion q = about(*find_axial("fourier-features"));
  set_field(q.encoding, "dim", "24");
  set_field(q.encoding, "law", "given");
  set_field(q.encoding, "frequencies", "0x1.8p+3,-2.25,0,0.4375");
  set_field(q.encoding, "unit", "turns");
  q.coordinates = points(100);
  EXPECT_TRUE(verdict_on(made_by("listed-frequency", q, {kFloat32, kFloat32, {}}), q).passes());
  AxialQuestion program = q;
  set_field(program.encoding, "frequencies", "0x1.8p+3,-2.25,0,0.4376");
  EXPECT_FALSE(
      verdict_on(made_by("listed-frequency", program, {kFloat32, kFloat32, {}}), q).passes());
}

}  // namespace
}  // namespace sextant
