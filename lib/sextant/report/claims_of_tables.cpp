#include <algorithm>

#include <fmt/format.h>

#include "sextant/encoding/encoding.hpp"
#include "sextant/encoding/learned.hpp"
#include "sextant/exact/oracle.hpp"
#include "sextant/report/claim_evidence.hpp"

namespace sextant {
namespace {

using namespace recipe::attention;

Claim addition() {
  const exact::Oracle oracle(chart(Sinusoidal{.dim = 128}));
  const auto& channels = oracle.chart().channels;
  const auto untouched = std::count_if(channels.begin(), channels.end(), [&](const Channel& c) {
    const exact::Ball ball = oracle.ball(0, c);
    return ball.mid == 0 && ball.radius == 0;
  });
  const auto x = matrix<Rational>(1, {1, 0}), p = matrix<Rational>(1, {0, 1});
  const bool one_sum = sum(x, p) == sum(p, x), two_rows = !(beside(x, p) == beside(p, x));
  return {"Addition mixes content and position in every channel",
          shown(one_sum && two_rows && untouched > 0, Verdict::conditional),
          fmt::format("At position 0 the sines add nothing: {} of {} channels are content alone. "
                      "Else a score of sums has four terms, x·y + x·r + p·y + p·r, and a sum does "
                      "not tell its parts: (1, 0) + (0, 1) = (0, 1) + (1, 0).",
                      untouched, channels.size()),
          "Addition.MixesContentAndPositionAndConcatenationDoesNot"};
}

Claim concatenation() {
  const auto x = matrix<Rational>(1, {1, 0}), p = matrix<Rational>(1, {0, 1});
  const std::size_t width = beside(x, p).columns;
  return {
      "Concatenating content and position doubles the width",
      shown(width == 2 * x.columns, Verdict::conditional),
      fmt::format("If the position has as many channels as the content, as {} and {} make {}; a "
                  "score has the terms x·y + p·r alone. What the width costs a model is not a "
                  "number of this.",
                  x.columns, p.columns, width),
      "Addition.IsNotInjectiveAndConcatenationIs"};
}

Claim learned() {
  std::string refusal;
  try {
    (void)Learned{.rows = 512}.row(512);
  } catch (const Error& error) {
    refusal = error.what();
  }
  const Learned opt = Learned::opt(2048);
  return {"Learned tables cannot serve a position beyond their length",
          shown(!refusal.empty(), Verdict::proved),
          fmt::format("There is no formula, and no row: {}. Nor is every row a position's: OPT's "
                      "table of {} rows serves {}, and position 0 has row {}.",
                      refusal, opt.rows, opt.length(), opt.row(0)),
          "Learned.ServesItsPositionsAndNoOthers"};
}

}  // namespace

std::vector<Claim> claims_of_tables() { return {addition(), concatenation(), learned()}; }

}  // namespace sextant
