#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "sextant/verify/candidate/column_rotations.hpp"
#include "sextant/verify/observation/estimate.hpp"
#include "verify/verify_programs.hpp"

namespace sextant {
namespace {

verify::Source source_of(const Rows& rows, const Positions& positions) {
  verify::Source source{.rows = rows.count(),
                        .columns = static_cast<std::size_t>(rows.columns),
                        .format = rows.format,
                        .positions = positions,
                        .read = {}};
  source.read = [rows](std::uint64_t first, std::uint64_t count, std::span<double> values) {
    std::copy_n(rows.values.begin() + static_cast<std::ptrdiff_t>(first * rows.columns),
                count * rows.columns, values.begin());
  };
  return source;
}

/// The claim is base 500000: whether the base of the table is among those it is expected_fault of.
bool is_found(const std::string& recipe, const Format& store, int dim, int base, Position first) {
  Sinusoidal encoding;
  encoding.dim = dim;
  encoding.base = 500000;
  const Program claimed{.recipe = recipe,
                        .encoding = encoding,
                        .part = Part::table,
                        .formats = {kFloat32, store, {}},
                        .positions = Positions::from(first, 200)};
  Program program = claimed;
  std::get<Sinusoidal>(program.encoding).base = base;
  const auto bases = verify::likely_bases(source_of(rows_of(program), claimed.positions),
                                          claimed.chart(), claimed.formats.compute);
  return std::find(bases.begin(), bases.end(), Rational(base)) != bases.end();
}

/// An angle near 10⁶ has lost four digits of seven to its own rounding, and more to that of its
/// frequency, which the turn from row to row does not see: the base is there to be found.
TEST(Estimate, FindsABaseFarOut) {
  for (const Position first : {30000, 131072, 1000000}) {
    for (const int dim : {16, 32, 64, 128}) {
      for (const int base : {77, 10000, 12345, 250000, 1000003}) {
        EXPECT_TRUE(is_found("pow-multiply", kFloat32, dim, base, first)) << dim << " " << base;
        EXPECT_TRUE(is_found("exp-log", kFloat32, dim, base, first)) << dim << " " << base;
        EXPECT_TRUE(is_found("pow-divide", kBfloat16, dim, base, first)) << dim << " " << base;
      }
    }
  }
}

/// Whatever the base and the step of multiples of 1/7, rows are those of waves in their order.
/// Random numbers are not, nor are the same rows in another order.
TEST(ColumnRotations, ShowWavesInTheirOrder) {
  Sinusoidal encoding;
  encoding.dim = 32;
  const Program claimed{.recipe = "pow-divide",
                        .encoding = encoding,
                        .part = Part::table,
                        .formats = {kFloat32, kFloat32, {}},
                        .positions = Positions::from(100, 300)};
  const verify::Claim claim{encoding, Part::table, claimed.chart(), claimed.formats};
  const auto shows = [&](const Rows& rows) {
    return verify::ColumnRotations(source_of(rows, claimed.positions), claim).shows_waves();
  };
  Program program = claimed;
  std::get<Sinusoidal>(program.encoding).base = 77;
  Rows rows = rows_of(program);
  EXPECT_TRUE(shows(rows));
  for (double& x : rows.values) x = std::nearbyint(7 * x) / 7;
  EXPECT_TRUE(shows(rows));
  std::mt19937 bits(1);
  std::vector<std::uint64_t> order(rows.count());
  for (std::uint64_t k = 0; k < order.size(); ++k) order[k] = k;
  std::shuffle(order.begin(), order.end(), bits);
  Rows shuffled = rows;
  for (std::uint64_t k = 0; k < order.size(); ++k)
    std::copy_n(rows.values.begin() + static_cast<std::ptrdiff_t>(order[k]) * rows.columns,
                rows.columns,
                shuffled.values.begin() + static_cast<std::ptrdiff_t>(k) * rows.columns);
  EXPECT_FALSE(shows(shuffled));
  for (double& x : rows.values) x = std::ldexp(static_cast<double>(bits()), -31) - 1;
  EXPECT_FALSE(shows(rows));
}

/// Rows that do not differ share their error; what differs does not.
TEST(Estimate, AngleErrorsSharedByAllRowsAreKeptApart) {
  const verify::Noise near = verify::noise(kFloat32, kFloat32, 1);
  const verify::Noise far = verify::noise(kFloat32, kFloat32, 0x1p20);
  EXPECT_GT(far.own, near.own);
  EXPECT_EQ(far.shared, near.shared * 0x1p20);
  EXPECT_GT(far.shared, 4 * far.own);
  EXPECT_GT(verify::noise(kBfloat16, kFloat32, 1).own, near.own);
  EXPECT_EQ(verify::noise(kBfloat16, kFloat32, 1).shared, near.shared);
}

}  // namespace
}  // namespace sextant
