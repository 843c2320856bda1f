#include <algorithm>
#include <cmath>
#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sextant/verify/diagnosis/diagnose.hpp"
#include "verify/verify_programs.hpp"

namespace sextant {
namespace {

using testing::UnorderedElementsAreArray;

/// Two mistakes of one program: what each does to the program, or to its rows.
struct Both {
  std::vector<std::string> faults;
  std::function<void(Program&)> change;
  std::function<void(Rows&)> damage = [](Rows&) {};
};

Sinusoidal& of(Program& p) { return std::get<Sinusoidal>(p.encoding); }

void expect_named(const Program& claimed, const Both& both) {
  Program made = claimed;
  both.change(made);
  Rows rows = rows_of(made);
  both.damage(rows);
  const auto verdict = verdict_on(rows, question_about(claimed));
  EXPECT_EQ(verdict.grade, verify::Grade::explained);
  std::vector<std::string> names;
  for (const verify::Finding& finding : verdict.findings) names.push_back(finding.fault);
  EXPECT_THAT(names, UnorderedElementsAreArray(both.faults));
}

/// A layout that is not the claim's, with frequencies that are not: neither explains the table
/// alone.
TEST(TwoFaults, AreBothNamedWhereColumnsAndFrequenciesAreWrongFull) {
  const Program p = program("exp-log", kFloat32, kFloat32, 4000, 64);
  const auto relaid = [](Program& q) { of(q).layout = Layout::halves; };
  expect_named(p, {{"layout", "wrong-base"}, [&](Program& q) {
                     relaid(q);
                     of(q).base = 500000;
                   }});
  expect_named(p, {{"layout", "frequency-rounded"}, [&](Program& q) {
                     relaid(q);
                     q.formats.intermediate.frequency = kBfloat16;
                   }});
  expect_named(p, {{"sin-cos-swapped", "exponent-denominator"}, [](Program& q) {
                     of(q).order = Order::cos_sin;
                     of(q).law = Law::half_minus_shift;
                   }});
}

TEST(TwoFaults, FullAreBothNamedWherePositionsAreWrongToo) {
  const Program p = program("exp-log", kFloat32, kFloat32, 1000, 64);
  expect_named(p, {{"position-offset", "wrong-base"}, [](Program& q) {
                     q.positions.first += 1;
                     of(q).base = 500000;
                   }});
  expect_named(p, {{"position-offset", "frequency-rounded"}, [](Program& q) {
                     q.positions.first += 1;
                     q.formats.intermediate.frequency = kBfloat16;
                   }});
  expect_named(p, {{"position-rounded", "layout"}, [](Program& q) {
                     q.formats.intermediate.position = kBfloat16;
                     of(q).layout = Layout::halves;
                   }});
}

/// A few entries that are wrong hide no fault of the others, nor do rows that repeat the last one.
TEST(TwoFaults, FullAreBothNamedWhereOneIsDamage) {
  const Program p = program("exp-log", kFloat32, kFloat32, 1000, 64);
  const auto other_base = [](Program& q) { of(q).base = 500000; };
  expect_named(p, {{"wrong-base", "corrupt-entry"}, other_base, [](Rows& rows) {
                     rows.at(3, 5) = 0.25;
                     rows.at(60, 31) = -1;
                   }});
  expect_named(p, {{"wrong-base", "table-overrun"}, other_base, [](Rows& rows) {
                     for (std::uint64_t row = 40; row < 64; ++row) {
                       for (std::uint64_t j = 0; j < 32; ++j) rows.at(row, j) = rows.at(39, j);
                     }
                   }});
}

/// Where one fault explains a table no second one is made up.
/// A row of zeros in a wide table is less than one entry in a hundred, and no damage.
TEST(TwoFaults, AreAWholeRowAndDamageElsewhereFull) {
  Program p = program("exp-log", kFloat32, kFloat32, 4000, 256);
  of(p).dim = 128;
  Rows rows = rows_of(p);
  for (std::uint64_t j = 0; j < rows.columns; ++j) rows.at(1, j) = 0;
  EXPECT_EQ(finding(rows, p), "zeros");
  rows.at(40, 3) = 7, rows.at(77, 30) = 0.25;
  EXPECT_EQ(finding(rows, p), "zeros corrupt-entry");
  for (std::uint64_t j = 0; j < rows.columns; ++j) rows.at(1, j) = 0.25;  // no row of zeros
  EXPECT_EQ(finding(rows, p), "corrupt-entry");
}

/// And not a base of many digits that fits as well, nor another law with a base beside it.
TEST(TwoFaults, AreALawAndWhatItsFrequenciesLose) {
  Program p = program("pow-of-ratio", kFloat32, kFloat16, 2048, 64);
  Sinusoidal law{.dim = 256, .base = 50000};
  p.encoding = law;
  Program claimed = p;
  law.law = Law::half_minus_shift;
  p.encoding = law;
  EXPECT_EQ(finding(rows_of(p), claimed), "exponent-denominator frequency-recurrence");
  claimed = {.encoding = Rotary{.dim = 254, .base = 68100},
             .part = Part::inv_freq,
             .formats = {kFloat32, kFloat32, {}},
             .positions = Positions::from(0, 1)};
  Rows rows{kFloat32, 127, {}};
  const float ratio = std::pow(68100.0F, -1.0F / 254);
  for (int pair = 0; pair < 127; ++pair)
    rows.values.push_back(std::pow(ratio, static_cast<float>(pair)));
  EXPECT_EQ(finding(rows, claimed), "exponent-halved frequency-recurrence");
}

TEST(TwoFaults, AreNotMadeOfOne) {
  const Program p = program("exp-log", kFloat32, kFloat32, 1000, 64);
  expect_named(p, {{"layout"}, [](Program& q) { of(q).layout = Layout::halves; }});
  expect_named(p, {{"wrong-base"}, [](Program& q) { of(q).base = 500000; }});
}

/// Noise is no two faults either.
TEST(TwoFaults, FullOfNoiseExplainNothing) {
  const Program p = program("exp-log", kFloat32, kFloat32, 1000, 32);
  Rows rows = rows_of(p);
  for (std::size_t k = 0; k < rows.values.size(); ++k)
    rows.values[k] = static_cast<float>(std::sin(static_cast<double>(k * k)));
  EXPECT_EQ(findings(verdict_on(rows, question_about(p))), "");
}

/// The progress of a diagnosis is reported: first for its hypotheses, then for those that are
/// pursued.
TEST(TwoFaults, AreLookedForPartByPart) {
  const Program p = program("exp-log", kFloat32, kFloat32, 4000, 16);
  Program made = p;
  of(made).layout = Layout::halves;
  of(made).base = 500000;
  const Rows rows = rows_of(made);
  verify::Source source{
      .rows = 16, .columns = 32, .format = kFloat32, .positions = p.positions, .read = {}};
  source.read = [&](std::uint64_t first, std::uint64_t count, std::span<double> values) {
    const auto from = rows.values.begin() + static_cast<std::ptrdiff_t>(first * 32);
    std::copy_n(from, count * 32, values.begin());
  };
  std::vector<double> told;
  const verify::Claim claim{p.encoding, p.part, p.chart(), p.formats};
  const auto found = verify::diagnose(source, claim, exact::Oracle(claim.chart),
                                      [&](double part) { told.push_back(part); });
  EXPECT_EQ(found.size(), 2U);
  const auto pairs = std::is_sorted_until(told.begin(), told.end());
  ASSERT_NE(pairs, told.begin());
  ASSERT_NE(pairs, told.end());
  EXPECT_GT(told.front(), 0);
  EXPECT_EQ(*(pairs - 1), 1);
  EXPECT_EQ(*pairs, 0);
  EXPECT_TRUE(std::is_sorted(pairs, told.end()));
  EXPECT_LT(told.back(), 1);
}

}  // namespace
}  // namespace sextant
