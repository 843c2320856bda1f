#include <algorithm>

#include <fmt/format.h>

#include "sextant/encoding/encoding.hpp"
#include "sextant/encoding/wave/learned.hpp"
#include "sextant/exact/table/table.hpp"
#include "sextant/report/claims/claim_evidence.hpp"

namespace sextant {
namespace {

using namespace recipe::attention;

Statement addition() {
  const exact::Oracle oracle(chart(Sinusoidal{.dim = 128}));
  const auto& channels = oracle.chart().channels;
  const auto untouched = std::count_if(channels.begin(), channels.end(), [&](const Channel& c) {
    const exact::Ball ball = oracle.ball(0, c);
    return ball.mid == 0 && ball.radius == 0;
  });
  const auto x = matrix<Rational>(1, {1, 0}), p = matrix<Rational>(1, {0, 1});
  const bool one_sum = sum(x, p) == sum(p, x), two_rows = !(beside(x, p) == beside(p, x));
  return {"addition-mixes", "Addition mixes content and position in every channel",
          shown(one_sum && two_rows && untouched > 0, StatementVerdict::conditional),
          fmt::format("At position 0 the sines add nothing: {} of {} channels are content alone. "
                      "Else a score of sums has four terms, x·y + x·r + p·y + p·r, and a sum does "
                      "not tell its parts: (1, 0) + (0, 1) = (0, 1) + (1, 0).",
                      untouched, channels.size()),
          "Addition.MixesContentAndPositionAndConcatenationDoesNot"};
}

Statement concatenation() {
  const auto x = matrix<Rational>(1, {1, 0}), p = matrix<Rational>(1, {0, 1});
  const std::size_t width = beside(x, p).columns;
  return {
      "concatenation-width", "Concatenating content and position doubles the width",
      shown(width == 2 * x.columns, StatementVerdict::conditional),
      fmt::format("If the position has as many channels as the content, as {} and {} make {}; a "
                  "score has the terms x·y + p·r alone. What the width costs a model is not a "
                  "number of this.",
                  x.columns, p.columns, width),
      "Addition.IsNotInjectiveAndConcatenationIs"};
}

Statement learned() {
  std::string refusal;
  try {
    (void)Learned{.rows = 512}.row(512);
  } catch (const Error& error) {
    refusal = error.what();
  }
  const Learned opt = Learned::opt(2048);
  return {"learned-length", "Learned tables cannot serve a position beyond their length",
          shown(!refusal.empty(), StatementVerdict::proved),
          fmt::format("There is no formula, and no row: {}. Nor is every row a position's: OPT's "
                      "table of {} rows serves {}, and position 0 has row {}.",
                      refusal, opt.rows, opt.length(), opt.row(0)),
          "Learned.ServesItsPositionsAndNoOthers"};
}

/// The bytes of a table with this width and number of positions.
std::uint64_t bytes(int dim, const Format& format, std::uint64_t positions) {
  const exact::ExactTable table(chart(Sinusoidal{.dim = dim}), format,
                                Positions::from(0, positions));
  return table.row_bytes() * positions;
}

Statement megabytes() {
  const std::uint64_t size = bytes(1024, kFloat64, 4096);
  return {"table-of-doubles", "A 4096 × 1024 table of doubles takes about 32 MB",
          shown(size == std::uint64_t{32} << 20, StatementVerdict::conditional),
          fmt::format("{} bytes: 32 MiB exactly, with 2^20 bytes to each; of 10^6 bytes they are "
                      "{:.4g} MB.",
                      size, static_cast<double>(size) / 1e6),
          "TableBytes.AreThoseWritten"};
}

Statement memory() {
  const std::uint64_t all = bytes(512, kFloat32, 4096), twice = bytes(512, kFloat32, 8192),
                      wide = bytes(1024, kFloat32, 4096), row = bytes(512, kFloat32, 1);
  return {
      "table-costs",
      "Making the table costs O(n·d) time and memory; on the fly it costs O(d) memory for a row",
      shown(twice == 2 * all && wide == 2 * all && all == 4096 * row,
            StatementVerdict::conditional),
      fmt::format("If the table is kept: n·d numbers, {} bytes for 4096 × 512 in float32, twice "
                  "as many for twice n or d; and {} for one row. Written row by row a table "
                  "of any length takes the memory of some rows and of the d/2 frequencies. "
                  "n·d numbers take time in proportion; how much is measured elsewhere here, "
                  "not proved.",
                  all, row),
      "TableBytes.AreThoseWritten"};
}

}  // namespace

std::vector<Settle> claims_of_tables() {
  return {addition, concatenation, learned, megabytes, memory};
}

}  // namespace sextant
