#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "sextant/encoding/real/error.hpp"
#include "tensor/npy_files.hpp"
#include "verify/fault/rotated_programs.hpp"
#include "verify/verify_programs.hpp"

namespace sextant {
namespace {

using verify::Grade;

const Rotary kLlama{.dim = 16, .base = 500000};
const Rotary kPart{.dim = 8, .base = 10000, .layout = Pairing::interleaved};
const Rotary kTrailingBack{.dim = 8,
                           .base = 10000,
                           .layout = Pairing::interleaved,
                           .rotated_channels = RotatedChannels::last,
                           .direction = RotationDirection::inverse};

struct Formats {
  Format given, compute, store;
};
const std::vector<Formats>& formats() {
  static const std::vector<Formats> all = {
      {kFloat32, kFloat32, kFloat32},  {kBfloat16, kFloat32, kBfloat16},
      {kFloat16, kFloat32, kFloat16},  {kFloat64, kFloat64, kFloat64},
      {kFloat32, kFloat32, kBfloat16}, {kBfloat16, kFloat32, kFloat32},
      {kFloat64, kFloat64, kFloat32}};
  return all;
}

TurningProgram program(const Rotary& encoding, const Formats& f) {
  return {.encoding = encoding, .given = f.given, .compute = f.compute, .store = f.store};
}

/// From the definition, in long double: (u, v) becomes (u cos a + v sin a, v cos a − u sin a) in
/// the last channels.
TEST(Rotated, IsTheInverseOfTheLastChannels) {
  for (const Pairing layout : {Pairing::interleaved, Pairing::half_split}) {
    TurningProgram p{.encoding = kTrailingBack, .given = kFloat64, .store = kFloat64};
    p.encoding.layout = layout;
    p.columns = 20;
    const RotatedRows rows = truly_rotated(p);
    for (std::size_t row = 0; row < rows.before.size() / 20; ++row) {
      const double* x = &rows.before[20 * row];
      const double* y = &rows.after[20 * row];
      for (std::size_t j = 0; j < 12; ++j) EXPECT_EQ(x[j], y[j]);
      for (std::size_t i = 0; i < 4; ++i) {
        const bool together = layout == Pairing::interleaved;
        const std::size_t u = 12 + (together ? 2 * i : i), v = together ? u + 1 : u + 4;
        const long double a = static_cast<long double>(row % 40) *
                              std::pow(10000.0L, -static_cast<long double>(i) / 4);
        const long double c = std::cos(a), s = std::sin(a);
        constexpr long double kFour =
            4 * 0x1p-53L;  // of numbers below 4, and of float64's rounding
        EXPECT_LE(std::abs(x[u] * c + x[v] * s - y[u]), kFour);
        EXPECT_LE(std::abs(x[v] * c - x[u] * s - y[v]), kFour);
      }
    }
  }
}

/// A phase is positive if the position that turned the vectors is too large, in both directions.
TEST(Rotated, HasThePhaseOfItsPositions) {
  for (const RotationDirection direction :
       {RotationDirection::forward, RotationDirection::inverse}) {
    TurningProgram p{.encoding = kTrailingBack};
    p.encoding.direction = direction;
    TurningProgram later = p;
    later.positions = Positions::from(1, 40);
    const auto verdict = verdict_on(truly_rotated(later), p);
    ASSERT_TRUE(verdict.statistics.absolute.witness.phase);
    EXPECT_NEAR(verdict.statistics.absolute.witness.phase->positions, 1, 1e-5);
  }
}

/// The phase of a pair is shown at the number of the pair that is farther off.
TEST(Rotated, ShowsThePhaseWhereItIsOff) {
  const TurningProgram p{.encoding = kLlama};
  for (const std::size_t wrong : {3, 11}) {  // of one pair
    RotatedRows rows = truly_rotated(p);
    for (std::size_t row = 0; row < rows.after.size() / 16; ++row)
      rows.after[16 * row + wrong] *= -1;
    EXPECT_EQ(verdict_on(rows, p).statistics.phase.witness.channel, wrong);
  }
}

/// Where vectors differ is said along every axis that has indices without differences.
TEST(Rotated, SaysInWhichBatchAndHeadItDiffersFull) {
  const auto said = [](const std::vector<std::uint64_t>& leads, const auto& differs) {
    TurningProgram p{.encoding = kLlama};
    p.leads = leads;
    RotatedRows rows = truly_rotated(p);
    for (std::size_t k = 0; k < rows.after.size(); ++k)
      if (differs(k / 640, k / 16 % 40)) rows.after[k] = rows.before[k];
    return verdict_on(rows, p).where.value();
  };
  auto where = said({2, 4}, [](auto lead, auto row) { return lead == 6 && row >= 25; });
  EXPECT_EQ(where.what.at(0).substr(0, 29), "batch 1, head 2, rows 25 on, ");
  EXPECT_EQ(where.heads, verify::IndexRanges::of({2}));
  where = said({3, 2}, [](auto lead, auto row) { return lead != 2 && lead != 3 && row > 0; });
  EXPECT_EQ(where.what.at(0).substr(0, 25), "batches 0, 2, rows 1 on, ");
  where = said({4}, [](auto lead, auto row) { return lead == 3 && row > 0; });
  EXPECT_EQ(where.what.at(0).substr(0, 18), "head 3, rows 1 on,");
  where = said({2, 3, 2}, [](auto lead, auto row) { return lead / 2 % 3 == 1 && row > 0; });
  EXPECT_EQ(where.what.at(0).substr(0, 23), "axis 1 at 1, rows 1 on,");
}

TEST(Rotated, IsCorrectlyRoundedIfItIs) {
  for (const Formats& f : formats()) {
    for (const Rotary& encoding : {kLlama, kPart, kTrailingBack}) {
      TurningProgram p = program(encoding, f);
      p.columns = 16;
      p.positions = Positions::from(1000000, 20);
      auto rows = truly_rotated(p);
      const auto verdict = verdict_on(rows, p);
      EXPECT_EQ(verdict.grade, Grade::correctly_rounded) << f.given << f.store;
      EXPECT_EQ(verdict.statistics.entries, rows.after.size());
      double& one = rows.after[777];
      one = std::nextafter(one, 9);  // of a double: representable in it alone
      if (f.store == kFloat64) {
        EXPECT_EQ(verdict_on(rows, p).statistics.misrounded, 1U);
      }
    }
  }
}

/// Healthy programs are never accused: every recipe, way, format and fusing.
TEST(Rotated, PassesWhateverSoundProgramsMakeFull) {
  for (const Formats& f : formats()) {
    for (const recipe::Entry& entry : recipe::catalogue(chart(kPart, Part::cos))) {
      if (!entry.sound || entry.sequential) continue;
      if (!recipe::possible(entry.name, {f.compute, f.compute, {}})) continue;
      TurningProgram p = program(kPart, f);
      p.recipe = entry.name;
      p.columns = 12;
      p.positions = Positions::from(4000, 20);
      const auto ways = recipe::applications(f.given, f.compute, f.store);
      for (p.way = 0; p.way < ways.size(); ++p.way) {
        for (const recipe::Fused fused : recipe::fusings(ways[p.way])) {
          p.fused = fused;
          const auto verdict = verdict_on(rotated_rows(p), p);
          EXPECT_LE(verdict.grade, Grade::rounding)
              << entry.name << " " << ways[p.way].name << " " << f.given << " to " << f.store;
          EXPECT_TRUE(verdict.findings.empty());
          EXPECT_TRUE(verdict.recipe.has_value());
        }
      }
    }
  }
}

/// Numbers so small that formats have no digits for them are no reason to accuse anybody.
TEST(Rotated, PassesTinyAndHugeNumbers) {
  for (const Formats& f : {formats()[1], formats()[2]}) {
    for (const int exponent :
         {f.store.emin - f.store.precision + 3, f.store.emin, f.store.emax - 3}) {
      TurningProgram p = program(kLlama, f);
      p.way = 2;
      RotatedRows rows = rotated_rows(p);
      for (double& x : rows.before) x = round_to(f.given, std::ldexp(x, exponent));
      rows.after = rows.before;
      RotatedRows again = rotated_again(p, rows);
      EXPECT_TRUE(verdict_on(again, p).passes()) << f.store << " 2^" << exponent;
    }
  }
}

TEST(Rotated, SaysWhichRecipeAndWayMadeEveryBit) {
  TurningProgram p = program(kLlama, formats()[1]);
  p.way = 2;
  const auto verdict = verdict_on(rotated_rows(p), p);
  EXPECT_EQ(verdict.grade, Grade::rounding);
  EXPECT_EQ(verdict.vectors->application, "stored-throughout");
  EXPECT_TRUE(verdict.recipe.has_value());
  EXPECT_LE(verdict.accepted_by->margin.fraction, 1);
  EXPECT_GE(verdict.accepted_by->margin.fraction, 0.2);
}

/// What comes of numbers that are not finite is not judged; what comes of others must be finite.
TEST(Rotated, LeavesOutWhatIsMadeOfNoNumbers) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  TurningProgram p = program(kLlama, formats()[0]);
  p.columns = 20;
  RotatedRows rows = rotated_rows(p);
  rows.before[2] = rows.after[2] = kNaN;  // channel 2 turns with channel 10
  rows.after[10] = kNaN;
  rows.before[19] = rows.after[19] = std::numeric_limits<double>::infinity();  // which passes
  auto verdict = verdict_on(rows, p);
  EXPECT_TRUE(verdict.passes());
  EXPECT_EQ(verdict.vectors->left_out, 3U);
  EXPECT_EQ(verdict.statistics.entries, rows.after.size() - 3);
  EXPECT_FALSE(verdict.warnings.empty());
  rows.after[11] = kNaN;
  verdict = verdict_on(rows, p);
  EXPECT_FALSE(verdict.passes());
  EXPECT_EQ(findings(verdict), "not-finite");
  rows = rotated_rows(p);
  rows.before[2] = rows.after[2] = kNaN;  // and channel 10 stays a number
  verdict = verdict_on(rows, p);
  EXPECT_EQ(verdict.grade, Grade::unexplained);
  EXPECT_EQ(verdict.vectors->made_up, 1U);
}

/// At position 0 cos and sin are 1 and 0 in every format, and columns beyond dim are never touched:
/// the neighbour of a number is another number.
TEST(Rotated, AllowsNothingWhereNothingHappens) {
  TurningProgram p = program(kPart, formats()[2]);
  p.columns = 16;
  p.positions = Positions::from(0, 1);
  p.leads = {1};
  RotatedRows rows = rotated_rows(p);
  EXPECT_EQ(verdict_on(rows, p).grade, Grade::correctly_rounded);
  for (const std::size_t column : {std::size_t{3}, std::size_t{12}}) {
    RotatedRows off = rows;
    off.before[column] = 1;
    off.after[column] = 1 - 0x1p-11;
    EXPECT_FALSE(verdict_on(off, p).accepted_by.has_value()) << column;
  }
}

/// float16 ends at 65504: what is beyond is infinite, and rightly so.
TEST(Rotated, LetsOverflowBe) {
  TurningProgram p = program(Rotary{.dim = 2}, formats()[2]);
  p.positions = Positions::from(1, 1);
  p.leads = {1};
  RotatedRows rows = rotated_rows(p);
  rows.before = {60000, 60000};
  rows.after = {round_to(kFloat16, 60000 * (std::cos(1.0) - std::sin(1.0))),
                std::numeric_limits<double>::infinity()};
  const auto verdict = verdict_on(rows, p);
  EXPECT_EQ(verdict.grade, Grade::correctly_rounded);
  EXPECT_EQ(verdict.statistics.overflowed, 1U);
}

/// Columns beyond the encoding's dim pass: one of them changed is a wrong entry, and no more.
TEST(Rotated, JudgesWhatPasses) {
  TurningProgram p = program(kPart, formats()[0]);
  p.columns = 12;
  RotatedRows rows = rotated_rows(p);
  EXPECT_TRUE(verdict_on(rows, p).passes());
  rows.after[5 * 12 + 9] += 1;
  const auto verdict = verdict_on(rows, p);
  EXPECT_EQ(findings(verdict), "corrupt-entry");
  EXPECT_EQ(verdict.findings[0].parameters.places()[0].at("position"), "5");
  EXPECT_EQ(verdict.findings[0].parameters.places()[0].at("channel"), 9);
  EXPECT_EQ(verdict.statistics.absolute.witness.channel, 9U);
}

/// Positions go with the next-to-last axis, whatever leads.
TEST(Rotated, HasItsPositionsAlongTheNextToLastAxis) {
  TurningProgram p = program(kLlama, formats()[0]);
  p.positions = Positions::of({5, 3, 1000000007, 8});
  p.leads = {2, 3};
  RotatedRows rows = rotated_rows(p);
  EXPECT_TRUE(verdict_on(rows, p).passes());
  rows.after[(1 * 3 + 2) * 4 * 16 + 3 * 16 + 7] = 100;
  const auto verdict = verdict_on(rows, p);
  const measure::Witness& w = verdict.statistics.absolute.witness;
  EXPECT_EQ(w.position, 8);
  EXPECT_EQ(w.channel, 7U);
  EXPECT_EQ(verdict.vectors->indices(w.row), (std::vector<std::uint64_t>{1, 2, 3}));
}

/// Where the axis of the positions is another one it is found, or said.
TEST(Rotated, HasItsPositionsAlongAnyAxisFull) {
  for (const Formats& f : {formats()[0], formats()[1]}) {
    for (const auto& [leads, inner] :
         {std::pair<std::vector<std::uint64_t>, std::vector<std::uint64_t>>{{2}, {3}},
          {{}, {2, 5}},
          {{3}, {}}}) {
      TurningProgram p = program(kLlama, f);
      p.positions = Positions::from(1000, 20);
      p.leads = leads;
      p.inner = inner;
      const RotatedRows rows = rotated_rows(p);
      for (const bool counted : {true, false}) {
        p.counted = counted;
        p.axis = std::nullopt;
        auto verdict = verdict_on(rows, p);
        EXPECT_TRUE(verdict.passes()) << f.store << " " << inner.size();
        EXPECT_EQ(verdict.vectors->axis, leads.size());
        EXPECT_EQ(verdict.vectors->axis_found, !inner.empty());
        EXPECT_EQ(verdict.warnings.empty(), inner.empty());
        for (const int axis :
             {static_cast<int>(leads.size()), -2 - static_cast<int>(inner.size())}) {
          p.axis = axis;
          verdict = verdict_on(rows, p);
          EXPECT_TRUE(verdict.passes());
          EXPECT_FALSE(verdict.vectors->axis_found);
          EXPECT_TRUE(verdict.warnings.empty());
        }
      }
      RotatedRows wrong = rows;
      wrong.after[7 * 16 + 7] = 100;
      EXPECT_EQ(findings(verdict_on(wrong, p)), "corrupt-entry");
      EXPECT_EQ(verdict_on(wrong, p).statistics.absolute.witness.row, 7U);
    }
  }
}

/// Where float32 has lost the position, sound programs pass by their own arithmetic, and others
/// not.
TEST(Rotated, ReproducesWhereBoundsProveNothingFull) {
  for (const Formats& f : {formats()[0], formats()[1]}) {
    TurningProgram p = program(kLlama, f);
    p.positions = Positions::from(100000000, 8);
    p.leads = {};
    const RotatedRows rows = rotated_rows(p);
    auto verdict = verdict_on(rows, p);
    EXPECT_EQ(verdict.grade, Grade::rounding) << f.store;
    EXPECT_TRUE(verdict.accepted_by && verdict.accepted_by->by_same_arithmetic);
    EXPECT_FALSE(verdict.warnings.empty());
    TurningProgram other = p;
    other.encoding.scale = 1 + power_of_two(-19);
    EXPECT_FALSE(verdict_on(rotated_rows(other), p).passes()) << f.store;
    RotatedRows noise = rows;
    for (std::size_t k = 0; k < noise.after.size(); k += 7) noise.after[k] = -noise.after[k];
    EXPECT_EQ(verdict_on(noise, p).grade, Grade::unexplained) << f.store;
  }
}

TEST(Rotated, RefusesWhatDoesNotFit) {
  TurningProgram p = program(kLlama, formats()[0]);
  const RotatedRows rows = rotated_rows(p);
  TurningProgram other = p;
  other.positions = Positions::from(0, 39);
  EXPECT_NE(error_of([&] { verdict_on(rows, other); }).find("next-to-last axis"),
            std::string::npos);
  other = p;
  other.encoding.dim = 18;
  EXPECT_NE(error_of([&] { verdict_on(rows, other); }).find("dim=18"), std::string::npos);
  other = p;
  for (const int axis : {2, -1, -4, 100}) {
    other.axis = axis;
    EXPECT_NE(error_of([&] { verdict_on(rows, other); }).find("no axis of positions"),
              std::string::npos);
  }
  other = p;
  other.compute = kFloat16;
  EXPECT_NE(error_of([&] { verdict_on(rows, other); }).find("narrower"), std::string::npos);
}

}  // namespace
}  // namespace sextant
