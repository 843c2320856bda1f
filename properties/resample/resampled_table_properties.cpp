#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "resample/definition.hpp"
#include "sextant/encoding/real/error.hpp"
#include "sextant/number/round.hpp"
#include "sextant/resample/resampled_table.hpp"

/// Mutants that these must kill: half pixels left out, a coefficient of the other sign of −1/4, an
/// edge repeated where it is dropped, a widened kernel when a grid grows, rows and columns
/// exchanged, merge blocks read across.
namespace sextant::resample {
namespace {

/// A grid as the rows of a source with one column.
SourceNumbers source_of(const Grid& grid) {
  return {"grid", grid.cells.size(), 1,
          [&](std::uint64_t first, std::uint64_t count, std::span<double> values) {
            for (std::uint64_t k = 0; k < count; ++k)
              values[k] = static_cast<double>(grid.cells[first + k]);
          }};
}

Grid table_of(const Grid& grid, const Resampling& how) {
  const SourceNumbers source = source_of(grid);
  const ResampledTable table(source, how, kFloat32);
  Grid result{how.to.height, how.to.width, std::vector<Rational>(how.to.cells())};
  ExactRow row;
  for (std::uint64_t k = how.prefix; k < how.prefix + how.to.cells(); ++k) {
    table.read(k, row);
    const GridCell cell = *cell_of(how, k);
    result.at(cell.y, cell.x) = row.value(0);
  }
  return result;
}

Size drawn_size(const std::string& name, std::uint64_t most = 9) {
  return {*draw::in_range<std::uint64_t>(2, most).as(name + " height"),
          *draw::in_range<std::uint64_t>(2, most).as(name + " width")};
}

const Rule& drawn_rule() {
  const auto all = modes();
  const auto which = *draw::in_range<std::size_t>(0, all.size()).as("mode");
  return all[which].rule;
}

/// Numbers of few bits, or of a wide range of exponents, which need large integers.
Grid drawn_grid(const Size& size) {
  Grid grid{size.height, size.width, {}};
  const int range = *draw::element(0, 20, 200).as("exponents");
  for (std::uint64_t k = 0; k < size.cells(); ++k) {
    const auto m = *draw::in_range<int>(-(1 << 20), 1 << 20);
    const auto e = *draw::in_range<int>(-range, range + 1);
    grid.cells.push_back(Rational(m) * power_of_two(e));
  }
  return grid;
}

bool equal(const Grid& a, const Grid& b) { return a.cells == b.cells; }

PROPERTY(ResampledTable, IsTheDefinitionsSum) {
  const Size from = drawn_size("from", 7), to = drawn_size("to", 7);
  const Rule& rule = drawn_rule();
  const Grid grid = drawn_grid(from);
  RC_ASSERT(equal(table_of(grid, {rule, from, to}), resampled(grid, rule, to)));
}

/// Weights that add up to 1 keep a constant, at edges too.
PROPERTY(ResampledTable, KeepsConstants) {
  const Size from = drawn_size("from"), to = drawn_size("to", 20);
  const Grid grid{from.height, from.width, std::vector<Rational>(from.cells(), Rational(-5, 8))};
  for (const Rational& cell : table_of(grid, {drawn_rule(), from, to}).cells)
    RC_ASSERT(cell == Rational(-5, 8));
}

/// Weights with more digits: sums need more than 128 bits.
TEST(ResampledTable, HasSumsOfAnySize) {
  const Rational value = 1 + power_of_two(-52);
  const Grid grid{3, 3, std::vector<Rational>(9, value)};
  const SourceNumbers source = source_of(grid);
  const ResampledTable table(source, {rule_of("bicubic"), {3, 3}, {65521, 65519}}, kFloat64);
  ExactRow row;
  for (std::uint64_t k = 0; k < table.rows(); k += 80000023) {
    table.read(k, row);
    ASSERT_EQ(row.value(0), value) << k;
  }
}

/// A table of the same size is its source, whatever the rule.
PROPERTY(ResampledTable, OfTheSameSizeIsItsSource) {
  const Size from = drawn_size("from");
  const Grid grid = drawn_grid(from);
  RC_ASSERT(equal(table_of(grid, {drawn_rule(), from, from}), grid));
}

/// With aligned corners the corners of the grids are equal.
PROPERTY(ResampledTable, KeepsAlignedCorners) {
  const Size from = drawn_size("from"), to = drawn_size("to", 20);
  const Grid grid = drawn_grid(from);
  for (const char* mode : {"bilinear-align-corners", "bicubic-align-corners"}) {
    const Grid table = table_of(grid, {rule_of(mode), from, to});
    RC_ASSERT(table.at(0, 0) == grid.at(0, 0));
    RC_ASSERT(table.at(to.height - 1, to.width - 1) == grid.at(from.height - 1, from.width - 1));
  }
}

/// Away from edges Keys's coefficient −1/2 keeps parabolas, triangles keep lines, and PyTorch's
/// −3/4 keeps neither.                                                             resampling.md,
/// (4)
TEST(ResampledTable, KeepsPolynomialsAwayFromEdges) {
  const auto values = [](int degree) {
    Grid grid{1, 24, {}};
    for (int k = 0; k < 24; ++k)
      grid.cells.push_back(degree == 1 ? Rational(3 * k) : Rational(k * k));
    return grid;
  };
  for (const Mode& mode : modes()) {
    if (mode.rule.coordinates != Coordinates::half_pixel) continue;
    for (const int degree : {1, 2}) {
      const Grid table = table_of(values(degree), {mode.rule, {1, 24}, {1, 40}});
      const Rational at = Rational(24, 40) * Rational(41, 2) - Rational(1, 2);
      const Rational want = degree == 1 ? 3 * at : at * at;
      const bool line = mode.rule.kernel == Filter::linear && degree == 1;
      const bool kept = line || mode.rule.a == Rational(-1, 2);
      EXPECT_EQ(table.at(0, 20) == want, kept) << mode.name << ' ' << degree;
    }
  }
}

PROPERTY(ResampledTable, ExchangesAxesAsItsSource) {
  const auto transposed = [](const Grid& grid) {
    Grid result{grid.width, grid.height, std::vector<Rational>(grid.cells.size())};
    for (std::uint64_t y = 0; y < grid.height; ++y)
      for (std::uint64_t x = 0; x < grid.width; ++x) result.at(x, y) = grid.at(y, x);
    return result;
  };
  const Size from = drawn_size("from"), to = drawn_size("to");
  const Rule& rule = drawn_rule();
  const Grid grid = drawn_grid(from);
  const Grid turned =
      table_of(transposed(grid), {rule, {from.width, from.height}, {to.width, to.height}});
  RC_ASSERT(equal(transposed(turned), table_of(grid, {rule, from, to})));
}

PROPERTY(ResampledTable, IsReversedWithItsSource) {
  const auto reversed = [](Grid grid) {
    std::reverse(grid.cells.begin(), grid.cells.end());
    return grid;
  };
  const Size from = drawn_size("from"), to = drawn_size("to");
  const Rule& rule = drawn_rule();
  const Grid grid = drawn_grid(from);
  RC_ASSERT(equal(reversed(table_of(reversed(grid), {rule, from, to})),
                  table_of(grid, {rule, from, to})));
}

/// Its entries are rounded as the rational itself.
PROPERTY(ResampledTable, IsRoundedCorrectly) {
  const Size from = drawn_size("from"), to = drawn_size("to");
  const SourceNumbers source = source_of(drawn_grid(from));
  const ResampledTable table(source, {drawn_rule(), from, to}, kFloat32);
  ExactRow row;
  for (std::uint64_t k = 0; k < to.cells(); ++k) {
    table.read(k, row);
    for (const Format& format : {kFloat16, kBfloat16, kFloat32, kFloat64})
      RC_ASSERT(row.nearest(format, 0, row.ball(0)) == to_double(round(format, row.value(0))));
  }
}

/// A scale factor that is the ratio of sizes changes nothing; another one moves coordinates.
TEST(ResampledTable, FollowsItsScaleFactor) {
  Grid grid{1, 37, {}};
  for (int k = 0; k < 37; ++k) grid.cells.emplace_back(k);
  const Rule& rule = rule_of("linear");
  Resampling how{rule, {1, 37}, {1, 16}};
  const Grid plain = table_of(grid, how);
  how.scale_factor = ScaleFactor{Rational(16, 37), Rational(16, 37)};
  EXPECT_TRUE(equal(table_of(grid, how), plain));
  how.scale_factor = ScaleFactor{Rational(161, 370), Rational(161, 370)};
  expect_sound(how);
  EXPECT_EQ(table_of(grid, how).at(0, 3), Rational(370, 161) * Rational(7, 2) - Rational(1, 2));
  how.scale_factor = ScaleFactor{Rational(17, 37), Rational(17, 37)};
  EXPECT_THROW(expect_sound(how), Error);
}

/// Rows: prefix, then cells in squares, then the first cell again.
TEST(ResampledTable, HasItsRowsInOrder) {
  const Resampling how{rule_of("bilinear"), {2, 2}, {4, 6}, {}, 1, 2, 1, 2};
  EXPECT_EQ(how.rows(), 27U);
  EXPECT_EQ(how.source_rows(), 5U);
  EXPECT_FALSE(cell_of(how, 0));
  const auto at = [&](std::uint64_t row) {
    const GridCell cell = *cell_of(how, row);
    return std::pair(cell.y, cell.x);
  };
  using Pair = std::pair<std::uint64_t, std::uint64_t>;
  EXPECT_EQ(at(1), Pair(0, 0));
  EXPECT_EQ(at(2), Pair(0, 1));
  EXPECT_EQ(at(3), Pair(1, 0));
  EXPECT_EQ(at(5), Pair(0, 2));
  EXPECT_EQ(at(13), Pair(2, 0));
  EXPECT_EQ(at(24), Pair(3, 5));
  EXPECT_EQ(at(25), Pair(0, 0));
  EXPECT_EQ(at(26), Pair(0, 0));
}

TEST(ResampledTable, RefusesNumbersThatAreNotFinite) {
  const auto read = [](std::uint64_t, std::uint64_t, std::span<double> values) { values[5] = NAN; };
  EXPECT_THROW(SourceNumbers("grid", 3, 2, read), Error);
}

}  // namespace
}  // namespace sextant::resample
