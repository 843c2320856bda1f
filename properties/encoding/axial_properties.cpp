#include <map>
#include <set>

#include <gtest/gtest.h>

#include "draw/gen.hpp"
#include "draw/usual_axial.hpp"
#include "engine/property.hpp"
#include "sextant/encoding/axial/axial_grid.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/encoding/text/axial_field.hpp"
#include "sextant/encoding/text/axial_program_encoding.hpp"
#include "sextant/encoding/text/axial_text.hpp"
#include "sextant/encoding/text/encoding_text.hpp"

namespace sextant {
namespace {

std::string refusal(const std::string& program,
                    const std::vector<std::pair<std::string, std::string>>& fields) {
  try {
    Axial e = *find_axial(program);
    for (const auto& [field, value] : fields) set_field(e, field, value);
    (void)rows_of(e.grid);
    (void)sections(e, Part::table);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Axial, SaysWhatIsWrong) {
  const auto refused = [](const std::string& program,
                          const std::vector<std::pair<std::string, std::string>>& fields,
                          const std::string& words) {
    const std::string said = refusal(program, fields);
    EXPECT_NE(said.find(words), std::string::npos) << program << ": " << said;
  };
  const std::pair<std::string, std::string> high = {"height", "4"};
  const std::pair<std::string, std::string> wide = {"width", "6"};
  EXPECT_EQ(refusal("mae", {high, wide}), "accepted");
  EXPECT_EQ(refusal("mrope", {high, wide}), "accepted");
  refused("mae", {wide}, "--height is missing");
  refused("mae", {high}, "--width is missing");
  refused("mae", {high, {"width", "-6"}}, "--width -6");
  refused("mae", {high, wide, {"frames", "0"}}, "--frames 0 is not 1 or more");
  refused("mae", {wide, {"height", "0"}}, "--height 0 is not 1 or more");
  refused("mae", {high, wide, {"dim", "10"}}, "a row of 10 channels is not 4 times");
  refused("mae", {high, wide, {"prefix", "-1"}}, "--prefix -1");
  refused("eva", {high, wide, {"prefix", "1"}}, "--prefix");
  refused("eva", {high, wide, {"reference", "0"}}, "--reference");
  refused("mrope", {high, wide, {"sections", "16,24,23"}}, "--sections add up to 63 pairs");
  refused("pixtral", {high, wide, {"sections", "20,12"}}, "--sections must give each axis as many");
  refused("mrope", {high, wide, {"sections", "16,48"}}, "for each of the 3 axes");
  refused("mrope", {high, wide, {"sections", "16,-24,72"}}, "a positive number");
  refused("lumina-2", {high, wide, {"start", "77,0"}},
          "--start takes a number for each of the 3 axes");
  refused("qwen-image", {high}, "--width is missing");
  EXPECT_EQ(refusal("cogvideox", {high, wide}), "accepted");
  EXPECT_EQ(refusal("cogvideox", {{"height", "1"}, wide, {"crop", "3,5,27,40"}}), "accepted");
  refused("cogvideox", {wide}, "--height is missing");
  refused("cogvideox", {high, wide, {"crop", "3,5,27"}}, "--crop takes four numbers");
  refused("cogvideox", {high, wide, {"crop", "27,5,3,40"}},
          "--crop takes top, left, bottom, right");
  refused("cogvideox", {{"height", "2"}, wide, {"crop", "3,5,6,40"}}, "the same coordinate");
  refused("cogvideox", {high, wide, {"crop", "-3,0,200,900"}}, "none is negative");
  refused("cogvideox-1.5", {high, wide, {"crop", "3,5,27,40"}}, "has no --crop");
  refused("cosmos", {high, wide, {"ntk", "2,1"}}, "--ntk takes a number for each of the 3 axes");
  refused("cosmos", {high, wide, {"ntk", "2,0,1"}}, "--ntk takes positive factors");
  refused("cosmos", {high, wide, {"scaling", "linear"}}, "--ntk and --scaling exclude each other");
  refused("mrope", {high, wide, {"ntk", "2,1,1"}}, "encoding 'mrope' has no --ntk");
  EXPECT_EQ(refusal("perceiver", {high, wide, {"bases", "1/112,1/80"}}), "accepted");
  refused("perceiver", {high, wide, {"bases", "1/112"}},
          "--bases takes a number for each of the 2");
  refused("perceiver", {high, wide, {"bases", "1/112,0"}}, "base");
  refused("perceiver", {high, wide, {"bases", "1/112,2"}}, "base");
  refused("perceiver", {{"base", "1/64"}, {"bases", "1/112,1/80"}}, "--base and --bases exclude");
  refused("perceiver", {{"bases", "1/112,1/80"}, {"base", "1/64"}}, "--base and --bases exclude");
  refused("mrope", {high, wide, {"bases", "10000,100,100"}}, "encoding 'mrope' has no --bases");
  const std::pair<std::string, std::string> two = {"dim", "4"};
  const std::pair<std::string, std::string> matrix = {"frequencies", "1,0.5,-0.75,0"};
  EXPECT_EQ(refusal("sam", {high, wide, two, matrix}), "accepted");
  refused("sam", {high, wide},
          "--frequencies is missing: encoding 'sam' takes a matrix of 2 x 128");
  refused("sam", {two, matrix, wide}, "--height is missing");
  refused("sam", {high, wide, {"dim", "6"}, matrix}, "needs a matrix of 2 x 3");
  refused("sam", {high, wide, {"dim", "5"}, matrix}, "an even --dim");
  refused("sam", {high, wide, two, {"frequencies", "1,2,3"}}, "--frequencies has 3 numbers");
  refused("sam", {high, wide, two, {"frequencies", "1,2,1e30,4"}}, "larger than 2^20");
  refused("sam", {high, wide, two, {"frequencies", "1,2,1e-30,4"}},
          "pair 0: 63 bits do not hold its");
  refused("sam", {high, wide, two, matrix, {"sections", "1,1"}}, "has no --sections");
  refused("sam", {high, wide, two, matrix, {"prefix", "1"}}, "or --prefix");
  refused("sam", {high, wide, two, matrix, {"spread", "blocks"}}, "no --spread but row");
  refused("sam", {high, wide, two, matrix, {"bases", "1,2"}}, "--bases");
  refused("sam", {high, wide, two, {"law", "d"}}, "--law given");
  refused("kandinsky-5", {high, wide, {"scales", "1,1/2"}}, "--scales takes a number for each");
  refused("kandinsky-5", {high, wide, {"scales", "1,1/2,0"}}, "--scales must be positive");
  EXPECT_EQ(refusal("ltx", {high, wide}), "accepted");
  refused("ltx", {high, wide, {"divisors", "20,2048,2048"}}, "--divisors takes a number for each");
  refused("ltx", {high, wide, {"divisors", "20,0,2048,1"}}, "--divisors must be positive");
  refused("ltx", {high, wide, {"sections", "2,341,341,341"}}, "--sections add up to 1025 pairs");
  EXPECT_EQ(refusal("ltx-2", {high, wide}), "accepted");
  refused("ltx-2", {high, wide, {"stride", "0"}}, "--stride 0 is not 1 or more");
  refused("ltx", {high, wide, {"stride", "8"}}, "encoding 'ltx' has no --stride");
  refused("ltx-2", {high, wide, {"scales", "0,1,1,1"}}, "--scales must be positive");
  refused("qwen3-omni", {high, wide, {"offsets", "3"}}, "--offsets takes a number for each of the");
  refused("ernie-4.5-vl", {high, wide, {"sections", "21,23,20"}},
          "--sections must give these axes as many pairs");
  refused("openpangu", {high, wide, {"sections", "24,20,21"}}, "--sections add up to 65 pairs");
  refused("mrope", {high, wide, {"axes", "h,w"}}, "--axes takes t,h,w in some order");
  refused("qwen2-vl-vision", {high, {"width", "5"}}, "--merge 2 does not divide");
  refused("mae", {{"height", "1000000"}, {"width", "1000000"}}, "2^31 rows");
  refused("mae", {high, wide, {"heads", "3"}}, "encoding 'mae' has no --heads");
  refused("mae", {high, wide, {"spread", "rows"}}, "--spread takes blocks, row");
}

/// A field without an effect is refused, also with its default as value.  Every other field of an
/// encoding is accepted.
TEST(Axial, FieldsWithoutEffectAreRefused) {
  const std::map<std::string_view, std::set<std::string>> with = {
      {"crop", {"cogvideox"}},
      {"stride", {"ltx-2", "ltx-2-audio"}},
      {"range", {"perceiver", "perceiver-pytorch"}},
      {"reference", {"diffusers-2d", "eva", "vjepa-2"}},
      {"interpolation", {"diffusers-2d", "eva", "vjepa-2"}},
      {"normalise", {"detr", "diffusers-2d", "dinov3", "eva", "sam", "sam2-sine", "vjepa-2"}}};
  for (const AxialProgramEncoding& known : axial_program_encodings()) {
    const std::string program(known.name);
    Axial defaults = usual_axial(program);
    if (!of_point(defaults.axes.front())) defaults.grid.height = defaults.grid.width = 1;
    const bool added = std::holds_alternative<Sinusoidal>(defaults.along);
    for_each_field(defaults, [&](std::string_view field, auto& member, const auto& how) {
      const std::string value = field == "crop"     ? "0,0,3,4"
                                : field == "prefix" ? "1"
                                                    : how.write(member);
      if (value.empty() || value == "0") return;
      const std::string said = refusal(program, {{std::string(field), value}});
      const auto known_use = with.find(field);
      const std::string name = "--" + std::string(field);
      if (known_use != with.end() && !known_use->second.contains(program))
        EXPECT_EQ(said, "encoding '" + program + "' has no " + name);
      else if (!added && (field == "prefix" || field == "raw" || field == "spread"))
        EXPECT_EQ(said, name + " is for tables that are added to vectors: encoding '" + program +
                            "' rotates them");
      else
        EXPECT_TRUE(said.find(name + " is for") == std::string::npos &&
                    said.find("has no " + name) == std::string::npos)
            << program << ": " << said;
    });
  }
}

TEST(Axial, TextShowsWhatDiffers) {
  Axial e = *find_axial("mrope");
  EXPECT_EQ(to_text(e), "mrope dim=128 base=1000000");
  set_field(e, "sections", "24,16,24");
  set_field(e, "scaling", "linear");
  set_field(e, "factor", "2");
  set_field(e, "axes", "t,w,h");
  EXPECT_EQ(to_text(e),
            "mrope dim=128 base=1000000 scaling=linear factor=2 sections=24,16,24 "
            "axes=t,w,h");
  std::set<std::string_view> names;
  for (const AxialProgramEncoding& known : axial_program_encodings()) {
    EXPECT_TRUE(names.insert(known.name).second);
    EXPECT_FALSE(known.source.empty());
    EXPECT_TRUE(to_text(*find_axial(known.name)).starts_with(known.name));
    EXPECT_FALSE(find_axial(std::string(known.name) + "x"));
  }
}

/// Every column of every part belongs to one section.
TEST(Axial, SectionsCoverTheRow) {
  for (const AxialProgramEncoding& known : axial_program_encodings()) {
    Axial e = usual_axial(known.name);
    e.grid.height = 4;
    e.grid.width = 6;
    const bool rotary = std::holds_alternative<Rotary>(e.along);
    for (const Part part :
         {Part::table, Part::cos, Part::sin, Part::cos_repeated, Part::sin_repeated}) {
      if (!rotary && part != Part::table) {
        EXPECT_THROW((void)sections(e, part), Error);
        continue;
      }
      std::multiset<std::size_t> columns;
      for (const Section& section : sections(e, part)) {
        EXPECT_EQ(section.columns.size(), section.chart.width());
        columns.insert(section.columns.begin(), section.columns.end());
      }
      ASSERT_EQ(columns.size(), width(e, part)) << known.name;
      std::size_t column = 0;
      for (const std::size_t one : columns) EXPECT_EQ(one, column++);
    }
    EXPECT_THROW((void)sections(e, Part::inv_freq), Error);
  }
}

/// Every token of a grid has a row of its own; merged squares stand together.
PROPERTY(Grid, RowsAreItsTokensOnceEach) {
  Grid g;
  g.merge = *draw::in_range(1, 4).as("merge");
  g.frames = *draw::in_range(1, 4).as("frames");
  g.height = g.merge * *draw::in_range(1, 6).as("height");
  g.width = g.merge * *draw::in_range(1, 6).as("width");
  g.down = g.merge == 1 && *draw::arbitrary<bool>().as("down");
  const Positions t = indices(g, Axis::time);
  const Positions y = indices(g, Axis::height);
  const Positions x = indices(g, Axis::width);
  std::set<std::tuple<Position, Position, Position>> seen;
  for (std::uint64_t row = 0; row < rows_of(g); ++row) {
    RC_ASSERT(seen.emplace(t[row], y[row], x[row]).second);
    RC_ASSERT(t[row] >= 0 && t[row] < g.frames && y[row] >= 0 && y[row] < g.height && x[row] >= 0 &&
              x[row] < g.width);
    const auto square = static_cast<std::uint64_t>(g.merge) * static_cast<std::uint64_t>(g.merge);
    const std::uint64_t first = row / square * square;
    RC_ASSERT(y[row] / g.merge == y[first] / g.merge && x[row] / g.merge == x[first] / g.merge);
  }
  RC_ASSERT(seen.size() == rows_of(g));
}

}  // namespace
}  // namespace sextant
