#include <algorithm>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "draw/gen.hpp"
#include "engine/property.hpp"
#include "verify/fault/ordered_tables.hpp"

/// Rows that are missing, that stand twice, or that stand elsewhere.
namespace sextant {
namespace {

using nlohmann::json;

/// A verdict's findings with what they say, which must be all that is wrong.
json found(const Rows& rows, const Program& claimed) {
  const auto verdict = verdict_on(rows, question_about(claimed));
  json all = json::object();
  for (const auto& finding : verdict.findings) all[finding.fault] = to_json(finding.parameters);
  if (verdict.passes()) all["passes"] = true;
  return all;
}

/// Programs whose neighbouring rows are distinct in every format.
Program drawn() {
  Program p{.recipe = *draw::element<std::string>("exp-log", "pow-divide", "pow-reciprocal"),
            .encoding = {},
            .part = Part::table,
            .formats = {},
            .positions = Positions::from(*draw::element(0, 1, 100, 4000), 0)};
  const int dim = *draw::element(8, 32, 64);
  const Rational base = *draw::element(10000, 500000);
  if (*draw::arbitrary<bool>()) {
    p.encoding = Sinusoidal{
        .dim = dim, .base = base, .layout = *draw::element(Layout::interleaved, Layout::halves)};
  } else {
    p.encoding = Rotary{.dim = dim, .base = base};
    p.part = *draw::element(Part::table, Part::cos_repeated);
  }
  p.formats.compute = *draw::element(kFloat32, kFloat64);
  p.formats.store =
      p.formats.compute == kFloat64 ? kFloat64 : *draw::element(kFloat32, kFloat16, kBfloat16);
  p.positions.count = static_cast<std::uint64_t>(*draw::in_range(24, 120));
  p.positions.step = *draw::element(1, 1, 3);
  return p;
}

std::int64_t position(const Program& p, std::uint64_t row) {
  return static_cast<std::int64_t>(p.positions.first) +
         static_cast<std::int64_t>(row) * p.positions.step;
}

/// A row that is neither the first nor among the last three.
std::uint64_t inner_row(const Program& p) {
  return *draw::in_range<std::uint64_t>(1, p.positions.count - 3);
}

PROPERTY(RowOrder, NamesRowsThatAreMissing) {
  const Program p = drawn();
  const std::uint64_t row = inner_row(p);
  const auto missing = *draw::element<std::uint64_t>(1, 2, 7, 300);
  const json said = found(made_in_order(p, missing, without(p.positions.count, row, missing)), p);
  RC_ASSERT(said == json({{"rows-missing", {{"position", position(p, row)}, {"rows", missing}}}}));
}

PROPERTY(RowOrder, NamesARowThatStandsAgainFull) {
  const Program p = drawn();
  const std::uint64_t row = inner_row(p);
  const std::uint64_t most = std::min<std::uint64_t>(4, p.positions.count - 2 - row);
  const auto times = *draw::in_range<std::uint64_t>(1, most);
  auto order = counted(p.positions.count);
  for (std::uint64_t k = row + 1; k < order.size(); ++k) order[k] = std::max(row, k - times);
  RC_ASSERT(found(made_in_order(p, 0, order), p) ==
            json({{"repeated-row", {{"position", position(p, row)}, {"times", times}}}}));
  for (std::uint64_t k = row + 1; k < order.size(); ++k) order[k] = k <= row + times ? row : k;
  RC_ASSERT(found(made_in_order(p, 0, order), p) ==
            json({{"repeated-row",
                   {{"position", position(p, row)}, {"times", times}, {"in_place", true}}}}));
}

PROPERTY(RowOrder, NamesRowsThatArePermuted) {
  const Program p = drawn();
  auto order = counted(p.positions.count);
  for (std::uint64_t k = *draw::in_range<std::uint64_t>(1, order.size()); k > 0; --k)
    std::swap(order[*draw::in_range<std::uint64_t>(0, order.size())],
              order[*draw::in_range<std::uint64_t>(0, order.size())]);
  json places = json::array();
  std::uint64_t rows = 0;
  for (std::uint64_t k = 0; k < order.size(); ++k) {
    if (order[k] == k) continue;
    if (++rows <= 8)
      places.push_back({{"position", position(p, k)}, {"holds", position(p, order[k])}});
  }
  RC_PRE(rows > 0);
  RC_ASSERT(found(made_in_order(p, 0, order), p) ==
            json({{"rows-permuted", {{"rows", rows}, {"places", places}}}}));
}

/// A table that is sound, or wrong in another way, has its rows where they belong.
PROPERTY(RowOrder, IsNotAccusedInsteadFull) {
  const Program p = drawn();
  RC_ASSERT(found(rows_of(p), p) == json({{"passes", true}}));
  Program moved = p;
  moved.positions.first += *draw::element(1, 5);
  RC_ASSERT(found(rows_of(moved), p).contains("position-offset"));
  Rows rows = rows_of(p);
  const auto row = *draw::in_range<std::uint64_t>(0, rows.count());
  rows.at(row, 1) = 0.5 - rows.at(row, 1) / 2;
  RC_ASSERT(found(rows, p).contains("corrupt-entry"));
  auto order = counted(p.positions.count);
  std::reverse(order.begin(), order.end());
  RC_ASSERT(found(made_in_order(p, 0, order), p) == json({{"rows-reversed", json::object()}}));
}

/// Several places are listed, the first eight of them.
/// Listed positions with equal steps are a range, which has rows beyond its end.
TEST(RowOrder, NamesMissingRowsOfAnEvenList) {
  const Program p = program("exp-log", kFloat32, kFloat32, 0, 48);
  Program made = p;
  std::vector<Position> even, held;
  for (Position row = 0; row < 48; ++row) {
    even.push_back(row);
    held.push_back(row < 15 ? row : row + 2);
  }
  made.positions = Positions::of(held);
  verify::Question question = question_about(p);
  question.positions = Positions::of(even);
  EXPECT_EQ(finding(rows_of(made), question), "rows-missing");
}

/// Rows of one position are alike, so that each may take the place of the other.
TEST(RowOrder, NamesPermutedRowsOfRepeatedPositions) {
  Program p = program("exp-log", kFloat32, kFloat32, 0, 25);
  std::vector<Position> packed;
  for (Position row = 0; row < 25; ++row) packed.push_back(row < 17 ? row : row - 17);
  p.positions = Positions::of(packed);
  auto order = counted(25);
  for (std::uint64_t k = 0; k < 25; ++k) order[k] = (k * 7 + 6) % 25;
  EXPECT_EQ(finding(in_order(rows_of(p), order), p), "rows-permuted");
}

TEST(RowOrder, NamesSeveralPlaces) {
  const Program p = program("exp-log", kFloat32, kFloat32, 100, 200);
  std::vector<std::uint64_t> order;
  for (std::uint64_t row = 0; order.size() < 200; ++row)
    if (row % 10 != 9) order.push_back(row);
  const json said = found(made_in_order(p, 40, order), p)["rows-missing"];
  EXPECT_EQ(said["rows"], 22);
  EXPECT_EQ(said["places"].size(), 8U);
  EXPECT_EQ(said["places"][1], json({{"position", 119}, {"rows", 1}}));
}

TEST(RowOrder, IsNamedBesideOtherFaultsFull) {
  const Program p = program("exp-log", kFloat32, kFloat32, 300, 160);
  const auto missing = without(160, 100, 2);
  const auto early = without(160, 20, 2);
  auto shuffled = counted(160);
  for (std::uint64_t k = 0; k < 160; ++k) shuffled[k] = k * 77 % 160;
  Program other = p;
  std::get<Sinusoidal>(other.encoding).base = 500000;
  EXPECT_EQ(finding(made_in_order(other, 2, missing), p), "wrong-base rows-missing");
  EXPECT_EQ(finding(made_in_order(other, 2, early), p), "wrong-base rows-missing");
  EXPECT_EQ(finding(made_in_order(other, 0, shuffled), p), "wrong-base rows-permuted");
  std::get<Sinusoidal>(other.encoding).base = 12345;
  EXPECT_EQ(finding(made_in_order(other, 2, early), p), "wrong-base rows-missing");
  other = p;
  std::get<Sinusoidal>(other.encoding).layout = Layout::halves;
  EXPECT_EQ(finding(made_in_order(other, 2, early), p), "layout rows-missing");
  EXPECT_EQ(finding(made_in_order(other, 0, shuffled), p), "layout rows-permuted");
  other = p;
  std::get<Sinusoidal>(other.encoding).order = Order::cos_sin;
  EXPECT_EQ(finding(made_in_order(other, 2, early), p), "sin-cos-swapped rows-missing");
  other = p;
  std::get<Sinusoidal>(other.encoding).scale = Rational(1, 2);
  EXPECT_EQ(finding(made_in_order(other, 2, early), p), "position-scale rows-missing");
  other = p;
  other.formats.intermediate.frequency = kBfloat16;
  EXPECT_EQ(finding(made_in_order(other, 2, missing), p), "frequency-rounded rows-missing");
  for (const int offset : {1, 100000}) {
    other = p;
    other.positions.first += offset;
    const auto verdict = verdict_on(made_in_order(other, 2, early), question_about(p));
    ASSERT_EQ(findings(verdict), "position-offset rows-missing");
    EXPECT_EQ(verdict.findings[0].parameters.at("offset"), offset);
    EXPECT_EQ(verdict.findings[1].parameters.at("position"), 320 + offset);
  }
}

/// Damage hides no order, and is found where the rows belong.
TEST(RowOrder, IsNamedBesideDamageFull) {
  const Program p = program("exp-log", kFloat32, kFloat32, 300, 160);
  auto order = counted(160);
  for (std::uint64_t k = 0; k < 160; ++k) order[k] = k * 77 % 160;
  Rows rows = made_in_order(p, 0, order);
  rows.at(7, 5) = 0.5 - rows.at(7, 5) / 2;
  EXPECT_EQ(finding(rows, p), "rows-permuted corrupt-entry");
  rows = made_in_order(p, 3, without(160, 100, 3));
  rows.at(7, 5) = 0.5 - rows.at(7, 5) / 2;
  EXPECT_EQ(finding(rows, p), "rows-missing corrupt-entry");
}

/// Repeated and missing rows are distinguished in one table.
TEST(RowOrder, NamesRowsRepeatedAndMissing) {
  const Program p = program("exp-log", kFloat32, kFloat32, 300, 160);
  auto order = without(160, 100, 3);
  for (std::uint64_t k = 51; k < 160; ++k) order[k] -= 1;
  const json said = found(made_in_order(p, 3, order), p);
  EXPECT_EQ(said["repeated-row"], json({{"position", 350}, {"times", 1}}));
  EXPECT_EQ(said["rows-missing"], json({{"position", 399}, {"rows", 3}}));
}

/// Rows that follow one another in bfloat16 are alike far out: none is said to be moved.
TEST(RowOrder, IsNotReadOffRowsThatAreAlike) {
  const Program p = program("exp-log", kFloat32, kBfloat16, 1 << 24, 64);
  Program other = p;
  std::get<Sinusoidal>(other.encoding).base = 500000;
  EXPECT_EQ(finding(rows_of(other), p), "wrong-base");
  EXPECT_EQ(finding(rows_of(p), p), "passes");
}

/// Rows that fit several places are matched as a whole: an exchange is no bijection if each takes
/// the nearest.
TEST(RowOrder, IsABijectionWhereRowsAreAlike) {
  Program p = program("pow-multiply", kFloat32, kBfloat16, 3000, 64);
  std::get<Sinusoidal>(p.encoding) = {.dim = 8, .base = 500000};
  auto order = counted(64);
  std::swap(order[20], order[51]);
  EXPECT_EQ(found(made_in_order(p, 0, order), p)["rows-permuted"]["rows"], 2);
  for (std::uint64_t k = 0; k < 64; ++k) order[k] = k * 27 % 64;
  EXPECT_TRUE(found(made_in_order(p, 0, order), p).contains("rows-permuted"));
}

/// Where float32 has lost the phase, what recipes make tells one row from the next.
TEST(RowOrder, IsToldFarOutByWhatIsMade) {
  const Program p = program("pow-divide", kFloat32, kBfloat16, 1 << 24, 48);
  auto order = counted(48);
  for (std::uint64_t k = 0; k < 48; ++k) order[k] = k * 19 % 48;
  EXPECT_EQ(found(made_in_order(p, 0, order), p)["rows-permuted"]["rows"], 42);
  const Program q = program("exp-log", kFloat32, kFloat32, 1000000, 48);
  EXPECT_EQ(found(made_in_order(q, 3, without(48, 21, 3)), q),
            json({{"rows-missing", {{"position", 1000021}, {"rows", 3}}}}));
  order = counted(48);
  for (std::uint64_t k = 18; k < 48; ++k) --order[k];
  EXPECT_EQ(found(made_in_order(q, 0, order), q),
            json({{"repeated-row", {{"position", 1000017}, {"times", 1}}}}));
}

/// Two entries of a few that say anything are no damage while float64 explains every one.
TEST(RowOrder, IsNoDamageWhereLittleSaysAnything) {
  Program p = program("pow-multiply", kFloat64, kFloat16, 1 << 24, 16);
  std::get<Sinusoidal>(p.encoding) = {.dim = 256, .base = 5000000};
  EXPECT_EQ(finding(made_in_order(p, 5, without(16, 11, 5)), p), "rows-missing");
}

/// Far out, where a row is left out and neighbours round to one position, it is not three rows that
/// repeat and three that are missing.
TEST(RowOrder, HasOneCauseWhereOneExplainsFull) {
  const Program p{.recipe = "pow-reciprocal",
                  .encoding = Rotary{.dim = 96, .base = 171500},
                  .part = Part::cos,
                  .formats = {kFloat32, kFloat32, {}},
                  .positions = Positions::from(16777216, 65)};
  Rows rows = rows_of(p);
  const auto left_out = rows.values.begin() + static_cast<std::ptrdiff_t>(51 * rows.columns);
  rows.values.erase(left_out, left_out + static_cast<std::ptrdiff_t>(rows.columns));
  Program claimed = p;
  claimed.positions = Positions::from(16777216, 64);
  EXPECT_EQ(finding(rows, claimed), "rows-missing");
}

/// Rows that are turned round and back are where they were, whatever is accepted elsewhere.
TEST(RowOrder, IsNoWayBack) {
  const Program p = program("exp-log", kFloat64, kFloat64, 7000, 64);
  Rows rows = rows_of(p);
  rows.at(3, 1) += 0x3p-53;
  rows.at(40, 1) -= 0x3p-53;
  EXPECT_EQ(finding(rows, p), "passes");
}

/// Of a long table only where rows begin to move is looked for.
TEST(RowOrder, IsFoundInLongTablesFull) {
  Program p = program("pow-divide", kFloat32, kBfloat16, 0, 150000);
  std::get<Sinusoidal>(p.encoding).dim = 128;
  EXPECT_EQ(found(made_in_order(p, 2, without(150000, 70001, 2)), p),
            json({{"rows-missing", {{"position", 70001}, {"rows", 2}}}}));
}

}  // namespace
}  // namespace sextant
