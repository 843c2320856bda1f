#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "sextant/encoding/text/encoding_text.hpp"
#include "sextant/measure/entry/rows.hpp"
#include "sextant/verify/verdict/error_map.hpp"
#include "verify/memory_tables.hpp"

namespace sextant {
namespace {

/// |entry − truth| of every entry, row by row, by the meter; infinite where there is no number.
std::vector<double> errors_of(const Rows& rows, const exact::Oracle& oracle,
                              const Positions& positions) {
  const measure::RowErrorMeter meter(oracle, rows.format);
  std::vector<double> errors(rows.values.size(), HUGE_VAL);
  measure::ErrorStatistics statistics;
  for (std::uint64_t row = 0; row < rows.count(); ++row) {
    meter.measure(row, positions[row],
                  std::span(rows.values).subspan(row * rows.columns, rows.columns), statistics,
                  [&](std::size_t j, const measure::EntryError& e) {
                    errors[row * rows.columns + j] = e.absolute;
                  });
  }
  return errors;
}

Program drawn() {
  const Format store =
      *draw::element_of(std::vector<Format>{kFloat32, kBfloat16, kFloat16, kFloat64});
  Program p = program("exp-log", store == kFloat64 ? kFloat64 : kFloat32, store,
                      *draw::element<Position>(0, 5000, -700),
                      *draw::full(draw::in_range<std::uint64_t>(1, 400)));
  set_field(p.encoding, "dim", std::to_string(*draw::element(2, 16, 34)));
  return p;
}

/// Every part has the largest error of its entries, or a little more; none is left out.
PROPERTY(ErrorMap, HasTheLargestErrorOfEveryPart) {
  const Program p = drawn();
  Rows rows = rows_of(p);
  for (int wrong = *draw::element(0, 1, 5); wrong > 0; --wrong) {
    const auto at = *draw::full(draw::in_range<std::size_t>(0, rows.values.size()));
    rows.values[at] = *draw::element(0.25, -1.0, std::nan(""));
  }
  const exact::Oracle oracle(p.chart());
  const MemoryTable table(rows, "t");
  const auto down = *draw::element<std::size_t>(1, 3, 96);
  const auto across = *draw::element<std::size_t>(1, 5, 128);
  const verify::ErrorMap map =
      verify::error_map(verify::whole(table.table(), p.positions), oracle, down, across);
  RC_ASSERT(map.across <= across);
  RC_ASSERT(map.across * map.columns >= rows.columns);
  RC_ASSERT(map.down() * map.rows >= rows.count());
  const std::vector<double> errors = errors_of(rows, oracle, p.positions);
  std::vector<double> most(map.most.size());
  for (std::size_t i = 0; i < errors.size(); ++i) {
    const std::size_t row = i / rows.columns / map.rows;
    double& part = most[row * map.across + i % rows.columns / map.columns];
    part = std::max(part, errors[i]);
  }
  RC_CLASSIFY(map.every_row, "every row");
  for (std::size_t k = 0; k < most.size(); ++k) {
    RC_ASSERT(map.most[k] <= most[k] * (1 + 0x1p-18) + 0x1p-49);
    RC_ASSERT(!map.every_row || map.most[k] >= most[k]);
  }
}

/// Where not every row is looked at, the first and the last of each part are.
TEST(ErrorMap, SeesTheEndsOfEveryPart) {
  Program p = program("exp-log", kFloat32, kFloat32, 0, 400);
  set_field(p.encoding, "amplitude", "2");
  for (const std::size_t row : {0U, 199U, 200U, 399U}) {
    Rows rows = rows_of(p);
    double& moved = rows.values[row * rows.columns + 3];
    moved = static_cast<float>(moved + 0.5);
    const MemoryTable table(rows, "t");
    const verify::ErrorMap map = verify::error_map(verify::whole(table.table(), p.positions),
                                                   exact::Oracle(p.chart()), 2, 1000);
    EXPECT_FALSE(map.every_row);
    ASSERT_EQ(map.down(), 2U);
    const std::vector<double> errors = errors_of(rows, exact::Oracle(p.chart()), p.positions);
    EXPECT_EQ(map.at(row / 200, 3), errors[row * rows.columns + 3]);
    EXPECT_LT(map.at(1 - row / 200, 3), map.at(row / 200, 3));
  }
}

}  // namespace
}  // namespace sextant
