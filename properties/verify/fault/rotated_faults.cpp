#include <algorithm>

#include <gtest/gtest.h>

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
