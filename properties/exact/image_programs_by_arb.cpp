#include <algorithm>
#include <array>
#include <random>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "exact/image_programs.hpp"
#include "exact/second_opinion.hpp"
#include "sextant/encoding/text/axial_program_encoding.hpp"
#include "sextant/encoding/text/axial_text.hpp"
#include "sextant/exact/evaluate.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/number/round.hpp"

namespace sextant::exact {
namespace {

using image::Angle;
using image::Entry;
using image::kH;
using image::kL;
using image::kT;
using image::kW;
using image::Program;
using image::Row;
using image::Token;

/// The indices of a row: frame by frame, line by line; with merge > 1 square by square.
std::array<int, 3> token_of(const Grid& grid, std::uint64_t row) {
  const int area = grid.height * grid.width;
  const int inside = static_cast<int>(row % static_cast<std::uint64_t>(area));
  const int m = grid.merge, square = inside / (m * m), rest = inside % (m * m);
  const int across = grid.width / m;
  return {static_cast<int>(row / static_cast<std::uint64_t>(area)), square / across * m + rest / m,
          square % across * m + rest % m};
}

std::size_t place_of(Axis axis) {
  switch (axis) {
    case Axis::time:
    case Axis::z:
      return kT;
    case Axis::height:
    case Axis::y:
      return kH;
    case Axis::width:
    case Axis::x:
      return kW;
    default:
      return kL;
  }
}

Span by_arb(const Angle& angle, const Entry& entry) {
  constexpr slong kPrecision = second_opinion::kPrecision;
  if (entry.raw) return second_opinion::real(angle.coordinate, kPrecision).span();
  second_opinion::Real x = second_opinion::real(angle.base, kPrecision);
  arb_pow_fmpq(x.get(), x.get(), second_opinion::Fraction(angle.exponent).get(), kPrecision);
  arb_mul(x.get(), x.get(), second_opinion::real(angle.coordinate, kPrecision).get(), kPrecision);
  if (angle.power != 0) {
    second_opinion::Real scaling = second_opinion::real(angle.scaling, kPrecision);
    arb_pow_fmpq(scaling.get(), scaling.get(), second_opinion::Fraction(angle.power).get(),
                 kPrecision);
    arb_mul(x.get(), x.get(), scaling.get(), kPrecision);
  }
  if (angle.turns || angle.half_turns) {
    second_opinion::Real turn;
    arb_const_pi(turn.get(), kPrecision);
    if (angle.turns) arb_mul_ui(turn.get(), turn.get(), 2, kPrecision);
    arb_mul(x.get(), x.get(), turn.get(), kPrecision);
  }
  (entry.sine ? arb_sin : arb_cos)(x.get(), x.get(), kPrecision);
  return x.span();
}

/// The sections of a row in the order of its columns: for each column its section, and its index
/// there.
struct Prepared {
  std::vector<Section> sections;
  std::vector<Oracle> oracles;
  std::vector<std::pair<std::size_t, std::size_t>> columns;
};

Prepared prepared(const Axial& encoding, const Row& row) {
  Prepared p{.sections = sections(encoding, row.part), .oracles = {}, .columns = {}};
  p.columns.resize(row.width, {SIZE_MAX, 0});
  for (std::size_t k = 0; k < p.sections.size(); ++k) {
    p.oracles.emplace_back(settled(p.sections[k].chart));
    for (std::size_t j = 0; j < p.sections[k].columns.size(); ++j)
      p.columns.at(p.sections[k].columns[j]) = {k, j};
  }
  return p;
}

/// The library's enclosures of random columns of random tokens overlap Arb's, and its nearest
/// float64 numbers are those of Arb.  Returns the first mismatch in words.
std::string disagreement(const Program& program, const Axial& encoding, int grids, int places,
                         std::mt19937_64& random) {
  const auto below = [&](int n) {
    return static_cast<int>(std::uniform_int_distribution<long>(0, n - 1)(random));
  };
  for (int g = 0; g < grids; ++g) {
    Axial e = encoding;
    const int m = program.merges ? 1 + below(3) : 1;
    e.grid = {.frames = program.film ? 1 + below(33) : 1,
              .height = m * (2 + below(80)),
              .width = m * (2 + below(80)),
              .merge = m};
    const std::vector<Axis> axes = axes_of(e);
    std::array<int, 4> start = {};
    if (program.starts) start[kT] = below(600);
    if (program.lists && below(2) == 0)
      for (int& s : start) s = below(300);
    for (const Axis axis : axes)
      if (program.starts || program.lists) e.start.push_back(start[place_of(axis)]);
    std::array<int, 4> crop = {};
    if (program.crops) {
      crop = {below(9), below(9), 10 + below(60), 10 + below(60)};
      if (e.coordinate == Coordinate::cropped) e.crop.assign(crop.begin(), crop.end());
    }
    if (axes.size() == program.scales.size()) e.scales = program.scales;
    if (axes.size() == program.divisors.size()) e.divisors = program.divisors;
    if (axes.size() == program.offsets.size()) e.offsets = program.offsets;
    for (const Row& row : program.rows) {
      if (width(e, row.part) != row.width) return "width";
      const Prepared p = prepared(e, row);
      std::vector<Positions> at;
      for (const Section& section : p.sections) at.push_back(indices(e, section.axis));
      for (int n = 0; n < places; ++n) {
        const auto r = static_cast<std::uint64_t>(below(static_cast<int>(rows_of(e.grid))));
        const auto c = static_cast<std::size_t>(below(static_cast<int>(row.width)));
        const auto [k, j] = p.columns[c];
        if (k == SIZE_MAX) return "column " + std::to_string(c) + " is in no section";
        const auto [t, h, w] = token_of(e.grid, r);
        Token token{.index = {t, h, w, 0},
                    .size = {e.grid.frames, e.grid.height, e.grid.width, 1},
                    .crop = crop};
        Position position = at[k][r];
        if (program.lists && below(2) == 0) {
          position = below(1 << 20);
          token.index[place_of(p.sections[k].axis)] = position;
        }
        for (std::size_t a = 0; a < start.size(); ++a) token.index[a] += start[a];
        for (std::size_t a = 0; a < program.scales.size(); ++a) token.index[a] *= program.scales[a];
        for (std::size_t a = 0; a < program.divisors.size(); ++a)
          token.index[a] /= program.divisors[a];
        for (std::size_t a = 0; a < program.offsets.size(); ++a)
          token.index[a] += program.offsets[a];
        const Entry entry = row.columns(c);
        const Span arb = by_arb(program.angle(entry.pair, token), entry);
        const Oracle& oracle = p.oracles[k];
        const Channel& channel = oracle.chart().channels[j];
        const double got = oracle.nearest(kFloat64, position, channel).value;
        const Number low = round(kFloat64, arb.lower), high = round(kFloat64, arb.upper);
        // Arb does not decide a number that is exactly 0, as some of DINOv3 are.
        if (span(oracle.ball(position, channel)).overlaps(arb) &&
            (low == high ? got == to_double(low) : got == 0))
          continue;
        std::ostringstream words;
        words.precision(17);
        words << "part " << static_cast<int>(row.part) << ", grid " << e.grid.frames << " × "
              << e.grid.height << " × " << e.grid.width << " by " << m << ", row " << r
              << ", column " << c << ": " << got << ", by Arb " << to_double(low);
        return words.str();
      }
    }
  }
  return "";
}

/// Compares `grids` × `places` numbers of every program; 4 divides `places`.
void compare_all(int grids, int places) {
  std::mt19937_64 random(20170612);
  for (const Program& program : image::programs())
    EXPECT_EQ(disagreement(program, *find_axial(program.name), grids,
                           places / static_cast<int>(program.rows.size()), random),
              "")
        << program.name;
}

TEST(ImagePrograms, AreWhatTheirSourcesSayByArb) { compare_all(5, 84); }

/// 10⁴ places of each.
TEST(ManyPlaces, OfImageProgramsAreThoseOfArbFull) { compare_all(25, 400); }

/// No program of several axes is left out.  frequency_matrices_by_arb.cpp has those with a matrix.
TEST(ImagePrograms, AreAll) {
  std::set<std::string_view> here;
  for (const Program& program : image::programs()) here.insert(program.name);
  for (const AxialProgramEncoding& known : axial_program_encodings())
    EXPECT_TRUE(here.contains(known.name) || known.arrangement.split == Split::combined)
        << known.name;
}

/// No program has the numbers of another one's formula, except SAM 2, whose sines are DETR's, and
/// Ernie-Image, which counts as Z-Image does.  Without a crop and scales, three are the same.
TEST(ImagePrograms, AreToldApartByArb) {
  std::mt19937_64 random(20170612);
  const std::vector<Program> all = image::programs();
  int compared = 0;
  for (const Program& program : all) {
    for (const Program& other : all) {
      const Part part = program.rows.front().part;
      if (&program == &other || part != other.rows.front().part ||
          program.rows.front().width != other.rows.front().width)
        continue;
      const std::set<std::string> names = {program.name, other.name};
      const std::set<std::string> alike = {"cogvideox", "cogvideox-1.5", "kandinsky-5"};
      if (std::includes(alike.begin(), alike.end(), names.begin(), names.end())) continue;
      ++compared;
      const bool same = names.size() == 1 || names == std::set<std::string>{"detr", "sam2-sine"} ||
                        names == std::set<std::string>{"ernie-image", "z-image"};
      EXPECT_EQ(disagreement(program, *find_axial(other.name), 2, 20, random) == "", same)
          << other.name << " by the formula of " << program.name;
    }
  }
  EXPECT_GT(compared, 40);
}

}  // namespace
}  // namespace sextant::exact
