#include <algorithm>
#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/number/pattern.hpp"
#include "sextant/number/soft.hpp"
#include "sextant/number/ulp.hpp"
#include "sextant/verify/accept/bounds_check.hpp"
#include "verify/verify_programs.hpp"

namespace sextant {
namespace {

const std::vector<std::string> kSound = {"pow-divide",    "pow-multiply",  "exp-log",
                                         "log-timescale", "float64-angle", "turns",
                                         "pow-reciprocal"};

verify::Source source_of(const Rows& rows, const Positions& positions) {
  verify::Source source{.rows = rows.count(),
                        .columns = rows.columns,
                        .format = rows.format,
                        .positions = positions,
                        .read = {},
                        .read_elements = {}};
  source.read = [&rows](std::uint64_t first, std::uint64_t count, std::span<double> values) {
    std::copy_n(rows.values.begin() + static_cast<std::ptrdiff_t>(first * rows.columns),
                count * rows.columns, values.begin());
  };
  source.read_elements = [&rows](std::uint64_t first, std::uint64_t count,
                                 std::span<std::byte> elements) {
    const auto size = static_cast<std::size_t>(rows.format.storage_bits) / 8;
    for (std::uint64_t i = 0; i < count * rows.columns; ++i) {
      const std::uint64_t bits = bits_of(rows.format, rows.values[first * rows.columns + i]);
      std::memcpy(elements.data() + i * size, &bits, size);
    }
  };
  return source;
}

Program drawn() {
  const Format store =
      *draw::element_of(std::vector<Format>{kFloat32, kBfloat16, kFloat16, kFloat64});
  const Position first = *draw::element<Position>(0, 0, 3, -700, 9000, 1000000, (1 << 24) - 300,
                                                  Position{1} << 33, -5000000);
  const Format compute = store == kFloat64 ? kFloat64 : kFloat32;
  Program p = program(*draw::element_of(kSound), compute, store, first,
                      *draw::full(draw::in_range<std::uint64_t>(8, 700)));
  p.positions.step = *draw::element<std::int64_t>(1, 1, -1, 7, 4096);
  set_field(p.encoding, "dim", std::to_string(*draw::element(2, 16, 34)));
  set_field(p.encoding, "layout", *draw::element<std::string>("interleaved", "halves"));
  return p;
}

std::vector<double> figures(const verify::BoundsResult& c) {
  std::vector<double> all = {static_cast<double>(c.entries), static_cast<double>(c.violations),
                             c.by_same_arithmetic ? 1.0 : 0.0};
  if (c.violations == 0)
    all.insert(all.end(), {c.margin.fraction, c.margin.bound, c.margin.error, c.margin.positions});
  for (const verify::Violation& o : c.places) {
    all.insert(all.end(), {static_cast<double>(o.row), static_cast<double>(o.channel), o.got,
                           o.want, o.absolute, o.bound});
  }
  return all;
}

/// What a bounds check does not look at changes none of its figures.
PROPERTY(Plan, ChangesNoFigureFull) {
  const Program made = drawn();
  Program claimed = made;
  claimed.recipe = *draw::element_of(kSound);
  Rows rows = rows_of(made);
  const int wrong = *draw::element(0, 0, 1, 5);
  for (int k = 0; k < wrong; ++k) {
    const auto at = *draw::full(draw::in_range<std::size_t>(0, rows.values.size()));
    rows.values[at] = *draw::element(0.25, -1.0, 0.0, std::nan(""));
  }
  const verify::Source source = source_of(rows, made.positions);
  const exact::Oracle oracle(made.chart());
  const auto recipe =
      recipe::make(claimed.recipe, claimed.chart(), claimed.formats, claimed.positions);
  const Format compute = recipe::computes_in(claimed.recipe, claimed.formats);
  const auto slow = verify::check_bounds(source, oracle, *recipe, compute);
  const auto seen =
      verify::profile(source, oracle,
                      *draw::element_of(std::vector<std::uint64_t>{measure::Profile::kMost, 1, 50})
                           .as("bounds kept"));
  RC_PRE(seen.has_value());
  const auto fast = verify::check_bounds(source, oracle, *recipe, compute, {.profile = &*seen});
  RC_CLASSIFY(slow.whole(), "covered");
  RC_CLASSIFY(slow.by_same_arithmetic, "by reproduction");
  RC_LOG() << made << " as " << claimed << "\n";
  RC_ASSERT(figures(fast) == figures(slow));
  const auto stopped =
      verify::check_bounds(source, oracle, *recipe, compute, {.patience = 0, .profile = &*seen});
  RC_ASSERT(stopped.whole() == slow.whole());
}

/// The range of bounds over some rows holds all of them, and its larger end is one of them.
PROPERTY(Plan, RangesHoldEveryBound) {
  const Program p = drawn();
  const auto recipe = recipe::make(p.recipe, p.chart(), p.formats, p.positions);
  const auto first = *draw::full(draw::in_range<std::uint64_t>(0, p.positions.count));
  const auto last = *draw::full(draw::in_range<std::uint64_t>(first + 1, p.positions.count + 1));
  const std::size_t width = p.chart().width();
  const auto channel = *draw::full(draw::in_range<std::size_t>(0, width));
  const auto range = recipe->range(first, last, channel);
  RC_PRE(range.has_value());
  double most = 0;
  for (std::uint64_t row = first; row < last; ++row) {
    const double bound = recipe->bound(row, channel);
    RC_ASSERT(bound * (1 + 0x1p-40) >= range->least);
    most = std::max(most, bound);
  }
  RC_ASSERT(range->most == most || most > 1);
}

/// How much of what (2) of verdict.md allows an entry uses, by 160 bits alone.
double used(double angle, Function function, double got) {
  using Wide = Soft<160>;
  const Wide wave = function == Function::sine ? sin(Wide(angle)) : cos(Wide(angle));
  const int ulp = ulp_exponent(kFloat32, static_cast<double>(wave));
  return std::abs(static_cast<double>(Wide(got) - wave)) / std::ldexp(1.0, ulp);
}

/// Reproduction by the double's sine bounds the figure of 160 bits from above.  verdict.md, (12)
PROPERTY(Plan, ReproducesAsBy160Bits) {
  Program p = program("exp-log", kFloat32, kFloat32, Position{1} << 33, 40);
  set_field(p.encoding, "dim", "4");
  set_field(p.encoding, "base", *draw::element<std::string>("2", "3", "7/5"));
  p.positions.first += *draw::full(draw::in_range<int>(0, 1 << 30));
  const Rows rows = rows_of(p);
  const Chart chart = p.chart();
  const exact::Oracle oracle(chart);
  const auto recipe = recipe::make(p.recipe, chart, p.formats, p.positions);
  const auto result = verify::check_bounds(source_of(rows, p.positions), oracle, *recipe, kFloat32);
  RC_ASSERT(result.whole() && result.by_same_arithmetic);
  double most = 0;
  for (std::size_t j = 0; j < rows.columns; ++j) {
    const Channel c = chart.channels[j];
    double least = 2;
    for (const double factor : recipe->candidates(c.pair)) {
      double fraction = 0;
      for (std::uint64_t row = 0; row < rows.count(); ++row)
        fraction = std::max(fraction, used(recipe->angle(row, factor), c.function,
                                           rows.values[row * rows.columns + j]));
      least = std::min(least, fraction);
    }
    most = std::max(most, least);
  }
  RC_ASSERT(result.margin.fraction >= most);
  RC_ASSERT(result.margin.fraction <= most + 0x1p-19);  // what (12) adds on both sides
}

}  // namespace
}  // namespace sextant
