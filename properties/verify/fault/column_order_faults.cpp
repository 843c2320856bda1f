#include <algorithm>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "verify/fault/ordered_tables.hpp"

/// Columns that stand elsewhere.
namespace sextant {
namespace {

using nlohmann::json;

/// Programs whose columns have distinct values in their rows.
Program drawn() {
  Program p = program(*draw::element<std::string>("exp-log", "pow-divide"), kFloat32, kFloat32,
                      *draw::element(0, 1, 3000), 64);
  p.encoding = Sinusoidal{.dim = *draw::element(8, 16, 32),
                          .base = *draw::element(100, 10000),
                          .layout = *draw::element(Layout::interleaved, Layout::halves)};
  if (*draw::arbitrary<bool>()) {
    p.encoding = Rotary{.dim = *draw::element(8, 16), .base = 10000};
    p.part = *draw::element(Part::table, Part::inv_freq);
    if (p.part == Part::inv_freq) p.positions = Positions::from(0, 1);
  }
  return p;
}

/// A few columns exchanged, or many.
std::vector<std::uint64_t> shuffled(std::uint64_t columns) {
  auto order = counted(columns);
  for (std::uint64_t k = *draw::in_range<std::uint64_t>(1, columns); k > 0; --k)
    std::swap(order[*draw::in_range<std::uint64_t>(0, columns)],
              order[*draw::in_range<std::uint64_t>(0, columns)]);
  return order;
}

/// Columns, from one on, that hold those `by` further on, around the end.
std::vector<std::uint64_t> rotated(std::uint64_t columns, std::int64_t by, std::uint64_t from) {
  auto order = counted(columns);
  const auto count = static_cast<std::int64_t>(columns - from);
  for (std::int64_t j = 0; j < count; ++j)
    order[from + static_cast<std::uint64_t>(j)] =
        from + static_cast<std::uint64_t>(((j + by) % count + count) % count);
  return order;
}

PROPERTY(ColumnOrder, IsNamedColumnByColumn) {
  const Program p = drawn();
  const Rows rows = rows_of(p);
  const auto order = shuffled(rows.columns);
  json places = json::array();
  std::uint64_t columns = 0;
  for (std::uint64_t j = 0; j < order.size(); ++j) {
    if (order[j] == j) continue;
    if (++columns <= 8) places.push_back({{"channel", j}, {"holds", order[j]}});
  }
  RC_PRE(columns > 0);
  const auto verdict = verdict_on(with_columns(rows, order), question_about(p));
  // Of few columns an order may be a layout, or an order of cosines and sines.
  if (findings(verdict) == "layout" || findings(verdict) == "sin-cos-swapped") return;
  if (findings(verdict) == "columns-shifted") {
    const json said = to_json(verdict.findings[0].parameters);
    const auto from = said.value("from", std::int64_t{0});
    RC_ASSERT(order == rotated(rows.columns, said.at("columns").get<std::int64_t>(),
                               static_cast<std::uint64_t>(from)));
    return;
  }
  RC_ASSERT(findings(verdict) == "columns-permuted");
  RC_ASSERT(to_json(verdict.findings[0].parameters) ==
            json({{"columns", columns}, {"places", places}}));
}

/// Columns that are all read as many too far on are shifted by one number, also from a later one
/// on, and where slow columns say little; two of them are exchanged.
TEST(ColumnOrder, OfRotatedColumnsIsOneNumber) {
  for (const Format& store : {kFloat32, kBfloat16}) {
    const Program p = program("exp-log", kFloat32, store, 3, 200);
    const Rows rows = rows_of(p);
    for (const std::int64_t by : {1, 5, -3}) {
      for (const std::uint64_t from : {0, 9}) {
        const auto verdict =
            verdict_on(with_columns(rows, rotated(32, by, from)), question_about(p));
        ASSERT_EQ(findings(verdict), "columns-shifted") << by << ' ' << from;
        EXPECT_EQ(verdict.findings[0].parameters.at("columns"), by);
        EXPECT_EQ(verdict.findings[0].parameters.contains("from"), from > 0);
      }
    }
  }
  const Program p = program("exp-log", kFloat32, kFloat32, 3, 200);
  EXPECT_EQ(finding(with_columns(rows_of(p), rotated(32, 1, 30)), p), "columns-permuted");
}

/// Where slow columns hardly change from row to row, an offset by one is no shift of columns by a
/// whole row.
TEST(ColumnOrder, OfAnOffsetByOneIsTheClaimed) {
  Program p = program("pow-divide", kFloat32, kFloat32, 8064, 128);
  p.encoding = Rotary{.dim = 128, .base = 500000};
  p.part = Part::cos;
  Program late = p;
  late.positions = Positions::from(8065, 128);
  const auto verdict = verdict_on(rows_of(late), question_about(p));
  ASSERT_EQ(findings(verdict), "position-offset");
  EXPECT_TRUE(verdict.findings[0].equals.empty());
}

/// A table that is sound, or whose columns are in another layout, has no other order.
PROPERTY(ColumnOrder, IsNotAccusedInsteadFull) {
  Program p = drawn();
  RC_ASSERT(finding(rows_of(p), p) == "passes");
  RC_PRE(std::holds_alternative<Sinusoidal>(p.encoding));
  Program other = p;
  auto& e = std::get<Sinusoidal>(other.encoding);
  e.layout = e.layout == Layout::halves ? Layout::interleaved : Layout::halves;
  RC_ASSERT(finding(rows_of(other), p) == "layout");
  other = p;
  std::get<Sinusoidal>(other.encoding).order = Order::cos_sin;
  RC_ASSERT(finding(rows_of(other), p) == "sin-cos-swapped");
}

/// Frequencies that hold another's number, and are not exchanged, are as well damaged.
TEST(ColumnOrder, OfOneRowIsOneToOne) {
  Program p = program("exp-log", kFloat32, kFloat32, 0, 1);
  p.encoding = Rotary{.dim = 32, .base = 10000};
  p.part = Part::inv_freq;
  Rows rows = rows_of(p);
  rows.at(0, 3) = rows.at(0, 5) = rows.at(0, 9);
  EXPECT_EQ(finding(rows, p), "corrupt-entry");
  rows = rows_of(p);
  std::swap(rows.at(0, 3), rows.at(0, 9));
  EXPECT_EQ(finding(rows, p), "columns-permuted");
}

/// Cosines that are nearly 1 cannot be distinguished: they stay in place.
TEST(ColumnOrder, LeavesColumnsThatAreAlike) {
  const Program p = program("exp-log", kFloat32, kBfloat16, 0, 16);
  auto order = counted(32);
  std::swap(order[0], order[3]);
  std::swap(order[29], order[31]);
  const auto verdict = verdict_on(with_columns(rows_of(p), order), question_about(p));
  ASSERT_EQ(findings(verdict), "columns-permuted");
  EXPECT_EQ(verdict.findings[0].parameters.at("columns"), 2);
}

/// Slow columns of a narrow format are within its tolerance of each other, and not within what
/// roundings of theirs allow.
TEST(ColumnOrder, TellsSlowColumnsByTheirOwnRoundings) {
  Program p = program("pow-reciprocal", kFloat32, kBfloat16, 0, 64);
  p.encoding = Rotary{.dim = 32, .base = 500000};
  p.part = Part::table;
  auto order = counted(32);
  std::swap(order[8], order[10]);
  std::swap(order[24], order[30]);
  const auto verdict = verdict_on(with_columns(rows_of(p), order), question_about(p));
  ASSERT_EQ(findings(verdict), "columns-permuted");
  EXPECT_EQ(verdict.findings[0].parameters.at("columns"), 4);
  for (std::uint64_t j = 0; j < 32; ++j) order[j] = j * 11 % 32;
  EXPECT_EQ(finding(with_columns(rows_of(p), order), p), "columns-permuted");
}

/// A column without bounds is not damaged if it holds one that has bounds.
TEST(ColumnOrder, IsNoDamageFarOut) {
  Program p = program("pow-multiply", kFloat32, kFloat32, 1 << 20, 64);
  std::get<Sinusoidal>(p.encoding) = {.dim = 128, .base = 10000, .layout = Layout::halves};
  auto order = counted(128);
  std::swap(order[7], order[97]);
  EXPECT_EQ(finding(with_columns(rows_of(p), order), p), "columns-permuted");
  std::swap(order[3], order[70]);  // neither says anything by its bounds
  EXPECT_EQ(finding(with_columns(rows_of(p), order), p), "columns-permuted");
}

TEST(ColumnOrder, IsNamedBesideOtherFaultsFull) {
  const Program p = program("exp-log", kFloat32, kFloat32, 300, 160);
  auto order = counted(32);
  for (std::uint64_t j = 0; j < 32; ++j) order[j] = j * 7 % 32;
  Program other = p;
  std::get<Sinusoidal>(other.encoding).base = 500000;
  EXPECT_EQ(finding(with_columns(rows_of(other), order), p), "wrong-base columns-permuted");
  EXPECT_EQ(finding(with_columns(made_in_order(p, 2, without(160, 100, 2)), order), p),
            "columns-permuted rows-missing");
  Rows rows = with_columns(rows_of(p), order);
  rows.at(7, 5) = 0.5 - rows.at(7, 5) / 2;
  EXPECT_EQ(finding(rows, p), "columns-permuted corrupt-entry");
}

}  // namespace
}  // namespace sextant
