#include <algorithm>

#include <gtest/gtest.h>

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
