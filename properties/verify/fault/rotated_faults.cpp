#include <algorithm>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "sextant/number/round.hpp"
#include "verify/fault/rotated_programs.hpp"
#include "verify/verify_programs.hpp"

namespace sextant {
namespace {

using verify::Grade;

/// What ships: float32 throughout, and bfloat16 as Transformers have it.
std::vector<TurningProgram> programs(const Rotary& encoding) {
  TurningProgram wide{.encoding = encoding, .positions = Positions::from(100, 40)};
  TurningProgram narrow = wide;
  narrow.given = narrow.store = kBfloat16;
  narrow.way = 2;
  return {wide, narrow};
}

const Rotary kHead{.dim = 32, .base = 500000};

/// The one fault found in rows that are claimed to come of a program.
verify::Finding found(const RotatedRows& rows, const TurningProgram& claimed) {
  const auto verdict = verdict_on(rows, claimed);
  EXPECT_EQ(verdict.grade, Grade::explained);
  EXPECT_EQ(verdict.findings.size(), 1U);
  return verdict.findings.empty() ? verify::Finding{"nothing"} : verdict.findings[0];
}

TEST(RotatedFault, IsNoRotationAtAll) {
  for (const TurningProgram& p : programs(kHead)) {
    RotatedRows rows = rotated_rows(p);
    rows.after = rows.before;
    EXPECT_EQ(found(rows, p).fault, "unrotated");
    EXPECT_EQ(found(rows, p).match, 1);
  }
}

TEST(RotatedFault, IsARotationTwiceFull) {
  for (const Rational& amplitude : {Rational(1), Rational(5, 4)}) {
    Rotary encoding = kHead;
    encoding.amplitude = amplitude;
    for (const TurningProgram& p : programs(encoding)) {
      const auto finding = found(rotated_again(p, rotated_rows(p)), p);
      EXPECT_EQ(finding.fault, "rotated-twice");
      EXPECT_GT(finding.match, 0.99);
    }
  }
}

TEST(RotatedFault, IsTheInverseRotation) {
  for (const TurningProgram& p : programs(kHead)) {
    TurningProgram back = p;
    back.encoding.scale = -1;
    EXPECT_EQ(found(rotated_rows(back), p).fault, "sign");
  }
}

/// The columns of a formula: one of each pair is `of_u`, the other one `of_v`, with u and v for the
/// columns of the pair, u' and v' for these of the result, and z for a zero.
std::vector<RotatedColumn> formula_columns(Pairing layout, const std::string& of_u,
                                           const std::string& of_v) {
  const Pairs pairs = Pairs::of(layout, 32);
  std::vector<RotatedColumn> columns(32);
  for (int i = 0; i < 16; ++i) {
    const std::size_t u = pairs.u(static_cast<std::size_t>(i));
    const std::size_t v = pairs.v(static_cast<std::size_t>(i));
    const auto column = [&](char name) {
      return name == 'u' ? u : name == 'v' ? v : name == 'U' ? 32 + u : name == 'V' ? 32 + v : 64;
    };
    const auto read = [&](const std::string& of) {  // "u-V": u cos - v' sin
      if (of.size() == 1) return RotatedColumn{.first = column(of[0])};
      return RotatedColumn{
          .pair = i, .first = column(of[0]), .second = column(of[2]), .minus_second = of[1] == '-'};
    };
    columns[u] = read(of_u);
    columns[v] = read(of_v);
  }
  return columns;
}

/// A sign or a term of the rotation is wrong, or a number that is already rotated is read.
TEST(RotatedFault, IsAnotherFormulaFull) {
  struct Formula {
    std::string u, v, of_u, of_v;
  };
  const std::vector<Formula> formulas = {{"u-v", "v+U", "u cos - v sin", "v cos + u' sin"},
                                         {"u-V", "v+u", "u cos - v' sin", "v cos + u sin"},
                                         {"u-v", "v-u", "u cos - v sin", "v cos - u sin"},
                                         {"u+v", "v+u", "u cos + v sin", "v cos + u sin"},
                                         {"u-v", "v", "u cos - v sin", "v"},
                                         {"u-v", "v+z", "u cos - v sin", "v cos"},
                                         {"u+z", "v+z", "u cos", "v cos"},
                                         {"z-v", "z+u", "-v sin", "u sin"},
                                         {"u-v", "u+v", "u cos - v sin", "u cos + v sin"},
                                         {"u-u", "v+v", "u cos - u sin", "v cos + v sin"}};
  for (const auto& [u, v, of_u, of_v] : formulas) {
    for (TurningProgram p : programs(kHead)) {
      p.leads = {4};
      const auto columns = formula_columns(Pairing::half_split, u, v);
      const auto finding = found(rotated_rows(p, columns), p);
      EXPECT_EQ(finding.fault, "rotation-formula") << of_u << ", " << of_v;
      EXPECT_EQ(finding.parameters.at("u'"), of_u);
      EXPECT_EQ(finding.parameters.at("v'"), of_v);
      EXPECT_EQ(finding.match, 1);
      const auto elsewhere = formula_columns(Pairing::interleaved, u, v);
      EXPECT_EQ(findings(verdict_on(rotated_rows(p, elsewhere), p)), "rotation-formula layout");
      if (u.find('z') != u.npos) continue;  // cosines alone, or sines, show no lengths of pairs
      TurningProgram later = p;
      later.positions = Positions::from(107, 40);
      EXPECT_EQ(findings(verdict_on(rotated_rows(later, columns), p)),
                "rotation-formula position-offset");
    }
  }
}

/// A formula is proved by bounds: numbers off by a few roundings more have no name.
TEST(RotatedFault, IsAFormulaOnlyWithinItsBoundFull) {
  const TurningProgram p = programs(kHead).front();
  RotatedRows rows = rotated_rows(p, formula_columns(Pairing::half_split, "u-v", "v+U"));
  for (std::size_t k = 0; k < rows.after.size(); ++k)
    if (k % 32 >= 16) rows.after[k] = round_to(kFloat32, rows.after[k] * (1 + 0x1p-16));
  EXPECT_EQ(verdict_on(rows, p).grade, Grade::unexplained);
}

/// A whole batch, or some heads, stand at other positions, and all others are right.
TEST(RotatedFault, IsOfSomeBatchesOrHeadsFull) {
  for (TurningProgram p : programs(kHead)) {
    p.leads = {3, 4};
    TurningProgram other = p;
    other.positions = Positions::from(0, 40);
    const RotatedRows right = rotated_rows(p), wrong = rotated_rows(other);
    const auto mixed = [&](const auto& is_wrong) {
      RotatedRows rows = right;
      for (std::size_t k = 0; k < rows.after.size(); ++k)
        if (is_wrong(k / 1280 / 4, k / 1280 % 4)) rows.after[k] = wrong.after[k];
      return rows;
    };
    auto finding = found(mixed([](std::size_t batch, std::size_t) { return batch == 1; }), p);
    EXPECT_EQ(finding.fault, "position-offset");
    EXPECT_EQ(finding.parameters.at("offset"), -100);
    EXPECT_EQ(finding.parameters.at("only_axis"), 0);
    EXPECT_EQ(finding.parameters.at("only"), "1");
    EXPECT_EQ(finding.match, 1);
    finding = found(mixed([](std::size_t, std::size_t head) { return head % 2 == 1; }), p);
    EXPECT_EQ(finding.parameters.at("only_axis"), 1);
    EXPECT_EQ(finding.parameters.at("only"), "1, 3");
    other.positions = Positions::from(7, 40);
    const RotatedRows third = rotated_rows(other);
    RotatedRows rows = mixed([](std::size_t batch, std::size_t) { return batch == 1; });
    std::copy(third.after.begin() + 8 * 1280, third.after.end(), rows.after.begin() + 8 * 1280);
    const auto each = verdict_on(rows, p).findings;
    ASSERT_EQ(each.size(), 2U);
    EXPECT_EQ(each[0].parameters.at("offset"), -100);
    EXPECT_EQ(each[0].parameters.at("only"), "1");
    EXPECT_EQ(each[1].parameters.at("offset"), -93);
    EXPECT_EQ(each[1].parameters.at("only"), "2");
  }
  TurningProgram p = programs(kHead).front();
  p.leads = {4};
  RotatedRows rows = rotated_rows(p);
  rows.after[2 * 1280 + 7 * 32 + 3] = 0;  // damage has its row among all
  const auto damaged = found(rows, p);
  EXPECT_EQ(damaged.fault, "corrupt-entry");
  EXPECT_EQ(damaged.parameters.places().at(0).at("row"), 87);
  EXPECT_FALSE(damaged.parameters.contains("only"));
}

TEST(RotatedFault, IsAnotherLayoutFull) {
  for (const Pairing layout : {Pairing::interleaved, Pairing::half_split}) {
    Rotary encoding = kHead;
    encoding.layout = layout;
    const bool halves = layout == Pairing::half_split;
    const Pairs same = Pairs::of(layout, 32);
    const Pairs other = Pairs::of(halves ? Pairing::interleaved : Pairing::half_split, 32);
    const std::string names[] = {halves ? "half-split" : "interleaved",
                                 halves ? "interleaved" : "half-split"};
    for (const TurningProgram& p : programs(encoding)) {
      for (const auto& [before, after] : {std::pair(1, 1), std::pair(0, 1), std::pair(1, 0)}) {
        const auto columns =
            rotated_columns(32, before == 0 ? same : other, after == 0 ? same : other);
        const auto finding = found(rotated_rows(p, columns), p);
        EXPECT_EQ(finding.fault, "layout");
        EXPECT_EQ(finding.parameters.at("layout"), names[before]);
        EXPECT_EQ(finding.parameters.at("written"), names[after]);
      }
    }
  }
}

TEST(RotatedFault, IsASineForACosine) {
  for (const TurningProgram& p : programs(kHead)) {
    auto columns = p.rotated();
    for (std::size_t i = 0; i < 16; ++i) {
      columns[i] = {.pair = static_cast<int>(i), .first = i + 16, .second = i, .minus_first = true};
      columns[i + 16] = {.pair = static_cast<int>(i), .first = i, .second = i + 16};
    }
    EXPECT_EQ(found(rotated_rows(p, columns), p).fault, "sin-cos-swapped");
  }
}

/// Of a part of the head: pairs half a head apart, exponents over the head, or all of it turned.
TEST(RotatedFault, IsTheWholeHeadForAPartFull) {
  Rotary part = kHead;
  part.dim = 16;
  for (TurningProgram p : programs(part)) {
    p.columns = 32;
    Pairs wide = Pairs::of(Pairing::half_split, 16);
    wide.stride = 16;
    const auto columns = rotated_columns(32, wide, wide);
    const auto stride = found(rotated_rows(p, columns), p);
    EXPECT_EQ(stride.fault, "pair-stride");
    EXPECT_EQ(stride.parameters.at("stride"), 16);
    EXPECT_FALSE(stride.parameters.contains("exponent"));

    // base^(−2i/32) is √base^(−2i/16).
    TurningProgram slow = p;
    slow.encoding.base = 250000;
    TurningProgram claimed = p;
    claimed.encoding.base = Rational(Integer(250000) * 250000);
    EXPECT_EQ(found(rotated_rows(slow, columns), claimed).parameters.at("exponent"),
              "over the head");
    EXPECT_EQ(found(rotated_rows(slow), claimed).fault, "exponent-over-head");

    TurningProgram whole = p;
    whole.encoding.dim = 32;
    EXPECT_EQ(found(rotated_rows(whole), p).fault, "partial-missing");
  }
}

/// Vectors turned by the number of their head, or of their batch, from 0 or from the first
/// position.
TEST(RotatedFault, IsAHeadForAPosition) {
  for (TurningProgram p : programs(kHead)) {
    p.leads = {2};
    p.inner = {40};
    for (const Position from : {Position{100}, Position{0}}) {
      TurningProgram by_head = p;
      by_head.positions = Positions::from(from, 6);
      const RotatedRows rows = rotated_rows(by_head);
      for (const bool counted : {true, false}) {
        p.counted = counted;
        const auto finding = found(rows, p);
        EXPECT_EQ(finding.fault, "head-for-position");
        EXPECT_EQ(finding.parameters.at("axis"), 1);
        EXPECT_EQ(finding.parameters.at("from"), from);
        EXPECT_GT(finding.match, 0.99);
      }
      by_head.axis = 1;  // these are positions, then
      EXPECT_TRUE(verdict_on(rows, by_head).passes());
    }
    TurningProgram by_batch = p;
    by_batch.leads = {};
    by_batch.inner = {6, 40};
    by_batch.positions = Positions::from(0, 2);
    EXPECT_EQ(found(rotated_rows(by_batch), p).parameters.at("axis"), 0);
  }
}

/// Some heads turned, or batches, and the others left.
TEST(RotatedFault, IsTheFirstHeadAloneFull) {
  for (TurningProgram p : programs(kHead)) {
    p.leads = {3, 4};
    const RotatedRows sound = rotated_rows(p);
    const std::size_t lead = 40 * 32;
    const auto left = [&](const auto& stays) {
      RotatedRows rows = sound;
      for (std::size_t k = 0; k < rows.after.size(); ++k)
        if (stays(k / lead / 4, k / lead % 4)) rows.after[k] = rows.before[k];
      return found(rows, p);
    };
    auto finding = left([](std::size_t, std::size_t head) { return head > 0; });
    EXPECT_EQ(finding.fault, "first-only");
    EXPECT_EQ(finding.parameters.at("axis"), 1);
    EXPECT_EQ(finding.parameters.at("turned"), "0");
    EXPECT_EQ(finding.parameters.at("left"), "1 to 3");
    EXPECT_GT(finding.match, 0.99);
    finding = left([](std::size_t batch, std::size_t) { return batch != 1; });
    EXPECT_EQ(finding.parameters.at("axis"), 0);
    EXPECT_EQ(finding.parameters.at("turned"), "1");
    EXPECT_EQ(finding.parameters.at("left"), "0, 2");
    finding = left([](std::size_t, std::size_t head) { return head == 0; });
    EXPECT_EQ(finding.parameters.at("left"), "0");
    TurningProgram wide = p;  // more heads than positions
    wide.leads = {50};
    RotatedRows first = rotated_rows(wide);
    std::copy(first.before.begin() + 1280, first.before.end(), first.after.begin() + 1280);
    wide.counted = false;
    EXPECT_EQ(found(first, wide).parameters.at("left"), "1 to 49");
    RotatedRows rows = sound;  // a batch and a head of another: no axis has them
    for (std::size_t k = 0; k < rows.after.size(); ++k)
      if (k / lead == 0 || k / lead == 5) rows.after[k] = rows.before[k];
    EXPECT_EQ(verdict_on(rows, p).grade, Grade::unexplained);
  }
}

/// A part of the channels that are meant to turn, with its own frequencies or the first ones.
TEST(RotatedFault, IsAPartOfAPartFull) {
  for (const Pairing layout : {Pairing::half_split, Pairing::interleaved}) {
    Rotary whole{.dim = 32, .base = 10000, .layout = layout};
    for (TurningProgram p : programs(whole)) {
      p.columns = 48;
      TurningProgram part = p;
      for (const int dim : {8, 16, 20}) {
        part.encoding.dim = dim;
        auto finding = found(rotated_rows(part), p);
        EXPECT_EQ(finding.fault, "partial-twice");
        EXPECT_EQ(finding.parameters.at("turned"), dim);
        EXPECT_EQ(finding.parameters.at("left"), std::to_string(dim) + " to 31");
        EXPECT_EQ(finding.parameters.at("exponent"), "over the part");
        finding = found(rotated_rows(p, rotated_columns(part.encoding, 48)), p);
        EXPECT_EQ(finding.fault, "partial-twice");
        EXPECT_EQ(finding.parameters.at("turned"), dim);
        EXPECT_EQ(finding.parameters.at("exponent"), "over the whole");
      }
      if (layout == Pairing::interleaved) continue;
      Pairs some = Pairs::of(layout, 32);
      some.count = 6;
      const auto finding = found(rotated_rows(p, rotated_columns(48, some, some)), p);
      EXPECT_EQ(finding.fault, "partial-twice");
      EXPECT_EQ(finding.parameters.at("left"), "6 to 15, 22 to 31");
    }
  }
}

/// DeepSeek-V4: the last 8 of 24 channels turn, forward or back.
std::vector<Rotary> trailing() {
  std::vector<Rotary> all;
  for (const RotationDirection direction : {RotationDirection::forward, RotationDirection::inverse})
    for (const Pairing layout : {Pairing::interleaved, Pairing::half_split})
      all.push_back(
          {.dim = 8,
           .base = 160000,
           .layout = layout,
           .rotated_channels = RotatedChannels::last,
           .direction = direction,
           .context = {
               .scaling = Scaling::yarn, .factor = 16, .original = 65536, .attention_factor = 1}});
  return all;
}

TEST(RotatedFault, IsOfOtherChannelsFull) {
  for (const Rotary& encoding : trailing()) {
    for (TurningProgram p : programs(encoding)) {
      p.columns = 24;
      EXPECT_TRUE(verdict_on(rotated_rows(p), p).passes());
      TurningProgram first = p;
      first.encoding.rotated_channels = RotatedChannels::first;
      auto finding = found(rotated_rows(first), p);
      EXPECT_EQ(finding.fault, "rotated-channels");
      EXPECT_EQ(finding.parameters.text("channels"), "0 to 7");
      EXPECT_EQ(finding.parameters.text("meant"), "16 to 23");
      EXPECT_EQ(found(rotated_rows(p), first).parameters.text("channels"), "16 to 23");
      Pairs between = Pairs::of(encoding, 24);
      between.first = 6;
      finding = found(rotated_rows(p, rotated_columns(24, between, between)), p);
      EXPECT_EQ(finding.parameters.text("channels"), "6 to 13");
      first.encoding.context = {};
      first.encoding.base = 10000;  // with another fault
      const auto both = verdict_on(rotated_rows(first), p);
      EXPECT_EQ(both.grade, Grade::explained);
      EXPECT_EQ(findings(both), "rotated-channels wrong-base");
    }
  }
}

/// The output of attention is turned forward, not at all, or with other tables.
TEST(RotatedFault, IsOfTheInverseRotationFull) {
  for (const Rotary& encoding : trailing()) {
    for (TurningProgram p : programs(encoding)) {
      p.columns = 24;
      TurningProgram other = p;
      other.encoding.direction = encoding.direction == RotationDirection::inverse
                                     ? RotationDirection::forward
                                     : RotationDirection::inverse;
      EXPECT_EQ(found(rotated_rows(other), p).fault, "sign");
      RotatedRows rows = rotated_rows(p);
      rows.after = rows.before;
      EXPECT_EQ(found(rows, p).fault, "unrotated");
      other = p;
      other.encoding.layout =
          encoding.layout == Pairing::interleaved ? Pairing::half_split : Pairing::interleaved;
      EXPECT_EQ(found(rotated_rows(other), p).fault, "layout");
      other = p;
      other.encoding.context = {};
      EXPECT_EQ(found(rotated_rows(other), p).fault, "scaling-missing");
      other.encoding.base = 10000;
      EXPECT_EQ(found(rotated_rows(other), p).fault, "wrong-base");
      if (p.given == kFloat32) {  // four pairs in bfloat16 do not show both base and scaling
        EXPECT_EQ(found(rotated_rows(p), other).fault, "scaling-kind");
      }
      other.encoding.context = encoding.context;
      EXPECT_EQ(found(rotated_rows(other), p).fault, "wrong-base");
      other = p;
      other.encoding.context.attention_factor = std::nullopt;  // 1.277
      EXPECT_EQ(found(rotated_rows(other), p).fault, "amplitude");
      other = p;
      other.positions = Positions::from(101, 40);
      EXPECT_EQ(found(rotated_rows(other), p).fault, "position-offset");
      other = p;
      other.encoding.dim = 24;
      EXPECT_EQ(found(rotated_rows(other), p).fault, "partial-missing");
    }
  }
}

/// Two causes that are different factors are both named.
TEST(RotatedFault, AreTwoOfDifferentFactorsFull) {
  Rotary stretched = kHead;
  stretched.context = {.scaling = Scaling::yarn, .factor = 16, .original = 4096};
  const auto both = [](const RotatedRows& rows, const TurningProgram& p) {
    const auto verdict = verdict_on(rows, p);
    EXPECT_EQ(verdict.grade, Grade::explained);
    return findings(verdict);
  };
  for (const Pairing layout : {Pairing::half_split, Pairing::interleaved}) {
    const bool halves = layout == Pairing::half_split;
    stretched.layout = layout;
    for (const TurningProgram& p : programs(stretched)) {
      const Pairs other = Pairs::of(halves ? Pairing::interleaved : Pairing::half_split, 32);
      const auto elsewhere = rotated_columns(32, other, other);
      TurningProgram q = p;
      q.encoding.context = {};
      EXPECT_EQ(both(rotated_rows(q, elsewhere), p), "layout scaling-missing");
      q = p;
      q.positions = Positions::from(107, 40);
      EXPECT_EQ(both(rotated_rows(q, elsewhere), p), "layout position-offset");
      q = p;
      q.encoding.scale = -1;
      EXPECT_EQ(both(rotated_rows(q, elsewhere), p), "layout sign");
      q.encoding.context = {};
      EXPECT_EQ(both(rotated_rows(q), p), "sign scaling-missing");
      q = p;
      q.encoding.scale = -1;
      q.positions = Positions::from(107, 40);
      EXPECT_EQ(both(rotated_rows(q), p), "sign position-offset");
    }
  }
}

/// Pairs are longer by a factor that is read off them.
TEST(RotatedFault, IsAnAmplitudeReadOffTheVectors) {
  for (const TurningProgram& p : programs(kHead)) {
    TurningProgram loud = p;
    loud.encoding.amplitude = Rational(6, 5);
    const auto finding = found(rotated_rows(loud), p);
    EXPECT_EQ(finding.fault, "amplitude");
    EXPECT_NEAR(std::stod(finding.parameters.text("amplitude")), 1.2, 0.001);
  }
}

/// What the tables have wrong is found as in tables.
TEST(RotatedFault, IsFoundInTheTablesBehind) {
  for (const TurningProgram& p : programs(kHead)) {
    TurningProgram other = p;
    other.positions = Positions::from(107, 40);
    auto finding = found(rotated_rows(other), p);
    EXPECT_EQ(finding.fault, "position-offset");
    EXPECT_EQ(finding.parameters.at("offset"), 7);

    other = p;
    other.encoding.base = 10000;
    finding = found(rotated_rows(other), p);
    EXPECT_EQ(finding.fault, "wrong-base");
    EXPECT_EQ(finding.parameters.at("base"), "10000");
  }
}

TEST(RotatedFault, IsAContextLeftOutFull) {
  Rotary stretched = kHead;
  stretched.context = {.scaling = Scaling::yarn, .factor = 16, .original = 4096};
  for (TurningProgram p : programs(stretched)) {
    TurningProgram plain = p;
    plain.encoding = kHead;
    EXPECT_EQ(found(rotated_rows(plain), p).fault, "scaling-missing");
  }
  Rotary loud = kHead;
  loud.amplitude = Rational(5, 4);
  for (TurningProgram p : programs(loud)) {
    for (const auto& [amplitude, what] :
         {std::pair(Rational(1), "missing"), std::pair(Rational(25, 16), "squared")}) {
      TurningProgram other = p;
      other.encoding.amplitude = amplitude;
      const auto finding = found(rotated_rows(other), p);
      EXPECT_EQ(finding.fault, "amplitude");
      EXPECT_EQ(finding.parameters.at("amplitude"), what);
    }
  }
}

/// A table that was too short: from some place on, vectors turn as at the place before.
TEST(RotatedFault, IsARotationThatStops) {
  for (const TurningProgram& p : programs(kHead)) {
    TurningProgram made = p;
    std::vector<Position> positions;
    for (Position k = 0; k < 40; ++k) positions.push_back(100 + std::min<Position>(k, 25));
    made.positions = Positions::of(std::move(positions), 1);
    const auto finding = found(rotated_rows(made), p);
    EXPECT_EQ(finding.fault, "table-overrun");
    EXPECT_EQ(finding.parameters.at("rows"), 26);
  }
}

/// A base that no model has, under a scaling that follows it.
TEST(RotatedFault, IsAnotherBaseUnderAScaling) {
  TurningProgram p = programs({.dim = 64, .base = 10000}).front();
  p.encoding.context = {.scaling = Scaling::yarn, .factor = 8, .original = 4096};
  TurningProgram made = p;
  made.encoding.base = 5000;
  const auto finding = found(rotated_rows(made), p);
  EXPECT_EQ(finding.fault, "wrong-base");
  EXPECT_EQ(finding.parameters.at("base"), "5000");
}

/// What was lost where the vectors were stored is named beside another fault.
TEST(RotatedFault, IsInWhatIsStored) {
  TurningProgram p = programs(kHead).front();
  TurningProgram back = p;
  back.encoding.scale = -1;
  RotatedRows rows = rotated_rows(p), turned = rotated_rows(back);
  for (RotatedRows* some : {&rows, &turned})
    for (double& x : some->after) x = round_to(kFloat16, x);
  EXPECT_EQ(found(rows, p).fault, "stored-narrower");
  EXPECT_EQ(findings(verdict_on(turned, p)), "stored-narrower sign");
  p.store = kFloat16;
  p.encoding.base = 100000000;
  rows = rotated_rows(p);
  for (double& x : rows.before) x = std::ldexp(x, -9);
  rows.given = kFloat32;
  TurningProgram small = p;
  for (std::size_t k = 0; k < rows.after.size(); ++k) rows.after[k] = std::ldexp(rows.after[k], -9);
  for (double& x : rows.after) x = round_to(kFloat16, x);
  for (double& x : rows.after) x = std::abs(x) < std::ldexp(1.0, kFloat16.emin) ? 0 : x;
  EXPECT_EQ(found(rows, small).fault, "flushed-to-zero");
}

/// Entries that are not finite hide no heads that are left as they were.
TEST(RotatedFault, IsSeenBesideEntriesThatAreNotFinite) {
  TurningProgram p = programs(kHead).front();
  p.leads = {4};
  RotatedRows rows = rotated_rows(p);
  const std::size_t lead = rows.after.size() / 4;
  std::copy(rows.before.begin() + static_cast<std::ptrdiff_t>(lead), rows.before.end(),
            rows.after.begin() + static_cast<std::ptrdiff_t>(lead));
  rows.after[2 * lead + 5] = std::nan("");
  EXPECT_EQ(findings(verdict_on(rows, p)), "not-finite first-only");
}

/// Noise is no fault that anybody knows.
TEST(RotatedFault, IsNotSeenInNoiseFull) {
  for (const TurningProgram& p : programs(kHead)) {
    RotatedRows rows = rotated_rows(p);
    std::reverse(rows.after.begin(), rows.after.end());
    const auto verdict = verdict_on(rows, p);
    EXPECT_EQ(verdict.grade, Grade::unexplained);
    EXPECT_TRUE(verdict.findings.empty());
  }
}

}  // namespace
}  // namespace sextant
