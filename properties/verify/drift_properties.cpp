#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "sextant/exact/oracle.hpp"
#include "sextant/verify/candidate/candidate.hpp"
#include "sextant/verify/candidate/fault.hpp"
#include "sextant/verify/diagnosis/drift.hpp"
#include "verify/verify_programs.hpp"

namespace sextant {
namespace {

using testing::HasSubstr;

verify::Claim claim_of(const Program& p) { return {p.encoding, p.part, p.chart(), p.formats}; }

/// By how much the phase of a pair is off at a position, turns and all: of exact frequencies.
double off(const Chart& made, const Chart& claimed, int pair, Position p, Position shift) {
  const auto angle = [&](const Chart& chart, Position at) {
    const exact::Oracle oracle(chart);
    const double omega = exact::near(oracle.ball(0, {Function::frequency, pair})).high;
    return static_cast<double>(chart.waves.scale) *
           (static_cast<double>(at) + static_cast<double>(chart.waves.origin)) * omega;
  };
  return std::abs(angle(made, p + shift) - angle(claimed, p));
}

void expect_first(const Program& p, const verify::Candidate& candidate) {
  const verify::Claim claim = claim_of(p);
  const auto found = verify::drift(claim, candidate);
  ASSERT_TRUE(found) << candidate.fault;
  const auto error = [&](int pair, Position at) {
    return off(candidate.truth, claim.chart, pair, at, candidate.shift);
  };
  EXPECT_GT(error(found->pair, found->from), verify::kOffByMuch) << candidate.fault;
  for (int pair = 0; found->from > 0 && pair < claim.chart.waves.pairs(); ++pair)
    EXPECT_LE(error(pair, found->from - 1), verify::kOffByMuch) << candidate.fault << pair;
}

/// The position is the first of all pairs, by the exact frequencies.
TEST(Drift, StartsWhereSomePhaseIsFirstOffByMuch) {
  const Program p = program("exp-log", kFloat32, kFloat32, 0, 64);
  for (const int base : {10001, 9000, 500000}) {
    Program other = p;
    std::get<Sinusoidal>(other.encoding).base = base;
    verify::Candidate s = verify::as_claimed(claim_of(p), "wrong-base");
    s.truth = other.chart();
    expect_first(p, s);
  }
  verify::Candidate offset = verify::as_claimed(claim_of(p), "position-offset");
  offset.shift = 1;
  expect_first(p, offset);  // everywhere
  verify::Candidate sign = verify::as_claimed(claim_of(p), "sign");
  sign.truth.waves.scale = -1;
  expect_first(p, sign);
}

/// Columns of other pairs have no phase to compare, and equal phases no drift.
TEST(Drift, IsNoneWhereNoPhaseMoves) {
  const Program p = program("exp-log", kFloat32, kFloat32, 0, 64);
  verify::Candidate s = verify::as_claimed(claim_of(p), "amplitude");
  EXPECT_FALSE(verify::drift(claim_of(p), s));
  std::swap(s.truth.channels[0], s.truth.channels[1]);
  s.truth.waves.scale = 2;
  EXPECT_FALSE(verify::drift(claim_of(p), s));
}

/// Frequencies that are the same but for how they are written turn alike: an amplitude that differs
/// moves no phase.
TEST(Drift, IsNoneWhereFrequenciesAreWrittenInTwoWays) {
  const Program p = program("exp-log", kFloat32, kFloat32, 0, 64);
  verify::Candidate s = verify::as_claimed(claim_of(p), "amplitude");
  for (Frequency& f : s.truth.waves.frequencies)
    f.factor = f.factor * Expression(Rational(1 + power_of_two(-50)));
  EXPECT_FALSE(verify::drift(claim_of(p), s));
}

/// A difference that is there at once has no position to name.
TEST(Drift, NamesNoPositionWhereItIsThereAtOnce) {
  EXPECT_EQ(verify::drift_words({.from = 0, .pair = 3}),
            "the phase of pair 3 is off by more than 0.1 rad from the first position on");
  EXPECT_THAT(verify::drift_words({.from = 1, .pair = 3, .parts = 8}),
              HasSubstr("from position 0.125 on the phase of pair 3"));
}

/// 257 is the first integer that bfloat16 does not hold.
TEST(Drift, OfRoundedPositionsStartsWhereTheyAreFirstRounded) {
  const Program p = program("exp-log", kFloat32, kFloat32, 0, 64);
  for (const auto& [format, first] :
       {std::pair(kBfloat16, 257), std::pair(kFloat16, 2049), std::pair(kFloat32, 16777217)}) {
    verify::Candidate s = verify::as_claimed(claim_of(p), "position-rounded");
    s.formats.intermediate.position = format;
    const auto found = verify::drift(claim_of(p), s);
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->from == first && !found->always);
  }
}

/// What is found says what to do, and from which position on it matters.
TEST(Drift, IsSaidInWordsAndJson) {
  const Program p = program("exp-log", kFloat32, kFloat32, 4000, 64);
  Program other = p;
  other.formats.intermediate.frequency = kBfloat16;
  const auto verdict = verdict_on(rows_of(other), question_about(p));
  ASSERT_EQ(findings(verdict), "frequency-rounded");
  const auto object = verify::to_json(verdict)["findings"][0];
  EXPECT_GT(object["drift"]["from"], 0);
  EXPECT_EQ(object["remedy"], verify::fault("frequency-rounded").remedy);
  const std::string words = verify::to_words(verdict, "t");
  EXPECT_THAT(words, HasSubstr("remedy: keep the frequencies in float32"));
  EXPECT_THAT(words,
              HasSubstr("from position " + object["drift"]["from"].dump() + " on the phase"));
}

}  // namespace
}  // namespace sextant
