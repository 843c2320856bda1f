#include <gtest/gtest.h>

#include "sextant/encoding/text/axial_program_encoding.hpp"
#include "sextant/encoding/text/axial_text.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "verify/axial_tables.hpp"

namespace sextant {
namespace {

using verify::AxialQuestion;

/// LTX-Video with fewer channels, on a grid that its coordinates are scaled to.
void narrow(Axial& e) {
  set_field(e, "dim", "128");
  set_field(e, "sections", "1,21,21,21");
  set_field(e, "scales", "8/25,1,1,1");
  set_field(e, "divisors", "20,64,64,1");
}

/// LTX-2 with fewer channels, on a small grid.
void narrow_2(Axial& e) {
  set_field(e, "dim", "128");
  set_field(e, "sections", "1,21,21,21");
  set_field(e, "divisors", "20,8,8,1");
}

/// The first fault of a table that another program makes; `none` if it passes.
std::string fault_of(const AxialQuestion& claim, const AxialQuestion& program) {
  const auto verdict =
      verdict_on(made_by("float64-angle", program, {kFloat32, kFloat32, {}}), claim);
  if (verdict.grade != verify::Grade::explained) return verdict.passes() ? "none" : "unexplained";
  return verdict.findings.front().fault + (verdict.findings.size() == 1 ? "" : ", others");
}

/// Faults of programs that make images and films.
class ImagePrograms : public testing::TestWithParam<std::string> {
 protected:
  ImagePrograms() : question_(about(of_grid(GetParam(), 6, 8, ""))) {
    if (axes().front() == Axis::time) question_.encoding.grid.frames = 3;
    if (dim(encoding().along) > 256 && encoding().sections.empty())
      set_field(question_.encoding, "dim", "128");
    if (encoding().program == "ltx") narrow(question_.encoding);
    if (encoding().program == "ltx-2") narrow_2(question_.encoding);
  }

  std::vector<Axis> axes() const { return axes_of(question_.encoding); }
  const Axial& encoding() const { return question_.encoding; }

  /// The first fault that is named of a program with another field, and its parameters.
  verify::Finding named(const std::string& field, const std::string& value) const {
    AxialQuestion program = question_;
    set_field(program.encoding, field, value);
    return named(program.encoding);
  }
  verify::Finding named(const Axial& program) const {
    AxialQuestion q = question_;
    q.encoding = program;
    const auto verdict =
        verdict_on(made_by("float64-angle", q, {kFloat32, kFloat32, {}}), question_);
    if (verdict.findings.size() != 1) return {verdict.passes() ? "none" : "several", {}};
    return verdict.findings[0];
  }

 private:
  AxialQuestion question_;
};

TEST_P(ImagePrograms, AreAcceptedAsTheyAre) { EXPECT_EQ(named(encoding()).fault, "none"); }

TEST_P(ImagePrograms, WithAnotherBaseAreNamedFull) {
  const auto* rotary = std::get_if<Rotary>(&encoding().along);
  if (rotary != nullptr && rotary->base < 1) return;  // bases below 1 are not estimated
  const bool scaled = rotary != nullptr && rotary->context.scaling != Scaling::none;
  const std::string base = scaled ? "100000" : "500";  // with a scaling, bases are not estimated
  const verify::Finding found = named("base", base);
  EXPECT_EQ(found.fault, "wrong-base");
  EXPECT_EQ(found.parameters.text("base"), base);
}

TEST_P(ImagePrograms, WithExchangedAxesAreNamedFull) {
  Axial other = encoding();
  for (Axis& axis : other.axes)
    axis = axis == Axis::height ? Axis::width : axis == Axis::width ? Axis::height : axis;
  EXPECT_EQ(named(other).fault, "axes-swapped");
}

TEST_P(ImagePrograms, WithOtherSectionsAreNamed) {
  // Sinusoids have equal sections.  Of other programs, pairs are dealt to the axes by a rule.
  const bool rotary = std::holds_alternative<Rotary>(encoding().along);
  if (!rotary || of_text(encoding()) || encoding().split == Split::in_turn ||
      encoding().split == Split::strided)
    return;
  Axial other = encoding();
  if (other.sections.empty()) other.sections.assign(2, dim(other.along) / 4);
  other.sections[0] += 3;
  other.sections[1] -= 3;
  EXPECT_EQ(named(other).fault, "axis-split");
}

TEST_P(ImagePrograms, ThatStartElsewhereAreNamedFull) {
  Axial other = encoding();
  other.start.assign(axes().size(), 0);
  other.start[axes().size() == 2 ? 1 : 2] = 5;
  const verify::Finding found = named(other);
  EXPECT_EQ(found.fault, "position-offset") << to_text(other);
  EXPECT_EQ(found.parameters.at("axes"), "w");
}

TEST_P(ImagePrograms, WithFrequenciesOfTheRowAreNamed) {
  Axial other = encoding();
  const bool own = other.split == Split::own;
  if ((!own && other.split != Split::chunked) || !other.ntk.empty()) return;
  other.split = own ? Split::chunked : Split::own;
  EXPECT_EQ(named(other).fault, "section-order");
}

TEST_P(ImagePrograms, WithExponentsOverTheRowAreNamed) {
  Axial other = encoding();
  if (other.split != Split::own) return;
  other.split = Split::repeated;
  const verify::Finding found = named(other);
  EXPECT_EQ(found.fault, "exponent-over-head");
  EXPECT_EQ(found.parameters.text("head"), std::to_string(dim(other.along)));
}

/// Positions of text and images, in which a program takes another order of the pairs.
TEST(ImageProgram, WithAnotherOrderOfPairsIsNamedFull) {
  for (const char* name : {"ernie-4.5-vl", "ideogram-4", "openpangu", "qwen3-omni", "qwen3.5"}) {
    AxialQuestion q = about(*find_axial(name));
    q.coordinates = story(64);
    AxialQuestion program = q;
    program.encoding.split = Split::chunked;
    const auto verdict = verdict_on(made_by("float64-angle", program, {kFloat32, kFloat32, {}}), q);
    EXPECT_EQ(verdict.grade, verify::Grade::explained) << name;
    ASSERT_EQ(verdict.findings.size(), 1U) << name;
    EXPECT_EQ(verdict.findings[0].fault, "section-order") << name;
  }
}

/// LTX-Video: exponents k/n for k/(n − 1), an index that is not divided enough, exchanged
/// functions. The last two have a second effect, on the origin and on the columns of length.
TEST(ImageProgram, OfLogarithmicSpacingHasNamedFaultsFull) {
  AxialQuestion q = about(of_grid("ltx", 8, 12, ""));
  q.encoding.grid.frames = 5;
  narrow(q.encoding);
  const auto named = [&](const AxialQuestion& program) {
    const auto verdict = verdict_on(made_by("float64-angle", program, {kFloat32, kFloat32, {}}), q);
    if (verdict.grade != verify::Grade::explained)
      return std::string(verdict.passes() ? "none" : "unexplained");
    return std::string(verdict.findings.front().fault);
  };
  EXPECT_EQ(named(q), "none");
  AxialQuestion program = q;
  set_field(program.encoding, "law", "d");
  EXPECT_EQ(named(program), "exponent-denominator");
  program = q;
  set_field(program.encoding, "divisors", "20,32,64,1");
  EXPECT_EQ(named(program), "position-scale");
  program = q;
  program.part = Part::sin;
  EXPECT_EQ(named(program), "sin-cos-swapped");
}

/// LTX-2: another frame rate, exponents k/n, the other function, and times other than the middle of
/// a token's frames.  The first token has one frame.
TEST(ImageProgram, OfMiddlesHasNamedFaultsFull) {
  AxialQuestion q = about(of_grid("ltx-2", 6, 8, ""));
  q.encoding.grid.frames = 5;
  narrow_2(q.encoding);
  EXPECT_EQ(fault_of(q, q), "none");
  AxialQuestion program = q;
  set_field(program.encoding, "law", "d");
  EXPECT_EQ(fault_of(q, program), "exponent-denominator");
  program = q;
  set_field(program.encoding, "scales", "1/30,1,1,1");
  EXPECT_EQ(fault_of(q, program), "position-scale");
  program = q;
  program.part = Part::sin;
  EXPECT_EQ(fault_of(q, program), "sin-cos-swapped");
  const std::vector<Positions> meant = coordinates_of(q);
  const auto at = [&](const std::vector<Position>& of_frames, Position less, std::uint64_t parts) {
    AxialQuestion other = q;
    other.coordinates = meant;
    std::vector<Position> t, h, w;
    for (std::uint64_t row = 0; row < meant[0].count; ++row) {
      t.push_back(of_frames[row / 48]);
      h.push_back(static_cast<Position>(parts) * meant[1][row] - less);
      w.push_back(static_cast<Position>(parts) * meant[2][row] - less);
    }
    other.coordinates[0] = Positions::of(t);
    other.coordinates[1] = Positions::of(h, parts);
    other.coordinates[2] = Positions::of(w, parts);
    return other;
  };
  EXPECT_EQ(fault_of(q, at({1, 10, 26, 42, 58}, 0, 1)), "none");
  EXPECT_EQ(fault_of(q, at({8, 24, 40, 56, 72}, 0, 1)), "token-times");   // 8 frames in the first
  EXPECT_EQ(fault_of(q, at({-6, 10, 26, 42, 58}, 0, 1)), "token-times");  // not clamped
  EXPECT_EQ(fault_of(q, at({0, 2, 18, 34, 50}, 0, 1)), "token-times");    // start of each token
  EXPECT_EQ(fault_of(q, at({0, 2, 18, 34, 50}, 1, 2)), "token-times");    // of all three axes
  EXPECT_EQ(fault_of(q, at({1, 10, 26, 42, 58}, 1, 2)), "position-offset");
}

/// The same for sounds.
TEST(ImageProgram, OfSoundsHasNamedFaultsFull) {
  AxialQuestion q = about(*find_axial("ltx-2-audio"));
  q.encoding.grid.frames = 126;
  set_field(q.encoding, "dim", "128");
  set_field(q.encoding, "sections", "64");
  EXPECT_EQ(fault_of(q, q), "none");
  AxialQuestion program = q;
  std::vector<Position> whole;
  for (Position token = 0; token < 126; ++token) whole.push_back(4 * (2 * token + 1));
  program.coordinates = {Positions::of(whole)};
  EXPECT_EQ(fault_of(q, program), "token-times");
  program = q;
  set_field(program.encoding, "scales", "1/50");
  EXPECT_EQ(fault_of(q, program), "position-scale");
  program = q;
  set_field(program.encoding, "law", "d");
  EXPECT_EQ(fault_of(q, program), "exponent-denominator");
}

/// Qwen3-Omni: times in 13ths of a second after a text.  Qwen2.5-Omni rounds them down.
TEST(ImageProgram, OfSecondsHasNamedFaultsFull) {
  AxialQuestion q = about(of_grid("qwen3-omni", 6, 8, ""));
  q.encoding.grid.frames = 9;
  set_field(q.encoding, "scales", "52/5,1,1");
  set_field(q.encoding, "offsets", "35,35,35");
  EXPECT_EQ(fault_of(q, q), "none");
  AxialQuestion program = q;
  set_field(program.encoding, "scales", "1,1,1");
  program.coordinates = coordinates_of(q);
  std::vector<Position> down;
  for (std::uint64_t row = 0; row < program.coordinates[0].count; ++row)
    down.push_back(program.coordinates[0][row] * 52 / 5);
  program.coordinates[0] = Positions::of(down);
  EXPECT_EQ(fault_of(q, program), "token-times");
  program = q;
  set_field(program.encoding, "offsets", "0,35,35");
  EXPECT_EQ(fault_of(q, program), "position-offset");
  program = q;
  set_field(program.encoding, "offsets", "0,0,0");
  EXPECT_EQ(fault_of(q, program), "position-offset, others");  // of t, and of h and w
}

TEST(ImageProgram, ThatCountsFromTheCornerIsNamed) {
  AxialQuestion q = about(of_grid("qwen-image", 6, 8, ""));
  AxialQuestion program = q;
  program.encoding.coordinate = Coordinate::index;
  const auto verdict = verdict_on(made_by("float64-angle", program, {kFloat32, kFloat32, {}}), q);
  EXPECT_EQ(verdict.grade, verify::Grade::explained);
  for (const auto& f : verdict.findings)
    EXPECT_EQ(f.fault, "position-offset") << f.parameters.text("axes");
}

/// Two frames have the times 0 and 1, whose cosines prove no base by themselves.
TEST(ImageProgram, OfTwoFramesHasABaseThatTheOtherAxesProve) {
  AxialQuestion q = about(of_grid("hunyuan-video", 8, 8, ""));
  q.encoding.grid.frames = 2;
  q.part = Part::cos;
  AxialQuestion program = q;
  set_field(program.encoding, "base", "10000");
  const auto verdict = verdict_on(made_by("float64-angle", program, {kFloat32, kFloat32, {}}), q);
  EXPECT_EQ(verdict.grade, verify::Grade::explained);
  ASSERT_EQ(verdict.findings.size(), 1U);
  EXPECT_EQ(verdict.findings[0].fault, "wrong-base");
  EXPECT_EQ(verdict.findings[0].parameters.at("axes"), "t,h,w");
  EXPECT_FALSE(verdict.findings[0].residual);
}

/// A table of two frames in which the time alone has another base.
TEST(ImageProgram, WithAFaultThatIsNotProvedIsUnexplainedFull) {
  AxialQuestion q = about(of_grid("hunyuan-video", 8, 8, ""));
  q.encoding.grid.frames = 2;
  q.part = Part::cos;
  AxialQuestion program = q;
  set_field(program.encoding, "base", "10000");
  Rows rows = made_by("float64-angle", q, {kFloat32, kFloat32, {}});
  const Rows other = made_by("float64-angle", program, {kFloat32, kFloat32, {}});
  const std::size_t time = rows.columns / 64 * static_cast<std::size_t>(q.encoding.sections[0]);
  for (std::size_t k = 0; k < rows.values.size(); ++k)
    if (k % rows.columns < time) rows.values[k] = other.values[k];
  const auto verdict = verdict_on(rows, q);
  EXPECT_FALSE(verdict.findings.empty());
  for (const auto& f : verdict.findings) EXPECT_TRUE(f.residual) << f.fault;
  EXPECT_EQ(verdict.grade, verify::Grade::unexplained);
}

/// All programs of several axes, but those with a matrix of frequencies.  Those of points have
/// their faults in fourier_feature_faults.cpp, as Perceiver's.
std::vector<std::string> programs() {
  std::vector<std::string> names;
  for (const AxialProgramEncoding& known : axial_program_encodings())
    if (known.arrangement.axes.size() > 1 && known.arrangement.raw == Raw::none &&
        known.arrangement.split != Split::combined && !of_point(known.arrangement.axes.front()))
      names.emplace_back(known.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(All, ImagePrograms, testing::ValuesIn(programs()));

}  // namespace
}  // namespace sextant
